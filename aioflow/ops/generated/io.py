# Generated from aioflow/ops/definitions/io.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.io` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import TensorLike, apply_op, grouped


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


def matching_files(pattern: TensorLike, name: str | None = None) -> Tensor:
    """Lists the files whose paths match one or more shell patterns, sorted.

    MatchingFiles(pattern: string) -> (filenames: string).
    """
    return apply_op("MatchingFiles", [pattern], {}, name).outputs[0]


def read_file(filename: TensorLike, name: str | None = None) -> Tensor:
    """Reads a whole file as one string.

    ReadFile(filename: string) -> (contents: string).
    """
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


def record_input(
    *,
    file_pattern: str | bytes,
    file_random_seed: int = 301,
    file_shuffle_shift_ratio: float = 0.0,
    file_buffer_size: int = 10000,
    file_parallelism: int = 16,
    batch_size: int = 32,
    compression_type: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """RecordInput() -> (records: string).

    Stateful.
    """
    return apply_op(
        "RecordInput",
        [],
        {
            "file_pattern": file_pattern,
            "file_random_seed": file_random_seed,
            "file_shuffle_shift_ratio": file_shuffle_shift_ratio,
            "file_buffer_size": file_buffer_size,
            "file_parallelism": file_parallelism,
            "batch_size": batch_size,
            "compression_type": compression_type,
        },
        name,
    ).outputs[0]


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
    """Writes a string to a file, and makes the folders that it needs.

    WriteFile(filename: string, contents: string) -> ().
    Stateful.
    """
    return apply_op("WriteFile", [filename, contents], {}, name)
