"""Static shapes of the ops of ragged tensors.

Rows of different lengths are a vector of splits and the values, whose number only a run can tell.
"""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.input_shapes import input_shapes
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.sizes import VECTOR, element_shape


# ---- ragged ops
@shape_function("RaggedRange")
def ragged_range(op: ShapeContext) -> Sequence[TensorShape]:
    """[rows + 1] splits and [unknown] values; scalars stand for one row, or are repeated."""
    vectors = [shape for shape in op.shapes if shape.rank != 0]
    if not vectors:
        return [TensorShape([2]), VECTOR]
    sizes = [shape.size(0) for shape in vectors if shape.rank == 1 and shape.size(0) is not None]
    # Unlike in a broadcast, a vector of length 1 is not repeated.
    if len(set(sizes)) > 1:
        raise ValueError(f"starts, limits, and deltas must have the same shape, not sizes {sizes}")
    return [TensorShape([sizes[0] + 1 if sizes else None]), VECTOR]


@shape_function("RaggedTensorToSparse")
def ragged_to_sparse(op: ShapeContext) -> Sequence[TensorShape]:
    """A sparse tensor with a dimension for each level of splits and those of the values."""
    values = op.shapes[-1]
    # Each vector of splits stands for a ragged dimension, and the values have theirs besides.
    rank = None if values.rank is None else len(op.shapes) - 1 + values.rank
    count = None if values.rank is None else values.num_elements()
    return [TensorShape([count, rank]), TensorShape([count]), TensorShape([rank])]


@shape_function("RaggedGather")
def ragged_gather(op: ShapeContext) -> Sequence[TensorShape]:
    """[unknown] splits of each level, and values [unknown, after...]."""
    levels, wanted = op.attrs["PARAMS_RAGGED_RANK"], op.attrs["OUTPUT_RAGGED_RANK"]
    # Each dimension of the indices beyond the first is one more level of the result.
    if wanted < levels - 1 and op.shapes[-1].rank is not None:
        raise ValueError(f"Shape must be rank {wanted - levels + 1}")
    if wanted >= levels - 1:
        op.shapes[-1].with_rank(wanted - levels + 1)
    return [*[VECTOR] * wanted, VECTOR.concatenate(op.shapes[-2][1:])]


@shape_function("RaggedTensorToTensor")
def ragged_to_tensor(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape that input 0 holds, and what the values' further dimensions tell of it."""
    shape, (values, default) = element_shape(op, 0), op.shapes[1:3]
    types = op.attrs["row_partition_types"]
    for kind, partition in zip(types, op.shapes[3:], strict=False):
        if kind != b"FIRST_DIM_SIZE" and partition.rank not in (None, 1):
            raise ValueError("Row partition must be a vector.")
        if kind == b"FIRST_DIM_SIZE" and partition.rank not in (None, 0):
            raise ValueError("FIRST_DIM_SIZE must be a scalar.")
    _check_default(default, values)
    if values.rank is None:
        return [shape]
    levels = len(types) - (types[:1] == [b"FIRST_DIM_SIZE"])
    if shape.rank is None:
        shape = TensorShape([None] * (levels + values.rank))
    if shape.rank != levels + values.rank:
        raise ValueError(f"rt_input.rank = {levels + values.rank} but shape.rank = {shape.rank}")
    return [shape.merge_with(TensorShape([None] * (levels + 1)).concatenate(values[1:]))] if values.rank else [shape]


def _check_default(default: TensorShape, values: TensorShape) -> None:
    """Check that the default broadcasts to one of the values [count, ...]."""
    if default.rank is None or values.rank is None:
        return
    if default.rank >= values.rank:
        raise ValueError(f"default_value.rank = {default.rank} must be less than that of values {values}")
    for size, other in zip(default.as_list(), values[1:].as_list(), strict=False):
        if size not in (None, 1) and other not in (None, size):
            raise ValueError(f"default_value of shape {default} and values of shape {values} are incompatible")


# ---- input shapes
input_shapes("""
RaggedGather: [_] [_,...] *
RaggedRange: [_?] [_?] [_?]
RaggedTensorToSparse: [_] [_,...]
""")
