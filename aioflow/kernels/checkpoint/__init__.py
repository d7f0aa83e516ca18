"""Kernels of checkpoints as TensorFlow writes them: files of tensors by name, and the ops that save and restore.

Bundles (`BundleReader`, `BundleWriter`, `merge_bundles`) are checkpoints of version 2, an index and data files; slice
files (`SliceFiles`, `SliceFileWriter`) are those of version 1; both rest on tables of sorted keys, and the files know
nothing of graphs or sessions.
"""
