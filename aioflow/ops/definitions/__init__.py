"""Declarations of every op that TensorFlow has, as data, one file per family.

All of them are known, also those without a kernel: a graph may mention an op that no run ever reaches.
Importing this package makes them known to `aioflow.framework.op_def.OPS`.
"""
from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from aioflow.framework.op_def import OPS


def _declare_all() -> None:
    for module in iter_modules(__path__):
        OPS.declare(import_module(f"{__name__}.{module.name}").DECLARATIONS)


_declare_all()
