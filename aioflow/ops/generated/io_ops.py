# Generated from aioflow/ops/definitions/io_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.io_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


def fixed_length_record_reader(
    *,
    record_bytes: int,
    header_bytes: int = 0,
    footer_bytes: int = 0,
    hop_bytes: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """FixedLengthRecordReader() -> (reader_handle: Ref(string)).

    Stateful.
    Deprecated: Use FixedLengthRecordReaderV2.
    """
    return apply_op(
        "FixedLengthRecordReader",
        [],
        {
            "record_bytes": record_bytes,
            "header_bytes": header_bytes,
            "footer_bytes": footer_bytes,
            "hop_bytes": hop_bytes,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def fixed_length_record_reader_v2(
    *,
    record_bytes: int,
    header_bytes: int = 0,
    footer_bytes: int = 0,
    hop_bytes: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    encoding: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """FixedLengthRecordReaderV2() -> (reader_handle: resource).

    Stateful.
    """
    return apply_op(
        "FixedLengthRecordReaderV2",
        [],
        {
            "record_bytes": record_bytes,
            "header_bytes": header_bytes,
            "footer_bytes": footer_bytes,
            "hop_bytes": hop_bytes,
            "container": container,
            "shared_name": shared_name,
            "encoding": encoding,
        },
        name,
    ).outputs[0]


class GenerateVocabRemappingOutputs(NamedTuple):
    """The outputs of GenerateVocabRemapping."""

    remapping: Tensor
    num_present: Tensor


def generate_vocab_remapping(
    new_vocab_file: TensorLike,
    old_vocab_file: TensorLike,
    *,
    new_vocab_offset: int,
    num_new_vocab: int,
    old_vocab_size: int = -1,
    name: str | None = None,
) -> GenerateVocabRemappingOutputs:
    """GenerateVocabRemapping(new_vocab_file: string, old_vocab_file: string) -> (remapping: int64, num_present: int32).

    """
    return GenerateVocabRemappingOutputs(*grouped(apply_op(
        "GenerateVocabRemapping",
        [new_vocab_file, old_vocab_file],
        {"new_vocab_offset": new_vocab_offset, "num_new_vocab": num_new_vocab, "old_vocab_size": old_vocab_size},
        name,
    )))


def identity_reader(*, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None) -> Tensor:
    """IdentityReader() -> (reader_handle: Ref(string)).

    Stateful.
    Deprecated: Use IdentityReaderV2.
    """
    return apply_op("IdentityReader", [], {"container": container, "shared_name": shared_name}, name).outputs[0]


def identity_reader_v2(
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """IdentityReaderV2() -> (reader_handle: resource).

    Stateful.
    """
    return apply_op("IdentityReaderV2", [], {"container": container, "shared_name": shared_name}, name).outputs[0]


def load_and_remap_matrix(
    ckpt_path: TensorLike,
    old_tensor_name: TensorLike,
    row_remapping: TensorLike,
    col_remapping: TensorLike,
    initializing_values: TensorLike,
    *,
    num_rows: int,
    num_cols: int,
    max_rows_in_memory: int = -1,
    name: str | None = None,
) -> Tensor:
    """LoadAndRemapMatrix(ckpt_path: string, old_tensor_name: string, row_remapping: int64, col_remapping: int64,
    initializing_values: float32) -> (output_matrix: float32).

    Stateful.
    """
    return apply_op(
        "LoadAndRemapMatrix",
        [ckpt_path, old_tensor_name, row_remapping, col_remapping, initializing_values],
        {"num_rows": num_rows, "num_cols": num_cols, "max_rows_in_memory": max_rows_in_memory},
        name,
    ).outputs[0]


def matching_files(pattern: TensorLike, name: str | None = None) -> Tensor:
    """MatchingFiles(pattern: string) -> (filenames: string)."""
    return apply_op("MatchingFiles", [pattern], {}, name).outputs[0]


def merge_v2_checkpoints(
    checkpoint_prefixes: TensorLike,
    destination_prefix: TensorLike,
    *,
    delete_old_dirs: bool = True,
    allow_missing_files: bool = False,
    name: str | None = None,
) -> Operation:
    """MergeV2Checkpoints(checkpoint_prefixes: string, destination_prefix: string) -> ().

    Stateful.
    """
    return apply_op(
        "MergeV2Checkpoints",
        [checkpoint_prefixes, destination_prefix],
        {"delete_old_dirs": delete_old_dirs, "allow_missing_files": allow_missing_files},
        name,
    )


def read_file(filename: TensorLike, name: str | None = None) -> Tensor:
    """ReadFile(filename: string) -> (contents: string)."""
    return apply_op("ReadFile", [filename], {}, name).outputs[0]


def reader_num_records_produced(reader_handle: TensorLike, name: str | None = None) -> Tensor:
    """ReaderNumRecordsProduced(reader_handle: Ref(string)) -> (records_produced: int64)."""
    return apply_op("ReaderNumRecordsProduced", [reader_handle], {}, name).outputs[0]


def reader_num_records_produced_v2(reader_handle: TensorLike, name: str | None = None) -> Tensor:
    """ReaderNumRecordsProducedV2(reader_handle: resource) -> (records_produced: int64).

    Stateful.
    """
    return apply_op("ReaderNumRecordsProducedV2", [reader_handle], {}, name).outputs[0]


def reader_num_work_units_completed(reader_handle: TensorLike, name: str | None = None) -> Tensor:
    """ReaderNumWorkUnitsCompleted(reader_handle: Ref(string)) -> (units_completed: int64)."""
    return apply_op("ReaderNumWorkUnitsCompleted", [reader_handle], {}, name).outputs[0]


def reader_num_work_units_completed_v2(reader_handle: TensorLike, name: str | None = None) -> Tensor:
    """ReaderNumWorkUnitsCompletedV2(reader_handle: resource) -> (units_completed: int64).

    Stateful.
    """
    return apply_op("ReaderNumWorkUnitsCompletedV2", [reader_handle], {}, name).outputs[0]


class ReaderReadOutputs(NamedTuple):
    """The outputs of ReaderRead."""

    key: Tensor
    value: Tensor


def reader_read(reader_handle: TensorLike, queue_handle: TensorLike, name: str | None = None) -> ReaderReadOutputs:
    """ReaderRead(reader_handle: Ref(string), queue_handle: Ref(string)) -> (key: string, value: string)."""
    return ReaderReadOutputs(*grouped(apply_op("ReaderRead", [reader_handle, queue_handle], {}, name)))


class ReaderReadUpToOutputs(NamedTuple):
    """The outputs of ReaderReadUpTo."""

    keys: Tensor
    values: Tensor


def reader_read_up_to(
    reader_handle: TensorLike,
    queue_handle: TensorLike,
    num_records: TensorLike,
    name: str | None = None,
) -> ReaderReadUpToOutputs:
    """ReaderReadUpTo(reader_handle: Ref(string), queue_handle: Ref(string), num_records: int64) -> (keys: string,
    values: string).

    """
    return ReaderReadUpToOutputs(*grouped(apply_op(
        "ReaderReadUpTo",
        [reader_handle, queue_handle, num_records],
        {},
        name,
    )))


class ReaderReadUpToV2Outputs(NamedTuple):
    """The outputs of ReaderReadUpToV2."""

    keys: Tensor
    values: Tensor


def reader_read_up_to_v2(
    reader_handle: TensorLike,
    queue_handle: TensorLike,
    num_records: TensorLike,
    name: str | None = None,
) -> ReaderReadUpToV2Outputs:
    """ReaderReadUpToV2(reader_handle: resource, queue_handle: resource, num_records: int64) -> (keys: string, values:
    string).

    Stateful.
    """
    return ReaderReadUpToV2Outputs(*grouped(apply_op(
        "ReaderReadUpToV2",
        [reader_handle, queue_handle, num_records],
        {},
        name,
    )))


class ReaderReadV2Outputs(NamedTuple):
    """The outputs of ReaderReadV2."""

    key: Tensor
    value: Tensor


def reader_read_v2(reader_handle: TensorLike, queue_handle: TensorLike, name: str | None = None) -> ReaderReadV2Outputs:
    """ReaderReadV2(reader_handle: resource, queue_handle: resource) -> (key: string, value: string).

    Stateful.
    """
    return ReaderReadV2Outputs(*grouped(apply_op("ReaderReadV2", [reader_handle, queue_handle], {}, name)))


def reader_reset(reader_handle: TensorLike, name: str | None = None) -> Operation:
    """ReaderReset(reader_handle: Ref(string)) -> ()."""
    return apply_op("ReaderReset", [reader_handle], {}, name)


def reader_reset_v2(reader_handle: TensorLike, name: str | None = None) -> Operation:
    """ReaderResetV2(reader_handle: resource) -> ().

    Stateful.
    """
    return apply_op("ReaderResetV2", [reader_handle], {}, name)


def reader_restore_state(reader_handle: TensorLike, state: TensorLike, name: str | None = None) -> Operation:
    """ReaderRestoreState(reader_handle: Ref(string), state: string) -> ()."""
    return apply_op("ReaderRestoreState", [reader_handle, state], {}, name)


def reader_restore_state_v2(reader_handle: TensorLike, state: TensorLike, name: str | None = None) -> Operation:
    """ReaderRestoreStateV2(reader_handle: resource, state: string) -> ().

    Stateful.
    """
    return apply_op("ReaderRestoreStateV2", [reader_handle, state], {}, name)


def reader_serialize_state(reader_handle: TensorLike, name: str | None = None) -> Tensor:
    """ReaderSerializeState(reader_handle: Ref(string)) -> (state: string)."""
    return apply_op("ReaderSerializeState", [reader_handle], {}, name).outputs[0]


def reader_serialize_state_v2(reader_handle: TensorLike, name: str | None = None) -> Tensor:
    """ReaderSerializeStateV2(reader_handle: resource) -> (state: string).

    Stateful.
    """
    return apply_op("ReaderSerializeStateV2", [reader_handle], {}, name).outputs[0]


def restore(
    file_pattern: TensorLike,
    tensor_name: TensorLike,
    *,
    dt: DTypeLike,
    preferred_shard: int = -1,
    name: str | None = None,
) -> Tensor:
    """Restore(file_pattern: string, tensor_name: string) -> (tensor: dt).

    Stateful.
    """
    return apply_op(
        "Restore",
        [file_pattern, tensor_name],
        {"dt": dt, "preferred_shard": preferred_shard},
        name,
    ).outputs[0]


def restore_slice(
    file_pattern: TensorLike,
    tensor_name: TensorLike,
    shape_and_slice: TensorLike,
    *,
    dt: DTypeLike,
    preferred_shard: int = -1,
    name: str | None = None,
) -> Tensor:
    """RestoreSlice(file_pattern: string, tensor_name: string, shape_and_slice: string) -> (tensor: dt).

    Stateful.
    """
    return apply_op(
        "RestoreSlice",
        [file_pattern, tensor_name, shape_and_slice],
        {"dt": dt, "preferred_shard": preferred_shard},
        name,
    ).outputs[0]


def restore_v2(
    prefix: TensorLike,
    tensor_names: TensorLike,
    shape_and_slices: TensorLike,
    *,
    dtypes: Sequence[DTypeLike],
    name: str | None = None,
) -> list[Tensor]:
    """RestoreV2(prefix: string, tensor_names: string, shape_and_slices: string) -> (tensors: dtypes).

    Stateful.
    """
    return list(apply_op("RestoreV2", [prefix, tensor_names, shape_and_slices], {"dtypes": dtypes}, name).outputs)


def save(
    filename: TensorLike,
    tensor_names: TensorLike,
    data: Sequence[TensorLike],
    name: str | None = None,
) -> Operation:
    """Save(filename: string, tensor_names: string, data: T) -> ().

    Stateful.
    """
    return apply_op("Save", [filename, tensor_names, data], {}, name)


def save_slices(
    filename: TensorLike,
    tensor_names: TensorLike,
    shapes_and_slices: TensorLike,
    data: Sequence[TensorLike],
    name: str | None = None,
) -> Operation:
    """SaveSlices(filename: string, tensor_names: string, shapes_and_slices: string, data: T) -> ().

    Stateful.
    """
    return apply_op("SaveSlices", [filename, tensor_names, shapes_and_slices, data], {}, name)


def save_v2(
    prefix: TensorLike,
    tensor_names: TensorLike,
    shape_and_slices: TensorLike,
    tensors: Sequence[TensorLike],
    name: str | None = None,
) -> Operation:
    """SaveV2(prefix: string, tensor_names: string, shape_and_slices: string, tensors: dtypes) -> ().

    Stateful.
    """
    return apply_op("SaveV2", [prefix, tensor_names, shape_and_slices, tensors], {}, name)


def sharded_filename(
    basename: TensorLike,
    shard: TensorLike,
    num_shards: TensorLike,
    name: str | None = None,
) -> Tensor:
    """ShardedFilename(basename: string, shard: int32, num_shards: int32) -> (filename: string)."""
    return apply_op("ShardedFilename", [basename, shard, num_shards], {}, name).outputs[0]


def sharded_filespec(basename: TensorLike, num_shards: TensorLike, name: str | None = None) -> Tensor:
    """ShardedFilespec(basename: string, num_shards: int32) -> (filename: string)."""
    return apply_op("ShardedFilespec", [basename, num_shards], {}, name).outputs[0]


def tf_record_reader(
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    compression_type: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TFRecordReader() -> (reader_handle: Ref(string)).

    Stateful.
    Deprecated: Use TFRecordReaderV2.
    """
    return apply_op(
        "TFRecordReader",
        [],
        {"container": container, "shared_name": shared_name, "compression_type": compression_type},
        name,
    ).outputs[0]


def tf_record_reader_v2(
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    compression_type: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TFRecordReaderV2() -> (reader_handle: resource).

    Stateful.
    """
    return apply_op(
        "TFRecordReaderV2",
        [],
        {"container": container, "shared_name": shared_name, "compression_type": compression_type},
        name,
    ).outputs[0]


def text_line_reader(
    *,
    skip_header_lines: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TextLineReader() -> (reader_handle: Ref(string)).

    Stateful.
    Deprecated: Use TextLineReaderV2.
    """
    return apply_op(
        "TextLineReader",
        [],
        {"skip_header_lines": skip_header_lines, "container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


def text_line_reader_v2(
    *,
    skip_header_lines: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TextLineReaderV2() -> (reader_handle: resource).

    Stateful.
    """
    return apply_op(
        "TextLineReaderV2",
        [],
        {"skip_header_lines": skip_header_lines, "container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


def whole_file_reader(*, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None) -> Tensor:
    """WholeFileReader() -> (reader_handle: Ref(string)).

    Stateful.
    """
    return apply_op("WholeFileReader", [], {"container": container, "shared_name": shared_name}, name).outputs[0]


def whole_file_reader_v2(
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """WholeFileReaderV2() -> (reader_handle: resource).

    Stateful.
    """
    return apply_op("WholeFileReaderV2", [], {"container": container, "shared_name": shared_name}, name).outputs[0]


def write_file(filename: TensorLike, contents: TensorLike, name: str | None = None) -> Operation:
    """WriteFile(filename: string, contents: string) -> ().

    Stateful.
    """
    return apply_op("WriteFile", [filename, contents], {}, name)
