"""Small changes of cases: other sizes, ranks, values, dtypes and attributes, as often wrong as right."""
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from aioflow.framework.op_def import OPS, AttrDef
from tests.kernels.cases import Case, as_array
from tests.kernels.cases.dtype_sweep import with_dtype
from tests.kernels.dtype_table import inputs_of_type, taken

Array = np.ndarray[Any, Any]
Change = Callable[[Case, random.Random], Case | None]

FLOATS = [0.0, -0.0, 0.5, -1.5, 3.0, 1e-30, 1e30, float("nan"), float("inf"), float("-inf")]
INTEGERS = [-(2**31), -7, -2, -1, 0, 0, 1, 1, 2, 3, 5, 2**31 - 1, 2**40, 2**63 - 1, -(2**63)]
TEXTS = [b"", b"a", b"ab,c", b"12", b"-1.5", b"\xff\0", "ä€".encode(), b" x  y "]
#: Values of attributes that are numbers or lists of them. No large ones: TensorFlow pads by windows of 10⁹ in memory.
ATTR_INTEGERS = [-2, -1, 0, 1, 2, 3, 4, 7]
ATTR_FLOATS = [0.0, -1.0, 0.5, 1.0, 1e-3, 2.0]
CHANGED_KINDS = ("int", "float", "bool", "string", "shape")
COMMON_DTYPES = ["float32", "int32", "int64", "float64", "string", "bool"]
MAX_ELEMENTS = 5_000


def mutated(case: Case, choose: random.Random) -> Case:
    """The case with one to three changes; itself where none was possible."""
    for _ in range(choose.choice([1, 1, 1, 2, 2, 3])):
        case = choose.choice(CHANGES)(case, choose) or case
    return case


def _one_input(change: Callable[[Array, random.Random], Array | None]) -> Change:
    """A change of a random input, or of one part of a list."""

    def apply(case: Case, choose: random.Random) -> Case | None:
        inputs: list[Any] = list(case.arrays)
        if not inputs:
            return None
        number = choose.randrange(len(inputs))
        parts = list(inputs[number]) if isinstance(inputs[number], list) else [inputs[number]]
        if not parts:
            return None
        at = choose.randrange(len(parts))
        new = None if isinstance(parts[at], Case) else change(parts[at], choose)
        if new is None:
            return None
        parts[at] = as_array(new)  # taking the only element of strings gives a plain one
        if parts[at].size > MAX_ELEMENTS:
            return None
        inputs[number] = parts if isinstance(inputs[number], list) else parts[at]
        return replace(case, inputs=inputs)

    return apply


def _other_size(array: Array, choose: random.Random) -> Array | None:
    """One dimension shorter, longer, or empty."""
    if not array.ndim:
        return None
    axis = choose.randrange(array.ndim)
    size = choose.choice([0, 1, 2, array.shape[axis] - 1, array.shape[axis] + 1])
    if size < 0 or (size and not array.shape[axis]):
        return None
    return array.take(np.arange(size) % max(array.shape[axis], 1), axis)


def _other_rank(array: Array, choose: random.Random) -> Array | None:
    """One more dimension of size one, or one less, of which the first place is left."""
    if array.ndim and choose.random() < 0.5:
        axis = choose.randrange(array.ndim)
        return array.take(0, axis) if array.shape[axis] else None
    return np.expand_dims(array, choose.randrange(array.ndim + 1))


def _other_values(array: Array, choose: random.Random) -> Array | None:
    """Some elements exchanged for others that are of interest."""
    if not array.size:
        return None
    changed = array.copy()
    flat = changed.reshape(-1)
    for _ in range(choose.choice([1, 1, 2, array.size])):
        flat[choose.randrange(array.size)] = interesting(array.dtype, choose)
    return changed


def _shuffled(array: Array, choose: random.Random) -> Array | None:
    """The same elements in another order."""
    if array.size < 2:
        return None
    order = list(range(array.size))
    choose.shuffle(order)
    return array.reshape(-1)[order].reshape(array.shape)


def _noise(array: Array, choose: random.Random) -> Array | None:
    """Every number other, of the same magnitude."""
    if array.dtype.kind not in "fV" and array.dtype.kind != "i":
        return None
    if array.dtype.kind == "i":
        low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
        return np.array([choose.randint(low, high) for _ in range(array.size)], array.dtype).reshape(array.shape)
    values = [round(choose.uniform(-4, 4), 2) for _ in range(array.size)]
    return np.array(values, np.float64).astype(array.dtype).reshape(array.shape)


def interesting(dtype: np.dtype[Any], choose: random.Random) -> Any:
    """A value at an edge of a dtype, or an ordinary one."""
    if dtype.hasobject:
        return choose.choice(TEXTS)
    if dtype.kind == "b":
        return choose.random() < 0.5
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return choose.choice([limits.min, limits.max, *(v for v in INTEGERS if limits.min <= v <= limits.max)])
    if dtype.kind == "c":
        return complex(choose.choice(FLOATS), choose.choice(FLOATS))
    with np.errstate(all="ignore"):
        try:
            return dtype.type(choose.choice(FLOATS))
        except (OverflowError, ValueError):
            return dtype.type(1)


def _other_dtype(case: Case, choose: random.Random) -> Case | None:
    attrs = list(inputs_of_type(case.op))
    if not attrs or any(isinstance(value, Case) for value in case.arrays):
        return None
    attr = choose.choice(attrs)
    names = sorted(taken(case.op, attr) - {"resource", "variant"}) or COMMON_DTYPES
    try:
        return with_dtype(case, attr, choose.choice(names))
    except (TypeError, ValueError, OverflowError):
        return None


def _other_attr(case: Case, choose: random.Random) -> Case | None:
    declared = {name: attr for name, attr in OPS[case.op].attrs.items() if attr.element_kind in CHANGED_KINDS}
    if not declared:
        return None
    name = choose.choice(sorted(declared))
    value = _attr_value(declared[name], case.attrs.get(name), choose)
    return None if value is None else replace(case, attrs={**case.attrs, name: value})


def _attr_value(attr: AttrDef, now: Any, choose: random.Random) -> Any:
    if attr.is_list:
        if not isinstance(now, (list, tuple)) or not now or attr.element_kind not in ("int", "float"):
            return None
        values: list[Any] = list(now)
        values[choose.randrange(len(values))] = _scalar_attr(attr, values[0], choose)
        return values if attr.minimum is not None or choose.random() < 0.8 else values[:-1]
    return _scalar_attr(attr, now, choose)


def _scalar_attr(attr: AttrDef, now: Any, choose: random.Random) -> Any:
    if attr.element_kind == "bool":
        return choose.random() < 0.5
    if attr.element_kind == "int":
        least = attr.minimum if attr.minimum is not None and not attr.is_list else min(ATTR_INTEGERS)
        return choose.choice([value for value in ATTR_INTEGERS if value >= least])
    if attr.element_kind == "float":
        return choose.choice(ATTR_FLOATS)
    if attr.element_kind == "string":
        return choose.choice(sorted(attr.allowed)) if attr.allowed else None
    return choose.choice([None, [], [2], [None], [1, 2], [2, None]]) if isinstance(now, list) else None


CHANGES: list[Change] = [
    _one_input(_other_size), _one_input(_other_rank), _one_input(_other_values), _one_input(_other_values),
    _one_input(_shuffled), _one_input(_noise), _other_dtype, _other_attr, _other_attr,
]  # fmt: skip
