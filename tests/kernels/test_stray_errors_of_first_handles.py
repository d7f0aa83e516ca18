"""Ops that make containers and references, with any attributes, and what is then done with these: no stray errors."""
from __future__ import annotations

import asyncio
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
from tests.kernels.test_stray_errors import SHAPES, random_array, random_attrs
from tests.kernels.test_stray_errors_of_shared import PATIENCE_S, SHARED_OPS
from tests.kernels.test_stray_errors_of_stateful import operation_of

TRIES = 12
EXTREMES = [-(2**63), -(2**31), 2**31 - 1, 2**40, 2**62]
USUAL = [dtypes.float32, dtypes.int64, dtypes.string]
# Stands in the names of the ops that make a kind of container, and of those that use it.
KINDS = ["Queue", "Table", "Barrier", "Accumulator", "Stack", "TensorArray", "Variable"]
OF_VARIABLES = ["Assign", "AssignAdd", "ScatterUpdate", "ScatterNdAdd", "CountUpTo", "StridedSliceAssign",
                "IsVariableInitialized", "DestroyTemporaryVariable", "RefIdentity", "ApplyGradientDescent"]  # fmt: skip
MEANT = "does not match declared output type"  # which is an internal error in TensorFlow, too
SAME_TYPE = {"T", "dtype", "elem_type", "Tparams"}


def makes_a_handle(op: str) -> bool:
    """Whether the op's first output stands for a container that it makes, or is a reference."""
    first = OPS[op].outputs[0] if OPS[op].outputs else None
    is_first = first is not None and (first.is_ref or first.dtype is dtypes.resource)
    within = not touches_outside_world(op) and any(kind in op for kind in KINDS)
    return is_first and within and not op.startswith("_") and all(map(can_be_fed, OPS[op].inputs))


def can_be_fed(arg: ArgDef) -> bool:
    """Whether an argument takes plain values."""
    return not arg.is_ref and arg.dtype not in (dtypes.resource, dtypes.variant)


MAKERS = [op for op in own_ops() if op in OPS and makes_a_handle(op)]


def users(maker: str) -> list[str]:
    """The ops that take what the maker makes."""
    output = OPS[maker].outputs[0]
    if output.is_ref and output.dtype is not dtypes.string:
        return OF_VARIABLES
    kind = next(kind for kind in KINDS if kind in maker)
    named = [op for op in SHARED_OPS if kind in op and OPS[op].inputs and all(map(can_be_fed, OPS[op].inputs[1:]))]
    found = [op for op in named if (OPS[op].inputs[0].is_ref, OPS[op].inputs[0].dtype) == (output.is_ref, output.dtype)]
    sparse = [op for op in found if ("Sparse" in op) == ("Sparse" in maker)]
    return sparse or found


@pytest.mark.asyncio(loop_factories=["jumping"])
@pytest.mark.parametrize("op", MAKERS)
async def test_any_container_and_its_use(live: LiveGraph, op: str, bounded_memory: None) -> None:
    """Making it and using it ends with results or errors of ours, and takes no more room than a tensor may."""
    choose = random.Random(op)
    for _ in range(TRIES):
        await run_with(live, op, choose)
    assert await live("Identity", np.int32(1)) == 1


async def run_with(live: LiveGraph, op: str, choose: random.Random) -> None:
    """Makes a container once, and runs two ops on it, alone and together."""
    attrs = stranger(op, random_attrs(op, choose.choice(own_kernels(op)), choose) or {}, choose)
    feeds: dict[Any, Any] = {}
    try:
        inputs = [fed(live, dtype, feeds, choose) for dtype in OPS[op].input_types(attrs)]
        made = live.op(op, *inputs, **attrs)
    except (ValueError, TypeError, errors.InvalidArgumentError):
        return  # the attributes contradict each other
    handle = made[0] if isinstance(made, list) else made
    uses = [use(live, choose.choice(users(op)), handle, attrs, feeds, choose) for _ in range(2)]
    runs = [operation_of(handle), *[node for node in uses if node is not None]]
    for fetches in (*runs, runs):
        try:
            with np.errstate(all="ignore"):
                await asyncio.wait_for(live.run(fetches, feeds), PATIENCE_S)
        except (errors.OpError, TimeoutError) as error:
            is_stray = isinstance(error, errors.InternalError) and MEANT not in error.message
            assert not is_stray, ([(node.type, node.attrs) for node in runs], feeds)


def stranger(op: str, attrs: dict[str, Any], choose: random.Random) -> dict[str, Any]:
    """The attributes with lists of shapes as long as those of dtypes, mostly, and now and then a huge number."""
    for name, attr in OPS[op].attrs.items():
        if attr.kind == "int" and choose.random() < 0.2:
            attrs[name] = choose.choice(EXTREMES)
        elif attr.kind == "shape" and choose.random() < 0.2:
            attrs[name] = TensorShape(choose.choice([[2**40, 2**40], [2**62], [None, 2], [2**31, 0], None]))
        elif attr.kind == "list(shape)" and choose.random() < 0.8:
            types = attrs.get("component_types", [])
            attrs[name] = [TensorShape(choose.choice([None, [None], *SHAPES[:4]])) for _ in types]
        elif name == "reduction_type":
            attrs[name] = choose.choice([b"MEAN", b"SUM", b"ab"])
        elif name == "shared_name" and choose.random() < 0.3:
            attrs[name] = choose.choice([b"one", b"\xff\0"])
    return attrs


def fed(live: LiveGraph, dtype: dtypes.DType, feeds: dict[Any, Any], choose: random.Random) -> Any:
    """A tensor that is fed a random value, sometimes a huge number."""
    tensor = live.placeholder(dtype.base_dtype)
    feeds[tensor] = random_array(dtype.base_dtype, choose.choice(SHAPES[:8] + [()] * 4), choose)
    if dtype in (dtypes.int32, dtypes.int64) and choose.random() < 0.15:
        limit = 2 ** (31 if dtype is dtypes.int32 else 62)
        feeds[tensor] = np.array(choose.choice([-limit, limit - 1]), dtype.numpy_dtype)
    return tensor


def use(
    live: LiveGraph, op: str, handle: Any, made_with: dict[str, Any], feeds: dict[Any, Any], choose: random.Random
) -> Any:
    """A node on the handle, of dtypes that fit it, mostly; None if there can be no such node."""
    attrs = random_attrs(op, choose.choice(own_kernels(op)), choose) or {}
    if choose.random() < 0.8:
        attrs |= fitting(op, made_with)
    try:
        args: list[Any] = []
        for arg in OPS[op].inputs[1:]:
            tensors = [fed(live, dtype, feeds, choose) for dtype in arg.expand(attrs)]
            args.append(tensors if arg.is_list else tensors[0])
        return operation_of(live.op(op, handle, *args, **attrs))
    except (ValueError, TypeError, errors.InvalidArgumentError):
        return None


def fitting(op: str, made_with: dict[str, Any]) -> dict[str, Any]:
    """The dtypes among the op's attributes, as those of the container that it shall be used on."""
    own = next((made_with[name] for name in ("dtype", "elem_type") if name in made_with), None)
    pairs = {"Tin": "key_dtype", "Tkeys": "key_dtype", "Tout": "value_dtype", "Tvalues": "value_dtype",
             "key_dtype": "key_dtype", "value_dtype": "value_dtype",
             "Tcomponents": "component_types", "component_types": "component_types"}  # fmt: skip
    found = {}
    for name in OPS[op].attrs:
        if pairs.get(name) in made_with:
            found[name] = made_with[pairs[name]]
        elif name in SAME_TYPE and own is not None:
            found[name] = own
    return found
