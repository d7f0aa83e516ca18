"""Functions for ops that call some: such as an op wants, and such as it must refuse, fail with or be stopped in."""
from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.op_def import FunctionName
from tests.functions.building import call, define
from tests.kernels.test_stray_errors import SHAPES, TYPES, random_array

Signature = tuple[list[DType], list[DType]]
CALL, DATASETS, ELEMENTS = "Tin -> Tout", "element Targuments -> variant", "element Targuments -> output_types"
ROLES: dict[str, dict[str, str]] = {
    "While": {"cond": "T -> bool", "body": "T -> T"},
    "For": {"body": "int32 T -> T"},
    "SymbolicGradient": {"f": "Tout -> rest"},
    "MapDefun": {"f": "Targuments Tcaptured -> output_types"},
    "BatchFunction": {"f": "Tin Tcaptured -> Tout"},
    "OneShotIterator": {"dataset_factory": "-> variant"},
    "ReduceDataset": {"f": "Tstate element Targuments -> Tstate"},
    "ScanDataset": {"f": "Tstate element Targuments -> Tstate output_types"},
    "ChooseFastestBranchDataset": {"branches": "variant Targuments -> variant"},
    "SaveDataset": {"shard_func": "element Tshard_func_args -> int64"},
    "LoadDataset": {"reader_func": "variant Treader_func_args -> variant"},
    "GroupByReducerDataset": {
        "key_func": "element Tkey_func_other_arguments -> int64",
        "init_func": "int64 Tinit_func_other_arguments -> state",
        "reduce_func": "state element Treduce_func_other_arguments -> state",
        "finalize_func": "state Tfinalize_func_other_arguments -> output_types",
    },
    "GroupByWindowDataset": {
        "key_func": "element Tkey_func_other_arguments -> int64",
        "reduce_func": "int64 variant Treduce_func_other_arguments -> variant",
        "window_size_func": "int64 Twindow_size_func_other_arguments -> int64",
    },
    "GeneratorDataset": {
        "init_func": "Tinit_func_args -> state",
        "next_func": "state Tnext_func_args -> output_types",
        "finalize_func": "state Tfinalize_func_args -> output_types",
    },
}
"""Op -> attribute -> what its function takes and gives: dtypes, attributes, or what `types_named` knows."""
_numbers = count()


def signature(op: str, attr: str, attrs: Mapping[str, Any], element: list[DType]) -> Signature:
    """What the function of an attribute has to take and to give.

    Args:
        op: The op.
        attr: The attribute.
        attrs: The node's other attributes.
        element: The dtypes of the elements of the node's input dataset.
    """
    plain = op.removeprefix("Experimental").removeprefix("Stateless")
    usual = CALL if "Tin" in attrs else DATASETS if "Interleave" in op or "FlatMap" in op else ELEMENTS
    usual = "element Targuments -> bool" if attr == "predicate" else usual
    takes, _, gives = ROLES.get(plain, {}).get(attr, usual).partition("->")
    known = {
        **attrs, "element": element, "state": [tf.float32, tf.int64],
        "rest": attrs.get("Tin", [])[len(attrs.get("Tout", [])) :],
    }  # fmt: skip
    return [t for word in takes.split() for t in _types(word, known)], [
        t for word in gives.split() for t in _types(word, known)
    ]


def _types(word: str, known: Mapping[str, Any]) -> list[DType]:
    return list(known[word]) if word in known else [dtypes.as_dtype(word)]


# ---- results


def converted(value: Any, dtype: DType) -> Any:
    """A value of a dtype that depends on another one; None where no op makes one."""
    if value.dtype == dtype:
        return value
    if value.dtype is tf.string and dtype is tf.int32:
        return tf.raw_ops.StringLength(input=value)
    if value.dtype is tf.variant and dtype is tf.int64:
        return tf.raw_ops.DatasetCardinality(input_dataset=value)
    if value.dtype.is_object or dtype.is_object:
        return None
    return tf.cast(value, dtype)


def plain_result(dtype: DType, arguments: Sequence[Any], choose: random.Random) -> Any:
    """A value of a dtype: one of the arguments, or a constant; a dataset where it is to be a variant."""
    own = [made for value in arguments if (made := converted(value, dtype)) is not None]
    if own and choose.random() < 0.7:
        return choose.choice(own)
    if dtype is tf.variant:
        numbers = [np.int64(choose.choice([0, 0, 1])), np.int64(choose.choice([0, 2, 1 << 40])), np.int64(1)]
        return tf.raw_ops.RangeDataset(
            start=numbers[0], stop=numbers[1], step=numbers[2], output_types=[tf.int64], output_shapes=[[]]
        )
    if dtype is tf.resource:
        return tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[])
    shape = () if choose.random() < 0.7 else choose.choice(SHAPES)
    return tf.constant(random_array(dtype, shape, choose), dtype)


