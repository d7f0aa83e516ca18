"""What watches tensors: it hands them on, or sums up their values and shapes, which debuggers fetch.

Nothing is published: nodes with `debug_urls` are refused.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import (
    DType,
    bfloat16,
    bool_,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, widened

_HALVES = (float16, bfloat16)
_NUMBERS = (float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64)
_SHOWN_DIMS = 6
_INT32 = np.iinfo(np.int32)


@kernel("DebugIdentity", "DebugIdentityV3", cheap=True)
def debug_identity(xp: Any, input: Array, *, tensor_name: bytes, debug_urls: list[bytes], gated_grpc: bool) -> Array:
    """Forwards its input; nothing [0] where the gate of gRPC, which only its URLs could open, is closed."""
    if _is_shut(tensor_name, debug_urls, gated_grpc):
        return np.empty(0, input.dtype)
    return input


@kernel("DebugIdentityV2", cheap=True)
def debug_identity_v2(xp: Any, input: Array, *, debug_urls: list[bytes]) -> Array:
    _refuse_urls(debug_urls)
    return input


@kernel("DebugNanCount", T=(*_HALVES, *_NUMBERS))
def debug_nan_count(xp: Any, input: Array, *, tensor_name: bytes, debug_urls: list[bytes], gated_grpc: bool) -> Array:
    """How many elements are not a number ([1] int64)."""
    if _is_shut(tensor_name, debug_urls, gated_grpc):
        return np.empty(0, np.int64)
    return np.array([_count(np.isnan(input))], np.int64)


@kernel("DebugNumericSummary", T=(*_NUMBERS, bool_))
def debug_numeric_summary(
    xp: Any,
    input: Array,
    *,
    T: DType,
    tensor_name: bytes,
    debug_urls: list[bytes],
    lower_bound: float,
    upper_bound: float,
    gated_grpc: bool,
) -> Array:
    """[14 + rank]: counts by kind, extremes, mean, variance, dtype and shape.

    Finite numbers up to `lower_bound` count as negative infinities, those from `upper_bound` on as positive ones.
    `mute_if_healthy` is about what is published; the output is the same.
    """
    if _is_shut(tensor_name, debug_urls, gated_grpc):
        return np.empty(0)
    numbers = input.reshape(-1).astype(np.float64)
    finite = numbers[np.isfinite(numbers)]
    low = finite <= lower_bound if np.isfinite(lower_bound) else np.zeros(finite.shape, bool)
    high = ~low & (finite >= upper_bound) if np.isfinite(upper_bound) else np.zeros(finite.shape, bool)
    nan, below, above = _kinds_of_non_finite(numbers)
    below, above = below + _count(low), above + _count(high)
    counts = [1, input.size, nan, below, *_signs(finite[~(low | high)]), above]
    return np.array([*counts, *_moments(finite), T.as_datatype_enum, input.ndim, *input.shape], np.float64)


def _moments(finite: Array) -> tuple[float, float, float, float]:
    """Minimum, maximum, mean and variance of numbers, of which there may be none."""
    if not finite.size:
        return np.inf, -np.inf, np.nan, np.nan
    mean = finite.mean()
    return finite.min(), finite.max(), mean, ((finite - mean) ** 2).mean()


@kernel("DebugNumericSummaryV2", T=(*_HALVES, *_NUMBERS, bool_), output_dtype=(float32, float64))
def debug_numeric_summary_v2(
    xp: Any, input: Array, *, T: DType, output_dtype: DType, tensor_debug_mode: int, tensor_id: int
) -> Array:
    """What the debug mode asks for, after the tensor's number and as numbers of one kind."""
    numbers = widened(input)
    if tensor_debug_mode == _REDUCED:
        return np.array(_first_of_each_kind(numbers), output_dtype.as_numpy_dtype)
    bits = 24 if output_dtype is float32 else 53
    if tensor_id > 2**bits:
        raise errors.invalid_argument(
            f"DebugNumericSummaryV2Op requires tensor_id to be less than or equal to (2^{bits}). Given "
            f"tensor_id:{tensor_id}"
        )
    summary = _SUMMARIES.get(tensor_debug_mode)
    if summary is None:
        raise errors.unimplemented(f"Unimplemented tensor debug mode: {tensor_debug_mode}")
    return np.array([tensor_id, *summary(numbers, T)], output_dtype.as_numpy_dtype)


