# Generated from aioflow/ops/definitions/io_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.io_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework.operation import Operation, Tensor
from aioflow.ops.apply_op import TensorLike, apply_op, grouped


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


def matching_files(pattern: TensorLike, name: str | None = None) -> Tensor:
    """MatchingFiles(pattern: string) -> (filenames: string)."""
    return apply_op("MatchingFiles", [pattern], {}, name).outputs[0]


def read_file(filename: TensorLike, name: str | None = None) -> Tensor:
    """ReadFile(filename: string) -> (contents: string)."""
    return apply_op("ReadFile", [filename], {}, name).outputs[0]


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


def write_file(filename: TensorLike, contents: TensorLike, name: str | None = None) -> Operation:
    """WriteFile(filename: string, contents: string) -> ().

    Stateful.
    """
    return apply_op("WriteFile", [filename, contents], {}, name)
