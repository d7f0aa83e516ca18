"""Kernels of files: whole files, readers, records, and the formats in which these lie.

Nothing here reads more of a file at once than a tensor may have, because the lengths in files are not to be trusted.
"""
