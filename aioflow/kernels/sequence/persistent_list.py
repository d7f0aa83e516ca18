"""PersistentList: a list that never changes; changed copies share almost everything with it."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
_CHUNK = 64  # a change copies one chunk and the list of chunks, so that loops over long lists stay cheap


class PersistentList(Generic[T]):
    """Values by position.

    Args:
        values: The values.
    """

    __slots__ = ("_chunks", "_length")

    def __init__(self, values: Iterable[T] = ()) -> None:
        flat = list(values)
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
        chunks = self._chunks.copy()
        chunk = chunks[index // _CHUNK] = chunks[index // _CHUNK].copy()
        chunk[index % _CHUNK] = value
        return self._made(chunks, self._length)

    def pushed(self, value: T) -> PersistentList[T]:
        """A copy with one value more at the end."""
        chunks = self._chunks.copy()
        if self._length % _CHUNK:
            chunks[-1] = [*chunks[-1], value]
        else:
            chunks.append([value])
        return self._made(chunks, self._length + 1)

    def popped(self) -> PersistentList[T]:
        """A copy without the last value; there must be one."""
        chunks = self._chunks.copy()
        last = chunks.pop()
        if len(last) > 1:
            chunks.append(last[:-1])
        return self._made(chunks, self._length - 1)

    @classmethod
    def _made(cls, chunks: list[list[T]], length: int) -> PersistentList[T]:
        made: PersistentList[T] = cls.__new__(cls)
        made._chunks, made._length = chunks, length
        return made
