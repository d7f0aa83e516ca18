"""Kernels of lookup tables, which outlive steps: static ones that are filled once, mutable ones, and dense hash tables.

All are dicts of Python objects behind one interface; ops of both generations of handles share it.
"""
