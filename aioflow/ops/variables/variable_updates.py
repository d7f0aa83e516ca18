"""VariableUpdates: the methods that change a variable, which both kinds of variables have."""
from __future__ import annotations

from typing import Any

from aioflow.framework.graph import IndexedSlices, Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.functions.array_creation import ones_like
from aioflow.ops.functions.array_ops import shape
from aioflow.ops.functions.joining_ops import concat
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.generated import array as gen


class VariableUpdates:
    """Methods that add nodes which change a variable when they run.

    Each takes `name`, the node's name, and `use_locking`, whether two such nodes exclude each other while they write.
    Results stand for the variable after the change: a reference to it, or an object that reads it then. With
    `read_value=False` they are operations.
    """

    def assign(
        self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Stores a value of the variable's shape."""
        raise NotImplementedError

    def assign_add(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Adds a value of the variable's shape."""
        raise NotImplementedError

    def assign_sub(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtracts a value of the variable's shape."""
        raise NotImplementedError

    def count_up_to(self, limit: int, name: str | None = None) -> Tensor:
        """Adds 1 to an integer and gives its value before, []; a run fails with OutOfRangeError at the limit."""
        raise NotImplementedError

    def _scatter(self, kind: str, indices: Any, updates: Any, use_locking: bool, name: str | None) -> Any:
        """A node that changes parts; `kind` is the op's name behind "scatter_"."""
        raise NotImplementedError

    def scatter_update(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Replaces rows."""
        return self._scatter_slices("update", sparse_delta, use_locking, name)

    def scatter_add(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Adds to rows."""
        return self._scatter_slices("add", sparse_delta, use_locking, name)

    def scatter_sub(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Subtracts from rows."""
        return self._scatter_slices("sub", sparse_delta, use_locking, name)

    def scatter_mul(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Multiplies rows."""
        return self._scatter_slices("mul", sparse_delta, use_locking, name)

    def scatter_div(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Divides rows."""
        return self._scatter_slices("div", sparse_delta, use_locking, name)

    def scatter_min(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Keeps the smaller elements."""
        return self._scatter_slices("min", sparse_delta, use_locking, name)

    def scatter_max(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Keeps the larger elements."""
        return self._scatter_slices("max", sparse_delta, use_locking, name)

    def scatter_nd_update(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Replaces slices; arguments as for `tf.scatter_nd_update`."""
        # TensorFlow's methods for slices have no argument for locking, and always lock.
        return self._scatter("nd_update", indices, updates, True, name)

    def scatter_nd_add(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Adds to slices."""
        return self._scatter("nd_add", indices, updates, True, name)

    def scatter_nd_sub(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Subtracts from slices."""
        return self._scatter("nd_sub", indices, updates, True, name)

    def scatter_nd_max(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Keeps the larger elements of slices."""
        return self._scatter("nd_max", indices, updates, True, name)

    def scatter_nd_min(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Keeps the smaller elements of slices."""
        return self._scatter("nd_min", indices, updates, True, name)

    def batch_scatter_update(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Replaces rows of each matrix of a batch; the slices' arrays are as for `tf.batch_scatter_update`."""
        coordinates = batch_coordinates(sparse_delta.indices)
        return self._scatter("nd_update", coordinates, sparse_delta.values, use_locking, name)

    def _scatter_slices(self, kind: str, slices: IndexedSlices, use_locking: bool, name: str | None) -> Any:
        if not isinstance(slices, IndexedSlices):
            raise TypeError(f"sparse_delta is not IndexedSlices: {slices!r}")
        return self._scatter(kind, slices.indices, slices.values, use_locking, name)


def batch_coordinates(indices: TensorLike) -> Tensor:
    """The coordinates [batch..., n, batch rank + 1] of rows that are numbered within their matrices, [batch..., n].

    Raises:
        ValueError: The rank of `indices` is not known.
    """
    # TensorFlow has no op for batches: each row number is extended by the coordinates of its matrix, and the whole
    # becomes one update of slices.
    numbers = convert_to_tensor(indices, name="indices")
    rank = numbers.shape.rank
    if rank is None:
        raise ValueError("batch_scatter_update does not allow indices with unknown shape.")
    sizes = shape(numbers)
    last = gen.expand_dims(numbers, -1)
    coordinates = []
    # The coordinate along an axis is the place itself, laid out along that axis and repeated along all others.
    for axis in range(rank - 1):
        size = sizes[axis]
        places = gen.reshape(
            cast(gen.range(0, size, 1), numbers.dtype), [1] * axis + [size] + [1] * (rank - axis)
        )
        coordinates.append(places * ones_like(last))
    return concat([*coordinates, last], -1)
