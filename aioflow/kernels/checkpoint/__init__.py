"""Checkpoints as TensorFlow writes them: files of tensors by name, and the ops that save and restore.

Bundles (`BundleReader`, `BundleWriter`, `merge_bundles`) are checkpoints of version 2: an index and data files. Slice
files (`SliceFiles`, `SliceFileWriter`) are those of version 1. Both rest on tables of sorted keys. The files know
nothing of graphs or sessions.
"""
