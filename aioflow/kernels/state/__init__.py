"""Kernels of state: variables of either generation, mutexes, handles, and tensors that a session keeps.

They write under each variable's lock, whatever `use_locking` says; without it TensorFlow lets updates get lost.
"""
