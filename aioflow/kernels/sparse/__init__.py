"""Kernels of sparse tensors (indices, values, shape) and of sparse matrices in compressed rows (CSR), held by variants.

Indices come from models, so they are checked before they address anything; numpy would wrap negative ones around.
"""
