"""Static shapes of the ops on files and readers. Contents are strings, and their number is known to a run alone."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.input_shapes import input_shapes
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.plain_rules import scalar, two_scalars, two_strings

# ---- file ops
shape_function("ShardedFilename", "ShardedFilespec")(scalar)


@shape_function("ReadFile")
def read_file(op: ShapeContext) -> Sequence[TensorShape]:
    """[]: the contents as one string."""
    return [op.shapes[0].with_rank(0)]


@shape_function("WriteFile")
def write_file(op: ShapeContext) -> Sequence[TensorShape]:
    """No outputs; a name [] and contents []."""
    op.shapes[0].with_rank(0), op.shapes[1].with_rank(0)
    return []


@shape_function("MatchingFiles")
def matching_files(op: ShapeContext) -> Sequence[TensorShape]:
    """[unknown]: only the file system tells."""
    return [TensorShape([None])]


@shape_function("GenerateVocabRemapping")
def remapping(op: ShapeContext) -> Sequence[TensorShape]:
    """[num_new_vocab] line numbers, and the number [] of those that are old."""
    op.shapes[0].with_rank(0), op.shapes[1].with_rank(0)
    return [TensorShape([op.attrs["num_new_vocab"]]), TensorShape([])]


# ---- reader ops
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


# ---- input shapes
input_shapes("""
ShardedFilename: [] [] []
ShardedFilespec: [] []
""")
