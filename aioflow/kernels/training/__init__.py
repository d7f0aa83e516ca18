"""Training kernels: updates of variables by optimizers, accumulators of gradients, clustering.

One rule serves whole variables and rows of them, references and handles: what differs is in `variable_updates`.
"""
