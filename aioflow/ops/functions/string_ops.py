"""tf.string_join, tf.regex_replace, tf.string_split, ...: strings, which are bytes.

Names are those of the package (`tf.string_join`); `tf.strings` has them without "string" (`tf.strings.join`).
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.graph import SparseTensor, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike
from aioflow.ops.building.convert import constant, convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions.array_ops import one_of
from aioflow.ops.generated import string as gen
from aioflow.ops.generated.string import decode_base64, string_strip

__all__ = [
    "as_string", "decode_base64", "edit_distance", "encode_base64", "reduce_join", "regex_replace", "string_join",
    "string_split", "string_strip", "string_to_hash_bucket", "string_to_hash_bucket_fast",
    "string_to_hash_bucket_strong", "string_to_number", "substr",
]  # fmt: skip


def as_string(
    input: TensorLike,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Numbers and booleans as text.

    Args:
        input: Any tensor.
        precision: Digits behind the point of floating-point numbers; 6 when negative.
        scientific: Whether to write exponents.
        shortest: Whether to write whichever is shorter.
        width: Least number of characters.
        fill: The character that fills up; a space when empty.
        name: The node's name.
    """
    return gen.as_string(
        input, precision=precision, scientific=scientific, shortest=shortest, width=width, fill=fill, name=name
    )


def encode_base64(input: TensorLike, pad: bool = False, name: str | None = None) -> Tensor:
    """Web-safe base64 text, with "=" at the end if `pad`."""
    return gen.encode_base64(input, pad=pad, name=name)


def string_join(inputs: Sequence[TensorLike], separator: str = "", name: str | None = None) -> Tensor:
    """Strings of several tensors joined element by element; scalars broadcast."""
    return gen.string_join(inputs, separator=separator, name=name)


