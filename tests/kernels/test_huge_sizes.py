"""Huge numbers where sizes may be: a kernel computes something small or refuses; it never takes all memory."""
from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np
import pytest

import aioflow.kernels
import aioflow.ops.definitions  # noqa: F401
from aioflow import errors
from aioflow.cli.memory import memory_limit
from aioflow.framework import dtypes
from aioflow.framework.kernel import KernelKind, bind_kernel, registered_kernels
from aioflow.framework.op_def import OPS
from tests.kernels.test_stray_errors import PURE_OPS, SHAPES, random_array, random_attrs

TRIES = 8
ROOM_NBYTES = 256 << 20
HUGE = [2**31 - 1, 2**33, 2**40, 2**62, 2**63 - 1, -(2**31)]
VECTORS = [shape for shape in SHAPES if len(shape) < 2]
WITH_INTEGERS = [
    op for op in PURE_OPS if any(arg.type_attr or arg.dtype in (dtypes.int32, dtypes.int64) for arg in OPS[op].inputs)
]


def with_huge_numbers(dtype: dtypes.DType, choose: random.Random) -> np.ndarray[Any, Any]:
    """An array of which some numbers are as large as its type allows, up to 2**63 - 1."""
    array = random_array(dtype, choose.choice(VECTORS), choose).copy()
    if array.dtype.kind in "iu" and array.size and choose.random() < 0.7:
        limits = np.iinfo(array.dtype)
        fitting = [number for number in HUGE if limits.min <= number <= limits.max] or [int(limits.max)]
        array.reshape(-1)[choose.randrange(array.size)] = choose.choice(fitting)
    array.flags.writeable = False
    return array


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited on Linux alone")
@pytest.mark.filterwarnings("ignore:(Matrix is|.* result may be)")
@pytest.mark.parametrize("op", WITH_INTEGERS)
def test_no_kernel_takes_much_memory(op: str) -> None:
    """With room for little, there is a result, an error of ours, or a MemoryError, of which runs make one of ours."""
    choose = random.Random(op)
    kernels = [kernel for kernel in registered_kernels(op) if kernel.kind is KernelKind.PURE]
    for _ in range(TRIES):
        attrs = random_attrs(op, choose.choice(kernels), choose)
        if attrs is None:
            pytest.skip("has attributes that cannot be guessed")
        inputs = [with_huge_numbers(dtype, choose) for dtype in OPS[op].input_types(attrs)]
        with memory_limit(ROOM_NBYTES), np.errstate(all="ignore"):
            try:
                kernel = bind_kernel("node", op, attrs, "CPU", np)
                kernel.outputs(kernel.compute(*inputs))
            except MemoryError:
                continue
            except errors.OpError as error:
                assert not isinstance(error, errors.InternalError) or "division by zero" in error.message, attrs
