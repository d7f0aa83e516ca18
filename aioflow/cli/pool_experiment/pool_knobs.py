"""What an experiment may set of its pools beside their sizes: the fields of AioflowPoolOptions, and never_inline."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import aioflow as tf
from aioflow.cli.pool_experiment.table_reader import TableReader

Knob = int | bool | Mapping[str, int]  # of every pool, or per traffic
# Field of AioflowPoolOptions -> its least and its largest value.
_LIMITS = {"max_queue": (0, 1 << 30), "nice": (0, 19), "priority": (-1000, 1000)}


def read_knobs(pools: TableReader, traffic: Iterable[str]) -> dict[str, tuple[Knob, ...]]:
    """Reads the knobs that [pools] has, each of them an axis: one value, a table per traffic, or a list of these.

    Raises:
        BadInput: A value cannot be used.
    """
    names = list(traffic)
    knobs: dict[str, tuple[Knob, ...]] = {}
    for name in _LIMITS:
        if (found := pools.one_or_more(name, None)) != [None]:
            knobs[name] = tuple(_knob(pools, name, value, names) for value in found)
    if (found := pools.one_or_more("never_inline", None)) != [None]:
        if any(not isinstance(value, bool) for value in found):
            raise pools.bad("never_inline", found, "true or false")
        knobs["never_inline"] = tuple(found)
    return knobs


def _knob(pools: TableReader, name: str, value: Any, traffic: Iterable[str]) -> Knob:
    least, most = _LIMITS[name]
    if not isinstance(value, Mapping):
        return pools.checked_whole(name, value, least, most)
    reader = TableReader(f"[pools] {name}", value)
    found = {each: reader.whole(each, None, least, most) for each in traffic if each in value}
    reader.end()
    return found


def knob_text(name: str, knob: Knob) -> str:
    """Writes a knob for reading."""
    if isinstance(knob, Mapping):
        return f"{name} " + " + ".join(f"{value} {traffic}" for traffic, value in knob.items())
    return f"{name} {str(knob).lower()}"


def turn_knobs(option: tf.ThreadPoolOptionProto, knobs: Mapping[str, Knob], owner: str, traffic: str) -> None:
    """Sets what the knobs say of a pool in one session.

    Args:
        option: The pool.
        knobs: The knobs of a cell.
        owner: Whose pool it is; "" for one that all share, of which tables per traffic say nothing.
        traffic: What the session is for: priorities belong to it, not to the pool.
    """
    for name in _LIMITS:
        knob = knobs.get(name)
        value = knob.get(traffic if name == "priority" else owner) if isinstance(knob, Mapping) else knob
        if value is not None:
            setattr(option.aioflow, name, int(value))
