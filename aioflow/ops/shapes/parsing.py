"""Static shapes of the ops that parse strings. Features have declared shapes behind the dimensions of the batch."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.graph.input_shapes import input_shapes
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input, scalar
from aioflow.ops.shapes.sizes import VECTOR, divided_size, held_count

# ---- decode raw ops
shape_function("DecodeCompressed", "DecodeJSONExample")(same_as_first_input)
shape_function("SerializeTensor")(scalar)


@shape_function("DecodeCSV")
def decode_csv(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the records, for each column."""
    # A default [0] stands for a required field, [1] or [] for one with a default.
    for default in op.shapes[1:]:
        if default.rank is not None and default.rank > 1:
            raise ValueError(f"a column's default must be at most of rank 1, but has shape {default}")
        if default.rank and (default.size(0) or 0) > 1:
            raise ValueError("Shape of a default must be a length-0 or length-1 vector, or a scalar.")
    return [op.shapes[0]] * op.num_outputs


@shape_function("DecodePaddedRaw")
def decode_padded_raw(op: ShapeContext) -> Sequence[TensorShape]:
    """[..., numbers]: each string becomes a vector of as many bytes as input 1 holds."""
    return [op.shapes[0].concatenate([divided_size(held_count(op, 1), op.attrs["out_type"].size)])]


@shape_function("DecodeRaw")
def one_dimension_more(op: ShapeContext) -> Sequence[TensorShape]:
    """[..., unknown]: each string becomes a vector."""
    return [op.shapes[0].concatenate(VECTOR)]


# ---- parse example ops
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


# ---- proto ops
@shape_function("DecodeProtoV2")
def decode_proto(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, fields] sizes, and [batch, unknown] for each field."""
    batch, count = op.shapes[0], op.num_outputs - 1
    return [batch.concatenate([count]), *[batch.concatenate([None])] * count]


@shape_function("EncodeProto")
def encode_proto(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch] of sizes [batch, fields]; values [batch, ...] of all fields agree, which sizes are not compared with."""
    batch = TensorShape(None)
    for values in op.shapes[1:]:
        batch = batch.merge_with(values[:-1])
    return [op.shapes[0][:-1]]


# ---- input shapes
input_shapes("""
DecodeCSV: * [_?]
EncodeProto: * [_,_,...]
""")
