"""Static shapes of ragged tensors."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.sizes import VECTOR


@shape_function("RaggedRange")
def ragged_range(op: ShapeContext) -> Sequence[TensorShape]:
    """[rows + 1] splits and [unknown] values; scalars stand for one row, or are repeated."""
    vectors = [shape for shape in op.shapes if shape.rank != 0]
    if not vectors:
        return [TensorShape([2]), VECTOR]
    sizes = [shape[0] for shape in vectors if shape.rank == 1 and shape[0] is not None]
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
