"""Shape rules, one folder per family of ops. What lies flat here serves the families.

Importing a family's modules registers its rules; that is done when one of them is first looked for.
"""