def reduce_join(
    inputs: TensorLike,
    axis: TensorLike = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: TensorLike = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Strings joined along dimensions, row by row; along all of them when `axis` is None.

    `keep_dims` and `reduction_indices` are older names of `keepdims` and `axis`.
    """
    keep = bool(one_of("keepdims", keepdims, "keep_dims", keep_dims))
    axis = one_of("axis", axis, "reduction_indices", reduction_indices)
    with name_scope(name, "ReduceJoin", [inputs]):
        inputs = convert_to_tensor(inputs, dtypes.string)
        rank = inputs.shape.rank
        if axis is None:
            if rank is None:
                raise ValueError("reduce_join over all dimensions needs a known rank")
            # The first of the dimensions varies slowest in what is joined: the last one first gives row after row.
            axis = constant(np.arange(rank - 1, -1, -1, dtype=np.int32))
        return gen.reduce_join(inputs, axis, keep_dims=keep, separator=separator)


def regex_replace(
    input: TensorLike, pattern: TensorLike, rewrite: TensorLike, replace_global: bool = True, name: str | None = None
) -> Tensor:
    r"""Matches of a regular expression (RE2 syntax) replaced.

    Args:
        input: Strings.
        pattern: The expression, [].
        rewrite: What matches become, []; \0 to \9 stand for groups.
        replace_global: Whether all matches are replaced instead of the first one of each string.
        name: The node's name.
    """
    # A pattern that is known now becomes an attribute, and is compiled once rather than in each run.
    if isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes)):
        return gen.static_regex_replace(
            input, pattern=pattern, rewrite=rewrite, replace_global=replace_global, name=name
        )
    return gen.regex_replace(input, pattern, rewrite, replace_global=replace_global, name=name)


def regex_full_match(input: TensorLike, pattern: TensorLike, name: str | None = None) -> Tensor:
    """Whether a regular expression (RE2 syntax) matches the whole of each string."""
    if isinstance(pattern, (str, bytes)):
        return gen.static_regex_full_match(input, pattern=pattern, name=name)
    return gen.regex_full_match(input, pattern, name=name)


def substr(input: TensorLike, pos: TensorLike, len: TensorLike, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """Parts of strings: `len` bytes (or characters, for unit "UTF8_CHAR") from `pos`, from the end when negative."""
    return gen.substr(input, pos, len, unit=unit, name=name)


def string_length(input: TensorLike, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """The number of bytes (or characters, for unit "UTF8_CHAR") of each string."""
    return gen.string_length(input, unit=unit, name=name)


def string_lower(input: TensorLike, encoding: str = "", name: str | None = None) -> Tensor:
    """Strings in lower case: ASCII letters, or all letters for encoding "utf-8"."""
    return gen.string_lower(input, encoding=encoding, name=name)


def string_upper(input: TensorLike, encoding: str = "", name: str | None = None) -> Tensor:
    """Strings in upper case: ASCII letters, or all letters for encoding "utf-8"."""
    return gen.string_upper(input, encoding=encoding, name=name)


def string_format(
    template: str, inputs: Any, placeholder: str = "{}", summarize: int = 3, name: str | None = None
) -> Tensor:
    """`template` [] with the text of tensors in place of each `placeholder`; `summarize` elements at each end."""
    values = inputs if isinstance(inputs, (list, tuple)) else [inputs]
    return gen.string_format(values, template=template, placeholder=placeholder, summarize=summarize, name=name)


def unicode_transcode(
    input: TensorLike,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Tensor:
    """Strings in another encoding.

    Args:
        input: Strings.
        input_encoding: Their encoding, such as "UTF-8" or "UTF-16-BE".
        output_encoding: The wanted encoding.
        errors: What becomes of wrong characters: "replace", "ignore" or "strict" (the run fails).
        replacement_char: The code point that replaces them.
        replace_control_characters: Whether control characters are replaced, too.
        name: The node's name.
    """
    return gen.unicode_transcode(
        input, input_encoding=input_encoding, output_encoding=output_encoding, errors=errors,
        replacement_char=replacement_char, replace_control_characters=replace_control_characters, name=name,
    )  # fmt: skip


# ---- splitting
def string_split(
    source: TensorLike, delimiter: TensorLike = " ", skip_empty: bool = True, name: str | None = None
) -> SparseTensor:
    """Strings [n] cut at any byte of `delimiter` []: a sparse tensor [n, parts]; `skip_empty` drops empty parts."""
    with name_scope(name, "StringSplit"):
        # The delimiter is converted first, so its constant has the first name; so it is in TensorFlow.
        delimiter = convert_to_tensor(delimiter, dtypes.string)
        result = gen.string_split(convert_to_tensor(source, dtypes.string), delimiter, skip_empty=skip_empty)
        return SparseTensor(result.indices, result.values, result.shape)


def split(input: TensorLike, sep: str | None = None, maxsplit: int = -1, name: str | None = None) -> SparseTensor:
    """Strings [n] cut at `sep` as Python cuts them (at white space when None): a sparse tensor [n, most parts]."""
    with name_scope(name, "StringSplit"):
        # The op takes an empty separator for "any white space".
        separator = convert_to_tensor(sep or "", dtypes.string)
        result = gen.string_split_v2(convert_to_tensor(input, dtypes.string), separator, maxsplit=maxsplit)
        return SparseTensor(result.indices, result.values, result.shape)


# ---- numbers
def string_to_number(
    string_tensor: TensorLike = None,
    out_type: DTypeLike = dtypes.float32,
    name: str | None = None,
    input: TensorLike = None,
) -> Tensor:
    """The numbers that strings spell: float32, float64, int32 or int64; `input` is a newer name."""
    strings = one_of("input", input, "string_tensor", string_tensor, required=True)
    return gen.string_to_number(strings, out_type=out_type, name=name)


def string_to_hash_bucket(
    string_tensor: TensorLike = None, num_buckets: int | None = None, name: str | None = None, input: TensorLike = None
) -> Tensor:
    """A number in [0, num_buckets) for each string, the same in all processes; `input` is a newer name."""
    strings = one_of("input", input, "string_tensor", string_tensor, required=True)
    # 0 stands for a forgotten number of buckets; the op's definition refuses it with a message of its own.
    return gen.string_to_hash_bucket(strings, num_buckets=num_buckets or 0, name=name)


def string_to_hash_bucket_fast(input: TensorLike, num_buckets: int, name: str | None = None) -> Tensor:
    """The same as `string_to_hash_bucket` with a faster hash, which is not safe against chosen inputs."""
    return gen.string_to_hash_bucket_fast(input, num_buckets=num_buckets, name=name)


def string_to_hash_bucket_strong(
    input: TensorLike, num_buckets: int, key: Sequence[int], name: str | None = None
) -> Tensor:
    """The same as `string_to_hash_bucket` by a function with a key of two numbers, which others cannot attack."""
    return gen.string_to_hash_bucket_strong(input, num_buckets=num_buckets, key=key, name=name)


def edit_distance(
    hypothesis: SparseTensor, truth: SparseTensor, normalize: bool = True, name: str = "edit_distance"
) -> Tensor:
    """The least number of insertions, deletions and replacements that turn `hypothesis` into `truth`, for each pair.

    Args:
        hypothesis: Sequences along the last dimension: [..., length], any dtype.
        truth: Sequences of the same dtype.
        normalize: Whether to divide by the length of the true sequence.
        name: The node's name.

    Returns:
        [...] float32.

    Raises:
        TypeError: An argument is no `SparseTensor`.
    """
    for argument, value in (("hypothesis", hypothesis), ("truth", truth)):
        if not isinstance(value, SparseTensor):
            raise TypeError(f"{argument} must be a SparseTensor, not {type(value).__name__}")
    return gen.edit_distance(
        hypothesis.indices, hypothesis.values, hypothesis.dense_shape, truth.indices, truth.values, truth.dense_shape,
        normalize=normalize, name=name,
    )  # fmt: skip
