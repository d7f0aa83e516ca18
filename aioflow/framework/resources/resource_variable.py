"""ResourceVariable: a variable with values, not references: who has read it keeps what was read."""
from __future__ import annotations

import threading
from sys import getrefcount
from typing import Any

import numpy as np

from aioflow.framework.dtypes import DType
from aioflow.framework.resources.resource_handle import Resource, Snapshot

Array = np.ndarray[Any, Any]


class ResourceVariable(Resource):
    """An array that updates may change in place only as long as nobody else can see it.

    Args:
        dtype: Element type.
        value: The first value; nobody may write to it.

    Attributes:
        lock: Held while the value is changed or replaced. Updates are short; nothing else is done under it.
        version: Grows with each change, before anybody can read what has changed. Read without the lock.
    """

    def __init__(self, dtype: DType, value: Any) -> None:
        self.dtype = dtype
        self.lock = threading.Lock()
        self.version = 0
        self._value: Array = _as_array(value)

    def read(self, place: Any = None) -> Array:
        """The value, which never changes any more for the reader.

        Args:
            place: The array namespace of the reader's device, if that has memory of its own; else a value that is on a
                device is copied to the process's memory, as for the body of a function that was given the handle.
        """
        with self.lock:  # so that no update in place is under way on the array that is handed out
            value = self._value
        return value if isinstance(value, np.ndarray) is (place is None) else _brought_to(place, value)

    def snapshot(self) -> Snapshot:
        """The value and its version. A later update in place finds that somebody else holds the array, and copies."""
        with self.lock:
            return Snapshot(self, self.version, self._value)

    def forgotten(self) -> None:
        """See `Resource.forgotten`: whoever reads by name has to look again."""
        with self.lock:
            self.version += 1

    @property
    def shape(self) -> tuple[int, ...]:
        """The value's shape."""
        shape: tuple[int, ...] = self._value.shape
        return shape

    def assign(self, value: Any) -> None:
        """Replaces the value by an array that nobody writes to. The lock is held."""
        # No copy: a fetch or a feed that gave the value may still hold the array, and `writable` finds that out.
        self.version += 1
        self._value = _as_array(value)

    def writable(self, place: Any = None) -> Array:
        """The value as an array that may be written to until the lock, which is held, is given back.

        Args:
            place: As for `read`; the value stays there.
        """
        self.version += 1
        if place is not None or not isinstance(self._value, np.ndarray):
            return self._writable_at(place)
        # Copy on write by Python's own reference count. A reader took its reference under the lock (`read`), so while
        # this thread holds the lock the count can only fall, and a count that says "alone" stays true. Views count as
        # well, since they hold the array as their base.
        if getrefcount(self._value) > _UNSHARED or not _is_plain(self._value):
            self._value = np.array(self._value, order="C")
        return self._value

    def _writable_at(self, place: Any) -> Array:
        """As `writable`, where the value is on a device, or is to be."""
        if isinstance(self._value, np.ndarray) is not (place is None):
            self._value = _brought_to(place, self._value)
        elif getrefcount(self._value) > _UNSHARED or _is_shared(self._value):
            self._value = self._value.copy()
        return self._value

    def debug_string(self) -> str:
        """Dtype and shape."""
        return f"{self.dtype.name}/{self._value.shape}"

    def memory_used_nbytes(self) -> int:
        """Size of the value."""
        return self._value.nbytes


def _as_array(value: Any) -> Array:
    """The value as an array; one of a device as it is."""
    # A device's array has what this class asks of an array (docs/devices.md), and is none of numpy's.
    array: Array = value if hasattr(value, "is_shared") else np.asarray(value)
    return array


def _is_shared(value: Any) -> bool:
    """Whether others see the memory of a device's array, which knows it."""
    return bool(value.is_shared())


def _brought_to(place: Any, value: Any) -> Array:
    """A copy of a value in the process's memory, or in that of a device."""
    array: Array = value.on_host() if place is None else place.from_host(value)
    return array


def _is_plain(array: Array) -> bool:
    """Whether the array has memory of its own, in order, that may be written to."""
    # An array that is a view of somebody's buffer may be alone itself while the buffer has other readers.
    flags = array.flags
    return flags.owndata and flags.writeable and flags.c_contiguous


def _references_of_an_unshared_value() -> int:
    """The answer of `getrefcount` in `writable` for an array that only the variable holds."""
    # Measured and not written down: how many references a call itself holds differs between versions of Python (3.14
    # borrows some of them). The class below reads its attribute as the method above does.

    class Holder:
        def __init__(self) -> None:
            self._value = np.empty(1)

        def count(self) -> int:
            return getrefcount(self._value)

    return Holder().count()


_UNSHARED = _references_of_an_unshared_value()
