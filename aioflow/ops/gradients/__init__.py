"""Gradients of ops, one file per family. Importing this package registers them all.

They are those that TensorFlow's runtime knows: what `SymbolicGradient` can go through.
"""
from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
