"""Kernels by PyTorch: convolutions, poolings, normalisations and large matrix products, on the CPU."""
