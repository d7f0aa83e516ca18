"""Kernels that call functions: whatever functions they are given, they end, with errors of ours alone."""
from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.op_def import OPS, ArgDef
from aioflow.framework.shapes import TensorShape
from aioflow.kernels.dataset.saved_datasets import FolderWriter
from tests.kernels.live_graph import LiveGraph
from tests.kernels.own_ops import own_kernels, own_ops
from tests.kernels.stray_functions import signature, some_function
from tests.kernels.stray_runs import check_ends, first_elements, other_tasks
from tests.kernels.test_stray_errors import SHAPES, TYPES, has_functions, random_array, random_attr, usable_types
from tests.kernels.test_stray_errors_of_stateful import operation_of

TRIES = 12
LARGE = {dtypes.int32: [(1 << 31) - 1], dtypes.int64: [1 << 40, (1 << 63) - 1]}


OPS_WITH_FUNCTIONS = [op for op in own_ops() if has_functions(op)]


def attrs_of(live: LiveGraph, op: str, element: list[Any], choose: random.Random) -> dict[str, Any]:
    """Attributes, of which most fit together."""
    kernel = choose.choice(own_kernels(op))
    attrs: dict[str, Any] = {}
    for name, attr in OPS[op].attrs.items():
        if attr.element_kind == "func":
            continue
        types = usable_types(attr, kernel)
        is_empty = attr.kind == "list(type)" and not attr.minimum and choose.random() < 0.5
        attrs[name] = [] if is_empty else random_attr(attr, types, choose)
    make_fit(op, attrs, choose)
    for name, attr in OPS[op].attrs.items():
        if attr.element_kind == "func":
            wanted = signature(op, name, attrs, element)
            number = choose.randint(attr.minimum or 0, 3) if attr.is_list else 1
            functions = [some_function(live.graph, wanted, choose) for _ in range(number)]
            attrs[name] = functions if attr.is_list else functions[0]
    if "output_shapes" in attrs and op in ("If", "While", "Case") and choose.random() < 0.3:
        attrs["_lower_using_switch_merge"] = True
    return attrs


def make_fit(op: str, attrs: dict[str, Any], choose: random.Random) -> None:
    """Has lists that describe the same be of one length, usually."""
    if choose.random() < 0.1:
        return
    if "output_types" in attrs:
        if choose.random() < 0.6:
            attrs["output_types"] = [dtypes.int64]
        if "Tstate" in attrs and op.startswith("Reduce"):
            attrs["output_types"] = attrs["Tstate"]
        shape = TensorShape(None) if choose.random() < 0.7 else TensorShape(choose.choice(SHAPES))
        attrs["output_shapes"] = [shape] * len(attrs["output_types"])
    if op == "SymbolicGradient":
        attrs["Tin"] = [*attrs["Tout"], *attrs["Tin"]]
    if "other_arguments_lengths" in attrs:
        attrs["other_arguments_lengths"] = [len(attrs["Targuments"])]


def a_dataset(live: LiveGraph, choose: random.Random) -> tuple[Any, list[Any]]:
    """A dataset, and the dtypes of its elements; now and then one without end, or a variant that is none."""
    kind = choose.choice(["range", "range", "range", "slices", "slices", "slices", "endless", "list"])
    if kind == "list":
        return live.op("EmptyTensorList", np.array([2], np.int32), np.int32(-1), element_dtype=dtypes.float32), []
    if kind == "slices":
        types = choose.choices(TYPES, k=choose.randint(1, 2))
        shape = choose.choice([shape for shape in SHAPES if shape])
        tensors = [random_array(dtype, shape, choose) for dtype in types]
        constants = [live.op("Const", value=t, dtype=d) for t, d in zip(tensors, types, strict=True)]
        return live.op("TensorSliceDataset", constants, output_shapes=[TensorShape(None)] * len(types)), types
    attrs: dict[str, Any] = {"output_types": [dtypes.int64], "output_shapes": [TensorShape([])]}
    stop = np.int64(choose.choice([0, 3, 3, 3]))
    numbers = live.op("RangeDataset", np.int64(0), stop, np.int64(1), **attrs)
    if kind == "endless":
        numbers = live.op("RepeatDataset", numbers, np.int64(-1), **attrs)
    return numbers, [dtypes.int64]


def fed(arg: ArgDef, dtype: Any, choose: random.Random) -> np.ndarray[Any, Any]:
    """A value for an input: a scalar, where only a dataset's inputs can have another shape."""
    is_parameter = arg.dtype is not None
    shape = () if is_parameter and choose.random() < 0.9 else choose.choice(SHAPES)
    if dtype in (dtypes.int32, dtypes.int64) and is_parameter and choose.random() < 0.8:
        number = choose.choice([1, 1, 2, 3, *LARGE[dtype]])
        return np.full(shape, number, dtype.numpy_dtype)
    if arg.name == "path" and choose.random() < 0.7:
        return np.full(shape, b"ab", object)
    if arg.name == "target" and choose.random() < 0.7:
        return np.full(shape, b"/device:CPU:0", object)
    return random_array(dtype, shape, choose)


def save_some() -> None:
    """Saves a dataset where `fed` may look for one."""
    writer = FolderWriter(b"ab", "")
    for number in range(3):
        writer.write((np.array(number),), [dtypes.int64], number % 2)
    writer.finish([dtypes.int64])


async def run_once(live: LiveGraph, op: str, choose: random.Random) -> None:
    """Runs a node with random functions and inputs; if it gives a dataset, its first elements are made."""
    dataset, element = a_dataset(live, choose)
    attrs = attrs_of(live, op, element, choose)
    feeds, args = {}, []
    for arg in OPS[op].inputs:
        tensors = []
        for dtype in arg.expand(attrs):
            if dtype is dtypes.variant:
                tensors.append(dataset)
                continue
            tensors.append(live.placeholder(dtype))
            feeds[tensors[-1]] = fed(arg, dtype, choose)
        args.append(tensors if arg.is_list else tensors[0])
    try:
        made = live.op(op, *args, **attrs)
    except (ValueError, TypeError, errors.OpError) as error:
        assert not isinstance(error, errors.InternalError), attrs
        return  # the shapes or dtypes contradict the op
    if OPS[op].outputs and OPS[op].outputs[0].dtype is dtypes.variant:
        await check_ends(first_elements(live, made, feeds), attrs)
    else:
        await check_ends(live.run(operation_of(made), feeds), attrs)


@pytest.mark.asyncio(loop_factories=["ageing"])
@pytest.mark.parametrize("op", OPS_WITH_FUNCTIONS)
async def test_kernel_ends_whatever_its_functions_do(
    live: LiveGraph, op: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but results and errors of ours comes of it, nothing goes on, and the session can be used further."""
    monkeypatch.chdir(tmp_path)
    save_some()
    choose = random.Random(op)
    for _ in range(TRIES):
        await run_once(live, op, choose)
    assert await live.run(live.op("Add", np.float32(1), np.float32(2))) == 3
    assert await other_tasks() == set()
