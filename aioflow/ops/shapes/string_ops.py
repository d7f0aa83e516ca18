"""Static shapes of the string ops."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape


@shape_function(
    "AsString", "DecodeBase64", "EncodeBase64", "RegexFullMatch", "RegexReplace", "StaticRegexFullMatch",
    "StaticRegexReplace", "StringLength", "StringLower", "StringStrip", "StringToHashBucket", "StringToHashBucketFast",
    "StringToHashBucketStrong", "StringToNumber", "StringUpper", "UnicodeScript", "UnicodeTranscode",
)  # fmt: skip
def one_by_one(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("StringFormat")
def string_format(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR]


@shape_function("StringJoin")
def string_join(op: ShapeContext) -> Sequence[TensorShape]:
    joined = SCALAR
    for shape in op.shapes:
        if shape.rank is None:
            return [UNKNOWN]
        joined = shape if not joined.rank else joined if not shape.rank else joined.merge_with(shape)
    return [joined]


@shape_function("StringSplit", "StringSplitV2")
def string_split(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([None, 2]), TensorShape([None]), TensorShape([2])]


@shape_function("StringNGrams")
def string_ngrams(op: ShapeContext) -> Sequence[TensorShape]:
    return [UNKNOWN, op.shapes[1]]


@shape_function("ReduceJoin")
def reduce_join(op: ShapeContext) -> Sequence[TensorShape]:
    dims, axes, keep = op.shapes[0].dims, op.constant(1), op.attrs["keep_dims"]
    if dims is None or axes is None:
        return [TensorShape([None] * len(dims)) if dims is not None and keep else UNKNOWN]
    dropped = {axis % len(dims) if -len(dims) <= axis < len(dims) else None for axis in axes.reshape(-1).tolist()}
    if None in dropped:
        raise ValueError(f"reduction indices {axes.tolist()} for an input of shape {op.shapes[0]}")
    if keep:
        return [TensorShape(1 if i in dropped else size for i, size in enumerate(dims))]
    return [TensorShape(size for i, size in enumerate(dims) if i not in dropped)]


@shape_function("Substr")
def substr(op: ShapeContext) -> Sequence[TensorShape]:
    texts, positions = op.shapes[0], op.shapes[1].merge_with(op.shapes[2])
    if texts.rank is None or positions.rank is None:
        return [UNKNOWN]
    return [positions if not texts.rank else texts if not positions.rank else UNKNOWN]


@shape_function("UnsortedSegmentJoin")
def unsorted_segment_join(op: ShapeContext) -> Sequence[TensorShape]:
    inputs, ids, count = op.shapes[0], op.shapes[1], op.constant(2)
    if ids.rank is None or inputs.rank is None:
        return [UNKNOWN]
    size = None if count is None or count.size != 1 else int(count.item())
    return [TensorShape([size]).concatenate(inputs[ids.rank :])]


@shape_function("UnicodeDecode", "UnicodeDecodeWithOffsets")
def unicode_decode(op: ShapeContext) -> Sequence[TensorShape]:
    count = op.shapes[0].num_elements()
    rows = TensorShape([None if count is None else count + 1])
    return [rows, *[TensorShape([None])] * (op.num_outputs - 1)]


@shape_function("UnicodeEncode")
def unicode_encode(op: ShapeContext) -> Sequence[TensorShape]:
    splits = op.shapes[1]
    return [TensorShape([splits[0] - 1 if splits.rank == 1 and splits[0] else None])]
