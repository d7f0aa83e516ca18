"""Conditionals, loops, TensorArrays and Python functions in graphs."""
