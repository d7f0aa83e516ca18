# Generated from protos/ops/string.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


def as_string(
    input: TensorLike, *, precision: int = -1, scientific: bool = False, shortest: bool = False, width: int = -1,
    fill: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def decode_base64(input: TensorLike, name: str | None = None) -> Tensor:
    """Decodes strings of web-safe base64, with or without padding.

    DecodeBase64(input: string) -> (output: string).
    """


def edit_distance(
    hypothesis_indices: TensorLike, hypothesis_values: TensorLike, hypothesis_shape: TensorLike,
    truth_indices: TensorLike, truth_values: TensorLike, truth_shape: TensorLike, *, normalize: bool = True,
    name: str | None = None,
) -> Tensor: ...


def encode_base64(input: TensorLike, *, pad: bool = False, name: str | None = None) -> Tensor: ...


def reduce_join(
    inputs: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, separator: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def regex_full_match(input: TensorLike, pattern: TensorLike, name: str | None = None) -> Tensor: ...


def regex_replace(
    input: TensorLike, pattern: TensorLike, rewrite: TensorLike, *, replace_global: bool = True,
    name: str | None = None,
) -> Tensor: ...


def static_regex_full_match(input: TensorLike, *, pattern: str | bytes, name: str | None = None) -> Tensor: ...


def static_regex_replace(
    input: TensorLike, *, pattern: str | bytes, rewrite: str | bytes, replace_global: bool = True,
    name: str | None = None,
) -> Tensor: ...


def string_format(
    inputs: Sequence[TensorLike], *, template: str | bytes = "%s", placeholder: str | bytes = "%s",
    summarize: int = 3, name: str | None = None,
) -> Tensor: ...


def string_join(inputs: Sequence[TensorLike], *, separator: str | bytes = "", name: str | None = None) -> Tensor: ...


def string_length(input: TensorLike, *, unit: str | bytes = "BYTE", name: str | None = None) -> Tensor: ...


def string_lower(input: TensorLike, *, encoding: str | bytes = "", name: str | None = None) -> Tensor: ...


class StringNGramsOutputs(NamedTuple):
    """The outputs of StringNGrams."""

    ngrams: Tensor
    ngrams_splits: Tensor


def string_n_grams(
    data: TensorLike, data_splits: TensorLike, *, separator: str | bytes, ngram_widths: Sequence[int],
    left_pad: str | bytes, right_pad: str | bytes, pad_width: int, preserve_short_sequences: bool,
    name: str | None = None,
) -> StringNGramsOutputs: ...


class StringSplitOutputs(NamedTuple):
    """The outputs of StringSplit."""

    indices: Tensor
    values: Tensor
    shape: Tensor


def string_split(
    input: TensorLike, delimiter: TensorLike, *, skip_empty: bool = True, name: str | None = None,
) -> StringSplitOutputs: ...


class StringSplitV2Outputs(NamedTuple):
    """The outputs of StringSplitV2."""

    indices: Tensor
    values: Tensor
    shape: Tensor


def string_split_v2(
    input: TensorLike, sep: TensorLike, *, maxsplit: int = -1, name: str | None = None,
) -> StringSplitV2Outputs: ...


def string_strip(input: TensorLike, name: str | None = None) -> Tensor:
    """Removes white space at both ends of each string.

    StringStrip(input: string) -> (output: string).
    """


def string_to_hash_bucket(string_tensor: TensorLike, *, num_buckets: int, name: str | None = None) -> Tensor: ...


def string_to_hash_bucket_fast(input: TensorLike, *, num_buckets: int, name: str | None = None) -> Tensor: ...


def string_to_hash_bucket_strong(
    input: TensorLike, *, num_buckets: int, key: Sequence[int], name: str | None = None,
) -> Tensor: ...


def string_to_number(
    string_tensor: TensorLike, *, out_type: DTypeLike = dtypes.float32, name: str | None = None,
) -> Tensor: ...


def string_upper(input: TensorLike, *, encoding: str | bytes = "", name: str | None = None) -> Tensor: ...


def substr(
    input: TensorLike, pos: TensorLike, len: TensorLike, *, unit: str | bytes = "BYTE", name: str | None = None,
) -> Tensor: ...


class UnicodeDecodeOutputs(NamedTuple):
    """The outputs of UnicodeDecode."""

    row_splits: Tensor
    char_values: Tensor


def unicode_decode(
    input: TensorLike, *, input_encoding: str | bytes, errors: str | bytes = "replace",
    replacement_char: int = 65533, replace_control_characters: bool = False, Tsplits: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> UnicodeDecodeOutputs: ...


class UnicodeDecodeWithOffsetsOutputs(NamedTuple):
    """The outputs of UnicodeDecodeWithOffsets."""

    row_splits: Tensor
    char_values: Tensor
    char_to_byte_starts: Tensor


def unicode_decode_with_offsets(
    input: TensorLike, *, input_encoding: str | bytes, errors: str | bytes = "replace",
    replacement_char: int = 65533, replace_control_characters: bool = False, Tsplits: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> UnicodeDecodeWithOffsetsOutputs: ...


def unicode_encode(
    input_values: TensorLike, input_splits: TensorLike, *, output_encoding: str | bytes,
    errors: str | bytes = "replace", replacement_char: int = 65533, name: str | None = None,
) -> Tensor: ...


def unicode_script(input: TensorLike, name: str | None = None) -> Tensor:
    """Finds the number of the script of each Unicode code point, as ICU counts; -1 for none.

    UnicodeScript(input: int32) -> (output: int32).
    """


def unicode_transcode(
    input: TensorLike, *, input_encoding: str | bytes, output_encoding: str | bytes, errors: str | bytes = "replace",
    replacement_char: int = 65533, replace_control_characters: bool = False, name: str | None = None,
) -> Tensor: ...


def unsorted_segment_join(
    inputs: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *, separator: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Joins the strings of each segment with `separator` between them.

    UnsortedSegmentJoin(inputs: string, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: string).
    Tindices is one of int32, int64.
    Tnumsegments is one of int32, int64.
    """
