"""The nouns: dtypes, shapes, tensors, op definitions, graphs, kernels. No event loop, no threads, no I/O."""
