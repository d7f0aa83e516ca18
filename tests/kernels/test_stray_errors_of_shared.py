"""Kernels that wait, or are given references, containers or variants: they end, with errors of ours alone."""
from __future__ import annotations

import asyncio
import random
import re
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.kernels import KernelKind
from aioflow.framework.limits import touches_outside_world
from aioflow.framework.op_def import OPS
from aioflow.framework.shapes import TensorShape
from tests.kernels.live_graph import LiveGraph
from tests.kernels.own_ops import own_kernels, own_ops
from tests.kernels.test_stray_errors import SHAPES, random_array, random_attrs
from tests.kernels.test_stray_errors_of_stateful import operation_of, variable

TRIES = 6
#: Of collectives, TensorFlow says with this class what their members contradict each other in.
_TENSORFLOWS = re.compile("Collective ops is aborted by|Declared shape of op Collective")
PATIENCE_S = 60.0  # of a clock that jumps when nothing goes on
FLOAT, INT = dtypes.float32, dtypes.int32
HANDLES: dict[str, dict[str, Any]] = {
    "FIFOQueueV2": {"component_types": [FLOAT], "capacity": 2},
    "PriorityQueueV2": {"component_types": [], "shapes": [], "capacity": 1},
    "HashTableV2": {"key_dtype": dtypes.int64, "value_dtype": FLOAT},
    "MutableHashTableV2": {"key_dtype": dtypes.string, "value_dtype": dtypes.int64},
    "TensorArrayV3": {"dtype": FLOAT},
    "StackV2": {"elem_type": FLOAT},
    "MutexV2": {},
    "ResourceConditionalAccumulator": {"dtype": FLOAT, "shape": TensorShape([2])},
    "AnonymousIterator": {"output_types": [FLOAT], "output_shapes": [TensorShape(None)]},
}
REFERENCES: dict[str, dict[str, Any]] = {
    "FIFOQueue": HANDLES["FIFOQueueV2"],
    "Barrier": {"component_types": [FLOAT], "shapes": [TensorShape([2])]},
    "ConditionalAccumulator": {"dtype": FLOAT, "shape": TensorShape([2])},
    "SparseConditionalAccumulator": {"dtype": FLOAT, "shape": TensorShape([2, None])},
    "HashTable": HANDLES["HashTableV2"],
    "Stack": {"elem_type": FLOAT},
    "TensorArray": {"dtype": FLOAT},
}


def is_fuzzed(op: str) -> bool:
    """Whether the op waits, or is given what cannot be fed; without functions and what lies outside of the graph."""
    if op not in OPS or op.startswith("_") or touches_outside_world(op) or op in ("Recv", "Send"):
        return False
    types = [arg.dtype for arg in OPS[op].inputs]
    has_functions = any(attr.element_kind == "func" for attr in OPS[op].attrs.values())
    waits = any(kernel.kind is KernelKind.WAITING for kernel in own_kernels(op))
    special = any(arg.is_ref for arg in OPS[op].inputs) or dtypes.resource in types or dtypes.variant in types
    return (waits or special) and not has_functions


SHARED_OPS = [op for op in own_ops() if is_fuzzed(op)]


def likely(op: str, makers: dict[str, dict[str, Any]], choose: random.Random) -> str:
    """A maker of handles whose name has most in common with the op's, now and then another one."""
    if choose.random() < 0.25:
        return choose.choice(sorted(makers))
    stems = ("Queue", "Table", "Barrier", "Accumulator", "Stack", "TensorArray", "Mutex", "Iterator")
    stem = next((stem for stem in stems if stem in op), "")
    sparse = [name for name in makers if stem in name and ("Sparse" in name) == ("Sparse" in op)]
    return choose.choice(sparse or [name for name in makers if stem in name] or sorted(makers))


