"""The ops that have kernels of this package, apart from those that tests register."""
from __future__ import annotations

from aioflow.framework.kernels import ops_with_kernels, registered_kernels


def own_ops() -> list[str]:
    """The names of these ops, sorted, whichever modules of tests were imported before."""
    return [
        op for op in ops_with_kernels() if any(each.module.startswith("aioflow.") for each in registered_kernels(op))
    ]
