"""Static shapes of readers, and of what they read."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, TensorShape

_READERS = ("IdentityReader", "WholeFileReader", "TextLineReader", "TFRecordReader", "FixedLengthRecordReader")
_NUMBERS = ("ReaderNumRecordsProduced", "ReaderNumWorkUnitsCompleted", "ReaderSerializeState")


@shape_function(*_READERS)
def two_strings(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([2])]


@shape_function(*(f"{op}V2" for op in _READERS), *_NUMBERS, *(f"{op}V2" for op in _NUMBERS))
def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR]


@shape_function("ReaderRead", "ReaderReadV2")
def key_and_value(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR, SCALAR]


@shape_function("ReaderReadUpTo", "ReaderReadUpToV2")
def keys_and_values(op: ShapeContext) -> Sequence[TensorShape]:
    if op.shapes[2].rank not in (None, 0):
        raise ValueError(f"Shape must be rank 0 but is rank {op.shapes[2].rank}: num_records is {op.shapes[2]}")
    return [TensorShape([None]), TensorShape([None])]