async def given(live: LiveGraph, op: str, arg: Any, dtype: dtypes.DType, attrs: dict[str, Any], choose: Any) -> Any:
    """A tensor for an input, and what to feed it with, if that is how it gets its value."""
    own = next((attrs[name] for name in ("dtype", "T", "value_dtype", "Tparams") if name in attrs), FLOAT)
    shape = choose.choice(SHAPES)
    if dtype is dtypes.resource:
        if choose.random() < 0.3:
            return await variable(live, own if isinstance(own, dtypes.DType) else FLOAT, shape, choose), None
        return made(live, likely(op, HANDLES, choose), HANDLES), None
    if arg.is_ref and dtype.base_dtype is dtypes.string:
        return made(live, likely(op, REFERENCES, choose), REFERENCES), None
    if arg.is_ref:
        reference = live.op("VariableV2", shape=TensorShape(shape), dtype=dtype.base_dtype)
        value = live.placeholder(dtype.base_dtype)
        if choose.random() < 0.9:
            feeds = {value: random_array(dtype.base_dtype, shape, choose)}
            await live.run(operation_of(live.op("Assign", reference, value)), feeds)
        return reference, None
    if dtype is dtypes.variant:
        return a_variant(live, choose), None
    tensor = live.placeholder(dtype)
    return tensor, random_array(dtype, shape, choose)


def made(live: LiveGraph, maker: str, makers: dict[str, dict[str, Any]]) -> Any:
    """A handle of a new container."""
    inputs = [np.int32(3)] if maker in ("TensorArrayV3", "TensorArray", "StackV2") else []
    made_of = live.op(maker, *inputs, **makers[maker])
    return made_of[0] if isinstance(made_of, list) else made_of


def a_variant(live: LiveGraph, choose: random.Random) -> Any:
    """A list, a dataset, an optional or a sparse matrix."""
    kind = choose.choice(["list", "dataset", "optional", "map", "zeros"])
    if kind == "list":
        rows = np.ones((3, 2), np.float32)
        return live.op("TensorListFromTensor", rows, np.array([2], np.int32), element_dtype=FLOAT)
    if kind == "dataset":
        attrs: dict[str, Any] = {"output_types": [dtypes.int64], "output_shapes": [TensorShape([])]}
        return live.op("RangeDataset", np.int64(0), np.int64(3), np.int64(1), **attrs)
    if kind == "optional":
        return live.op("OptionalFromValue", [np.float32(1)])
    if kind == "map":
        return live.op("EmptyTensorMap")
    return live.op("EmptyTensorList", np.array([2], np.int32), np.int32(-1), element_dtype=FLOAT)


@pytest.mark.asyncio(loop_factories=["jumping"])
@pytest.mark.parametrize("op", SHARED_OPS)
async def test_kernel_ends_with_a_result_or_an_error_of_ours(live: LiveGraph, op: str) -> None:
    """Whatever it is given, and if it waits for what never comes, it ends when its step is cancelled."""
    choose = random.Random(op)
    for _ in range(TRIES):
        attrs = random_attrs(op, choose.choice(own_kernels(op)), choose)
        if attrs is None:
            pytest.skip("has attributes that cannot be guessed")
        await run_with(live, op, attrs, choose)


async def run_with(live: LiveGraph, op: str, attrs: dict[str, Any], choose: random.Random) -> None:
    """Runs a node with random inputs once; fails where an error is none of ours."""
    feeds, args, seen = {}, [], []
    for arg in OPS[op].inputs:
        tensors = []
        for dtype in arg.expand(attrs):
            tensor, value = await given(live, op, arg, dtype, attrs, choose)
            tensors.append(tensor)
            if value is not None:
                feeds[tensor] = value
            seen.append((dtype, None if value is None else value.shape))
        args.append(tensors if arg.is_list else tensors[0])
    try:
        node = operation_of(live.op(op, *args, **attrs))
    except (ValueError, TypeError):
        return  # the shapes or dtypes contradict the op
    try:
        with np.errstate(all="ignore"):
            await asyncio.wait_for(live.run(node, feeds), PATIENCE_S)
    except (errors.OpError, TimeoutError) as error:
        is_stray = isinstance(error, errors.InternalError) and not _TENSORFLOWS.search(error.message)
        assert not is_stray, (attrs, seen)
