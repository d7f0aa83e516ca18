"""Datasets of datasets with random attributes and sizes: their elements come or errors of ours, and bounded memory."""
from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.limits import touches_outside_world
from aioflow.framework.op_def import OPS, ArgDef
from aioflow.framework.shapes import TensorShape
from tests.kernels.live_graph import LiveGraph
from tests.kernels.own_ops import own_kernels, own_ops
from tests.kernels.stray_runs import check_ends, first_elements
from tests.kernels.test_stray_errors import SHAPES, has_functions, random_array, random_attrs

TRIES = 12
NUMBERS = [0, 1, 1, 2, 2, 2, 3, 3, 5, -1, -2]
EXTREMES = [2**31 - 1, 2**62, 2**63 - 1, -(2**63)]
DATASET_OPS = [
    op
    for op in own_ops()
    if "Dataset" in op and not has_functions(op) and not touches_outside_world(op)
    if OPS[op].outputs and OPS[op].outputs[0].dtype is dtypes.variant
]


@pytest.mark.asyncio(loop_factories=["ageing"])
@pytest.mark.parametrize("op", DATASET_OPS)
async def test_first_elements_of_any_dataset(live: LiveGraph, op: str, bounded_memory: None) -> None:
    """Making it, and the first elements, end with results or errors of ours; later runs of the session work."""
    choose = random.Random(op)
    for _ in range(TRIES):
        await run_with(live, op, choose)
    assert await live("Identity", np.int32(1)) == 1


async def run_with(live: LiveGraph, op: str, choose: random.Random) -> None:
    """Makes a dataset of random inputs, and its first elements."""
    attrs = random_attrs(op, choose.choice(own_kernels(op)), choose) or {}
    inputs: list[Any] = []
    try:
        make_fit(op, attrs, choose)
        for arg in OPS[op].inputs:
            tensors = [given(live, arg, dtype, choose) for dtype in arg.expand(attrs)]
            inputs.append(tensors if arg.is_list else tensors[0])
        node = live.op(op, *inputs, **attrs)
    except (ValueError, TypeError, errors.InvalidArgumentError):
        return  # they contradict the op
    await check_ends(first_elements(live, node, {}), (attrs, [getattr(each, "op", each) for each in inputs]))


def make_fit(op: str, attrs: dict[str, Any], choose: random.Random) -> None:
    """Has what describes elements be of one length, and huge numbers be rare."""
    types: list[Any] = next((attrs[name] for name in ("output_types", "Toutput_types") if name in attrs), [])
    if "output_types" in attrs and choose.random() < 0.7:
        attrs["output_types"] = types = [dtypes.int64]
    if "output_shapes" in attrs and choose.random() < 0.9:
        attrs["output_shapes"] = [TensorShape(None) for _ in types]
    if op.startswith("PaddedBatch") and choose.random() < 0.8:
        attrs["N"] = len(types)
    if op == "ListDataset" and choose.random() < 0.8:
        attrs["Tinput_types"] = [dtypes.int64] * 2
    for name, attr in OPS[op].attrs.items():
        if attr.kind == "int" and choose.random() < 0.1 and name != "N":
            attrs[name] = max(choose.choice(EXTREMES), attr.minimum or 0)


def given(live: LiveGraph, arg: ArgDef, dtype: dtypes.DType, choose: random.Random) -> Any:
    """A constant, a dataset, or a handle."""
    if dtype is dtypes.variant:
        return a_dataset(live, choose)
    if dtype is dtypes.resource:
        makers = ["AnonymousSeedGenerator", "AnonymousMemoryCache", "StatsAggregatorHandleV2", "ThreadPoolHandle"]
        return a_handle(live, choose.choice(makers))
    if dtype is dtypes.int64 and choose.random() < 0.9:
        number = choose.choice(EXTREMES) if choose.random() < 0.1 else choose.choice(NUMBERS)
        rank = 1 if arg.name in ("row_shape", "padded_shapes", "batch_sizes") else 0
        return np.full((1,) * rank, number, np.int64)
    if dtype in (dtypes.bool_, dtypes.string, dtypes.float32) and choose.random() < 0.8:
        return random_array(dtype, (), choose)
    return random_array(dtype, choose.choice(SHAPES), choose)


def a_handle(live: LiveGraph, maker: str) -> Any:
    """A handle to what a dataset may use."""
    if maker == "AnonymousSeedGenerator":
        return live.op(maker, np.int64(1), np.int64(2), np.bool_(True))[0]
    attrs: dict[str, Any] = {"num_threads": 1, "display_name": b"pool"} if maker == "ThreadPoolHandle" else {}
    made = live.op(maker, **attrs)
    return made[0] if isinstance(made, list) else made


def a_dataset(live: LiveGraph, choose: random.Random) -> Any:
    """A dataset of numbers, rows, texts, pairs, nothing, or of datasets; now and then no dataset."""
    int64: dict[str, Any] = {"output_types": [dtypes.int64], "output_shapes": [TensorShape(None)]}
    numbers = live.op("RangeDataset", np.int64(0), np.int64(choose.choice([0, 1, 3, 7])), np.int64(1), **int64)
    kind = choose.choice(["numbers", "numbers", "rows", "texts", "pair", "batches", "windows", "endless", "other"])
    if kind == "rows":
        return live.op("TensorSliceDataset", [np.ones((3, 2), np.float32)], output_shapes=[TensorShape([2])])
    if kind == "texts":
        texts = random_array(dtypes.string, (3,), choose)
        return live.op("TensorSliceDataset", [texts], output_shapes=[TensorShape([])])
    if kind == "pair":
        return live.op("TensorDataset", [np.int32(1), np.ones(2)], output_shapes=[TensorShape([]), TensorShape([2])])
    if kind == "batches":
        return live.op("BatchDataset", numbers, np.int64(2), **int64)
    if kind == "windows":
        two = np.int64(2)
        return live.op("WindowDataset", numbers, two, two, two, np.bool_(False), output_types=[dtypes.variant],
                       output_shapes=[TensorShape([])])  # fmt: skip
    if kind == "endless":
        return live.op("RepeatDataset", numbers, np.int64(-1), **int64)
    return numbers if kind == "numbers" else live.op("OptionalFromValue", [np.float32(1)])
