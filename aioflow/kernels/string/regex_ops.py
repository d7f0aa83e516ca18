"""Regular expressions over strings."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import check_stop, kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.long_lists import array_of
from aioflow.kernels.string.regex import compiled
from aioflow.kernels.string_arrays import flat_strings, mapped

_TEXTS_AT_A_TIME = 16  # between two looks at whether to go on: each may take Python's matcher a tenth of a second


@kernel("RegexFullMatch")
def regex_full_match(xp: Any, input: Array, pattern: Array) -> Array:
    # The pattern is known only now; from here on the two ops are one.
    return static_regex_full_match(xp, input, pattern=_scalar(pattern, "Pattern"))


@kernel("StaticRegexFullMatch")
def static_regex_full_match(xp: Any, input: Array, *, pattern: bytes) -> Array:
    """Whether each whole string matches."""
    # Patterns that come as tensors are cached as well, so a node that gets the same one each time compiles it once.
    matches = compiled(pattern).matches
    found = []
    for number, text in enumerate(flat_strings(input)):
        if not number % _TEXTS_AT_A_TIME:
            check_stop()
        found.append(matches(text))
    return array_of(found, np.bool_).reshape(input.shape)


@kernel("RegexReplace")
def regex_replace(xp: Any, input: Array, pattern: Array, rewrite: Array, *, replace_global: bool) -> Array:
    """Each string with the first match, or every match, rewritten; see `Regex.replaced`."""
    return static_regex_replace(
        xp, input, pattern=_scalar(pattern, "Pattern"), rewrite=_scalar(rewrite, "Rewrite"),
        replace_global=replace_global,
    )  # fmt: skip


@kernel("StaticRegexReplace")
def static_regex_replace(xp: Any, input: Array, *, pattern: bytes, rewrite: bytes, replace_global: bool) -> Array:
    regex = compiled(pattern)
    return mapped(lambda text: regex.replaced(text, rewrite, replace_global), input)


def _scalar(array: Array, name: str) -> bytes:
    """The string of an input that must be a scalar; raises `InvalidArgumentError` otherwise."""
    if array.ndim:
        raise errors.invalid_argument(f"{name} must be scalar, but received {shown(array.shape)}")
    value: Any = array.item()
    return bytes(value)
