"""Arrays in all families: shapes in messages, broadcasting, and the dtypes in which sums are made."""
from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.limits import DEFAULT_LIMITS, TENSOR_VARIABLE
from aioflow.framework.memory.room import room_nbytes
from aioflow.framework.shapes import shown as shown  # kernels find it beside the other functions of arrays

Array: TypeAlias = Any  # an array, or a scalar with `shape` and `dtype`, of the device's namespace

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
_FLOAT16 = np.dtype(np.float16)
_FLOAT32 = np.dtype(np.float32)
_MOST_ELEMENTS = 2**63 - 1


def is_half(dtype: Any) -> bool:
    """Whether it is one of the 16-bit floating types, sums of which are made in float32."""
    # Comparing the size first is cheaper, and settles nearly every dtype.
    return dtype.itemsize == 2 and dtype in (BFLOAT16, _FLOAT16)


def accumulator(dtype: Any) -> Any:
    """The numpy dtype in which sums and products of `dtype` are made before they are rounded to `dtype`."""
    # TensorFlow's CPU kernels add up halves in float32, too: 11 or 8 bits of mantissa lose every small term
    # of a long sum.
    return _FLOAT32 if is_half(dtype) else dtype


def widened(x: Array) -> Array:
    """`x`, or its float32 copy when it is of a 16-bit floating type."""
    return x.astype(_FLOAT32) if is_half(x.dtype) else x


def cut_to_bfloat16(x: Array) -> Array:
    """float32 `x` as bfloat16, its further bits cut off instead of rounded."""
    # bfloat16 is the upper half of a float32. A NaN whose set bits all lie in the lower half would become
    # an infinity, hence the second line.
    bits = (x.view(np.uint32) >> 16).astype(np.uint16).view(BFLOAT16)
    return np.where(np.isnan(x), BFLOAT16.type(np.nan), bits)


def is_float(dtype: Any) -> bool:
    """Whether values are real floating-point numbers."""
    return bool(dtype.kind == "f" or dtype == BFLOAT16)


def check_room(shape: Sequence[int], dtype: Any, is_view: bool = False) -> None:
    """Checks that an array whose size comes from a value may be made.

    Args:
        shape: The array's shape.
        dtype: Its dtype.
        is_view: Whether it takes no memory by itself, so that it may be larger than what there is room for.

    Raises:
        InvalidArgumentError: Its elements cannot be counted in 64 bits, which TensorFlow finds before memory ends.
        ResourceExhaustedError: It takes more than `Limits.tensor_nbytes`; or it is an array of nothing whose other
            sizes are beyond any address space, for which numpy would raise a `ValueError`.
    """
    itemsize = np.dtype(dtype).itemsize
    nbytes = math.prod(shape) * itemsize
    if nbytes > (sys.maxsize if is_view else room_left()):
        if math.prod(shape) > _MOST_ELEMENTS:
            raise errors.invalid_argument(f"Shape {shown(shape)} results in overflow when computing number of elements")
        raise no_room(shape, dtype, _reason(nbytes))
    # An array with a size of 0 takes no memory, but numpy still multiplies the other sizes to get its strides.
    if not nbytes and math.prod(size for size in shape if size) * itemsize > sys.maxsize:
        raise no_room(shape, dtype)


def room_left() -> int:
    """How many bytes a result may take: what the device has left, but no more than a tensor may ever have."""
    return room_nbytes(DEFAULT_LIMITS.tensor_nbytes)


def _reason(nbytes: int) -> str:
    if nbytes <= DEFAULT_LIMITS.tensor_nbytes:
        return ""  # it is the device that has no room, of which the executor tells
    return f"\n\t {nbytes} bytes are more than {TENSOR_VARIABLE} allows, {DEFAULT_LIMITS.tensor_nbytes}"


def no_room(shape: Sequence[int], dtype: Any, reason: str = "") -> errors.OpError:
    """The error for a tensor that there is no memory for; the executor adds where that was."""
    name = as_dtype(np.dtype(dtype)).wire_name
    return errors.resource_exhausted(f"OOM when allocating tensor with shape{shown(shape)} and type {name}{reason}")


def broadcast_shape(xp: Any, *shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape that `shapes` broadcast to.

    Raises:
        InvalidArgumentError: There is none.
    """
    try:
        result: tuple[int, ...] = xp.broadcast_shapes(*shapes)
    except ValueError:
        raise incompatible_shapes(*shapes) from None
    return result


def incompatible_shapes(*shapes: Any) -> errors.OpError:
    """The error for arrays that do not broadcast."""
    return errors.invalid_argument(f"Incompatible shapes: {' vs. '.join(map(shown, shapes))}")
