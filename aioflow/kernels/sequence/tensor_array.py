"""TensorArray: numbered slots that a step writes to and reads from, each once."""
from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.limits import DEFAULT_LIMITS
from aioflow.framework.resources.resource_handle import Resource
from aioflow.framework.shapes import TensorShape
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import shown_partial
from aioflow.kernels.new_arrays import zeros

_SLOT_NBYTES = 96  # what a slot takes besides its value


class Slot:
    """One place of a TensorArray.

    Attributes:
        value: What it holds, or None.
        shape: The shape that its value has, had, or is to have, as far as known.
        written: Whether it was written to.
        was_read: Whether it was read; then it takes no value any more.
        cleared: Whether its value was dropped when it was read.
    """

    __slots__ = ("cleared", "shape", "value", "was_read", "written")

    def __init__(self, shape: tuple[int, ...] | None = None) -> None:
        self.value: Array | None = None
        self.shape = shape
        self.written = self.was_read = self.cleared = False


class TensorArray(Resource):
    """The slots of one array. Every method may be called from any thread.

    Args:
        name: For messages.
        dtype: Element type.
        size: Number of slots.
        element_shape: What the values' shapes must be compatible with.
        is_dynamic: Whether writing behind the end adds slots.
        clear_after_read: Whether a read drops the value.
        identical_shapes: Whether all values must have the shape of the first one.
        aggregates: Whether a second write to a slot adds to the first, as gradients want; else it is an error.

    Raises:
        InvalidArgumentError: `size` is negative.
        ResourceExhaustedError: So many slots take more than a tensor may.
    """

    def __init__(
        self, name: str, dtype: DType, size: int, element_shape: TensorShape, *, is_dynamic: bool = False,
        clear_after_read: bool = True, identical_shapes: bool = False, aggregates: bool = False,
    ) -> None:  # fmt: skip
        if size < 0:
            raise errors.invalid_argument(f"TensorArray {name}: Size should be >= 0. (is {size})")
        self.name = name
        self._check_has_room(size)
        self.dtype = dtype
        self.element_shape = element_shape
        self.is_dynamic = is_dynamic
        self.clear_after_read = clear_after_read
        self.identical_shapes = identical_shapes
        self.aggregates = aggregates
        self._closed = False
        self._slots = [Slot() for _ in range(size)]
        self._num_split: int | None = None  # how many slots were last written as parts of one value
        self._gradients: dict[str, TensorArray] = {}
        self._lock = threading.Lock()  # guards the slots, the element shape, the gradients and _closed

    def _error(self, text: str) -> errors.OpError:
        return errors.invalid_argument(f"TensorArray {self.name}: {text}")

    def _check_open(self) -> None:
        if self._closed:
            raise errors.invalid_argument(f"TensorArray {self.name} has already been closed.")

    def _check_has_room(self, size: int) -> None:
        limit = DEFAULT_LIMITS.tensor_nbytes
        if size * _SLOT_NBYTES > limit:
            raise errors.resource_exhausted(
                f"TensorArray {self.name}: {size} slots would take more than the limit of {limit} bytes"
            )

    def size(self) -> int:
        """Number of slots."""
        with self._lock:
            self._check_open()
            return len(self._slots)

    def close(self) -> None:
        """Drops all values; nothing can be done with the array any more."""
        with self._lock:
            self._closed = True
            self._slots = []

    def check_dtype(self, dtype: DType, is_write: bool) -> None:
        """Raises `InvalidArgumentError` when an op wants to read or write values of another dtype."""
        if dtype is not self.dtype:
            what = "Op is trying to write dtype" if is_write else "Op requested dtype"
            raise errors.invalid_argument(
                f"TensorArray dtype is {self.dtype.wire_name} but {what} {dtype.wire_name}."
            )

    # ---- writing
    def write(self, indices: Sequence[int], values: Sequence[Array]) -> None:
        """Writes one value to each of the slots `indices`.

        Raises:
            InvalidArgumentError: There is no such slot, it was used before, or the shape does not fit.
        """
        with self._lock:
            self._check_open()
            for index, value in zip(indices, values, strict=True):
                self._write(index, value)

    def write_parts(self, values: Sequence[Array]) -> None:
        """Writes the parts of one value to the first slots; those are what joins the parts of its gradient again."""
        self.write(range(len(values)), values)
        if not self.aggregates:
            self._num_split = len(values)

    def _write(self, index: int, value: Array) -> None:
        self._make_room(index)
        slot = self._slots[index]
        self._check_shape(index, value)
        if slot.was_read:
            raise self._error(f"Could not write to TensorArray index {index} because it has already been read.")
        if self.aggregates and slot.shape is not None and slot.shape != value.shape:
            raise self._error(
                f"Could not aggregate to TensorArray index {index} because the existing shape is "
                f"{shown(slot.shape)} but the new input shape is {shown(value.shape)}."
            )
        if slot.value is None:
            slot.value, slot.shape, slot.written = value, value.shape, True
        elif not self.aggregates:
            raise self._error(f"Could not write to TensorArray index {index} because it has already been written to.")
        else:
            slot.value = np.asarray(slot.value + value, value.dtype)

    def _make_room(self, index: int) -> None:
        size = len(self._slots)
        if 0 <= index < size:
            return
        if index < 0 or not self.is_dynamic:
            raise self._error(f"Tried to write to index {index} but array is not resizeable and size is: {size}")
        self._check_has_room(index + 1)
        self._slots.extend(Slot() for _ in range(index + 1 - size))

    def _check_shape(self, index: int, value: Array) -> None:
        if not self.element_shape.is_compatible_with(value.shape):
            raise self._error(
                f"Could not write to TensorArray index {index} because the value shape is {shown(value.shape)} which "
                f"is incompatible with the TensorArray's inferred element shape: {shown_partial(self.element_shape)} "
                "(consider setting infer_shape=False)."
            )
        if self.identical_shapes and not self.element_shape.is_fully_defined():
            self.element_shape = TensorShape(value.shape)

    def check_can_hold(self, count: int, message: str) -> None:
        """Raises `InvalidArgumentError` with that message if there are fewer slots and none can be added."""
        with self._lock:
            self._check_open()
            if count > len(self._slots) and not self.is_dynamic:
                raise self._error(f"{message} ({count} vs. {len(self._slots)})")

    # ---- reading
    def read(self, indices: Sequence[int]) -> list[Array]:
        """The values of the slots `indices`.

        Raises:
            InvalidArgumentError: There is no such slot, its value was dropped, or there is none and no shape is known.
        """
        with self._lock:
            self._check_open()
            return [self._read(index) for index in indices]

    def read_all(self) -> list[Array]:
        """The values of all slots; of gradients, of those that belong to the parts of one value, see `write_parts`."""
        with self._lock:
            self._check_open()
            count = self._num_split if self.aggregates and self._num_split is not None else len(self._slots)
            return [self._read(index) for index in range(count)]

    def _read(self, index: int) -> Array:
        if not 0 <= index < len(self._slots):
            raise self._error(f"Tried to read from index {index} but array size is: {len(self._slots)}")
        slot = self._slots[index]
        if slot.cleared:
            raise self._error(
                f"Could not read index {index} twice because it was cleared after a previous read "
                "(perhaps try setting clear_after_read = false?)"
            )
        value = self._zeros_of(index, slot) if slot.value is None else slot.value
        slot.was_read = True
        if self.clear_after_read:
            slot.value, slot.cleared = None, True
        return value

    def _zeros_of(self, index: int, slot: Slot) -> Array:
        shape = slot.shape
        if shape is None and self.element_shape.is_fully_defined():
            shape = tuple(size or 0 for size in self.element_shape)
        if shape is None:
            raise self._error(
                f"Could not read from TensorArray index {index}.  Furthermore, the element shape is not fully defined: "
                f"{shown_partial(self.element_shape)}.  It is possible you are working with a resizeable TensorArray "
                "and stop_gradients is not allowing the gradients to be written.  If you set the full element_shape "
                "property on the forward TensorArray, the proper all-zeros tensor will be returned instead of "
                "incurring this error."
            )
        return zeros(np, shape, self.dtype.as_numpy_dtype)

    # ---- gradients
    def gradient(self, source: str, prepended: tuple[int, ...] = ()) -> TensorArray:
        """The companion that collects the gradients of one call of `gradients`; made when first asked for.

        Args:
            source: Names that call.
            prepended: Sizes that the gradients have in front of the values' own.
        """
        with self._lock:
            self._check_open()
            companion = self._gradients.get(source)
            if companion is None:
                self.is_dynamic = False  # the companion has room for what is there now
                companion = self._gradients[source] = self._companion(source, prepended)
            return companion

    def _companion(self, source: str, prepended: tuple[int, ...]) -> TensorArray:
        shape = TensorShape(prepended).concatenate(self.element_shape)
        companion = TensorArray(
            f"{self.name}@{source}", self.dtype, len(self._slots), shape,
            identical_shapes=self.identical_shapes, aggregates=True,
        )  # fmt: skip
        for mine, its in zip(self._slots, companion._slots, strict=True):
            its.shape = None if mine.shape is None else prepended + mine.shape
        companion._num_split = self._num_split
        return companion

    def debug_string(self) -> str:
        """Name and size."""
        return f"TensorArray[{self.name}, {len(self._slots)}]"

    def memory_used_nbytes(self) -> int:
        """Bytes of the values."""
        return sum(slot.value.nbytes for slot in self._slots if slot.value is not None)


def stacked(values: Sequence[Array], dtype: Any) -> Array:
    """Equally shaped arrays as one with a new first dimension."""
    result = np.empty((len(values), *values[0].shape), dtype)
    for i, value in enumerate(values):
        result[i, ...] = value  # without the ellipsis an object array would hold the value as an array
    return result
