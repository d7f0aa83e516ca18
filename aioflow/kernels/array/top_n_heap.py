"""The order in which TensorFlow leaves the k best elements when they need not be sorted: that of a binary heap."""
from __future__ import annotations


def heap_order(ranks: list[int], k: int) -> list[int]:
    """The positions of the k lowest of `ranks` (distinct numbers, more than k of them) in the order of the heap.

    The heap has its highest rank in front. It begins with the first k + 1 elements and loses its front; from then on
    its front gives way to every later element of lower rank. Each step is that of GNU's C++ library.

    Args:
        ranks: The rank of each position.
        k: At least 1.
    """
    heap = list(range(k + 1))
    for parent in range((k - 1) // 2, -1, -1):
        _sink(heap, ranks, parent, heap[parent])
    _drop_front(heap, ranks)
    for position in range(k + 1, len(ranks)):
        if ranks[position] < ranks[heap[0]]:
            _drop_front(heap, ranks)
            heap.append(position)
            _rise(heap, ranks, k - 1, position, 0)
    return heap


def _drop_front(heap: list[int], ranks: list[int]) -> None:
    """Takes the front away: `std::pop_heap` without keeping what it removes."""
    last = heap.pop()
    if heap:
        _sink(heap, ranks, 0, last)


def _sink(heap: list[int], ranks: list[int], hole: int, element: int) -> None:
    """Lets higher children fill the hole, down to a leaf; from there the element rises to where it belongs."""
    top, size = hole, len(heap)
    # This way down costs one comparison for each level, as most elements belong near the leaves. An ordinary heap,
    # which compares the element on the way, would end up in another order.
    while 2 * hole + 1 < size:
        child = 2 * hole + 1
        if child + 1 < size and ranks[heap[child]] < ranks[heap[child + 1]]:
            child += 1
        heap[hole] = heap[child]
        hole = child
    _rise(heap, ranks, hole, element, top)


def _rise(heap: list[int], ranks: list[int], hole: int, element: int, top: int) -> None:
    """Puts an element into the hole, or above it where its rank is higher, but not above `top`."""
    # `std::push_heap`.
    while hole > top and ranks[heap[(hole - 1) // 2]] < ranks[element]:
        heap[hole] = heap[(hole - 1) // 2]
        hole = (hole - 1) // 2
    heap[hole] = element
