"""Kernels that see more than arrays, in a session: whatever they are given, they run or raise one of our errors."""
from __future__ import annotations

import random
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
from tests.kernels.test_stray_errors import SHAPES, has_functions, random_array, random_attrs

TRIES = 8
ELSEWHERE = {"Print", "PrintV2", "Placeholder", "PlaceholderV2"}  # print, or are nothing to run


def is_fuzzed(op: str) -> bool:
    """Whether the op runs at once, inside the graph, and not on references; without functions."""
    kinds = {kernel.kind for kernel in own_kernels(op)}
    refs = any(arg.is_ref for arg in (*OPS[op].inputs, *OPS[op].outputs))
    within = not op.startswith("_") and "Send" not in op and not touches_outside_world(op)
    return kinds == {KernelKind.STATEFUL} and within and not refs and op not in ELSEWHERE and not has_functions(op)


STATEFUL_OPS = [op for op in own_ops() if is_fuzzed(op)]


async def variable(live: LiveGraph, dtype: dtypes.DType, shape: tuple[int, ...], choose: random.Random) -> Any:
    """The handle of a variable with random values."""
    value = live.placeholder(dtype)
    handle = live.op("VarHandleOp", dtype=dtype, shape=TensorShape(None), shared_name=value.op.name.encode())
    await live.run(live.op("AssignVariableOp", handle, value), {value: random_array(dtype, shape, choose)})
    return handle


@pytest.mark.parametrize("op", STATEFUL_OPS)
async def test_stateful_kernel_meets_any_input_with_a_result_or_an_error_of_ours(live: LiveGraph, op: str) -> None:
    """Resources are variables, of the wrong kind for many an op; no exception of numpy escapes."""
    choose = random.Random(op)
    for _ in range(TRIES):
        attrs = random_attrs(op, choose.choice(own_kernels(op)), choose)
        assert attrs is not None, "its attributes cannot be guessed"
        await run_with(live, op, attrs, choose)


async def run_with(live: LiveGraph, op: str, attrs: dict[str, Any], choose: random.Random) -> None:
    """Runs a node with random inputs once; fails where an error is none of ours."""
    usual, feeds, inputs, given = choose.choice(SHAPES), {}, [], []
    own = next((attrs[name] for name in ("dtype", "T", "value_dtype") if name in attrs), dtypes.float32)
    for dtype in OPS[op].input_types(attrs):
        shape = choose.choice([usual, usual, (), choose.choice(SHAPES)])
        if dtype is dtypes.variant:
            return  # cannot be fed
        if dtype is dtypes.resource:
            inputs.append(await variable(live, own, shape, choose))
        else:
            inputs.append(live.placeholder(dtype))
            feeds[inputs[-1]] = random_array(dtype, shape, choose)
        given.append((dtype, shape))
    flat, at = inputs, 0
    args = []
    for arg in OPS[op].inputs:
        count = len(arg.expand(attrs))
        args.append(flat[at : at + count] if arg.is_list else flat[at])
        at += count
    try:
        with np.errstate(all="ignore"):
            await live.run(operation_of(live.op(op, *args, **attrs)), feeds)
    except errors.OpError as error:
        assert not isinstance(error, errors.InternalError), (attrs, given)
    except ValueError as error:
        assert "shape" in str(error).lower(), (attrs, given)


def operation_of(node: Any) -> Any:
    """The operation behind what `LiveGraph.op` returns."""
    first = node[0] if isinstance(node, list) else node
    return getattr(first, "op", first)
