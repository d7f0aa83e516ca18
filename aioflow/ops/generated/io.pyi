# Generated from protos/ops/io.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import TensorLike


def fixed_length_record_reader(
    *, record_bytes: int, header_bytes: int = 0, footer_bytes: int = 0, hop_bytes: int = 0,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def fixed_length_record_reader_v2(
    *, record_bytes: int, header_bytes: int = 0, footer_bytes: int = 0, hop_bytes: int = 0,
    container: str | bytes = "", shared_name: str | bytes = "", encoding: str | bytes = "", name: str | None = None,
) -> Tensor: ...


class GenerateVocabRemappingOutputs(NamedTuple):
    """The outputs of GenerateVocabRemapping."""

    remapping: Tensor
    num_present: Tensor


def generate_vocab_remapping(
    new_vocab_file: TensorLike, old_vocab_file: TensorLike, *, new_vocab_offset: int, num_new_vocab: int,
    old_vocab_size: int = -1, name: str | None = None,
) -> GenerateVocabRemappingOutputs: ...


def identity_reader(
    *, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def identity_reader_v2(
    *, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def matching_files(pattern: TensorLike, name: str | None = None) -> Tensor:
    """Lists the files whose paths match one or more shell patterns, sorted.

    MatchingFiles(pattern: string) -> (filenames: string).
    """


def read_file(filename: TensorLike, name: str | None = None) -> Tensor:
    """Reads a whole file as one string.

    ReadFile(filename: string) -> (contents: string).
    """


def reader_num_records_produced(reader_handle: TensorLike, name: str | None = None) -> Tensor: ...


def reader_num_records_produced_v2(reader_handle: TensorLike, name: str | None = None) -> Tensor: ...


def reader_num_work_units_completed(reader_handle: TensorLike, name: str | None = None) -> Tensor: ...


def reader_num_work_units_completed_v2(reader_handle: TensorLike, name: str | None = None) -> Tensor: ...


class ReaderReadOutputs(NamedTuple):
    """The outputs of ReaderRead."""

    key: Tensor
    value: Tensor


def reader_read(reader_handle: TensorLike, queue_handle: TensorLike, name: str | None = None) -> ReaderReadOutputs: ...


class ReaderReadUpToOutputs(NamedTuple):
    """The outputs of ReaderReadUpTo."""

    keys: Tensor
    values: Tensor


def reader_read_up_to(
    reader_handle: TensorLike, queue_handle: TensorLike, num_records: TensorLike, name: str | None = None,
) -> ReaderReadUpToOutputs: ...


class ReaderReadUpToV2Outputs(NamedTuple):
    """The outputs of ReaderReadUpToV2."""

    keys: Tensor
    values: Tensor


def reader_read_up_to_v2(
    reader_handle: TensorLike, queue_handle: TensorLike, num_records: TensorLike, name: str | None = None,
) -> ReaderReadUpToV2Outputs: ...


class ReaderReadV2Outputs(NamedTuple):
    """The outputs of ReaderReadV2."""

    key: Tensor
    value: Tensor


def reader_read_v2(
    reader_handle: TensorLike, queue_handle: TensorLike, name: str | None = None,
) -> ReaderReadV2Outputs: ...


def reader_reset(reader_handle: TensorLike, name: str | None = None) -> Operation: ...


def reader_reset_v2(reader_handle: TensorLike, name: str | None = None) -> Operation: ...


def reader_restore_state(reader_handle: TensorLike, state: TensorLike, name: str | None = None) -> Operation: ...


def reader_restore_state_v2(reader_handle: TensorLike, state: TensorLike, name: str | None = None) -> Operation: ...


def reader_serialize_state(reader_handle: TensorLike, name: str | None = None) -> Tensor: ...


def reader_serialize_state_v2(reader_handle: TensorLike, name: str | None = None) -> Tensor: ...


def record_input(
    *, file_pattern: str | bytes, file_random_seed: int = 301, file_shuffle_shift_ratio: float = 0.0,
    file_buffer_size: int = 10000, file_parallelism: int = 16, batch_size: int = 32,
    compression_type: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def sharded_filename(
    basename: TensorLike, shard: TensorLike, num_shards: TensorLike, name: str | None = None,
) -> Tensor: ...


def sharded_filespec(basename: TensorLike, num_shards: TensorLike, name: str | None = None) -> Tensor: ...


def tf_record_reader(
    *, container: str | bytes = "", shared_name: str | bytes = "", compression_type: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def tf_record_reader_v2(
    *, container: str | bytes = "", shared_name: str | bytes = "", compression_type: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def text_line_reader(
    *, skip_header_lines: int = 0, container: str | bytes = "", shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def text_line_reader_v2(
    *, skip_header_lines: int = 0, container: str | bytes = "", shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def whole_file_reader(
    *, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def whole_file_reader_v2(
    *, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def write_file(filename: TensorLike, contents: TensorLike, name: str | None = None) -> Operation:
    """Writes a string to a file, and makes the folders that it needs.

    WriteFile(filename: string, contents: string) -> ().
    Stateful.
    """
