"""Computing: one small function per op, in one folder per family of ops.

What lies flat here serves the families. Importing a module registers its kernels; that is done when a kernel of one of
its ops is first looked for.
"""
