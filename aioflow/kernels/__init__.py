"""Computing: one small function per op, in one folder per family of ops.

What lies flat here serves the families. Importing a family's modules registers its kernels; that is done when a kernel
of the family is first looked for.
"""
