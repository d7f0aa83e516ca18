"""Sizes that no machine has room for."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import limits
from aioflow.framework.dtypes import DType, float32, float64, int32, int64
from aioflow.framework.kernels import bind_kernel
from aioflow.framework.op_def import OPS

HUGE = np.int64(2**62)
NONE = np.zeros(0, np.float32)
ONES = np.ones(2, np.float32)
IDS = np.zeros(2, np.int32)


@pytest.mark.parametrize(
    ("op", "types", "inputs"),
    [
        ("Range", {"Tidx": int64}, [np.int64(0), HUGE, np.int64(1)]),
        ("Range", {"Tidx": float64}, [np.float64(0), np.float64(2.0**62), np.float64(1)]),
        ("LinSpace", {"T": float32, "Tidx": int64}, [np.float32(0), np.float32(1), HUGE]),
        ("DenseBincount", {"T": float32, "Tidx": int64}, [np.zeros(2, np.int64), HUGE, NONE]),
        ("SegmentSum", {"T": float32, "Tindices": int64}, [ONES, np.array([0, HUGE - 1])]),
        ("BroadcastTo", {"T": float32, "Tidx": int64}, [np.float32(0), np.array([HUGE])]),
        ("Fill", {"T": float32, "index_type": int64}, [np.array([HUGE]), np.float32(0)]),
        ("Tile", {"T": float32, "Tmultiples": int64}, [ONES[:1], np.array([HUGE])]),
    ],
)
def test_sizes_beyond_the_address_space_are_refused(op: str, types: dict[str, DType], inputs: list[Any]) -> None:
    """A size from a value is checked before anything of that size is made."""
    kernel = bind_kernel("node", op, OPS[op].complete_attrs(types), "CPU", np)
    with pytest.raises(errors.ResourceExhaustedError, match=r"shape\[4611686018427387904"):
        kernel.compute(*inputs)


@pytest.mark.parametrize(
    ("op", "types", "inputs"),
    [
        ("Fill", {"T": float32, "index_type": int64}, [np.array([HUGE, 4]), np.float32(0)]),
        ("BroadcastTo", {"T": float32, "Tidx": int64}, [np.float32(0), np.array([HUGE, 4])]),
        ("Tile", {"T": float32, "Tmultiples": int64}, [np.zeros([4, 1], np.float32), np.array([1, HUGE])]),
        ("ScatterNd", {"T": float32, "Tindices": int64}, [np.array([[0]]), ONES[:1], np.array([HUGE, 4])]),
        ("UnravelIndex", {"Tidx": int32}, [np.int32(0), np.array([2**31 - 1, 2], np.int32)]),
        # Rows that TensorFlow counts in 32 bits.
        ("UnsortedSegmentSum", {"T": float32, "Tindices": int32, "Tnumsegments": int64}, [ONES, IDS, HUGE]),
        ("SparseSegmentSumWithNumSegments", {"T": float32, "Tnumsegments": int64}, [ONES, IDS, IDS, HUGE]),
        ("DynamicStitch", {"T": float32, "N": 1}, [np.array([2**31 - 1], np.int32), ONES[:1]]),
    ],
)
def test_sizes_that_cannot_be_counted_are_wrong_arguments(op: str, types: dict[str, DType], inputs: list[Any]) -> None:
    """A product beyond 64 bits is found before there is no memory for it, as in TensorFlow."""
    kernel = bind_kernel("node", op, OPS[op].complete_attrs(types), "CPU", np)
    with pytest.raises(errors.InvalidArgumentError):
        kernel.compute(*inputs)


def test_the_error_says_how_to_allow_more() -> None:
    """The limit is named, with the variable that sets it."""
    kernel = bind_kernel("node", "Fill", OPS["Fill"].complete_attrs({"T": float32, "index_type": int64}), "CPU", np)
    with pytest.raises(errors.ResourceExhaustedError, match="17179869184 bytes are more than AIOFLOW_TENSOR"):
        kernel.compute(np.array([2**32]), np.float32(0))


def test_the_environment_sets_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no number is ignored, as of other variables."""
    for text, wanted in (("1000", 1000), ("", 8 << 30), ("much", 8 << 30)):
        monkeypatch.setenv(limits.TENSOR_VARIABLE, text)
        assert limits.default_tensor_nbytes() == wanted
