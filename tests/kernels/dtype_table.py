"""The dtypes that TensorFlow's CPU kernels take, as `record_dtypes.py` wrote them down.

Per op: the type attribute behind each input, and combinations of "attribute -> dtype names". An attribute that a
combination does not name takes every dtype. This module needs no more than Python, as TensorFlow's environment imports
it.
"""
from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parent / "recorded" / "dtypes.json"
Combination = dict[str, str]
NOTHING: dict[str, Any] = {"inputs": [], "others": [], "kernels": []}


@cache
def dtype_table() -> dict[str, Any]:
    """Op -> {"inputs": [attribute or None, ...], "others": attributes, "kernels": [combination, ...]}.

    Ops without type attributes are left out.
    """
    table = json.loads(TABLE.read_text("utf-8"))
    for entry in table["ops"].values():
        entry["kernels"] = [{name: table["sets"][at] for name, at in c.items()} for c in entry["kernels"]]
    ops: dict[str, Any] = table["ops"]
    return ops


def taken(op: str, attr: str) -> set[str]:
    """The dtypes that an attribute can have in some combination; empty where TensorFlow takes all."""
    combinations = dtype_table().get(op, NOTHING)["kernels"]
    if any(attr not in combination for combination in combinations):
        return set()
    return {name for combination in combinations for name in combination[attr].split()}


def inputs_of_type(op: str) -> dict[str, list[int]]:
    """Type attribute -> numbers of the inputs (or list inputs) that it is the dtype of."""
    by_attr: dict[str, list[int]] = {}
    for number, attr in enumerate(dtype_table().get(op, NOTHING)["inputs"]):
        if attr is not None:
            by_attr.setdefault(attr, []).append(number)
    return by_attr


def type_attrs(op: str) -> list[str]:
    """The op's type attributes, those of inputs first."""
    return [*inputs_of_type(op), *dtype_table().get(op, NOTHING)["others"]]
