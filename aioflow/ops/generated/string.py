# Generated from aioflow/ops/definitions/string.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.string` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


def as_string(
    input: TensorLike,
    *,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """AsString(input: T) -> (output: string).

    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, string,
    uint16, uint32, uint64, uint8, variant.
    """
    return apply_op(
        "AsString",
        [input],
        {"precision": precision, "scientific": scientific, "shortest": shortest, "width": width, "fill": fill},
        name,
    ).outputs[0]


def decode_base64(input: TensorLike, name: str | None = None) -> Tensor:
    """Decodes strings of web-safe base64, with or without padding.

    DecodeBase64(input: string) -> (output: string).
    """
    return apply_op("DecodeBase64", [input], {}, name).outputs[0]


def edit_distance(
    hypothesis_indices: TensorLike,
    hypothesis_values: TensorLike,
    hypothesis_shape: TensorLike,
    truth_indices: TensorLike,
    truth_values: TensorLike,
    truth_shape: TensorLike,
    *,
    normalize: bool = True,
    name: str | None = None,
) -> Tensor:
    """EditDistance(hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64,
    truth_values: T, truth_shape: int64) -> (output: float32).

    """
    return apply_op(
        "EditDistance",
        [hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices, truth_values, truth_shape],
        {"normalize": normalize},
        name,
    ).outputs[0]


def encode_base64(input: TensorLike, *, pad: bool = False, name: str | None = None) -> Tensor:
    """EncodeBase64(input: string) -> (output: string)."""
    return apply_op("EncodeBase64", [input], {"pad": pad}, name).outputs[0]


def reduce_join(
    inputs: TensorLike,
    reduction_indices: TensorLike,
    *,
    keep_dims: bool = False,
    separator: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ReduceJoin(inputs: string, reduction_indices: int32) -> (output: string)."""
    return apply_op(
        "ReduceJoin",
        [inputs, reduction_indices],
        {"keep_dims": keep_dims, "separator": separator},
        name,
    ).outputs[0]


def regex_full_match(input: TensorLike, pattern: TensorLike, name: str | None = None) -> Tensor:
    """RegexFullMatch(input: string, pattern: string) -> (output: bool)."""
    return apply_op("RegexFullMatch", [input, pattern], {}, name).outputs[0]


def regex_replace(
    input: TensorLike,
    pattern: TensorLike,
    rewrite: TensorLike,
    *,
    replace_global: bool = True,
    name: str | None = None,
) -> Tensor:
    """RegexReplace(input: string, pattern: string, rewrite: string) -> (output: string)."""
    return apply_op("RegexReplace", [input, pattern, rewrite], {"replace_global": replace_global}, name).outputs[0]


def static_regex_full_match(input: TensorLike, *, pattern: str | bytes, name: str | None = None) -> Tensor:
    """StaticRegexFullMatch(input: string) -> (output: bool)."""
    return apply_op("StaticRegexFullMatch", [input], {"pattern": pattern}, name).outputs[0]


def static_regex_replace(
    input: TensorLike,
    *,
    pattern: str | bytes,
    rewrite: str | bytes,
    replace_global: bool = True,
    name: str | None = None,
) -> Tensor:
    """StaticRegexReplace(input: string) -> (output: string)."""
    return apply_op(
        "StaticRegexReplace",
        [input],
        {"pattern": pattern, "rewrite": rewrite, "replace_global": replace_global},
        name,
    ).outputs[0]


def string_format(
    inputs: Sequence[TensorLike],
    *,
    template: str | bytes = "%s",
    placeholder: str | bytes = "%s",
    summarize: int = 3,
    name: str | None = None,
) -> Tensor:
    """StringFormat(inputs: T) -> (output: string)."""
    return apply_op(
        "StringFormat",
        [inputs],
        {"template": template, "placeholder": placeholder, "summarize": summarize},
        name,
    ).outputs[0]


def string_join(inputs: Sequence[TensorLike], *, separator: str | bytes = "", name: str | None = None) -> Tensor:
    """StringJoin(inputs: N * string) -> (output: string)."""
    return apply_op("StringJoin", [inputs], {"separator": separator}, name).outputs[0]


def string_length(input: TensorLike, *, unit: str | bytes = "BYTE", name: str | None = None) -> Tensor:
    """StringLength(input: string) -> (output: int32)."""
    return apply_op("StringLength", [input], {"unit": unit}, name).outputs[0]


def string_lower(input: TensorLike, *, encoding: str | bytes = "", name: str | None = None) -> Tensor:
    """StringLower(input: string) -> (output: string)."""
    return apply_op("StringLower", [input], {"encoding": encoding}, name).outputs[0]


class StringNGramsOutputs(NamedTuple):
    """The outputs of StringNGrams."""

    ngrams: Tensor
    ngrams_splits: Tensor


def string_n_grams(
    data: TensorLike,
    data_splits: TensorLike,
    *,
    separator: str | bytes,
    ngram_widths: Sequence[int],
    left_pad: str | bytes,
    right_pad: str | bytes,
    pad_width: int,
    preserve_short_sequences: bool,
    name: str | None = None,
) -> StringNGramsOutputs:
    """StringNGrams(data: string, data_splits: Tsplits) -> (ngrams: string, ngrams_splits: Tsplits).

    Tsplits is one of int32, int64.
    """
    return StringNGramsOutputs(*grouped(apply_op(
        "StringNGrams",
        [data, data_splits],
        {
            "separator": separator,
            "ngram_widths": ngram_widths,
            "left_pad": left_pad,
            "right_pad": right_pad,
            "pad_width": pad_width,
            "preserve_short_sequences": preserve_short_sequences,
        },
        name,
    )))


class StringSplitOutputs(NamedTuple):
    """The outputs of StringSplit."""

    indices: Tensor
    values: Tensor
    shape: Tensor


def string_split(
    input: TensorLike,
    delimiter: TensorLike,
    *,
    skip_empty: bool = True,
    name: str | None = None,
) -> StringSplitOutputs:
    """StringSplit(input: string, delimiter: string) -> (indices: int64, values: string, shape: int64)."""
    return StringSplitOutputs(*grouped(apply_op("StringSplit", [input, delimiter], {"skip_empty": skip_empty}, name)))


class StringSplitV2Outputs(NamedTuple):
    """The outputs of StringSplitV2."""

    indices: Tensor
    values: Tensor
    shape: Tensor


def string_split_v2(
    input: TensorLike,
    sep: TensorLike,
    *,
    maxsplit: int = -1,
    name: str | None = None,
) -> StringSplitV2Outputs:
    """StringSplitV2(input: string, sep: string) -> (indices: int64, values: string, shape: int64)."""
    return StringSplitV2Outputs(*grouped(apply_op("StringSplitV2", [input, sep], {"maxsplit": maxsplit}, name)))


def string_strip(input: TensorLike, name: str | None = None) -> Tensor:
    """Removes white space at both ends of each string.

    StringStrip(input: string) -> (output: string).
    """
    return apply_op("StringStrip", [input], {}, name).outputs[0]


def string_to_hash_bucket(string_tensor: TensorLike, *, num_buckets: int, name: str | None = None) -> Tensor:
    """StringToHashBucket(string_tensor: string) -> (output: int64)."""
    return apply_op("StringToHashBucket", [string_tensor], {"num_buckets": num_buckets}, name).outputs[0]


def string_to_hash_bucket_fast(input: TensorLike, *, num_buckets: int, name: str | None = None) -> Tensor:
    """StringToHashBucketFast(input: string) -> (output: int64)."""
    return apply_op("StringToHashBucketFast", [input], {"num_buckets": num_buckets}, name).outputs[0]


def string_to_hash_bucket_strong(
    input: TensorLike,
    *,
    num_buckets: int,
    key: Sequence[int],
    name: str | None = None,
) -> Tensor:
    """StringToHashBucketStrong(input: string) -> (output: int64)."""
    return apply_op("StringToHashBucketStrong", [input], {"num_buckets": num_buckets, "key": key}, name).outputs[0]


def string_to_number(
    string_tensor: TensorLike,
    *,
    out_type: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StringToNumber(string_tensor: string) -> (output: out_type)."""
    return apply_op("StringToNumber", [string_tensor], {"out_type": out_type}, name).outputs[0]


def string_upper(input: TensorLike, *, encoding: str | bytes = "", name: str | None = None) -> Tensor:
    """StringUpper(input: string) -> (output: string)."""
    return apply_op("StringUpper", [input], {"encoding": encoding}, name).outputs[0]


def substr(
    input: TensorLike,
    pos: TensorLike,
    len: TensorLike,
    *,
    unit: str | bytes = "BYTE",
    name: str | None = None,
) -> Tensor:
    """Substr(input: string, pos: T, len: T) -> (output: string).

    T is one of int32, int64.
    """
    return apply_op("Substr", [input, pos, len], {"unit": unit}, name).outputs[0]


class UnicodeDecodeOutputs(NamedTuple):
    """The outputs of UnicodeDecode."""

    row_splits: Tensor
    char_values: Tensor


def unicode_decode(
    input: TensorLike,
    *,
    input_encoding: str | bytes,
    errors: str | bytes = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    Tsplits: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> UnicodeDecodeOutputs:
    """UnicodeDecode(input: string) -> (row_splits: Tsplits, char_values: int32)."""
    return UnicodeDecodeOutputs(*grouped(apply_op(
        "UnicodeDecode",
        [input],
        {
            "input_encoding": input_encoding,
            "errors": errors,
            "replacement_char": replacement_char,
            "replace_control_characters": replace_control_characters,
            "Tsplits": Tsplits,
        },
        name,
    )))


class UnicodeDecodeWithOffsetsOutputs(NamedTuple):
    """The outputs of UnicodeDecodeWithOffsets."""

    row_splits: Tensor
    char_values: Tensor
    char_to_byte_starts: Tensor


def unicode_decode_with_offsets(
    input: TensorLike,
    *,
    input_encoding: str | bytes,
    errors: str | bytes = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    Tsplits: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> UnicodeDecodeWithOffsetsOutputs:
    """UnicodeDecodeWithOffsets(input: string) -> (row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64).

    """
    return UnicodeDecodeWithOffsetsOutputs(*grouped(apply_op(
        "UnicodeDecodeWithOffsets",
        [input],
        {
            "input_encoding": input_encoding,
            "errors": errors,
            "replacement_char": replacement_char,
            "replace_control_characters": replace_control_characters,
            "Tsplits": Tsplits,
        },
        name,
    )))


def unicode_encode(
    input_values: TensorLike,
    input_splits: TensorLike,
    *,
    output_encoding: str | bytes,
    errors: str | bytes = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> Tensor:
    """UnicodeEncode(input_values: int32, input_splits: Tsplits) -> (output: string).

    Tsplits is one of int32, int64.
    """
    return apply_op(
        "UnicodeEncode",
        [input_values, input_splits],
        {"output_encoding": output_encoding, "errors": errors, "replacement_char": replacement_char},
        name,
    ).outputs[0]


def unicode_script(input: TensorLike, name: str | None = None) -> Tensor:
    """Finds the number of the script of each Unicode code point, as ICU counts; -1 for none.

    UnicodeScript(input: int32) -> (output: int32).
    """
    return apply_op("UnicodeScript", [input], {}, name).outputs[0]


def unicode_transcode(
    input: TensorLike,
    *,
    input_encoding: str | bytes,
    output_encoding: str | bytes,
    errors: str | bytes = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Tensor:
    """UnicodeTranscode(input: string) -> (output: string)."""
    return apply_op(
        "UnicodeTranscode",
        [input],
        {
            "input_encoding": input_encoding,
            "output_encoding": output_encoding,
            "errors": errors,
            "replacement_char": replacement_char,
            "replace_control_characters": replace_control_characters,
        },
        name,
    ).outputs[0]


def unsorted_segment_join(
    inputs: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    *,
    separator: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Joins the strings of each segment with `separator` between them.

    UnsortedSegmentJoin(inputs: string, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: string).
    Tindices is one of int32, int64.
    Tnumsegments is one of int32, int64.
    """
    return apply_op(
        "UnsortedSegmentJoin",
        [inputs, segment_ids, num_segments],
        {"separator": separator},
        name,
    ).outputs[0]
