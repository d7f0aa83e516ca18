"""Values behind reference edges: what TensorFlow 1's variables and its first generation of handles send along.

Where a plain value is wanted, the executor calls `read()`; ops that take a reference get the object itself.
"""
from __future__ import annotations

import threading
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape, string
from aioflow.framework.resources.resource_handle import Resource, ResourceHandle, Snapshot

Array = np.ndarray[Any, Any]


class RefVariable(Resource):
    """A variable whose buffer everyone shares: who has read it sees later updates, as in TensorFlow.

    Args:
        name: The name that messages use.
        dtype: Element type.
        shape: The declared shape.

    Attributes:
        lock: Held while the buffer is written to or replaced.
        buffer: The buffer; None before the first assignment. Replaced only when the number of elements changes.
        version: Grows with each change, before the buffer is written to. Read without the lock.
    """

    def __init__(self, name: str, dtype: DType, shape: TensorShape) -> None:
        self.name = name  # of the node, which TensorFlow's message about a value that is missing names
        self.dtype = dtype
        self.shape = shape
        # Readers take no lock: reference variables in TensorFlow are read while they are written to, and programs that
        # need more ask for it (`use_locking`). The lock keeps two writers apart that both want whole updates.
        self.lock = threading.Lock()
        self.version = 0
        self.buffer: Array | None = None

    def read(self) -> Array:
        """The buffer itself.

        Raises:
            FailedPreconditionError: Nothing was assigned yet.
        """
        buffer = self.buffer  # once: an assignment may replace it between the check and the return
        if buffer is None:
            raise errors.failed_precondition(f"Attempting to use uninitialized value {self.name}")
        return buffer

    def snapshot(self) -> Snapshot | None:
        """A copy of the buffer, which later updates change, and its version; None before the first assignment."""
        with self.lock:  # so that no update is under way, of which the copy would have a half
            return None if self.buffer is None else Snapshot(self, self.version, self.buffer.copy())

    def forgotten(self) -> None:
        """See `Resource.forgotten`: whoever reads by name has to look again."""
        with self.lock:
            self.version += 1

    def writable(self) -> Array:
        """The buffer, to be written to. The caller holds the lock.

        Raises:
            FailedPreconditionError: Nothing was assigned yet.
        """
        # Everyone shares the buffer, so the one to write to is the one that is read.
        self.version += 1
        return self.read()

    def assign(self, value: Array) -> None:
        """Copies `value` into the buffer, which is made anew if its number of elements differs. The lock is held."""
        self.version += 1
        # The buffer stays where it can, for those who hold it: they are to see the new values. With another number of
        # elements they keep the old buffer, as TensorFlow's do.
        buffer = self.buffer
        is_on_device = hasattr(value, "is_shared")
        if buffer is None or buffer.size != value.size:
            self.buffer = value.copy() if is_on_device else np.array(value, order="C")
            return
        if buffer.shape != value.shape:
            buffer = self.buffer = buffer.reshape(value.shape)
        if is_on_device:
            buffer.write(value)  # type: ignore[attr-defined]
        else:
            buffer[...] = value

    def debug_string(self) -> str:
        """Dtype and shape."""
        return f"{self.dtype.name}/{self.shape if self.buffer is None else TensorShape(self.buffer.shape)}"

    def memory_used_nbytes(self) -> int:
        """Size of the buffer."""
        return 0 if self.buffer is None else self.buffer.nbytes


class HandleRef:
    """A handle as TensorFlow's first handle ops give it: read as a value, it is the two strings [container, name].

    Args:
        handle: The handle.
    """

    __slots__ = ("_names", "handle")

    def __init__(self, handle: ResourceHandle) -> None:
        self.handle = handle
        # Made once: each read gives the same array, which nobody writes to.
        self._names = handle.strings()

    def read(self) -> Array:
        """Container and name, [2] string."""
        return self._names


def is_reference_to(value: Any, dtype: DType) -> bool:
    """Whether a value is a reference to a variable of that dtype, or to the strings of a handle."""
    if isinstance(value, HandleRef):
        return dtype.base_dtype is string
    # By identity of dtypes: int32 and qint32 have the same numpy dtype, and are not the same.
    return isinstance(value, RefVariable) and value.dtype is dtype.base_dtype
