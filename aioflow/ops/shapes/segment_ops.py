"""Static shapes of reductions by segment, and of counts."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape


@shape_function(
    "SegmentMax", "SegmentMean", "SegmentMin", "SegmentProd", "SegmentSum", "SparseSegmentMean", "SparseSegmentSqrtN",
    "SparseSegmentSum",
)  # fmt: skip
def unknown_number_of_rows(op: ShapeContext) -> Sequence[TensorShape]:
    return [_rows(None, op.shapes[0])]


@shape_function(
    "SparseSegmentMeanGrad", "SparseSegmentMeanWithNumSegments", "SparseSegmentSqrtNGrad",
    "SparseSegmentSqrtNWithNumSegments", "SparseSegmentSumGrad", "SparseSegmentSumWithNumSegments",
)  # fmt: skip
def given_number_of_rows(op: ShapeContext) -> Sequence[TensorShape]:
    return [_rows(_scalar(op.constant(3)), op.shapes[0])]


@shape_function("SparseSegmentMeanGradV2", "SparseSegmentSqrtNGradV2", "SparseSegmentSumGradV2")
def unique_rows(op: ShapeContext) -> Sequence[TensorShape]:
    return [_rows(None, op.shapes[0]), TensorShape([None])]


@shape_function("UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd", "UnsortedSegmentSum")
def unsorted_segments(op: ShapeContext) -> Sequence[TensorShape]:
    data, ids = op.shapes[:2]
    if data.rank is None or ids.rank is None:
        return [UNKNOWN]
    data[: ids.rank].merge_with(ids)
    return [TensorShape([_scalar(op.constant(2))]).concatenate(data[ids.rank :])]


@shape_function("Bincount")
def bincount(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([_scalar(op.constant(1))])]


@shape_function("DenseBincount")
def dense_bincount(op: ShapeContext) -> Sequence[TensorShape]:
    values, size = op.shapes[0], _scalar(op.constant(1))
    if values.rank is None:
        return [UNKNOWN]
    return [TensorShape([values[0], size] if values.rank == 2 else [size])]


@shape_function("RaggedBincount")
def ragged_bincount(op: ShapeContext) -> Sequence[TensorShape]:
    splits = op.shapes[0].with_rank(1)[0]
    return [TensorShape([None if splits is None else max(splits - 1, 0), _scalar(op.constant(2))])]


@shape_function("SparseBincount")
def sparse_bincount(op: ShapeContext) -> Sequence[TensorShape]:
    rank = op.shapes[2].num_elements()
    if rank is None:
        return [UNKNOWN]
    return [TensorShape([None, _scalar(op.constant(3))] if rank == 2 else [_scalar(op.constant(3))])]


@shape_function("DenseCountSparseOutput")
def dense_count(op: ShapeContext) -> Sequence[TensorShape]:
    rank = op.shapes[0].rank
    return [TensorShape([None, rank]), TensorShape([None]), TensorShape([rank])]


@shape_function("SparseCountSparseOutput")
def sparse_count(op: ShapeContext) -> Sequence[TensorShape]:
    shape = op.shapes[2].with_rank(1)
    return [TensorShape([None, shape[0]]), TensorShape([None]), shape]


@shape_function("RaggedCountSparseOutput")
def ragged_count(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([None, None]), TensorShape([None]), TensorShape([None])]


@shape_function("HistogramFixedWidth")
def histogram(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([_scalar(op.constant(2))])]


def _scalar(value: Any) -> int | None:
    """The size that a constant holds, None where it is not known.

    Raises:
        ValueError: It is no scalar, or negative.
    """
    if value is None:
        return None
    if value.ndim or value < 0:
        raise ValueError(f"a size must be a non-negative scalar, not {value}")
    return int(value)


def _rows(count: int | None, data: TensorShape) -> TensorShape:
    """The shape of `count` rows that are like those of `data`."""
    if data.rank == 0:
        raise ValueError("a scalar has no rows")
    return UNKNOWN if data.rank is None else TensorShape([count]).concatenate(data[1:])
