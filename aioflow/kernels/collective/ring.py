"""The order of additions in a reduction: that of TensorFlow's ring, whose sums these are bit for bit.

The devices stand in a ring. A tensor is cut into as many chunks as there are devices, and each chunk goes once around
to be reduced, beginning at a device of its own. Where a tensor is divided further, the parts go around in rings of
different order.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from aioflow.kernels.arrays import Array
from aioflow.kernels.math.math_ops import truncated_quotient

# TensorFlow's allocators place tensors at multiples of this many bytes, and so does its ring begin chunks.
_ALIGNMENT_NBYTES = 64
# TensorFlow divides a tensor further until the chunks are no larger than this.
_MAX_CHUNK_NBYTES = 4 << 20
_DEFAULT_SUBDIVS_PER_DEVICE = 2

Merge = Callable[[Array, Array], None]


@dataclass(frozen=True, slots=True)
class Reduction:
    """How values are reduced.

    Attributes:
        merge_op: "Add", "Mul", "Min" or "Max".
        final_op: "Id" or "Div".
        offsets: For each division of the tensor where its rings begin in each task; downwards if negative.
    """

    merge_op: str
    final_op: str
    offsets: tuple[int, ...] = (0,)

    def merge(self, own: Array, partial: Array) -> None:
        """Merges a device's own values into what comes to it, in place."""
        _MERGES[self.merge_op](own, partial)

    def finish(self, total: Array, size: int) -> None:
        """Applies the last operation to what all `size` devices have merged, in place."""
        if self.final_op == "Div":
            divisor = np.full((), size, total.dtype)
            if total.dtype.kind in "iu":
                total[...] = truncated_quotient(np, total, divisor)
            else:
                np.divide(total, divisor, out=total)


def _add(own: Array, partial: Array) -> None:
    np.add(own, partial, out=partial)


def _multiply(own: Array, partial: Array) -> None:
    np.multiply(own, partial, out=partial)


# NaN stays. Of zeros with different signs TensorFlow keeps what has come where the processor compares several values at
# once, and the device's own where it does not, which are halves and a few last elements; those are not told apart here.
def _minimum(own: Array, partial: Array) -> None:
    _replace(own, partial, ~(own > partial) if own.itemsize < 4 else own < partial)


def _maximum(own: Array, partial: Array) -> None:
    _replace(own, partial, ~(own < partial) if own.itemsize < 4 else own > partial)


def _replace(own: Array, partial: Array, where: Array) -> None:
    np.copyto(partial, own, where=(where | (own != own)) & (partial == partial))


_MERGES: dict[str, Merge] = {"Add": _add, "Mul": _multiply, "Min": _minimum, "Max": _maximum}


def chunk_length(num_elements: int, num_chunks: int, itemsize: int) -> int:
    """The number of elements in each chunk of a tensor but the last ones, which may be shorter or empty."""
    nbytes = -(-num_elements // num_chunks) * itemsize
    # A whole number of alignments is rounded up to the next one all the same: so does TensorFlow.
    return (nbytes + _ALIGNMENT_NBYTES - nbytes % _ALIGNMENT_NBYTES) // itemsize


def subdivision_offsets(max_per_device: int, nbytes: int, size: int, num_tasks: int) -> tuple[int, ...]:
    """The offsets that TensorFlow chooses for a tensor.

    Args:
        max_per_device: How many divisions there may be for each device; -1 for none, 0 for the default.
        nbytes: Of the tensor.
        size: The number of devices.
        num_tasks: The number of their tasks.
    """
    if max_per_device < 0:
        return (0,)
    in_task = size // num_tasks
    most = (max_per_device or _DEFAULT_SUBDIVS_PER_DEVICE) * in_task
    count = 1
    while nbytes // (size * count) > _MAX_CHUNK_NBYTES and count < most:
        count += 1
    stride = max(in_task // count, 1)
    return tuple(-stride * i if i % 2 else stride * i for i in range(count))


def ring_order(task_sizes: Sequence[int], offset: int) -> list[int]:
    """The ranks of the devices in the order of a ring.

    Args:
        task_sizes: How many devices each task has.
        offset: Where the ring begins in each task; it goes downwards if negative.
    """
    order: list[int] = []
    start = 0
    for count in task_sizes:
        shifted = [(i + abs(offset)) % count for i in range(count)]
        order += [start + (count - 1 - i if offset < 0 else i) for i in shifted]
        start += count
    return order


def ring_reduce(values: Sequence[Array], reductions: Sequence[Reduction], task_sizes: Sequence[int]) -> Array:
    """Reduces the values of all devices.

    Args:
        values: By rank, all of one shape and dtype.
        reductions: By rank. Devices may say different ones; their divisions are those of the first.
        task_sizes: How many devices each task has.
    """
    size, offsets = len(values), reductions[0].offsets
    flat = [value.reshape(-1) for value in values]
    total: Array = np.empty_like(flat[0])
    length = chunk_length(total.size, size * len(offsets), total.itemsize)
    for s, offset in enumerate(offsets):
        order = ring_order(task_sizes, offset)
        for c in range(size):
            k = c * len(offsets) + s
            part = slice(k * length, (k + 1) * length)
            partial = total[part]
            partial[...] = flat[order[c]][part]
            for rank in (order[(c + j) % size] for j in range(1, size)):
                reductions[rank].merge(flat[rank][part], partial)
            reductions[order[c - 1]].finish(partial, size)
    return total.reshape(values[0].shape)

