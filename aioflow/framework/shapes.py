"""TensorShape: the shape of a tensor as far as it is known before the graph runs."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

_MAX_SIZE = (1 << 63) - 1  # a dimension is an int64 in messages


class TensorShape:
    """A shape whose rank, or some dimensions, may be unknown. Immutable.

    Args:
        dims: None (unknown rank), another shape, one size, or an iterable of sizes with None or -1 for unknown ones.

    Raises:
        TypeError: `dims` is none of these.
        ValueError: A size is below -1, or does not fit in 64 bits.
    """

    __slots__ = ("_dims",)

    def __init__(self, dims: Any = None) -> None:
        self._dims = _normalize(dims)

    @property
    def dims(self) -> tuple[int | None, ...] | None:
        """The sizes, None for an unknown one; None when the rank is unknown."""
        return self._dims

    @property
    def rank(self) -> int | None:
        """Number of dimensions, or None."""
        return None if self._dims is None else len(self._dims)

    ndims = rank

    def is_fully_defined(self) -> bool:
        """Whether every size is known."""
        return self._dims is not None and None not in self._dims

    def num_elements(self) -> int | None:
        """The product of the sizes, or None when one is unknown."""
        if self._dims is None:
            return None
        count = 1
        for size in self._dims:
            if size is None:
                return None
            count *= size
        return count

    def as_list(self) -> list[int | None]:
        """The sizes as a list; `ValueError` when the rank is unknown."""
        if self._dims is None:
            raise ValueError("as_list() is not defined on a shape of unknown rank")
        return list(self._dims)

    def is_compatible_with(self, other: Any) -> bool:
        """Whether some concrete shape fits both this and `other`."""
        mine, theirs = self._dims, as_shape(other)._dims
        if mine is None or theirs is None:
            return True
        return len(mine) == len(theirs) and all(
            a is None or b is None or a == b for a, b in zip(mine, theirs, strict=True)
        )

    def merge_with(self, other: Any) -> TensorShape:
        """Everything that this and `other` know together.

        Raises:
            ValueError: They contradict each other.
        """
        # The object itself comes back where it knows at least as much: most merges change nothing.
        other = as_shape(other)
        if not self.is_compatible_with(other):
            raise ValueError(f"shapes {self} and {other} are not compatible")
        if self._dims is None or other._dims is None:
            return other if self._dims is None else self
        return TensorShape(b if a is None else a for a, b in zip(self._dims, other._dims, strict=True))

    def concatenate(self, other: Any) -> TensorShape:
        """The dimensions of this followed by those of `other`."""
        other = as_shape(other)
        if self._dims is None or other._dims is None:  # not even the rank of the whole is known then
            return UNKNOWN
        return TensorShape(self._dims + other._dims)

    def with_rank(self, rank: int) -> TensorShape:
        """This shape, known to have `rank` dimensions; `ValueError` when it has another number."""
        return self.merge_with([None] * rank)

    def __bool__(self) -> bool:
        """Whether the rank is known, as in TensorFlow: also the shape of a scalar counts as true."""
        return self._dims is not None

    def __len__(self) -> int:
        return len(self.as_list())

    def __iter__(self) -> Iterator[int | None]:
        return iter(self.as_list())

    def __getitem__(self, key: int | slice) -> Any:
        if self._dims is None:
            return UNKNOWN if isinstance(key, slice) else None
        return TensorShape(self._dims[key]) if isinstance(key, slice) else self._dims[key]

    # Also equal to a list or tuple of the same sizes, as programs compare shapes with literals.
    def __eq__(self, other: object) -> bool:
        try:
            return self._dims == as_shape(other)._dims
        except (TypeError, ValueError):
            return False

    def __hash__(self) -> int:
        return hash(self._dims)

    # `__slots__` without a state of its own: pickling by the constructor is shorter, and checks what it reads.
    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShape, (self._dims,)

    def __str__(self) -> str:
        if self._dims is None:
            return "<unknown>"
        inner = ", ".join("?" if size is None else str(size) for size in self._dims)
        return f"({inner},)" if len(self._dims) == 1 else f"({inner})"

    def __repr__(self) -> str:
        return f"TensorShape({None if self._dims is None else list(self._dims)})"


def _normalize(dims: Any) -> tuple[int | None, ...] | None:
    if dims is None:
        return None
    if isinstance(dims, TensorShape):
        return dims._dims
    if isinstance(dims, (str, bytes)):  # iterable, but the digits of "12" are not meant as [1, 2]
        raise TypeError(f"{dims!r} is not a shape")
    if not isinstance(dims, Iterable):
        dims = (dims,)
    return tuple(_size(size) for size in dims)


def _size(size: Any) -> int | None:
    if size is None:
        return None
    try:
        size = size.__index__()  # numpy's integers, too; not floats, not even whole ones
    except AttributeError:
        raise TypeError(f"a dimension must be an integer or None, not {size!r}") from None
    if not -1 <= size <= _MAX_SIZE:
        raise ValueError(f"a dimension must be >= 0 or unknown (None or -1), and fit in 64 bits, not {size}")
    return None if size == -1 else int(size)


UNKNOWN = TensorShape(None)
SCALAR = TensorShape(())


def shown(shape: Iterable[Any]) -> str:
    """A shape as TensorFlow's messages have it: `[2,3]`."""
    return f"[{','.join(map(str, shape))}]"


def shown_partial(shape: TensorShape) -> str:
    """A partly known shape as TensorFlow's messages have it: `[2,?]`, or `<unknown>`."""
    return "<unknown>" if shape.dims is None else shown("?" if size is None else size for size in shape.dims)


def as_shape(value: Any) -> TensorShape:
    """`value` as a `TensorShape`; the same object when it is one."""
    return value if isinstance(value, TensorShape) else TensorShape(value)