def _is_finite(numbers: Array, T: DType) -> list[int]:
    """Whether there is any number that is not finite."""
    return [int(not np.isfinite(numbers).all())]


def _size_and_counts(numbers: Array, T: DType) -> list[int]:
    nan, below, above = _kinds_of_non_finite(numbers)
    return [numbers.size, below, above, nan]


def _all_counts(numbers: Array, T: DType) -> list[int]:
    """Of numbers of each kind, behind the number of the device, which is not known."""
    counts = _size_and_counts(numbers, T)
    return [-1, T.as_datatype_enum, numbers.ndim, *counts, *_signs(numbers[np.isfinite(numbers)])]


def _shape(numbers: Array, T: DType) -> list[int]:
    """Dtype, rank, size and the last dimensions, zeros behind where there are fewer."""
    dims = list(numbers.shape[-_SHOWN_DIMS:])
    return [T.as_datatype_enum, numbers.ndim, numbers.size, *dims, *[0] * (_SHOWN_DIMS - len(dims))]


_REDUCED = 8
_SUMMARIES: dict[int, Callable[[Array, DType], list[int]]] = {
    2: _is_finite, 3: _size_and_counts, 4: _all_counts, 5: _shape,
}  # fmt: skip


def _first_of_each_kind(numbers: Array) -> list[float]:
    """Negative infinity, infinity and NaN where there are any, else zeros."""
    nan, below, above = _kinds_of_non_finite(numbers)
    return [-np.inf if below else 0, np.inf if above else 0, np.nan if nan else 0]


def _kinds_of_non_finite(numbers: Array) -> tuple[int, int, int]:
    """How many are NaN, negative and positive infinities."""
    is_infinite = np.isinf(numbers)
    below = _count(is_infinite & (numbers < 0))
    return _count(np.isnan(numbers)), below, _count(is_infinite) - below


def _signs(finite: Array) -> tuple[int, int, int]:
    """How many are negative, zero and positive."""
    negative, positive = _count(finite < 0), _count(finite > 0)
    return negative, finite.size - negative - positive, positive


def _count(which: Array) -> int:
    return int(np.count_nonzero(which))


# ---- names and gates


def _is_shut(tensor_name: bytes, debug_urls: list[bytes], gated_grpc: bool) -> bool:
    """Whether the node is to compute nothing.

    Raises:
        InvalidArgumentError: The watched tensor's name is none.
        UnimplementedError: The node is to publish what it sees.
    """
    name = tensor_name.decode(errors="replace")
    parts = name.split(":")
    if not name or len(parts) > 2:
        raise errors.invalid_argument(f'Failed to parse tensor name: "{name}"')
    if len(parts) == 2 and not _is_int32(parts[1]):
        raise errors.invalid_argument(f'Invalid string value for output_slot: "{parts[1]}"')
    _refuse_urls(debug_urls)
    return gated_grpc


def _is_int32(text: str) -> bool:
    number = re.fullmatch(r"\s*([+-]?[0-9]+)\s*", text, re.ASCII)
    return number is not None and _INT32.min <= int(number[1]) <= _INT32.max


def _refuse_urls(debug_urls: list[bytes]) -> None:
    if debug_urls:
        shown = ", ".join(url.decode(errors="replace") for url in debug_urls)
        raise errors.unimplemented(
            f"tensors are not published to debug URLs ({shown}): fetch the node's output, and leave debug_urls empty"
        )
