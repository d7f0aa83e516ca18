"""Static shapes of reductions by segment."""
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
    """[unknown, after...]: the last id, which a run alone knows, tells the number."""
    return [_rows(None, op.shapes[0])]


@shape_function(
    "SparseSegmentMeanGrad", "SparseSegmentMeanWithNumSegments", "SparseSegmentSqrtNGrad",
    "SparseSegmentSqrtNWithNumSegments", "SparseSegmentSumGrad", "SparseSegmentSumWithNumSegments",
)  # fmt: skip
def given_number_of_rows(op: ShapeContext) -> Sequence[TensorShape]:
    """[number, after...], the number in input 3."""
    return [_rows(held_size(op.constant(3)), op.shapes[0])]


@shape_function("SparseSegmentMeanGradV2", "SparseSegmentSqrtNGradV2", "SparseSegmentSumGradV2")
def unique_rows(op: ShapeContext) -> Sequence[TensorShape]:
    return [_rows(None, op.shapes[0]), TensorShape([None])]


@shape_function("UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd", "UnsortedSegmentSum")
def unsorted_segments(op: ShapeContext) -> Sequence[TensorShape]:
    """[number, after...] of data [ids..., after...]."""
    data, ids = op.shapes[:2]
    if data.rank is None or ids.rank is None:
        return [UNKNOWN]
    # Raises for data that do not begin with the dimensions of the ids.
    data[: ids.rank].merge_with(ids)
    return [TensorShape([held_size(op.constant(2))]).concatenate(data[ids.rank :])]


def held_size(value: Any) -> int | None:
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
