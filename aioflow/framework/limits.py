"""Limits and trust: what a model file may ask for.

Models are untrusted unless the caller says otherwise. An untrusted graph may compute; it may not read or write files,
run foreign code, or connect to anything. One that comes with a folder of its own, as a SavedModel does, may restore
variables and fill tables from what is in that folder: its nodes that touch files are bound to the folder when they are
imported (`FOLDER_ATTR`), and `readable_path` of the kernels keeps them there.
"""
from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aioflow import errors

MIB = 1 << 20
TENSOR_VARIABLE = "AIOFLOW_TENSOR_NBYTES"
"""Default of `Limits.tensor_nbytes`: bytes of one tensor whose size comes from a value, as that of `Fill`. Default: 8
GiB. Read when aioflow is imported."""


def default_tensor_nbytes() -> int:
    """The size of a tensor that is allowed unless somebody says otherwise: the environment's, or 8 GiB."""
    # What is no number counts as not set: a mistake in the environment shall not keep a server from starting.
    text = os.environ.get(TENSOR_VARIABLE, "")
    return int(text) if text.isdigit() else 8192 * MIB


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds that are checked before memory is used.

    Attributes:
        graph_nbytes: Size of a serialized graph.
        num_nodes: Nodes of a graph, those of its functions included.
        num_tensors: Outputs of all nodes together.
        tensor_nbytes: Size of a single tensor, known from its shape. While graphs run, the default holds for tensors
            whose size comes from a value, as that of Fill does.
        constants_nbytes: What a graph's constants take together beyond the bytes that its message holds: a constant
            whose last value stands for many more is written out.
        files_nbytes: Size of a SavedModel's variables and assets, all files together.
    """

    graph_nbytes: int = 2048 * MIB
    num_nodes: int = 1_000_000
    num_tensors: int = 2_000_000
    tensor_nbytes: int = default_tensor_nbytes()
    constants_nbytes: int = 8192 * MIB
    files_nbytes: int = 65536 * MIB


DEFAULT_LIMITS = Limits()


class Room:
    """The rest of a bound that many share.

    Args:
        what: What is bounded, for the message.
        limit: How much there is.
    """

    def __init__(self, what: str, limit: int) -> None:
        self._what = what
        self._limit = limit
        self._left = limit

    def take(self, amount: int) -> None:
        """Takes a part of it.

        Raises:
            ResourceExhaustedError: There is not that much left.
        """
        # No lock: who shares a room is one import or one instantiation, on one thread.
        self._left -= amount
        if self._left < 0:
            raise errors.resource_exhausted(f"the graph has more {self._what} than the limit of {self._limit}")


# Ops that touch files, processes, foreign code or the network. By name and not by kernel: an op that gets a kernel
# later is refused from the start, and so is one whose kernel only a pack or a program registers.
_OUTSIDE_WORLD = re.compile(
    r"(ReadFile|WriteFile|MatchingFiles|DeleteRecursively|RecordInput|FileSystemSetConfiguration|DumpTensor"
    r"|Save|SaveV2|SaveSlices|Restore|RestoreV2|RestoreSlice|DTensorRestoreV2|MergeV2Checkpoints|CheckpointHasKey"
    r"|LoadAndRemap.*|DistributedSave|CalibrationStatisticsSaver"
    r"|.*Reader(V2|Read|ReadV2|ReadUpTo|ReadUpToV2)?|InitializeTableFromTextFile(V2)?|Skipgram|.*VocabRemapping"
    r"|.*SummaryWriter|CreateSummary.*|Write.*Summary|ImportEvent|WriteAudio.*"
    r"|PyFunc|PyFuncStateless|EagerPyFunc|AsyncPyFunc|Rpc.*|TryRpc|.*Bigtable.*|ConfigureDistributed.*"
    r"|.*(TFRecord|TextLine|FixedLengthRecord|LMDB|Csv|CSV|Sql|SSTable|MatchingFiles|SnapshotChunk).*Dataset.*"
    r"|.*Dataset.*(Save|Load|Snapshot).*|(Experimental)?DatasetToTFRecord|SaveDataset.*|LoadDataset.*"
    r"|SnapshotDataset.*|SnapshotNestedDataset.*|DataServiceDataset.*|RegisterDataset.*)\Z"
)
# Ops that do so only if this attribute says where.
_OUTSIDE_WORLD_BY_ATTR = {
    "FixedUnigramCandidateSampler": "vocab_file",
    "DecodeProtoV2": "descriptor_source",
    "EncodeProto": "descriptor_source",
    "DebugIdentity": "debug_urls",
    "DebugIdentityV2": "debug_urls",
    "DebugIdentityV3": "debug_urls",
    "DebugNanCount": "debug_urls",
    "DebugNumericSummary": "debug_urls",
}
_INSIDE = (b"local://", b"bytes://")  # descriptors that are in the attribute itself or compiled in


def touches_outside_world(op_type: str, attrs: Mapping[str, Any] | None = None) -> bool:
    """Whether an op may read, write, run or connect to something outside the graph.

    Args:
        op_type: The op's name.
        attrs: The node's attributes as `AttrValue` messages, to which some ops are bound.
    """
    # Of an op that is not told by its name alone one attribute decides; without that it stays inside.
    deciding = _OUTSIDE_WORLD_BY_ATTR.get(op_type)
    if deciding is not None and attrs is not None and deciding in attrs:
        value = attrs[deciding]
        return bool(value.list.s) or bool(value.s and not value.s.startswith(_INSIDE))
    return _OUTSIDE_WORLD.match(op_type) is not None


# ---- the folder of a model
# Of a node, exported with it: the folder, its path resolved, outside of which it may read nothing.
FOLDER_ATTR = "_aioflow_folder"
_READ_IN_FOLDER = frozenset(
    {"RestoreV2", "Restore", "RestoreSlice", "InitializeTableFromTextFile", "InitializeTableFromTextFileV2"}
)
# What savers and exporters leave in a graph, and no run that serves it needs. The nodes are imported, so that the graph
# of a saved model is there as a whole, and refuse to run.
_KEPT_IN_FOLDER = frozenset(
    {"SaveV2", "Save", "SaveSlices", "MergeV2Checkpoints", "CheckpointHasKey", "ReadFile", "WriteFile", "MatchingFiles"}
)


def may_be_in_folder(op_type: str) -> bool:
    """Whether an untrusted graph that has a folder may have nodes of an op that touches files."""
    return op_type in _READ_IN_FOLDER or op_type in _KEPT_IN_FOLDER


def may_read_in_folder(op_type: str) -> bool:
    """Whether nodes of the op, too, may run then: they read what is in the folder."""
    return op_type in _READ_IN_FOLDER


def check_may_run(node_name: str, op_type: str, attrs: Mapping[str, Any]) -> None:
    """Raises `PermissionDeniedError` for a node that an untrusted graph may have, but not run."""
    if op_type in _KEPT_IN_FOLDER and FOLDER_ATTR in attrs:
        raise errors.permission_denied(
            f"node {node_name!r} is a {op_type}, which touches files other than to restore variables or to fill "
            'tables; load the model with trust="full" if you trust it'
        )
