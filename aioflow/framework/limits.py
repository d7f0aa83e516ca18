"""Limits and trust: what a model file may ask for.

Models are untrusted unless the caller says otherwise. An untrusted graph may compute; it may not read or write files,
run foreign code, or connect to anything.
"""
from __future__ import annotations

import re
from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds that are checked before memory is used.

    Attributes:
        graph_nbytes: Size of a serialized graph.
        num_nodes: Nodes of a graph, those of its functions included.
        tensor_nbytes: Size of a single tensor, known from its shape.
    """

    graph_nbytes: int = 2048 * MIB
    num_nodes: int = 1_000_000
    tensor_nbytes: int = 8192 * MIB


DEFAULT_LIMITS = Limits()

# Ops that touch files, processes, foreign code or the network.
_OUTSIDE_WORLD = re.compile(
    r"(ReadFile|WriteFile|MatchingFiles|DeleteRecursively|Save|SaveV2|SaveSlices|Restore|RestoreV2|RestoreSlice"
    r"|MergeV2Checkpoints|CheckpointHasKey|.*Reader(V2|Read|ReadV2|ReadUpTo|ReadUpToV2)?|InitializeTableFromTextFile(V2)?"
    r"|.*SummaryWriter|CreateSummary.*|Write.*Summary|ImportEvent|FlushSummaryWriter"
    r"|PyFunc|PyFuncStateless|EagerPyFunc|AsyncPyFunc|.*(TFRecord|TextLine|FixedLengthRecord|LMDB|Csv|CSV|Sql|SSTable).*Dataset.*"
    r"|.*Dataset.*(Save|Load|Snapshot).*|SaveDataset.*|LoadDataset.*|SnapshotDataset.*|CacheDataset.*"
    r"|DataServiceDataset.*|RegisterDataset.*|Rpc.*|TryRpc|.*Bigtable.*|DebugIdentity.*|DumpTensor|WriteAudio.*"
    r"|FileSystemSetConfiguration|LoadAndRemap.*|Skipgram|ConfigureDistributed.*"
    r"|GenerateVocabRemapping|.*VocabRemapping)\Z"
)


def touches_outside_world(op_type: str) -> bool:
    """Whether an op may read, write, run or connect to something outside the graph."""
    return _OUTSIDE_WORLD.match(op_type) is not None
