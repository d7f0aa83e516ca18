"""Writes which dtypes TensorFlow's CPU kernels take: `python -m tests.kernels.record_dtypes`.

Runs where `tensorflow` can be imported, which the project itself never needs.
"""
from __future__ import annotations

import json
import os
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

from tensorflow.python.framework import dtypes, kernels, op_def_registry

from tests.kernels.dtype_table import TABLE, Combination


def main() -> None:
    found: dict[str, list[Combination]] = {}
    for kernel in kernels.get_all_registered_kernels().kernel:
        if kernel.device_type in ("CPU", "DEFAULT") and not kernel.label:
            combination = {c.name: _names(c.allowed_values.list.type) for c in kernel.constraint}
            found.setdefault(kernel.op, []).append(combination)
    table: dict[str, dict[str, Any]] = {op: _entry(op, found[op]) for op in sorted(found)}
    ops = {op: entry for op, entry in table.items() if any([*entry["inputs"], *entry["others"]])}
    sets = sorted({names for entry in ops.values() for c in entry["kernels"] for names in c.values()})
    for entry in ops.values():
        entry["kernels"] = [{name: sets.index(names) for name, names in c.items()} for c in entry["kernels"]]
    lines = [f"{json.dumps(op)}: {json.dumps(entry, separators=(',', ':'))}" for op, entry in ops.items()]
    text = ",\n".join(json.dumps(names) for names in sets)
    TABLE.write_text(f'{{"sets": [\n{text}],\n"ops": {{\n' + ",\n".join(lines) + "}}\n", "utf-8")
    print(f"{TABLE.name}: {len(lines)} ops, {TABLE.stat().st_size} bytes")


def _entry(op: str, combinations: list[Combination]) -> dict[str, Any]:
    return {"inputs": _inputs(op), "others": _others(op), "kernels": _merged(_within_op(op, combinations))}


def _names(types: Any) -> str:
    return " ".join(sorted({dtypes.as_dtype(t).name for t in types}))


def _within_op(op: str, combinations: list[Combination]) -> list[Combination]:
    """The combinations, restricted to what the op's declaration allows."""
    allowed = {a.name: _names(a.allowed_values.list.type) for a in op_def_registry.get(op).attr if "type" in a.type}
    restricted = []
    for combination in combinations:
        taken = {name: combination.get(name, declared) for name, declared in allowed.items()}
        both = {name: _common(names, allowed[name]) for name, names in taken.items() if names}
        if all(both.values()):
            restricted.append(both)
    return restricted


def _common(names: str, declared: str) -> str:
    return " ".join(sorted(set(names.split()) & set((declared or names).split())))


def _merged(combinations: list[Combination]) -> list[Combination]:
    """As few combinations as joining those gives that differ in one attribute."""
    merged: list[Combination] = []
    for combination in combinations:
        if combination not in merged and not any(_covers(c, combination) for c in combinations if c != combination):
            merged.append(combination)
    while (pair := _mergeable(merged)) is not None:
        first, second, name = pair
        merged.remove(second)
        first[name] = " ".join(sorted({*first[name].split(), *second[name].split()}))
    return merged


def _covers(wide: Combination, narrow: Combination) -> bool:
    """Whether `wide` takes all that `narrow` takes."""
    return all(name in narrow and set(narrow[name].split()) <= set(wide[name].split()) for name in wide)


def _mergeable(combinations: list[Combination]) -> tuple[Combination, Combination, str] | None:
    for i, first in enumerate(combinations):
        for second in combinations[i + 1 :]:
            different = [name for name in first if first[name] != second.get(name)]
            if first.keys() == second.keys() and len(different) == 1:
                return first, second, different[0]
    return None


def _inputs(op: str) -> list[str | None]:
    """The type attribute that each input has its dtype from."""
    return [arg.type_attr or arg.type_list_attr or None for arg in op_def_registry.get(op).input_arg]


def _others(op: str) -> list[str]:
    """The type attributes that no input has its dtype from."""
    return [attr.name for attr in op_def_registry.get(op).attr if attr.type == "type" and attr.name not in _inputs(op)]


if __name__ == "__main__":
    main()
