"""Kernels take every dtype that TensorFlow's CPU kernels take."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from aioflow.framework.dtypes import ALL, as_dtype
from aioflow.framework.kernels import ops_with_kernels, registered_kernels
from aioflow.framework.op_def import OPS
from tests.kernels.dtype_table import dtype_table

# Kernels that TensorFlow registers and that cannot compute: they raise InvalidArgument, Internal or subtract booleans.
HOLLOW = {"_FusedConv2D", "_FusedDepthwiseConv2dNative", "ResourceScatterNdSub"}
SHARED = [op for op in ops_with_kernels() if op in dtype_table() and op in OPS and op not in HOLLOW]


def combinations(taken: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Each choice of a dtype per attribute within one of TensorFlow's combinations."""
    choices = [[as_dtype(name) for name in names.split()] for names in taken.values()]
    for chosen in product(*choices):
        yield dict(zip(taken, chosen, strict=True))


def restricted(op: str) -> list[dict[str, Any]]:
    """What each of our CPU kernels takes, per attribute that it restricts."""
    kernels = [k for k in registered_kernels(op) if k.device_type in ("CPU", "") and not k.label]
    return [{name: frozenset(types) for name, types in k.constraints.items()} for k in kernels]


@pytest.mark.parametrize("op", SHARED)
def test_no_kernel_is_narrower(op: str) -> None:
    """What TensorFlow has a kernel for, in any combination, one of ours takes."""
    ours = restricted(op)
    relevant = {name for k in ours for name in k}
    for taken in dtype_table()[op]["kernels"]:
        narrowed = {name: taken.get(name) or every(op, name) for name in relevant}
        for attrs in combinations(narrowed):
            assert any(all(attrs[name] in types for name, types in k.items()) for k in ours), attrs


def every(op: str, attr: str) -> str:
    """The dtypes that the op's declaration allows."""
    return " ".join(sorted(dtype.name for dtype in OPS[op].attrs[attr].allowed or ALL))
