"""The bytes of plain entries in step statistics: those of one tensor at most.

Such an entry has a beginning, which is the same each time its node gives a tensor of one shape, and an end of numbers.
Ends are written by numpy, for many entries at once: each number has a fixed place and width.
"""
from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from aioflow._proto.step_stats_pb2 import AllocationRecord, AllocatorMemoryUsed, NodeExecStats
from aioflow._proto.varints import varint as varint

THREAD_BITS = 0xFFFFFFFF  # the message has 32 bits for a thread's number
OF_OTHERS, HANDED_ON, ALIVE, GONE = range(4)
"""The kinds of plain entries, by the memory that they tell of: none of the step's, what an earlier node has made, or
what this node has made, which is alive or gone."""
NUMBER_WIDTH = 5
"""Bytes of a tensor's number, with which the end begins: no step makes 2^35 tensors."""
_REL_WIDTH, _MICROS_WIDTH, _NANOS_WIDTH = 7, 8, 9  # 7 bits each: some days of nanoseconds; the year 4253; all there are
_NBYTES_WIDTH, _NEGATIVE_WIDTH = 7, 10  # 2^49 bytes; negative numbers have all their 64 bits written


@cache
def tag(message: Any, name: str) -> bytes:
    """The tag before a field of a kind of message."""
    field = message.DESCRIPTOR.fields_by_name[name]
    has_length = field.type in (field.TYPE_MESSAGE, field.TYPE_STRING)
    return varint(field.number << 3 | (2 if has_length else 0))


def field_bytes(message: Any, name: str, content: bytes) -> bytes:
    """A field of a kind of message that is itself one, or a text."""
    return tag(message, name) + varint(len(content)) + content


_COLUMNS = (
    "number", "scheduled_micros", "scheduled_nanos", "all_start_micros", "all_start_nanos", "op_start_rel_micros",
    "op_start_rel_nanos", "op_end_rel_micros", "op_end_rel_nanos", "all_end_rel_micros", "all_end_rel_nanos",
    "thread_id", "nbytes", "live_bytes", "in_use", "made_micros", "gone_micros", "freed",
)  # fmt: skip
"""The numbers at the end of an entry."""
NUM_NUMBERS = 11
"""Numbers that are noted of a plain entry: its kind, the place of its tensor among the new ones or -1, the tensor's
number, bytes, the thread, the five times, and when the tensor ended or 0."""


def _values(table: np.ndarray[Any, Any], in_use: Sequence[int], clock_offset_ns: int) -> np.ndarray[Any, Any]:
    """The numbers of `_COLUMNS`, a row per entry, from a row of what is noted of each; see `Layout.ends`."""
    kinds, places, numbers, nbytes, thread_ids = table[:, :5].T
    times = table[:, 5:].T + clock_offset_ns
    micros = times // 1000
    values = np.empty((len(table), len(_COLUMNS)), np.int64)
    values[:, 0], values[:, 11], values[:, 12], values[:, 17] = numbers, thread_ids & THREAD_BITS, nbytes, -nbytes
    values[:, 1], values[:, 2], values[:, 3], values[:, 4] = micros[0], times[0], micros[1], times[1]
    values[:, 5:11:2] = (micros[2:5] - micros[1]).T
    values[:, 6:12:2] = (times[2:5] - times[1]).T
    values[:, 13] = np.where(kinds == ALIVE, nbytes, 0)
    values[:, 14] = np.array([*in_use, 0])[places]  # the last one, at place -1, for what is not new
    values[:, 15], values[:, 16] = micros[3], micros[5]  # made when the kernel ended
    return values.view(np.uint64)