def all_results(wanted: Signature, arguments: Sequence[Any], choose: random.Random) -> list[Any]:
    """A value for each result."""
    return [plain_result(dtype, arguments, choose) for dtype in wanted[1]]


# ---- what a body does beside that

Effect = Callable[[str, Signature, Sequence[Any]], None]


def fails(name: str, wanted: Signature, arguments: Sequence[Any]) -> None:
    """Fails with an `InvalidArgumentError`."""
    tf.raw_ops.Assert(condition=np.bool_(False), data=[np.int32(7)])


def ends(name: str, wanted: Signature, arguments: Sequence[Any]) -> None:
    """Fails with an `OutOfRangeError`, which for some callers is the end of a sequence."""
    numbers = {"output_types": [tf.int64], "output_shapes": [[]]}
    empty = tf.raw_ops.RangeDataset(start=np.int64(0), stop=np.int64(0), step=np.int64(1), **numbers)
    iterator = tf.raw_ops.IteratorV2(shared_name=name, container="", **numbers)
    with tf.control_dependencies([tf.raw_ops.MakeIterator(dataset=empty, iterator=iterator)]):
        tf.raw_ops.IteratorGetNext(iterator=iterator, **numbers)


def waits(name: str, wanted: Signature, arguments: Sequence[Any]) -> None:
    """Waits for what nobody gives."""
    queue = tf.raw_ops.FIFOQueueV2(component_types=[tf.int32], shared_name="empty")
    tf.raw_ops.QueueDequeueV2(handle=queue, component_types=[tf.int32])


def recurs(name: str, wanted: Signature, arguments: Sequence[Any]) -> None:
    """Calls itself, without end."""
    call(FunctionName(name), arguments, wanted[1])


def loops(name: str, wanted: Signature, arguments: Sequence[Any]) -> None:
    """Loops, without end."""
    cond = define(f"{name}_cond", [tf.int32], lambda i: tf.constant(True))
    body = define(f"{name}_body", [tf.int32], lambda i: tf.raw_ops.BitwiseXor(x=i, y=np.int32(1)))
    tf.raw_ops.While(input=[np.int32(0)], cond=cond, body=body)


EFFECTS: list[Effect] = [fails, ends, waits, recurs, loops]


# ---- the stock


def some_function(graph: tf.Graph, wanted: Signature, choose: random.Random) -> FunctionName:
    """Such a function as is wanted, more often than not; else one that is otherwise, or that there is not."""
    kind = choose.choices(["good", "effect", "arguments", "results", "dead", "missing"], [14, 4, 2, 3, 1, 1])[0]
    if kind == "missing":
        return FunctionName("nobody")
    if kind == "arguments":
        wanted = otherwise(wanted[0], choose), wanted[1]
    if kind == "results":
        wanted = wanted[0], otherwise(wanted[1], choose)
    effect = choose.choice(EFFECTS) if kind == "effect" else None
    return made(graph, wanted, choose, effect, has_dead=kind == "dead")


def otherwise(types: list[DType], choose: random.Random) -> list[DType]:
    """One type more, one less, or another one."""
    changed = list(types)
    at = choose.randint(0, len(types))
    changed[at : at + choose.randint(0, 1)] = choose.choices([*TYPES, tf.variant], k=choose.randint(0, 1))
    return changed


def made(
    graph: tf.Graph, wanted: Signature, choose: random.Random, effect: Effect | None = None, has_dead: bool = False
) -> FunctionName:
    """A new function of a graph's library.

    Args:
        graph: The graph.
        wanted: What it takes and gives.
        choose: Makes the choices.
        effect: What it does beside that.
        has_dead: Whether its results are dead.
    """
    name = f"stray{next(_numbers)}"

    def body(*arguments: Any) -> list[Any]:
        results = all_results(wanted, arguments, choose)
        if effect is not None:
            effect(name, wanted, arguments)
        return [tf.raw_ops.Switch(data=r, pred=np.bool_(True))[0] for r in results] if has_dead else results

    with graph.as_default():
        return define(name, wanted[0], body)
