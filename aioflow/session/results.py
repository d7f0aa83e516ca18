"""Results: what a step gives back, made into values that the caller owns."""
from __future__ import annotations

from sys import getrefcount
from typing import Any

import numpy as np


def _references_of_an_unshared_array() -> int:
    """What `getrefcount` says of an array that only the list holds which it was taken from, as in `owned_values`."""
    values = [np.empty(1)]
    value = values[0]
    return getrefcount(value)


_UNSHARED = _references_of_an_unshared_array()


def owned_values(values: list[Any]) -> None:
    """Makes every value the caller's own, in place: scalars of rank 0, and arrays that nobody else holds.

    An array is copied unless this list holds the only reference to it, which is how temporaries of a step arrive;
    constants, variables and values that were fetched twice have others.
    """
    for i in range(len(values)):
        value = values[i]
        if type(value) is not np.ndarray:
            continue
        if value.ndim == 0:
            values[i] = value[()]
            continue
        is_shared = getrefcount(value) > _UNSHARED  # not in a function: its argument would be another reference
        if is_shared or not value.flags.writeable or (value.base is not None and not _owns_base(value)):
            values[i] = value.copy()


def _owns_base(view: np.ndarray[Any, Any]) -> bool:
    """Whether a view is the only one of its base, and not a small part that would keep a large one alive."""
    base = view.base
    return type(base) is np.ndarray and base.nbytes == view.nbytes and getrefcount(base) <= _UNSHARED


_HANDLE_BYTES = np.dtype([("resource", np.uint8, (1,))])


def handle_bytes(value: Any) -> np.ndarray[Any, Any]:
    """A fetched resource handle as TensorFlow returns it: the bytes of its message, [num_bytes]."""
    handle: Any = value[()] if isinstance(value, np.ndarray) else value
    return np.frombuffer(handle.to_proto().SerializeToString(), _HANDLE_BYTES).copy()
