"""Evenly spaced numbers."""
from __future__ import annotations

import math
from typing import Any

from aioflow import errors
from aioflow.framework.dtypes import FLOATING, INTEGER
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, accumulator, check_room, shown

_MOST_ELEMENTS = 2**63 - 1


@kernel("Range", Tidx=INTEGER)
def range_of_integers(xp: Any, start: Array, limit: Array, delta: Array) -> Array:
    """The integers from `start` up to, but without, `limit`, in steps of `delta`.

    Raises:
        InvalidArgumentError: An argument is no scalar, or the step is zero or leads away from the limit.
        ResourceExhaustedError: There is no memory for so many.
    """
    start, limit, delta = range_arguments(start, limit, delta)
    count = integer_count(start, limit, delta)
    check_room((count,), start.dtype)
    return start + delta * xp.arange(count, dtype=start.dtype)


@kernel("Range", Tidx=FLOATING)
def range_of_floats(xp: Any, start: Array, limit: Array, delta: Array) -> Array:
    """As for integers; every number is computed from its position, so that errors of rounding do not add up."""
    start, limit, delta = range_arguments(start, limit, delta)
    # How many there are is decided in the precision of the arguments, as in
    # TensorFlow; the numbers themselves are rounded once.
    wide, count = accumulator(start.dtype), float_count(start, limit, delta)
    check_room((count,), wide)
    values = wide.type(start) + wide.type(delta) * xp.arange(count, dtype=wide)
    return values.astype(start.dtype, copy=False)


def integer_count(start: Any, limit: Any, delta: Any) -> int:
    """The number of steps from `start` to, but without, `limit`."""
    # -(-a // b) is the quotient rounded up. Python's integers, because the difference may leave the dtype.
    return -((int(start) - int(limit)) // int(delta))


def float_count(start: Any, limit: Any, delta: Any) -> int:
    """The number of steps, of which the quotient has the precision of the arguments.

    Raises:
        InvalidArgumentError: They are too many to count.
    """
    # Not in float64: a quotient a little above an integer would give one number more than TensorFlow.
    length = abs(float((limit - start) / delta))
    if not length <= _MOST_ELEMENTS:  # or not a number: the quotient of two infinities
        raise errors.invalid_argument(f"Requires ((limit - start) / delta) <= {_MOST_ELEMENTS}")
    return math.ceil(length)


def range_arguments(start: Array, limit: Array, delta: Array) -> tuple[Any, Any, Any]:
    """The three as scalars.

    Raises:
        InvalidArgumentError: One is no scalar, or the step is zero or leads away from the limit.
    """
    first, end, step = scalar("start", start), scalar("limit", limit), scalar("delta", delta)
    if step == 0:
        raise errors.invalid_argument(f"Requires delta != 0: {step}")
    # `not <=` where `>` seems to do: a comparison with NaN is false, and NaN is to be refused.
    if step > 0 and not first <= end:
        raise errors.invalid_argument(f"Requires start <= limit when delta > 0: {first}/{end}")
    if not step > 0 and not first >= end:
        raise errors.invalid_argument(f"Requires start >= limit when delta < 0: {first}/{end}")
    return first, end, step


def scalar(name: str, value: Array) -> Any:
    """The only element of an input that must be a scalar (or, as of old, a vector of one).

    Raises:
        InvalidArgumentError: It is neither.
    """
    if value.ndim > 1 or value.size != 1:
        raise errors.invalid_argument(f"{name} must be a scalar, not shape {shown(value.shape)}")
    return value.reshape(())[()]


@kernel("LinSpace")
def lin_space(xp: Any, start: Array, stop: Array, num: Array) -> Array:
    """`num` numbers from `start` to `stop`, both included."""
    for name, value in (("start", start), ("stop", stop), ("num", num)):
        if value.ndim:
            raise errors.invalid_argument(f"{name} must be a scalar, not shape {shown(value.shape)}")
    count = int(num)
    if count <= 0:
        raise errors.invalid_argument(f"Requires num > 0: {count}")
    check_room((count,), start.dtype)
    result = start + (stop - start) / max(count - 1, 1) * xp.arange(count, dtype=start.dtype)
    # The last number is exact although its product may not be; of one number alone `start` counts.
    result[-1], result[0] = stop, start
    return result
