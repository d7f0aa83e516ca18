"""Results: the values of a step, made into values that the caller owns."""
from __future__ import annotations

from sys import getrefcount
from typing import Any

import numpy as np
from numpy import ndarray

from aioflow import errors
from aioflow.framework.memory.host_memory import Allocation, Handed
from aioflow.framework.resources.resource_handle import ResourceHandle

Array = ndarray[Any, Any]


def _references_of_an_unshared_array() -> int:
    """Counts the references to an array that only the list holds which it is taken from, as in `owned_values`."""
    # Measured, since it depends on the interpreter: the loop's variable, the list and the argument of `getrefcount`
    # hold one each today, and later versions of Python borrow some of them.
    values = [np.empty(1)]
    for value in values:
        count = getrefcount(value)
    return count


UNSHARED = _references_of_an_unshared_array()
"""The references to an array that nobody else holds, where a variable and a list have it."""


def owned_values(values: list[Any]) -> None:
    """Makes every value the caller's own, in place: scalars of rank 0, and arrays that nobody else holds.

    An array is copied unless this list holds the only reference to it, which is how temporaries of a step arrive;
    constants, variables and values that were fetched twice have others. What the caller writes into his array can so
    never change a constant, a variable, or a later result.
    """
    i = 0
    for value in values:
        if type(value) is ndarray:
            # Not in a function of its own: the argument would be one more reference.
            is_free = getrefcount(value) <= UNSHARED and value.flags.writeable
            # Rank 0 becomes a scalar, as in TensorFlow; nobody can write to that either.
            if not is_free or value.base is not None or value.ndim == 0:
                values[i] = _owned(value, is_free)
        i += 1  # noqa: SIM113 - enumerate() would hold one more reference


def _owned(value: Array, is_free: bool) -> Any:
    if value.ndim == 0:
        return value[()]
    if is_free and _owns_base(value):
        return value
    try:
        return value.copy()
    except MemoryError:  # a view may stand for far more than the memory that it needs
        sizes = ",".join(map(str, value.shape))
        raise errors.resource_exhausted(
            f"OOM when allocating tensor with shape[{sizes}] and type {value.dtype} for a result"
        ) from None


def _owns_base(view: Array) -> bool:
    """Whether a view is the only one of its base, and not a small part that would keep a large one alive."""
    # Results in the arena are views of an `Allocation`, and those of reshapes views of arrays: copying each of them
    # would cost as much as many a step.
    base: Any = view.base
    return type(base) in (ndarray, Allocation, Handed) and base.nbytes == view.nbytes and getrefcount(base) <= UNSHARED


_HANDLE_BYTES = np.dtype([("resource", np.uint8, (1,))])  # TensorFlow's numpy dtype for resources


def handle_bytes(value: Any) -> Array:
    """Gives a fetched resource handle as TensorFlow returns it: the bytes of its message, `[num_bytes]`."""
    handle: Any = value[()] if isinstance(value, ndarray) else value
    message = handle.to_proto() if isinstance(handle, ResourceHandle) else handle  # a constant holds the message
    # Copied, because an array over `bytes` cannot be written to, and results belong to the caller.
    return np.frombuffer(message.SerializeToString(), _HANDLE_BYTES).copy()