class Layout(NamedTuple):
    """How the end of an entry is written.

    Attributes:
        templates: For each kind all bytes but the numbers.
        parts: For each kind from where to where they belong to it.
        columns: For each byte, of which column it has 7 bits,
        shifts: which ones, by the number of those below,
        masks: and 127; 0 where the byte is no number's.
    """

    templates: np.ndarray[Any, Any]
    parts: Sequence[tuple[int, int]]
    columns: np.ndarray[Any, Any]
    shifts: np.ndarray[Any, Any]
    masks: np.ndarray[Any, Any]

    def ends(self, numbers: array[int], in_use: Sequence[int], clock_offset_ns: int) -> list[bytes]:
        """The ends of entries.

        Args:
            numbers: What is noted of them, `NUM_NUMBERS` each.
            in_use: The bytes in use when each new tensor had been made.
            clock_offset_ns: The system's clock, less that of the times.
        """
        table = np.frombuffer(numbers, np.int64).reshape(-1, NUM_NUMBERS)
        if not len(table):
            return []
        kinds = table[:, 0]
        groups = _values(table, in_use, clock_offset_ns).take(self.columns, axis=1)
        groups >>= self.shifts
        groups &= self.masks
        rows = groups.astype(np.uint8)
        rows |= self.templates[kinds]
        width, text, parts = rows.shape[1], rows.tobytes(), self.parts
        found, at = [], 0
        for kind in kinds.tolist():
            start, end = parts[kind]
            found.append(text[at + start : at + end])
            at += width
        return found


class _Draft:
    """Bytes with gaps for numbers, each of a width of its own: readers take numbers with needless groups of zeros."""

    def __init__(self) -> None:
        self.text = bytearray()
        self.gaps: list[tuple[int, str, int]] = []  # place, column, width

    def number(self, prefix: bytes, column: str, width: int) -> None:
        self.text += prefix
        self.gaps.append((len(self.text), column, width))
        self.text += bytes(width)


@cache
def layout_of(allocator_name: str) -> Layout:
    """The ends of entries on devices with an allocator of this name."""
    draft = _Draft()
    draft.number(b"", "number", NUMBER_WIDTH)
    for column in _COLUMNS[1:11]:
        width = _REL_WIDTH if "_rel_" in column else _NANOS_WIDTH if "nanos" in column else _MICROS_WIDTH
        draft.number(tag(NodeExecStats, column), column, width)
    draft.number(tag(NodeExecStats, "thread_id"), "thread_id", 5)
    without = len(draft.text)
    draft.text += tag(NodeExecStats, "memory") + bytes(2)  # its length, in two groups
    memory = len(draft.text)
    for name, column in (
        ("total_bytes", "nbytes"), ("peak_bytes", "nbytes"), ("live_bytes", "live_bytes"),
        ("allocator_bytes_in_use", "in_use"),
    ):  # fmt: skip
        draft.number(tag(AllocatorMemoryUsed, name), column, _NBYTES_WIDTH)
    draft.text += field_bytes(AllocatorMemoryUsed, "allocator_name", allocator_name.encode())
    parts = [(NUMBER_WIDTH, without), (0, without)]
    for at, nbytes, width in (("made_micros", "nbytes", _NBYTES_WIDTH), ("gone_micros", "freed", _NEGATIVE_WIDTH)):
        tags = tag(AllocationRecord, "alloc_micros"), tag(AllocationRecord, "alloc_bytes")
        size = len(tags[0]) + _MICROS_WIDTH + len(tags[1]) + width
        draft.text += tag(AllocatorMemoryUsed, "allocation_records") + varint(size)
        draft.number(tags[0], at, _MICROS_WIDTH)
        draft.number(tags[1], nbytes, width)
        parts.append((0, len(draft.text)))
    templates = np.tile(np.frombuffer(bytes(draft.text), np.uint8), (4, 1))
    for kind in (ALIVE, GONE):
        size = parts[kind][1] - memory
        templates[kind, memory - 2 : memory] = size & 127 | 128, size >> 7
    columns = np.zeros(len(draft.text), np.intp)
    shifts, masks = np.zeros((2, len(draft.text)), np.uint64)
    for start, column, width in draft.gaps:
        end = start + width
        columns[start:end] = _COLUMNS.index(column)
        shifts[start:end] = 7 * np.arange(width)
        masks[start:end] = 127
        templates[:, start : end - 1] = 128  # which says that another group follows
    return Layout(templates, parts, columns, shifts, masks)
