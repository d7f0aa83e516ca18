"""Parts of functions: a function's name that also says which of its arguments, results and effects a call is about.

The part is told by attributes of the name, so that two parts are two functions to whoever compiles or compares calls,
and so that a graph that is written keeps its meaning.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework import FunctionName

_ARGS, _RESULTS, _EFFECTS = "_aioflow_args", "_aioflow_results", "_aioflow_effects"
_UNLOWERED = "_aioflow_unlowered"


class FunctionPart(NamedTuple):
    """A part of a function.

    Attributes:
        args: The arguments that are passed, by their places in the whole function.
        results: The results that are wanted, likewise.
        effects: Whether control returns run, too.
    """

    args: frozenset[int]
    results: frozenset[int]
    effects: bool


def with_part(function: FunctionName, args: Sequence[int], results: Sequence[int], effects: bool) -> FunctionName:
    """The name of a part of `function`."""
    attrs = {**whole(function).attrs, _ARGS: list(args), _RESULTS: list(results), _EFFECTS: effects}
    return FunctionName(function.name, attrs)


def whole(function: FunctionName) -> FunctionName:
    """The name of the whole function."""
    if _EFFECTS not in function.attrs and _UNLOWERED not in function.attrs:
        return function
    says_part = (_ARGS, _RESULTS, _EFFECTS, _UNLOWERED)
    return FunctionName(function.name, {name: v for name, v in function.attrs.items() if name not in says_part})


def unlowered(function: FunctionName) -> FunctionName:
    """The name of the whole function as those call it that do not lower what is in it."""
    return FunctionName(function.name, {**function.attrs, _UNLOWERED: True})


def is_unlowered(function: FunctionName) -> bool:
    """Whether lowered control flow in the function's body runs whole."""
    return bool(function.attrs.get(_UNLOWERED))


def part_of(function: FunctionName) -> FunctionPart | None:
    """The part that a name is about; None for the whole function."""
    attrs = function.attrs
    if _EFFECTS not in attrs:
        return None
    return FunctionPart(_numbers(attrs.get(_ARGS)), _numbers(attrs.get(_RESULTS)), bool(attrs[_EFFECTS]))


def _numbers(value: Any) -> frozenset[int]:
    # Of a graph that was read it may be anything. What is no number of an argument or a result is not there.
    return frozenset(n for n in value if isinstance(n, int)) if isinstance(value, list) else frozenset()
