"""Static shapes of readers, and of what they read."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.plain_rules import scalar, two_scalars, two_strings

_READERS = ("IdentityReader", "WholeFileReader", "TextLineReader", "TFRecordReader", "FixedLengthRecordReader")
_NUMBERS = ("ReaderNumRecordsProduced", "ReaderNumWorkUnitsCompleted", "ReaderSerializeState")

# Later versions of readers are resources, earlier ones references; what they read is the same.
shape_function("ReaderRead", "ReaderReadV2")(two_scalars)
shape_function(*_READERS)(two_strings)
shape_function(*(f"{op}V2" for op in _READERS), *_NUMBERS, *(f"{op}V2" for op in _NUMBERS))(scalar)


@shape_function("ReaderReadUpTo", "ReaderReadUpToV2")
def keys_and_values(op: ShapeContext) -> Sequence[TensorShape]:
    """[unknown] keys and values: a file may have fewer records than are asked for."""
    if op.shapes[2].rank not in (None, 0):
        raise ValueError(f"Shape must be rank 0 but is rank {op.shapes[2].rank}: num_records is {op.shapes[2]}")
    return [TensorShape([None]), TensorShape([None])]
