"""Ops at a graph's edges: transfers, arguments, placeholders, lists, prints and Python functions; no stray errors."""
from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.graph.python_functions import register_python_function
from aioflow.framework.op_def import OPS
from aioflow.framework.shapes import TensorShape
from tests.kernels.live_graph import LiveGraph
from tests.kernels.own_ops import own_kernels
from tests.kernels.test_stray_errors import SHAPES, random_array, random_attrs
from tests.kernels.test_stray_errors_of_shared import PATIENCE_S
from tests.kernels.test_stray_errors_of_stateful import operation_of, variable

TRIES = 12
SENDERS = {"_Send": "_Recv", "_HostSend": "_HostRecv", "Send": "Recv"}
PYTHON_OPS = ["PyFunc", "PyFuncStateless", "AsyncPyFunc"]
EDGE_OPS = [
    *SENDERS, *SENDERS.values(), *PYTHON_OPS, "_Arg", "_Retval", "Placeholder", "PlaceholderV2",
    "PlaceholderWithDefault", "LoopCond", "_ArrayToList", "_ListToArray", "Print", "PrintV2", "_ReadVariablesOp",
    "_VarHandlesOp", "_ParallelConcatStart",
]  # fmt: skip
# What is sent as one dtype and received as another, or returned twice, is an internal error in TensorFlow, too.
MEANT = ["does not match declared output type", "has already been set"]
EXTREMES = [-(2**63), -(2**31), 2**31 - 1, 2**62]
TEXTS = {
    "tensor_name": [b"a", b"a", b"", b"\xff", b"a;b", b"edge_1_x"],
    "send_device": [b"/job:localhost/replica:0/task:0/device:CPU:0", b"", b"\xff", b"/job:other/task:9"],
    "output_stream": [b"stderr", b"stdout", b"log(info)", b"file:///nowhere", b"\xff"],
    "end": [b"\n", b"", b"\xff"],
    "message": [b"", b"\xff\0"],
}
TEXTS["recv_device"] = TEXTS["send_device"]
SHAPE_CHOICES: list[Any] = [None, [None], [None, 2], [2**40, 2**40], [2**62], [2**31, 0], *SHAPES]


class Odd(Exception):
    """An exception of user code of which nobody knows."""


def fail(fault: BaseException) -> Any:
    """Raises it."""
    raise fault


FUNCTIONS: list[Callable[..., Any]] = [
    lambda *values: values,
    lambda *values: list(values[:1]),
    lambda *values: None,
    lambda *values: 3,
    lambda *values: "text",
    lambda *values: [[1, 2], [3]],
    lambda *values: [np.ones(2, np.float32)] * 2,
    lambda *values: object(),
    lambda *values: {"a": 1},
    lambda *values: np.array([b"a", 3], object),
    lambda *values: np.ones(2, np.dtype([("x", "i4")])),
    lambda *values: np.array(["2020-01-01"], "datetime64[D]"),
    lambda *values: 2**70,
    lambda *values: np.longdouble(1),
    lambda *values: fail(Odd("odd")),
    lambda *values: fail(ValueError("bad")),
    lambda *values: fail(errors.aborted("again")),
    lambda *values: fail(StopIteration()),
    lambda *values: fail(asyncio.CancelledError()),
    lambda: 0,
]


@pytest.mark.asyncio(loop_factories=["jumping"])
@pytest.mark.parametrize("op", EDGE_OPS)
async def test_any_use_of_an_edge_of_the_graph(live: LiveGraph, op: str) -> None:
    """The op ends with a result or an error of ours, and later runs of the session work."""
    choose = random.Random(op)
    for _ in range(TRIES):
        await run_with(live, op, choose)
    assert await live("Identity", np.int32(1)) == 1


async def run_with(live: LiveGraph, op: str, choose: random.Random) -> None:
    """Runs a node with random inputs, and the other end of a transfer beside it."""
    attrs = edge_attrs(live, op, choose)
    feeds: dict[Any, Any] = {}
    try:
        args = await inputs(live, op, attrs, feeds, choose)
        operations = [operation_of(live.op(op, *args, name=op.strip("_"), **attrs))]
        operations += await other_end(live, op, attrs, feeds, choose)
    except (ValueError, TypeError, errors.InvalidArgumentError):
        return  # the attributes contradict each other, or the inputs
    argument = live.placeholder(dtypes.float32)  # of the step, which has one result at least
    feeds[argument] = np.float32(1)
    fetches = [argument, *(operation.outputs[0] for operation in operations if operation.outputs)]
    try:
        with np.errstate(all="ignore"):
            await asyncio.wait_for(live.run([*fetches, *operations], feeds), PATIENCE_S)
    except (errors.OpError, TimeoutError) as error:
        is_stray = isinstance(error, errors.InternalError) and not any(text in error.message for text in MEANT)
        assert not is_stray, (attrs, feeds)


