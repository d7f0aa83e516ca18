"""Nested structures of loop variables and branch results: taken apart to a flat list, and put together again.

An object with a `flow` and a method `_after(flow)`, such as a `TensorArray`, has its flow as its only leaf.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def flatten(structure: Any) -> list[Any]:
    """The leaves of nested lists, tuples and mappings (these by sorted key), in order."""
    if isinstance(structure, Mapping):
        # Keys are sorted, so that two branches that fill their mappings in another order still agree leaf by leaf.
        return [leaf for key in sorted(structure) for leaf in flatten(structure[key])]
    if isinstance(structure, (list, tuple)):
        return [leaf for element in structure for leaf in flatten(element)]
    # Only the flow of a TensorArray changes from one iteration to the next; its handle is led into the loop as a
    # constant.
    return [structure.flow if hasattr(structure, "flow") else structure]


def pack_like(structure: Any, leaves: Sequence[Any]) -> Any:
    """`leaves` in the form of `structure`.

    Raises:
        ValueError: Their number is not that of the structure's leaves.
    """
    wanted = len(flatten(structure))
    if wanted != len(leaves):
        raise ValueError(f"{len(leaves)} values do not fit a structure of {wanted}: {structure!r}")
    return _pack(structure, iter(leaves))


def _pack(structure: Any, leaves: Iterator[Any]) -> Any:
    if isinstance(structure, Mapping):
        # Leaves are taken in sorted order, as `flatten` gave them, but the new mapping keeps the order of the old
        # one.
        packed = {key: _pack(structure[key], leaves) for key in sorted(structure)}
        return type(structure)((key, packed[key]) for key in structure)  # type: ignore[call-arg]
    # A namedtuple takes its fields one by one, any other tuple takes an iterable.
    if isinstance(structure, tuple) and hasattr(structure, "_fields"):
        return type(structure)(*(_pack(element, leaves) for element in structure))
    if isinstance(structure, (list, tuple)):
        return type(structure)(_pack(element, leaves) for element in structure)
    leaf = next(leaves)
    # A leaf without `op` is no tensor, hence no flow, and stays as it is.
    return structure._after(leaf) if hasattr(structure, "flow") and hasattr(leaf, "op") else leaf
