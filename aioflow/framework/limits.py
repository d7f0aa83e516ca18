"""Limits and trust: what a model file may ask for.

Models are untrusted unless the caller says otherwise. An untrusted graph may compute; it may not read or write files,
run foreign code, or connect to anything.
"""
from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aioflow import errors

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds that are checked before memory is used.

    Attributes:
        graph_nbytes: Size of a serialized graph.
        num_nodes: Nodes of a graph, those of its functions included.
        num_tensors: Outputs of all nodes together.
        tensor_nbytes: Size of a single tensor, known from its shape.
        constants_nbytes: What a graph's constants take together beyond the bytes that its message holds: a constant
            whose last value stands for many more is written out.
    """

    graph_nbytes: int = 2048 * MIB
    num_nodes: int = 1_000_000
    num_tensors: int = 2_000_000
    tensor_nbytes: int = 8192 * MIB
    constants_nbytes: int = 8192 * MIB


DEFAULT_LIMITS = Limits()


class Room:
    """What is left of a bound that many share.

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
        self._left -= amount
        if self._left < 0:
            raise errors.resource_exhausted(f"the graph has more {self._what} than the limit of {self._limit}")


# Ops that touch files, processes, foreign code or the network.
_OUTSIDE_WORLD = re.compile(
    r"(ReadFile|WriteFile|MatchingFiles|DeleteRecursively|RecordInput|FileSystemSetConfiguration|DumpTensor"
    r"|Save|SaveV2|SaveSlices|Restore|RestoreV2|RestoreSlice|DTensorRestoreV2|MergeV2Checkpoints|CheckpointHasKey"
    r"|LoadAndRemap.*|DistributedSave|CalibrationStatisticsSaver"
    r"|.*Reader(V2|Read|ReadV2|ReadUpTo|ReadUpToV2)?|InitializeTableFromTextFile(V2)?|Skipgram|.*VocabRemapping"
    r"|.*SummaryWriter|CreateSummary.*|Write.*Summary|ImportEvent|WriteAudio.*|DebugIdentity.*"
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
    "DebugNanCount": "debug_urls",
    "DebugNumericSummary": "debug_urls",
}
_INSIDE = (b"local://", b"bytes://")


def touches_outside_world(op_type: str, attrs: Mapping[str, Any] | None = None) -> bool:
    """Whether an op may read, write, run or connect to something outside the graph.

    Args:
        op_type: The op's name.
        attrs: The node's attributes as `AttrValue` messages, to which some ops are bound.
    """
    deciding = _OUTSIDE_WORLD_BY_ATTR.get(op_type)
    if deciding is not None and attrs is not None and deciding in attrs:
        value = attrs[deciding]
        return bool(value.list.s) or bool(value.s and not value.s.startswith(_INSIDE))
    return _OUTSIDE_WORLD.match(op_type) is not None
