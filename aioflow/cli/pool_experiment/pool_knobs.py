"""What an experiment may set of its pools beside their sizes: the fields of AioflowPoolOptions, and of the process."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import aioflow as tf
from aioflow.cli.pool_experiment.table_reader import TableReader

Cpus = tuple[int, ...]
Knob = int | bool | Cpus | Mapping[str, int | Cpus]  # of every pool, or per traffic
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
    if (sets := pools.value("cpu_affinity", None)) is not None:
        # A list of numbers is one set of CPUs; a list of sets, or of tables, is an axis.
        is_axis = isinstance(sets, list) and any(isinstance(each, (list, Mapping)) for each in sets)
        knobs["cpu_affinity"] = tuple(_cpus(pools, each, names) for each in (sets if is_axis else [sets]))
    if (found := pools.one_or_more("blas_threads", None)) != [None]:
        knobs["blas_threads"] = tuple(pools.checked_whole("blas_threads", each, 1, 1024) for each in found)
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


def _cpus(pools: TableReader, value: Any, traffic: Iterable[str]) -> Cpus | dict[str, int | Cpus]:
    """The CPUs of every pool, or of each traffic's."""
    if isinstance(value, Mapping):
        reader = TableReader("[pools] cpu_affinity", value)
        named = [each for each in traffic if each in value]
        found: dict[str, int | Cpus] = {each: _cpu_set(reader, each, reader.value(each)) for each in named}
        reader.end()
        return found
    return _cpu_set(pools, "cpu_affinity", value)


def _cpu_set(reader: TableReader, key: str, value: Any) -> Cpus:
    if not isinstance(value, list) or not value:
        raise reader.bad(key, value, "a list of numbers of CPUs")
    return tuple(reader.checked_whole(key, each, 0, 1 << 16) for each in value)


def knob_text(name: str, knob: Knob) -> str:
    """Writes a knob for reading."""
    if isinstance(knob, Mapping):
        return f"{name} " + " + ".join(f"{_value_text(value)} {traffic}" for traffic, value in knob.items())
    return f"{name} {_value_text(knob)}"


def _value_text(value: int | bool | Cpus) -> str:
    return "[" + " ".join(map(str, value)) + "]" if isinstance(value, tuple) else str(value).lower()


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
            assert not isinstance(value, tuple)
            setattr(option.aioflow, name, int(value))
    cpus = knobs.get("cpu_affinity")
    cpus = cpus.get(owner) if isinstance(cpus, Mapping) else cpus
    if isinstance(cpus, tuple):
        option.aioflow.cpu_affinity.extend(cpus)
