"""Static shapes of the features of Examples and SequenceExamples."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape


@shape_function("ParseExampleV2")
def parse_example(op: ShapeContext) -> Sequence[TensorShape]:
    """Sparse features, then dense ones [batch, ...], then the ragged ones' values and splits."""
    batch, attrs = op.shapes[0], op.attrs
    ragged = [TensorShape([None])] * (len(attrs["ragged_value_types"]) + len(attrs["ragged_split_types"]))
    return [*_sparse(batch, attrs["num_sparse"], 1), *_dense(batch, attrs["dense_shapes"], TensorShape([])), *ragged]


@shape_function("ParseSequenceExampleV2")
def parse_sequence_example(op: ShapeContext) -> Sequence[TensorShape]:
    """The shapes of features of the context, then of feature lists, which have a dimension of time behind the batch.

    Ragged ones of the context are two vectors each, those of lists three: two levels of splits.
    """
    batch, attrs = op.shapes[0], op.attrs
    # A ragged feature has values and splits; one in a list has outer and inner splits.
    count = len(attrs["context_ragged_value_types"])
    num_ragged_lists = len(attrs["feature_list_ragged_value_types"])
    return [
        *_sparse(batch, attrs["Ncontext_sparse"], 1),
        *_dense(batch, attrs["context_dense_shapes"], TensorShape([])),
        *[TensorShape([None])] * (2 * count),
        *_sparse(batch, attrs["Nfeature_list_sparse"], 2),
        *_dense(batch, attrs["feature_list_dense_shapes"], TensorShape([None])),
        # The number of items of each list and example.
        *[batch] * attrs["Nfeature_list_dense"],
        *[TensorShape([None])] * (3 * num_ragged_lists),
    ]


def _sparse(batch: TensorShape, count: int, more: int) -> list[TensorShape]:
    """Indices, values and shapes of sparse features that have `more` dimensions than the batch."""
    # A single example [] gives features without the dimension of the batch, so the batch may be of rank 0 or 1.
    rank = None if batch.rank is None else batch.rank + more
    return [TensorShape([None, rank])] * count + [TensorShape([None])] * count + [TensorShape([rank])] * count


def _dense(batch: TensorShape, shapes: Sequence[Any], items: TensorShape) -> list[TensorShape]:
    """[batch, ...items, ...] for each shape."""
    if batch.rank is None:
        return [UNKNOWN] * len(shapes)
    return [batch.concatenate(items).concatenate(shape) for shape in shapes]
