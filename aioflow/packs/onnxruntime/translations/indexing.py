"""Translations of slices and gathers."""
from __future__ import annotations

import numpy as np

from aioflow.framework.graph.operation import Operation
from aioflow.packs.onnxruntime.node_writer import WIDE_INTEGERS, NodeWriter, translation

_TO_THE_END = 2**31 - 1


@translation("Slice")
def slice_(node: NodeWriter) -> None:
    """A part of given begin and size, which must be known to lie inside: ONNX Runtime cuts off what does not."""
    begins, lengths, sizes = node.vector(1), node.vector(2), node.static_shape()
    node.require(len(begins) == len(lengths) == len(sizes) > 0, "there is no begin and no size for each axis")
    ends = [size if n == -1 else begin + n for begin, n, size in zip(begins, lengths, sizes, strict=True)]
    inside = all(0 <= begin <= end <= size for begin, end, size in zip(begins, ends, sizes, strict=True))
    node.require(inside, "the part is not inside")
    node.give("Slice", node.input(0), node.constant(begins, np.int64), node.constant(ends, np.int64))


@translation("StridedSlice")
def strided_slice(node: NodeWriter) -> None:
    """A part as Python's brackets describe it, with constant numbers in them."""
    masks = {name: int(node.attr(f"{name}_mask")) for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")}
    node.require(bin(masks["ellipsis"]).count("1") <= 1, "there are two ellipses")
    if not node.is_constant(2) and not (masks["ellipsis"] or masks["new_axis"] or masks["shrink_axis"]):
        _slice_with_open_ends(node, masks["begin"], masks["end"])
        return
    begins, ends, steps = (node.vector(i) for i in (1, 2, 3))
    node.require(len(begins) == len(ends) == len(steps), "there is no begin, end and step for each axis")
    node.require(0 not in steps, "a step is 0")
    rank = node.rank()
    num_axes = sum(not (masks["ellipsis"] | masks["new_axis"]) >> i & 1 for i in range(len(begins)))
    node.require(num_axes <= rank, "there are too many axes")
    spans, shrunk, new = _Spans(), list[int](), list[int]()
    axis = position = 0
    for i, (begin, end, step) in enumerate(zip(begins, ends, steps, strict=True)):
        if masks["ellipsis"] >> i & 1:
            skipped = rank - num_axes
            axis, position = axis + skipped, position + skipped
        elif masks["new_axis"] >> i & 1:
            new.append(position)
            position += 1
        elif masks["shrink_axis"] >> i & 1:
            node.require(step > 0, "the step of an index is negative")
            # An index that is out of range raises on both sides only if the size is known.
            size = node.shape()[axis]
            node.require(size is not None and -size <= begin < size, "an index is not known to be in range")
            spans.add(axis, begin, begin + 1 if begin != -1 else _TO_THE_END, 1)
            shrunk.append(axis)
            axis += 1
        else:
            backwards = step < 0
            first = (_TO_THE_END if backwards else 0) if masks["begin"] >> i & 1 else begin
            last = (-_TO_THE_END if backwards else _TO_THE_END) if masks["end"] >> i & 1 else end
            spans.add(axis, first, last, step)
            axis, position = axis + 1, position + 1
    _emit_slice(node, spans, shrunk, new)


def _slice_with_open_ends(node: NodeWriter, begin_mask: int, end_mask: int) -> None:
    """A part whose ends a run tells, in steps of 1 from constant begins."""
    begins, steps = node.vector(1), node.vector(3)
    node.require(node.shape(2) == [len(begins)] == [len(steps)] and set(steps) == {1}, "the steps are not 1")
    node.require(len(begins) <= node.rank(), "there are too many axes")
    first = [0 if begin_mask >> i & 1 else begin for i, begin in enumerate(begins)]
    last = node.as_int64(2)
    if end_mask:
        is_open = node.constant([bool(end_mask >> i & 1) for i in range(len(begins))])
        last = node.emit("Where", is_open, node.constant(_TO_THE_END, np.int64), last)
    numbers = [node.constant(values, np.int64) for values in (first, range(len(begins)), steps)]
    node.give("Slice", node.input(0), numbers[0], last, numbers[1], numbers[2])


class _Spans:
    """The axes of a slice, and from where to where it goes in which steps."""

    def __init__(self) -> None:
        self.axes: list[int] = []
        self.first: list[int] = []
        self.last: list[int] = []
        self.steps: list[int] = []

    def add(self, axis: int, first: int, last: int, step: int) -> None:
        self.axes.append(axis)
        self.first.append(first)
        self.last.append(last)
        self.steps.append(step)


def _emit_slice(node: NodeWriter, spans: _Spans, shrunk: list[int], new: list[int]) -> None:
    value = node.input(0)
    if spans.axes:
        numbers = [node.constant(values, np.int64) for values in (spans.first, spans.last, spans.axes, spans.steps)]
        value = node.emit("Slice", value, *numbers)
    if shrunk:
        value = node.emit("Squeeze", value, node.constant(shrunk, np.int64))
    if new:
        value = node.emit("Unsqueeze", value, node.constant(new, np.int64))
    node.give("Identity", value)


@translation("Gather", "GatherV2")
def gather(node: NodeWriter) -> None:
    """Rows by their indices, which must be known not to be negative: those count from the end in ONNX."""
    node.require(node.dtype(1) in WIDE_INTEGERS, "the indices are of another dtype")
    axis = node.scalar(2) if node.op.type == "GatherV2" else 0
    rank = node.rank()
    node.require(not node.op.attrs.get("batch_dims"), "there are batch dimensions")
    node.require(rank > 0 and -rank <= axis < rank, "the axis is out of range")
    if node.is_constant(1):
        node.require(bool(np.all(node.value(1) >= 0)), "an index is negative")
    elif not _is_never_negative(node.op.inputs[1].op):
        node.check_indices(1)
    node.give("Gather", node.input(0), node.input(1), axis=axis)


def _is_never_negative(op: Operation) -> bool:
    """Whether what a node gives are indices or sizes."""
    while op.type in ("Identity", "Cast", "Reshape", "ExpandDims", "Squeeze"):
        op = op.inputs[0].op
    return op.type in ("ArgMax", "ArgMin", "Shape", "Size", "Where")
