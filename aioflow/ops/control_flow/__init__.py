"""Conditionals, loops, TensorArrays and Python functions in graphs.

Conditionals and loops are built from the primitive ops (Switch, Merge, Enter, ...), as TensorFlow 1 builds them.
"""
