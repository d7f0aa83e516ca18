"""Static shapes of the string ops.

Most work on each string by itself; the others cut strings into parts, whose number only a run can tell.
"""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.input_shapes import input_shapes
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input, scalar
from aioflow.ops.shapes.sizes import broadcast, held_count

# ---- string ops
shape_function(
    "AsString", "DecodeBase64", "EncodeBase64", "RegexFullMatch", "RegexReplace", "StaticRegexFullMatch",
    "StaticRegexReplace", "StringLength", "StringLower", "StringStrip", "StringToHashBucket",
    "StringToHashBucketFast", "StringToHashBucketStrong", "StringToNumber", "StringUpper", "UnicodeScript",
    "UnicodeTranscode",
)(same_as_first_input)  # fmt: skip
shape_function("StringFormat")(scalar)


@shape_function("EditDistance")
def edit_distance(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch...] of two sparse tensors [batch..., length], the larger of the sizes."""
    # Shapes of sparse tensors are inputs, known only if they are constants.
    shapes = [op.constant(2), op.constant(5)]
    if any(shape is None for shape in shapes):
        return [UNKNOWN]
    pairs = zip(shapes[0].tolist(), shapes[1].tolist(), strict=True)
    return [TensorShape(map(max, pairs))[:-1]]


@shape_function("StringJoin")
def string_join(op: ShapeContext) -> Sequence[TensorShape]:
    """The one shape of all inputs that are no scalars."""
    # Scalars are repeated; other shapes must be equal, without broadcasting.
    joined = SCALAR
    for shape in op.shapes:
        if shape.rank is None:
            return [UNKNOWN]
        joined = shape if not joined.rank else joined if not shape.rank else joined.merge_with(shape)
    return [joined]


@shape_function("Substr")
def substr(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the texts or of the positions, where the other one is a scalar."""
    texts, positions, lengths = op.shapes
    if positions.rank is not None and lengths.rank is not None:
        # TensorFlow's rule takes an unknown size for another than one that is known.
        if positions.sizes != lengths.sizes:
            raise ValueError(f"pos and len shapes must match: {positions} vs. {lengths}")
    elif positions.rank is not None and any(size is not None for size in positions.as_list()):
        raise ValueError(f"pos and len shapes must match: {positions} vs. {lengths}")
    return [broadcast(texts, positions)]


@shape_function("UnicodeDecode", "UnicodeDecodeWithOffsets")
def unicode_decode(op: ShapeContext) -> Sequence[TensorShape]:
    """[strings + 1] for the splits of rows, and vectors of unknown length for the characters."""
    count = op.shapes[0].num_elements()
    rows = TensorShape([None if count is None else count + 1])
    return [rows, *[TensorShape([None])] * (op.num_outputs - 1)]


@shape_function("UnicodeEncode")
def unicode_encode(op: ShapeContext) -> Sequence[TensorShape]:
    """[strings]: there is one split more."""
    splits = op.shapes[1]
    if splits.rank == 1 and splits.size(0) == 0:
        raise ValueError("Negative dimension size caused by subtracting 1 from 0")
    return [TensorShape([splits.size(0) - 1 if splits.rank == 1 and splits.size(0) else None])]


# ---- string split ops
@shape_function("StringSplit", "StringSplitV2")
def string_split(op: ShapeContext) -> Sequence[TensorShape]:
    """A sparse matrix: one row for each string, as many columns as the longest has parts."""
    return [TensorShape([None, 2]), TensorShape([None]), TensorShape([2])]


@shape_function("StringNGrams")
def string_ngrams(op: ShapeContext) -> Sequence[TensorShape]:
    """A vector of n-grams of unknown number, and the splits of rows as they were."""
    return [UNKNOWN, op.shapes[1]]


@shape_function("ReduceJoin")
def reduce_join(op: ShapeContext) -> Sequence[TensorShape]:
    """The input's shape without the axes, or with 1 for them."""
    dims, axes, keep = op.shapes[0].sizes, op.constant(1), op.attrs["keep_dims"]
    # Which sizes become 1 is unknown without the axes, but not how many sizes there are.
    if dims is None or axes is None:
        return [TensorShape([None] * len(dims)) if dims is not None and keep else UNKNOWN]
    dropped = {axis % len(dims) if -len(dims) <= axis < len(dims) else None for axis in axes.reshape(-1).tolist()}
    if None in dropped:
        raise ValueError(f"reduction indices {axes.tolist()} for an input of shape {op.shapes[0]}")
    if keep:
        return [TensorShape(1 if i in dropped else size for i, size in enumerate(dims))]
    return [TensorShape(size for i, size in enumerate(dims) if i not in dropped)]


@shape_function("UnsortedSegmentJoin")
def unsorted_segment_join(op: ShapeContext) -> Sequence[TensorShape]:
    """[number, after...] of inputs [ids..., after...]."""
    # The number of segments is an input, not the largest id: segments without strings are empty.
    inputs, ids, size = op.shapes[0], op.shapes[1], held_count(op, 2)
    if ids.rank is None or inputs.rank is None:
        return [UNKNOWN]
    if inputs.rank < ids.rank:
        raise ValueError(f"Shape must be at least rank {ids.rank} but is rank {inputs.rank}")
    inputs[: ids.rank].merge_with(ids)
    return [TensorShape([size]).concatenate(inputs[ids.rank :])]


# ---- input shapes
input_shapes("""
EditDistance: [a,b] [a] [b] [c,d] [c] [d]
ReduceJoin: * [_?]
RegexFullMatch: * []
RegexReplace: * [] []
StringNGrams UnicodeEncode: [_] [_]
StringSplit StringSplitV2: [_] []
UnsortedSegmentJoin: * * []
""")
