"""Stores: how queues keep their elements, and in which order they give them back.

A store knows nothing of waiting, limits or threads; the queue's lock is held whenever one is used.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

from aioflow.kernels.arrays import Array
from aioflow.kernels.random.philox import PhiloxStream, philox_blocks

Element = tuple[Array, ...]  # one array per component
# Random words come four to a block. Drawn together, 64 blocks take only 13 times as long as one.
_BLOCKS_AT_ONCE = 64


class ElementStore(Protocol):
    """Elements in some order.

    Attributes:
        most_at_once: How many may be taken at a stretch: a few milliseconds' work.
    """

    most_at_once: int

    def __len__(self) -> int: ...

    def put(self, elements: Sequence[Element]) -> None:
        """Adds elements, one behind the other; takes little time for each."""

    def settle(self) -> bool:
        """Does a few milliseconds' work, at most, on what was put; whether all is ready to be taken."""

    def take(self) -> Element:
        """Removes the element whose turn it is; there must be one."""

    def give_back(self, elements: Sequence[Element]) -> None:
        """Undoes the takes that gave these elements, in that order."""

    def listed(self) -> Sequence[Element]:
        """All elements, in any order."""

    def keep(self, elements: Sequence[Element]) -> None:
        """Drops all but these, which are in the order of `listed`."""


class FifoStore:
    """First in, first out."""

    most_at_once = 1 << 20

    def __init__(self) -> None:
        self._elements: deque[Element] = deque()

    def __len__(self) -> int:
        return len(self._elements)

    def put(self, elements: Sequence[Element]) -> None:
        self._elements.extend(elements)

    def settle(self) -> bool:
        return True

    def take(self) -> Element:
        return self._elements.popleft()

    def give_back(self, elements: Sequence[Element]) -> None:
        """Puts elements back to the front, where they were."""
        # `extendleft` puts one after the other to the front, which turns their order around.
        self._elements.extendleft(reversed(elements))

    def listed(self) -> Sequence[Element]:
        return self._elements

    def keep(self, elements: Sequence[Element]) -> None:
        self._elements = deque(elements)


class PriorityStore:
    """The smallest first component first; of equal ones the one that TensorFlow would give.

    That depends on how exactly its binary heap (the C++ library's) moves elements, so `heapq`, which moves them
    otherwise, will not do: a hole at the top sinks along the smaller children (the right one of equals) to the bottom,
    where the last element fills it and rises.
    """

    most_at_once = 1 << 9  # each sinks through all levels of the heap, in Python
    _MOST_SORTED_AT_ONCE = 1 << 11  # most rise by a level or two: a million elements took 1 s

    def __init__(self) -> None:
        # Sorted in when one is to be taken, by whoever waits for it, and in parts. A batch is so put at once, as its
        # enqueue promises, without keeping the event loop for all of it.
        self._unsorted: deque[Element] = deque()
        #: A binary heap: the children of `i` are at 2i + 1 and 2i + 2, neither with a smaller priority.
        self._heap: list[tuple[int, Element]] = []

    def __len__(self) -> int:
        return len(self._heap) + len(self._unsorted)

    def put(self, elements: Sequence[Element]) -> None:
        self._unsorted.extend(elements)

    def settle(self) -> bool:
        for _ in range(min(len(self._unsorted), self._MOST_SORTED_AT_ONCE)):
            element = self._unsorted.popleft()
            entry = (int(element[0]), element)
            self._heap.append(entry)
            self._rise(len(self._heap) - 1, entry)
        return not self._unsorted

    def _rise(self, hole: int, entry: tuple[int, Element]) -> None:
        """Moves a hole up until `entry` may fill it."""
        heap = self._heap
        while hole and heap[(hole - 1) // 2][0] > entry[0]:
            heap[hole] = heap[(hole - 1) // 2]
            hole = (hole - 1) // 2
        heap[hole] = entry

    def take(self) -> Element:
        """Removes the element with the smallest priority."""
        while self._unsorted:  # a few that were given back since the last call of `settle`
            self.settle()
        heap = self._heap
        first, last = heap[0], heap.pop()
        if heap:
            hole = 0
            # Down to a leaf without looking at `last`, which is mostly one of the largest.
            while (right := 2 * hole + 2) < len(heap):
                child = right - 1 if heap[right][0] > heap[right - 1][0] else right
                heap[hole], hole = heap[child], child
            # The one place with a left child only.
            if right == len(heap):
                heap[hole], hole = heap[right - 1], right - 1
            self._rise(hole, last)
        return first[1]

    def give_back(self, elements: Sequence[Element]) -> None:
        """Puts elements back among those of their priority, behind which they may now come."""
        # Their priorities put them back to the front.
        self.put(elements)

    def listed(self) -> Sequence[Element]:
        return [*(element for _, element in self._heap), *self._unsorted]

    def keep(self, elements: Sequence[Element]) -> None:
        self._heap.clear()
        self._unsorted.clear()
        self.put(elements)


class ShuffledStore:
    """Random order: the last element moves to the place of the one that is taken.

    Args:
        stream: Where the random numbers come from.
    """

    most_at_once = 1 << 13

    def __init__(self, stream: PhiloxStream) -> None:
        self._elements: list[Element] = []
        self._stream = stream
        self._words: list[int] = []  # drawn and not used yet, in reverse order

    def __len__(self) -> int:
        return len(self._elements)

    def put(self, elements: Sequence[Element]) -> None:
        self._elements.extend(elements)

    def settle(self) -> bool:
        return True

    def take(self) -> Element:
        """Removes an element at random; all are equally likely but for the bias of a modulo."""
        if not self._words:
            blocks = philox_blocks(self._stream.key, self._stream.reserve(_BLOCKS_AT_ONCE), _BLOCKS_AT_ONCE)
            self._words = blocks.reshape(-1)[::-1].tolist()
        # TensorFlow's way to a random place, its slight preference for small ones included.
        at = self._words.pop() % len(self._elements)
        element, last = self._elements[at], self._elements.pop()
        if at < len(self._elements):
            self._elements[at] = last
        return element

    def give_back(self, elements: Sequence[Element]) -> None:
        """Puts elements back; where does not matter."""
        self._elements.extend(elements)

    def listed(self) -> Sequence[Element]:
        return self._elements

    def keep(self, elements: Sequence[Element]) -> None:
        self._elements = list(elements)
