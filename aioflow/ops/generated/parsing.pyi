# Generated from protos/ops/parsing.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def decode_csv(
    records: TensorLike, record_defaults: Sequence[TensorLike], *, field_delim: str | bytes = ",",
    use_quote_delim: bool = True, na_value: str | bytes = "", select_cols: Sequence[int] = (),
    name: str | None = None,
) -> list[Tensor]: ...


def decode_compressed(bytes: TensorLike, *, compression_type: str | bytes = "", name: str | None = None) -> Tensor: ...


def decode_json_example(json_examples: TensorLike, name: str | None = None) -> Tensor: ...


def decode_padded_raw(
    input_bytes: TensorLike, fixed_length: TensorLike, *, out_type: DTypeLike, little_endian: bool = True,
    name: str | None = None,
) -> Tensor: ...


class DecodeProtoV2Outputs(NamedTuple):
    """The outputs of DecodeProtoV2."""

    sizes: Tensor
    values: list[Tensor]


def decode_proto_v2(
    bytes: TensorLike, *, message_type: str | bytes, field_names: Sequence[str | bytes],
    output_types: Sequence[DTypeLike], descriptor_source: str | bytes = "local://",
    message_format: str | bytes = "binary", sanitize: bool = False, name: str | None = None,
) -> DecodeProtoV2Outputs: ...


def decode_raw(
    bytes: TensorLike, *, out_type: DTypeLike, little_endian: bool = True, name: str | None = None,
) -> Tensor: ...


def encode_proto(
    sizes: TensorLike, values: Sequence[TensorLike], *, field_names: Sequence[str | bytes],
    message_type: str | bytes, descriptor_source: str | bytes = "local://", name: str | None = None,
) -> Tensor: ...


class ParseExampleOutputs(NamedTuple):
    """The outputs of ParseExample."""

    sparse_indices: list[Tensor]
    sparse_values: list[Tensor]
    sparse_shapes: list[Tensor]
    dense_values: list[Tensor]


def parse_example(
    serialized: TensorLike, names: TensorLike, sparse_keys: Sequence[TensorLike], dense_keys: Sequence[TensorLike],
    dense_defaults: Sequence[TensorLike], *, sparse_types: Sequence[DTypeLike], dense_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> ParseExampleOutputs: ...


class ParseExampleV2Outputs(NamedTuple):
    """The outputs of ParseExampleV2."""

    sparse_indices: list[Tensor]
    sparse_values: list[Tensor]
    sparse_shapes: list[Tensor]
    dense_values: list[Tensor]
    ragged_values: list[Tensor]
    ragged_row_splits: list[Tensor]


def parse_example_v2(
    serialized: TensorLike, names: TensorLike, sparse_keys: TensorLike, dense_keys: TensorLike,
    ragged_keys: TensorLike, dense_defaults: Sequence[TensorLike], *, num_sparse: int,
    sparse_types: Sequence[DTypeLike], ragged_value_types: Sequence[DTypeLike],
    ragged_split_types: Sequence[DTypeLike], dense_shapes: Sequence[ShapeLike], name: str | None = None,
) -> ParseExampleV2Outputs: ...


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
    serialized: TensorLike, debug_name: TensorLike, context_dense_defaults: Sequence[TensorLike], *,
    feature_list_dense_missing_assumed_empty: Sequence[str | bytes], context_sparse_keys: Sequence[str | bytes],
    context_dense_keys: Sequence[str | bytes], feature_list_sparse_keys: Sequence[str | bytes],
    feature_list_dense_keys: Sequence[str | bytes], Ncontext_sparse: int = 0, Ncontext_dense: int = 0,
    Nfeature_list_sparse: int = 0, Nfeature_list_dense: int = 0, context_sparse_types: Sequence[DTypeLike] = (),
    feature_list_dense_types: Sequence[DTypeLike] = (), context_dense_shapes: Sequence[ShapeLike] = (),
    feature_list_sparse_types: Sequence[DTypeLike] = (), feature_list_dense_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> ParseSequenceExampleOutputs: ...


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
    serialized: TensorLike, debug_name: TensorLike, context_sparse_keys: TensorLike, context_dense_keys: TensorLike,
    context_ragged_keys: TensorLike, feature_list_sparse_keys: TensorLike, feature_list_dense_keys: TensorLike,
    feature_list_ragged_keys: TensorLike, feature_list_dense_missing_assumed_empty: TensorLike,
    context_dense_defaults: Sequence[TensorLike], *, Ncontext_sparse: int = 0,
    context_sparse_types: Sequence[DTypeLike] = (), context_ragged_value_types: Sequence[DTypeLike] = (),
    context_ragged_split_types: Sequence[DTypeLike] = (), context_dense_shapes: Sequence[ShapeLike] = (),
    Nfeature_list_sparse: int = 0, Nfeature_list_dense: int = 0, feature_list_dense_types: Sequence[DTypeLike] = (),
    feature_list_sparse_types: Sequence[DTypeLike] = (), feature_list_ragged_value_types: Sequence[DTypeLike] = (),
    feature_list_ragged_split_types: Sequence[DTypeLike] = (), feature_list_dense_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> ParseSequenceExampleV2Outputs: ...


class ParseSingleExampleOutputs(NamedTuple):
    """The outputs of ParseSingleExample."""

    sparse_indices: list[Tensor]
    sparse_values: list[Tensor]
    sparse_shapes: list[Tensor]
    dense_values: list[Tensor]


def parse_single_example(
    serialized: TensorLike, dense_defaults: Sequence[TensorLike], *, num_sparse: int,
    sparse_keys: Sequence[str | bytes], dense_keys: Sequence[str | bytes], sparse_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike], name: str | None = None,
) -> ParseSingleExampleOutputs: ...


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
    serialized: TensorLike, feature_list_dense_missing_assumed_empty: TensorLike,
    context_sparse_keys: Sequence[TensorLike], context_dense_keys: Sequence[TensorLike],
    feature_list_sparse_keys: Sequence[TensorLike], feature_list_dense_keys: Sequence[TensorLike],
    context_dense_defaults: Sequence[TensorLike], debug_name: TensorLike, *,
    context_sparse_types: Sequence[DTypeLike] = (), feature_list_dense_types: Sequence[DTypeLike] = (),
    context_dense_shapes: Sequence[ShapeLike] = (), feature_list_sparse_types: Sequence[DTypeLike] = (),
    feature_list_dense_shapes: Sequence[ShapeLike] = (), name: str | None = None,
) -> ParseSingleSequenceExampleOutputs: ...


def parse_tensor(serialized: TensorLike, *, out_type: DTypeLike, name: str | None = None) -> Tensor: ...


def serialize_tensor(tensor: TensorLike, name: str | None = None) -> Tensor: ...
