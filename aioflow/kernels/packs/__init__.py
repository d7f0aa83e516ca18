"""Kernel packs: modules that register kernels when a program asks for them (`framework/kernel_packs.py`)."""
