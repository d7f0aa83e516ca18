"""Gradients of ops, one file per family.

They are those that TensorFlow's runtime knows: what `SymbolicGradient` can go through. Importing a family's file
registers them; that is done when one of them is first looked for.
"""
