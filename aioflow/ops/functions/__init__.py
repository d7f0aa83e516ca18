"""Functions of the public API that add more than one generated builder would.

Signatures and defaults are those of TensorFlow 1, and so are the names of the nodes where scripts may look them up.
"""
