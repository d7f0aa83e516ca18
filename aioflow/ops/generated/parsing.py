# Generated from aioflow/ops/definitions/parsing.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.parsing` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def decode_csv(
    records: TensorLike,
    record_defaults: Sequence[TensorLike],
    *,
    field_delim: str | bytes = ",",
    use_quote_delim: bool = True,
    na_value: str | bytes = "",
    select_cols: Sequence[int] = (),
    name: str | None = None,
) -> list[Tensor]:
    """DecodeCSV(records: string, record_defaults: OUT_TYPE) -> (output: OUT_TYPE).

    OUT_TYPE is one of float32, float64, int32, int64, string.
    """
    return list(apply_op(
        "DecodeCSV",
        [records, record_defaults],
        {
            "field_delim": field_delim,
            "use_quote_delim": use_quote_delim,
            "na_value": na_value,
            "select_cols": select_cols,
        },
        name,
    ).outputs)


def decode_compressed(bytes: TensorLike, *, compression_type: str | bytes = "", name: str | None = None) -> Tensor:
    """DecodeCompressed(bytes: string) -> (output: string)."""
    return apply_op("DecodeCompressed", [bytes], {"compression_type": compression_type}, name).outputs[0]


def decode_json_example(json_examples: TensorLike, name: str | None = None) -> Tensor:
    """DecodeJSONExample(json_examples: string) -> (binary_examples: string)."""
    return apply_op("DecodeJSONExample", [json_examples], {}, name).outputs[0]


def decode_padded_raw(
    input_bytes: TensorLike,
    fixed_length: TensorLike,
    *,
    out_type: DTypeLike,
    little_endian: bool = True,
    name: str | None = None,
) -> Tensor:
    """DecodePaddedRaw(input_bytes: string, fixed_length: int32) -> (output: out_type)."""
    return apply_op(
        "DecodePaddedRaw",
        [input_bytes, fixed_length],
        {"out_type": out_type, "little_endian": little_endian},
        name,
    ).outputs[0]


class DecodeProtoV2Outputs(NamedTuple):
    """The outputs of DecodeProtoV2."""

    sizes: Tensor
    values: list[Tensor]


def decode_proto_v2(
    bytes: TensorLike,
    *,
    message_type: str | bytes,
    field_names: Sequence[str | bytes],
    output_types: Sequence[DTypeLike],
    descriptor_source: str | bytes = "local://",
    message_format: str | bytes = "binary",
    sanitize: bool = False,
    name: str | None = None,
) -> DecodeProtoV2Outputs:
    """DecodeProtoV2(bytes: string) -> (sizes: int32, values: output_types)."""
    return DecodeProtoV2Outputs(*grouped(apply_op(
        "DecodeProtoV2",
        [bytes],
        {
            "message_type": message_type,
            "field_names": field_names,
            "output_types": output_types,
            "descriptor_source": descriptor_source,
            "message_format": message_format,
            "sanitize": sanitize,
        },
        name,
    )))


def decode_raw(
    bytes: TensorLike,
    *,
    out_type: DTypeLike,
    little_endian: bool = True,
    name: str | None = None,
) -> Tensor:
    """DecodeRaw(bytes: string) -> (output: out_type)."""
    return apply_op("DecodeRaw", [bytes], {"out_type": out_type, "little_endian": little_endian}, name).outputs[0]


def encode_proto(
    sizes: TensorLike,
    values: Sequence[TensorLike],
    *,
    field_names: Sequence[str | bytes],
    message_type: str | bytes,
    descriptor_source: str | bytes = "local://",
    name: str | None = None,
) -> Tensor:
    """EncodeProto(sizes: int32, values: Tinput_types) -> (bytes: string)."""
    return apply_op(
        "EncodeProto",
        [sizes, values],
        {"field_names": field_names, "message_type": message_type, "descriptor_source": descriptor_source},
        name,
    ).outputs[0]


class ParseExampleOutputs(NamedTuple):
    """The outputs of ParseExample."""

    sparse_indices: list[Tensor]
    sparse_values: list[Tensor]
    sparse_shapes: list[Tensor]
    dense_values: list[Tensor]


