"""PersistentList: a list that never changes; changed copies share almost everything with it.

Loops push or set one element per iteration, and each version may still be needed, by a gradient or by another reader. A
plain list would be copied as a whole each time, which makes a loop of n iterations take n squared steps.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
# A change copies one chunk and the list of chunks. 64 keeps both short up to some thousands of elements.
_CHUNK = 64


class PersistentList(Generic[T]):
    """Values by position.

    Args:
        values: The values.
    """

    __slots__ = ("_chunks", "_length")

    def __init__(self, values: Iterable[T] = ()) -> None:
        flat = list(values)
        #: All chunks but the last are full; none is empty, and none is changed once it is here.
        self._chunks: list[list[T]] = [flat[i : i + _CHUNK] for i in range(0, len(flat), _CHUNK)]
        self._length = len(flat)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> T:
        return self._chunks[index // _CHUNK][index % _CHUNK]

    def __iter__(self) -> Iterator[T]:
        for chunk in self._chunks:
            yield from chunk

    def with_item(self, index: int, value: T) -> PersistentList[T]:
        """A copy with another value at `index`, which must be in [0, len)."""
        # The list of chunks is copied, the chunks in it are shared.
        chunks = self._chunks.copy()
        chunk = chunks[index // _CHUNK] = chunks[index // _CHUNK].copy()
        chunk[index % _CHUNK] = value
        return self._made(chunks, self._length)

    def pushed(self, value: T) -> PersistentList[T]:
        """A copy with one value more at the end."""
        chunks = self._chunks.copy()
        # There is room in the last chunk, which is copied, for other lists have it, too.
        if self._length % _CHUNK:
            chunks[-1] = [*chunks[-1], value]
        else:
            chunks.append([value])
        return self._made(chunks, self._length + 1)

    def popped(self) -> tuple[PersistentList[T], T]:
        """A copy without the last value, and that value; there must be one."""
        chunks = self._chunks.copy()
        *rest, value = chunks.pop()
        # Otherwise the chunk would be empty.
        if rest:
            chunks.append(rest)
        return self._made(chunks, self._length - 1), value

    @classmethod
    def _made(cls, chunks: list[list[T]], length: int) -> PersistentList[T]:
        """A list of chunks that are in order."""
        # Without `__init__`, which would go through all values.
        made: PersistentList[T] = cls.__new__(cls)
        made._chunks, made._length = chunks, length
        return made
