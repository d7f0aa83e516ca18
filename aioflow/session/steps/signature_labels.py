"""What people call a signature: "fetches(feeds)"."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.compiler.compiler import ExecutorEntry

_MAX_NAMES = 4  # in a label, which stands on a bar of a picture


class NamedSignature(NamedTuple):
    """A signature and its label; one of the same signature is equal.

    Attributes:
        key: What tells it from others.
        label: Its name.
    """

    key: object
    label: str


def label_of(entry: ExecutorEntry) -> str:
    """The label of a compiled signature. Where it fetches nothing, its last operation stands for all."""
    fetches = [tensor.name for tensor in entry.fetches]
    if not fetches:
        ops = entry.compiled.graph.get_operations()
        fetches = [ops[-1].name if ops else "nothing"]
    return label_of_names(fetches, [tensor.name for tensor in entry.feeds])


def label_of_names(fetches: Sequence[str], feeds: Sequence[str]) -> str:
    """The label of a signature, from the names of what it fetches, or runs, and of what it is fed."""
    return f"{_names(fetches)}({_names(feeds)})"


def _names(elements: Sequence[str]) -> str:
    names = [name.removesuffix(":0") for name in elements[:_MAX_NAMES]]
    return ", ".join([*names, "…"] if len(elements) > _MAX_NAMES else names)
