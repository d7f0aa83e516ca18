"""String kernels: lengths, cases, formats, splits, regular expressions and Unicode.

Strings are `bytes` in object arrays, so these kernels go from string to string in Python instead of over arrays.
"""