def parse_example(
    serialized: TensorLike,
    names: TensorLike,
    sparse_keys: Sequence[TensorLike],
    dense_keys: Sequence[TensorLike],
    dense_defaults: Sequence[TensorLike],
    *,
    sparse_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> ParseExampleOutputs:
    """ParseExample(serialized: string, names: string, sparse_keys: Nsparse * string, dense_keys: Ndense * string,
    dense_defaults: Tdense) -> (sparse_indices: Nsparse * int64, sparse_values: sparse_types, sparse_shapes: Nsparse
    * int64, dense_values: Tdense).

    Tdense is one of float32, int64, string.
    """
    return ParseExampleOutputs(*grouped(apply_op(
        "ParseExample",
        [serialized, names, sparse_keys, dense_keys, dense_defaults],
        {"sparse_types": sparse_types, "dense_shapes": dense_shapes},
        name,
    )))


class ParseExampleV2Outputs(NamedTuple):
    """The outputs of ParseExampleV2."""

    sparse_indices: list[Tensor]
    sparse_values: list[Tensor]
    sparse_shapes: list[Tensor]
    dense_values: list[Tensor]
    ragged_values: list[Tensor]
    ragged_row_splits: list[Tensor]


def parse_example_v2(
    serialized: TensorLike,
    names: TensorLike,
    sparse_keys: TensorLike,
    dense_keys: TensorLike,
    ragged_keys: TensorLike,
    dense_defaults: Sequence[TensorLike],
    *,
    num_sparse: int,
    sparse_types: Sequence[DTypeLike],
    ragged_value_types: Sequence[DTypeLike],
    ragged_split_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> ParseExampleV2Outputs:
    """ParseExampleV2(serialized: string, names: string, sparse_keys: string, dense_keys: string, ragged_keys: string,
    dense_defaults: Tdense) -> (sparse_indices: num_sparse * int64, sparse_values: sparse_types, sparse_shapes:
    num_sparse * int64, dense_values: Tdense, ragged_values: ragged_value_types, ragged_row_splits:
    ragged_split_types).

    Tdense is one of float32, int64, string.
    """
    return ParseExampleV2Outputs(*grouped(apply_op(
        "ParseExampleV2",
        [serialized, names, sparse_keys, dense_keys, ragged_keys, dense_defaults],
        {
            "num_sparse": num_sparse,
            "sparse_types": sparse_types,
            "ragged_value_types": ragged_value_types,
            "ragged_split_types": ragged_split_types,
            "dense_shapes": dense_shapes,
        },
        name,
    )))


class ParseSequenceExampleOutputs(NamedTuple):
    """The outputs of ParseSequenceExample."""

    context_sparse_indices: list[Tensor]
    context_sparse_values: list[Tensor]
    context_sparse_shapes: list[Tensor]
    context_dense_values: list[Tensor]
    feature_list_sparse_indices: list[Tensor]
    feature_list_sparse_values: list[Tensor]
    feature_list_sparse_shapes: list[Tensor]
    feature_list_dense_values: list[Tensor]
    feature_list_dense_lengths: list[Tensor]


def parse_sequence_example(
    serialized: TensorLike,
    debug_name: TensorLike,
    context_dense_defaults: Sequence[TensorLike],
    *,
    feature_list_dense_missing_assumed_empty: Sequence[str | bytes],
    context_sparse_keys: Sequence[str | bytes],
    context_dense_keys: Sequence[str | bytes],
    feature_list_sparse_keys: Sequence[str | bytes],
    feature_list_dense_keys: Sequence[str | bytes],
    Ncontext_sparse: int = 0,
    Ncontext_dense: int = 0,
    Nfeature_list_sparse: int = 0,
    Nfeature_list_dense: int = 0,
    context_sparse_types: Sequence[DTypeLike] = (),
    feature_list_dense_types: Sequence[DTypeLike] = (),
    context_dense_shapes: Sequence[ShapeLike] = (),
    feature_list_sparse_types: Sequence[DTypeLike] = (),
    feature_list_dense_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> ParseSequenceExampleOutputs:
    """ParseSequenceExample(serialized: string, debug_name: string, context_dense_defaults: Tcontext_dense) ->
    (context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: context_sparse_types,
    context_sparse_shapes: Ncontext_sparse * int64, context_dense_values: Tcontext_dense,
    feature_list_sparse_indices: Nfeature_list_sparse * int64, feature_list_sparse_values: feature_list_sparse_types,
    feature_list_sparse_shapes: Nfeature_list_sparse * int64, feature_list_dense_values: feature_list_dense_types,
    feature_list_dense_lengths: Nfeature_list_dense * int64).

    Tcontext_dense is one of float32, int64, string.
    """
    return ParseSequenceExampleOutputs(*grouped(apply_op(
        "ParseSequenceExample",
        [serialized, debug_name, context_dense_defaults],
        {
            "feature_list_dense_missing_assumed_empty": feature_list_dense_missing_assumed_empty,
            "context_sparse_keys": context_sparse_keys,
            "context_dense_keys": context_dense_keys,
            "feature_list_sparse_keys": feature_list_sparse_keys,
            "feature_list_dense_keys": feature_list_dense_keys,
            "Ncontext_sparse": Ncontext_sparse,
            "Ncontext_dense": Ncontext_dense,
            "Nfeature_list_sparse": Nfeature_list_sparse,
            "Nfeature_list_dense": Nfeature_list_dense,
            "context_sparse_types": context_sparse_types,
            "feature_list_dense_types": feature_list_dense_types,
            "context_dense_shapes": context_dense_shapes,
            "feature_list_sparse_types": feature_list_sparse_types,
            "feature_list_dense_shapes": feature_list_dense_shapes,
        },
        name,
    )))


class ParseSequenceExampleV2Outputs(NamedTuple):
    """The outputs of ParseSequenceExampleV2."""

    context_sparse_indices: list[Tensor]
    context_sparse_values: list[Tensor]
    context_sparse_shapes: list[Tensor]
    context_dense_values: list[Tensor]
    context_ragged_values: list[Tensor]
    context_ragged_row_splits: list[Tensor]
    feature_list_sparse_indices: list[Tensor]
    feature_list_sparse_values: list[Tensor]
    feature_list_sparse_shapes: list[Tensor]
    feature_list_dense_values: list[Tensor]
    feature_list_dense_lengths: list[Tensor]
    feature_list_ragged_values: list[Tensor]
    feature_list_ragged_outer_splits: list[Tensor]
    feature_list_ragged_inner_splits: list[Tensor]


def parse_sequence_example_v2(
    serialized: TensorLike,
    debug_name: TensorLike,
    context_sparse_keys: TensorLike,
    context_dense_keys: TensorLike,
    context_ragged_keys: TensorLike,
    feature_list_sparse_keys: TensorLike,
    feature_list_dense_keys: TensorLike,
    feature_list_ragged_keys: TensorLike,
    feature_list_dense_missing_assumed_empty: TensorLike,
    context_dense_defaults: Sequence[TensorLike],
    *,
    Ncontext_sparse: int = 0,
    context_sparse_types: Sequence[DTypeLike] = (),
    context_ragged_value_types: Sequence[DTypeLike] = (),
    context_ragged_split_types: Sequence[DTypeLike] = (),
    context_dense_shapes: Sequence[ShapeLike] = (),
    Nfeature_list_sparse: int = 0,
    Nfeature_list_dense: int = 0,
    feature_list_dense_types: Sequence[DTypeLike] = (),
    feature_list_sparse_types: Sequence[DTypeLike] = (),
    feature_list_ragged_value_types: Sequence[DTypeLike] = (),
    feature_list_ragged_split_types: Sequence[DTypeLike] = (),
    feature_list_dense_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> ParseSequenceExampleV2Outputs:
    """ParseSequenceExampleV2(serialized: string, debug_name: string, context_sparse_keys: string, context_dense_keys:
    string, context_ragged_keys: string, feature_list_sparse_keys: string, feature_list_dense_keys: string,
    feature_list_ragged_keys: string, feature_list_dense_missing_assumed_empty: bool, context_dense_defaults:
    Tcontext_dense) -> (context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: context_sparse_types,
    context_sparse_shapes: Ncontext_sparse * int64, context_dense_values: Tcontext_dense, context_ragged_values:
    context_ragged_value_types, context_ragged_row_splits: context_ragged_split_types, feature_list_sparse_indices:
    Nfeature_list_sparse * int64, feature_list_sparse_values: feature_list_sparse_types, feature_list_sparse_shapes:
    Nfeature_list_sparse * int64, feature_list_dense_values: feature_list_dense_types, feature_list_dense_lengths:
    Nfeature_list_dense * int64, feature_list_ragged_values: feature_list_ragged_value_types,
    feature_list_ragged_outer_splits: feature_list_ragged_split_types, feature_list_ragged_inner_splits:
    feature_list_ragged_split_types).

    Tcontext_dense is one of float32, int64, string.
    """
    return ParseSequenceExampleV2Outputs(*grouped(apply_op(
        "ParseSequenceExampleV2",
        [
            serialized,
            debug_name,
            context_sparse_keys,
            context_dense_keys,
            context_ragged_keys,
            feature_list_sparse_keys,
            feature_list_dense_keys,
            feature_list_ragged_keys,
            feature_list_dense_missing_assumed_empty,
            context_dense_defaults,
        ],
        {
            "Ncontext_sparse": Ncontext_sparse,
            "context_sparse_types": context_sparse_types,
            "context_ragged_value_types": context_ragged_value_types,
            "context_ragged_split_types": context_ragged_split_types,
            "context_dense_shapes": context_dense_shapes,
            "Nfeature_list_sparse": Nfeature_list_sparse,
            "Nfeature_list_dense": Nfeature_list_dense,
            "feature_list_dense_types": feature_list_dense_types,
            "feature_list_sparse_types": feature_list_sparse_types,
            "feature_list_ragged_value_types": feature_list_ragged_value_types,
            "feature_list_ragged_split_types": feature_list_ragged_split_types,
            "feature_list_dense_shapes": feature_list_dense_shapes,
        },
        name,
    )))


class ParseSingleExampleOutputs(NamedTuple):
    """The outputs of ParseSingleExample."""

    sparse_indices: list[Tensor]
    sparse_values: list[Tensor]
    sparse_shapes: list[Tensor]
    dense_values: list[Tensor]


def parse_single_example(
    serialized: TensorLike,
    dense_defaults: Sequence[TensorLike],
    *,
    num_sparse: int,
    sparse_keys: Sequence[str | bytes],
    dense_keys: Sequence[str | bytes],
    sparse_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> ParseSingleExampleOutputs:
    """ParseSingleExample(serialized: string, dense_defaults: Tdense) -> (sparse_indices: num_sparse * int64,
    sparse_values: sparse_types, sparse_shapes: num_sparse * int64, dense_values: Tdense).

    Tdense is one of float32, int64, string.
    """
    return ParseSingleExampleOutputs(*grouped(apply_op(
        "ParseSingleExample",
        [serialized, dense_defaults],
        {
            "num_sparse": num_sparse,
            "sparse_keys": sparse_keys,
            "dense_keys": dense_keys,
            "sparse_types": sparse_types,
            "dense_shapes": dense_shapes,
        },
        name,
    )))


class ParseSingleSequenceExampleOutputs(NamedTuple):
    """The outputs of ParseSingleSequenceExample."""

    context_sparse_indices: list[Tensor]
    context_sparse_values: list[Tensor]
    context_sparse_shapes: list[Tensor]
    context_dense_values: list[Tensor]
    feature_list_sparse_indices: list[Tensor]
    feature_list_sparse_values: list[Tensor]
    feature_list_sparse_shapes: list[Tensor]
    feature_list_dense_values: list[Tensor]


def parse_single_sequence_example(
    serialized: TensorLike,
    feature_list_dense_missing_assumed_empty: TensorLike,
    context_sparse_keys: Sequence[TensorLike],
    context_dense_keys: Sequence[TensorLike],
    feature_list_sparse_keys: Sequence[TensorLike],
    feature_list_dense_keys: Sequence[TensorLike],
    context_dense_defaults: Sequence[TensorLike],
    debug_name: TensorLike,
    *,
    context_sparse_types: Sequence[DTypeLike] = (),
    feature_list_dense_types: Sequence[DTypeLike] = (),
    context_dense_shapes: Sequence[ShapeLike] = (),
    feature_list_sparse_types: Sequence[DTypeLike] = (),
    feature_list_dense_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> ParseSingleSequenceExampleOutputs:
    """ParseSingleSequenceExample(serialized: string, feature_list_dense_missing_assumed_empty: string,
    context_sparse_keys: Ncontext_sparse * string, context_dense_keys: Ncontext_dense * string,
    feature_list_sparse_keys: Nfeature_list_sparse * string, feature_list_dense_keys: Nfeature_list_dense * string,
    context_dense_defaults: Tcontext_dense, debug_name: string) -> (context_sparse_indices: Ncontext_sparse * int64,
    context_sparse_values: context_sparse_types, context_sparse_shapes: Ncontext_sparse * int64,
    context_dense_values: Tcontext_dense, feature_list_sparse_indices: Nfeature_list_sparse * int64,
    feature_list_sparse_values: feature_list_sparse_types, feature_list_sparse_shapes: Nfeature_list_sparse * int64,
    feature_list_dense_values: feature_list_dense_types).

    Tcontext_dense is one of float32, int64, string.
    """
    return ParseSingleSequenceExampleOutputs(*grouped(apply_op(
        "ParseSingleSequenceExample",
        [
            serialized,
            feature_list_dense_missing_assumed_empty,
            context_sparse_keys,
            context_dense_keys,
            feature_list_sparse_keys,
            feature_list_dense_keys,
            context_dense_defaults,
            debug_name,
        ],
        {
            "context_sparse_types": context_sparse_types,
            "feature_list_dense_types": feature_list_dense_types,
            "context_dense_shapes": context_dense_shapes,
            "feature_list_sparse_types": feature_list_sparse_types,
            "feature_list_dense_shapes": feature_list_dense_shapes,
        },
        name,
    )))


def parse_tensor(serialized: TensorLike, *, out_type: DTypeLike, name: str | None = None) -> Tensor:
    """ParseTensor(serialized: string) -> (output: out_type)."""
    return apply_op("ParseTensor", [serialized], {"out_type": out_type}, name).outputs[0]


def serialize_tensor(tensor: TensorLike, name: str | None = None) -> Tensor:
    """SerializeTensor(tensor: T) -> (serialized: string)."""
    return apply_op("SerializeTensor", [tensor], {}, name).outputs[0]