def edge_attrs(live: LiveGraph, op: str, choose: random.Random) -> dict[str, Any]:
    """Attributes of which some are huge, or text of all kinds; tokens belong to functions that give anything."""
    attrs = random_attrs(op, choose.choice(own_kernels(op)), choose) or {}
    for name, attr in OPS[op].attrs.items():
        if name in TEXTS:
            attrs[name] = choose.choice(TEXTS[name])
        elif name == "token":
            known = register_python_function(live.graph, in_kind_of(op, choose.choice(FUNCTIONS), choose)).encode()
            attrs[name] = choose.choice([known] * 8 + [b"unknown", b"\xff"])
        elif attr.kind == "int" and name != "N" and choose.random() < 0.2:
            attrs[name] = max(choose.choice(EXTREMES), -(2**63) if attr.minimum is None else attr.minimum)
        elif attr.kind == "shape":
            attrs[name] = TensorShape(choose.choice(SHAPE_CHOICES))
    return attrs | lists_of_one_length(op, attrs, choose)


def in_kind_of(op: str, function: Callable[..., Any], choose: random.Random) -> Callable[..., Any]:
    """The function, as a coroutine function where the op wants one, mostly."""

    async def coroutine_function(*values: Any) -> Any:
        return function(*values)

    return coroutine_function if op == "AsyncPyFunc" and choose.random() < 0.9 else function


def lists_of_one_length(op: str, attrs: dict[str, Any], choose: random.Random) -> dict[str, Any]:
    """Lists that belong together and are as long as their number says, mostly."""
    number = choose.randrange(1, 4)
    if op not in ("_VarHandlesOp", "_ReadVariablesOp", "_ArrayToList", "_ListToArray") or choose.random() < 0.2:
        return {}
    same: dict[str, dict[str, Any]] = {
        "_VarHandlesOp": {"containers": [b""] * number, "shared_names": [b"v"] * number,
                          "shapes": [TensorShape(None)] * number, "dtypes": [dtypes.float32] * number},
        "_ReadVariablesOp": {"dtypes": [dtypes.float32] * number},
        "_ArrayToList": {"out_types": [attrs.get("T", dtypes.float32)] * number},
        "_ListToArray": {"Tin": [attrs.get("T", dtypes.float32)] * number},
    }  # fmt: skip
    return {"N": number, **same[op]}


async def inputs(
    live: LiveGraph, op: str, attrs: dict[str, Any], feeds: dict[Any, Any], choose: random.Random
) -> list[Any]:
    """Tensors for all inputs, of random values, of variables, or fed something."""
    args: list[Any] = []
    for arg in OPS[op].inputs:
        tensors = []
        for dtype in arg.expand(attrs):
            shape = choose.choice(SHAPES[:8] + [()] * 6)
            if dtype is dtypes.resource:
                own = dtypes.float32 if choose.random() < 0.8 else dtypes.int32
                tensors.append(await variable(live, own, shape, choose))
                continue
            tensors.append(live.placeholder(dtype))
            feeds[tensors[-1]] = random_array(dtype, shape, choose)
        args.append(tensors if arg.is_list else tensors[0])
    return args


async def other_end(
    live: LiveGraph, op: str, attrs: dict[str, Any], feeds: dict[Any, Any], choose: random.Random
) -> list[Any]:
    """A sender for what receives, a receiver for what sends; its attributes are mostly the same."""
    receivers = {receiver: sender for sender, receiver in SENDERS.items()}
    partner = SENDERS.get(op) or receivers.get(op)
    if partner is None or choose.random() < 0.2:
        return []
    own = {name: attrs[name] for name in OPS[partner].attrs if name in attrs}
    own |= {"T" if partner in SENDERS else "tensor_type": choose.choice([dtypes.float32, dtypes.string, dtypes.int32])}
    if choose.random() < 0.2:
        own |= {name: value for name, value in edge_attrs(live, partner, choose).items() if name.startswith("recv")}
    args = await inputs(live, partner, own, feeds, choose)
    return [operation_of(live.op(partner, *args, name=partner.strip("_"), **own))]
