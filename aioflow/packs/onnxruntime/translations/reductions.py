"""Translations of reductions, and of searches for the largest elements."""
from __future__ import annotations

import numpy as np

from aioflow.framework import dtypes
from aioflow.packs.onnxruntime.node_writer import FLOATS, WIDE_INTEGERS, NodeWriter, translation

_REDUCTIONS = {"Sum": "ReduceSum", "Prod": "ReduceProd", "Mean": "ReduceMean", "Max": "ReduceMax", "Min": "ReduceMin"}


@translation(*_REDUCTIONS)
def reduction(node: NodeWriter) -> None:
    """Reduction over constant axes."""
    if node.op.type == "Prod" and node.dtype() in WIDE_INTEGERS:
        _product_of_sizes(node)
        return
    node.require_dtypes(FLOATS if node.op.type == "Prod" else FLOATS | WIDE_INTEGERS)
    axes, rank = _axes(node), node.rank()
    if node.op.type == "Mean" and not all(node.shape()[axis] for axis in axes):
        _mean_that_may_be_of_nothing(node, axes)
        return
    if node.op.type in ("Max", "Min") and node.dtype() in FLOATS:
        node.require(not node.is_strict, "NaN may give another result")
    node.require(rank > 0, "there is no axis")
    # Without axes TensorFlow reduces nothing.
    attrs = {"keepdims": int(node.attr("keep_dims")), "noop_with_empty_axes": 1}
    node.give(_REDUCTIONS[node.op.type], node.input(0), node.constant(axes, np.int64), **attrs)


def _product_of_sizes(node: NodeWriter) -> None:
    """Product of sizes, as gradients of means have it. Of other integers products do not wrap in ONNX Runtime."""
    source = node.op.inputs[0].op
    while source.type in ("GatherV2", "Gather", "StridedSlice", "Identity", "Reshape"):
        source = source.inputs[0].op
    node.require(source.type == "Shape", f"regions have no Prod of {node.dtype().name}")
    node.require(node.rank() > 0, "there is no axis")
    # As int64, which holds the number of elements of any array; its lower half is what wrapping products are.
    sizes = node.input(0) if node.dtype() is dtypes.int64 else node.cast(node.input(0), dtypes.int64)
    axes = node.constant(_axes(node), np.int64)
    attrs = {"keepdims": int(node.attr("keep_dims")), "noop_with_empty_axes": 1}
    node.give_cast(node.emit("ReduceProd", sizes, axes, **attrs))


def _mean_that_may_be_of_nothing(node: NodeWriter, axes: list[int]) -> None:
    """Mean over axes whose sizes are not known: that of nothing is NaN, and ONNX Runtime's would be 0."""
    node.require_dtypes(FLOATS)
    indices = node.constant(axes, np.int64)
    total = node.emit("ReduceSum", node.input(0), indices, keepdims=int(node.attr("keep_dims")), noop_with_empty_axes=1)
    sizes = node.emit("Gather", node.emit("Shape", node.input(0)), indices)
    node.give("Div", total, node.cast(node.emit("ReduceProd", sizes, keepdims=0), node.dtype()))


def _axes(node: NodeWriter) -> list[int]:
    """The axes of a reduction, none negative. TensorFlow refuses one that is named twice; ONNX Runtime does not."""
    rank = node.rank()
    values = [int(axis) for axis in node.value(1).reshape(-1)]
    node.require(all(-rank <= axis < rank for axis in values), "an axis is out of range")
    axes = [axis % rank for axis in values]
    node.require(len(set(axes)) == len(axes), "an axis is named twice")
    return axes


@translation("ArgMax", "ArgMin")
def arg_max(node: NodeWriter) -> None:
    """Index of the first of the largest, or smallest, elements along a constant axis."""
    node.require_dtypes(FLOATS | WIDE_INTEGERS)
    node.require(node.dtype() not in FLOATS or not node.is_strict, "NaN may give another index")
    axis, rank = node.scalar(1), node.rank()
    node.require(-rank <= axis < rank and node.shape()[axis], "the axis is empty or out of range")
    target = node.op.outputs[0].dtype.base_dtype
    node.require(target in WIDE_INTEGERS, "the index is of another dtype")
    if target is dtypes.int64:
        node.give(node.op.type, node.input(0), axis=axis, keepdims=0)
    else:
        node.give_cast(node.emit(node.op.type, node.input(0), axis=axis, keepdims=0))


@translation("TopKV2")
def top_k(node: NodeWriter) -> None:
    """The largest elements of the last axis, and their indices."""
    node.require_dtypes(FLOATS | WIDE_INTEGERS)
    node.require(node.dtype() not in FLOATS or not node.is_strict, "NaN may have another place")
    node.require(node.attr("sorted"), "the order is open")
    k, last = node.scalar(1), node.shape()[-1] if node.rank() else None
    node.require(last is not None and 0 <= k <= last, "there may be too few elements")
    node.require(node.op.outputs[1].dtype.base_dtype is dtypes.int32, "the indices are of another dtype")
    first = node.emit("TopK", node.input(0), node.constant([k], np.int64), outputs=2, axis=-1)
    node.give_output(0, "Identity", first)
    node.give_output(1, "Cast", f"{first}:1", to=6)


@translation("Cumsum")
def cumsum(node: NodeWriter) -> None:
    """Sums of all elements before along a constant axis."""
    node.require_dtypes(FLOATS | WIDE_INTEGERS)
    axis, rank = node.scalar(1), node.rank()
    node.require(-rank <= axis < rank, "the axis is out of range")
    attrs = {"exclusive": int(node.attr("exclusive")), "reverse": int(node.attr("reverse"))}
    node.give("CumSum", node.input(0), node.constant(axis, np.int64), **attrs)
