"""Evenly spaced numbers."""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow.framework.dtypes import INTEGER, DType
from aioflow.framework.kernel import kernel
from aioflow.kernels.arrays import Array, accumulator, shown

_MOST_ELEMENTS = 2**63 - 1


@kernel("Range", Tidx=INTEGER)
def range_of_integers(xp: Any, start: Array, limit: Array, delta: Array, *, Tidx: DType) -> Array:
    first, end, step = (int(v) for v in range_arguments(start, limit, delta))
    count = -((first - end) // step)
    return first + step * xp.arange(count, dtype=Tidx.as_numpy_dtype)


@kernel("Range")
def range_of_floats(xp: Any, start: Array, limit: Array, delta: Array, *, Tidx: DType) -> Array:
    first, end, step = (float(v) for v in range_arguments(start, limit, delta))
    length = abs((end - first) / step)
    if length > _MOST_ELEMENTS:
        raise errors.invalid_argument(f"Requires ((limit - start) / delta) <= {_MOST_ELEMENTS}")
    dtype = Tidx.as_numpy_dtype
    wide = accumulator(dtype)
    values = wide.type(first) + wide.type(step) * xp.arange(-int(-length // 1), dtype=wide)
    return values.astype(dtype, copy=False)


def range_arguments(start: Array, limit: Array, delta: Array) -> list[Any]:
    """The three as Python numbers.

    Raises:
        InvalidArgumentError: One is no scalar, or the step is zero or leads away from the limit.
    """
    first, end, step = (
        scalar(name, value) for name, value in (("start", start), ("limit", limit), ("delta", delta))
    )
    if step == 0:
        raise errors.invalid_argument(f"Requires delta != 0: {step}")
    if step > 0 and not first <= end:
        raise errors.invalid_argument(f"Requires start <= limit when delta > 0: {first}/{end}")
    if not step > 0 and not first >= end:
        raise errors.invalid_argument(f"Requires start >= limit when delta < 0: {first}/{end}")
    return [first, end, step]


def scalar(name: str, value: Array) -> Any:
    """The only element of an input that must be a scalar (or, as of old, a vector of one).

    Raises:
        InvalidArgumentError: It is neither.
    """
    if value.ndim > 1 or value.size != 1:
        raise errors.invalid_argument(f"{name} must be a scalar, not shape {shown(value.shape)}")
    return value.reshape(())[()].item()


@kernel("LinSpace")
def lin_space(xp: Any, start: Array, stop: Array, num: Array) -> Array:
    for name, value in (("start", start), ("stop", stop), ("num", num)):
        if value.ndim:
            raise errors.invalid_argument(f"{name} must be a scalar, not shape {shown(value.shape)}")
    count = int(num)
    if count <= 0:
        raise errors.invalid_argument(f"Requires num > 0: {count}")
    return xp.linspace(start, stop, count, dtype=start.dtype)
