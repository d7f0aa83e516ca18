"""Packs: further kernels and devices from optional packages, registered when a program asks for one."""
