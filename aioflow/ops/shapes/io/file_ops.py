"""Static shapes of ops on whole files."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.plain_rules import scalar

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
