"""The ops that have kernels of this package, apart from those that tests register."""
from __future__ import annotations

from aioflow.framework.kernels import KernelDef, ops_with_kernels, registered_kernels


def own_kernels(op: str) -> list[KernelDef]:
    """The package's kernels of an op, without those that modules of tests have registered."""
    return [kernel for kernel in registered_kernels(op) if kernel.module.startswith("aioflow.")]


def own_ops() -> list[str]:
    """The names of these ops, sorted, whichever modules of tests were imported before."""
    return [op for op in ops_with_kernels() if own_kernels(op)]
