"""Variables and the front door: what sessions share, and what their handles look like outside."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow._proto.graph_pb2 import GraphDef
from aioflow._proto.resource_handle_pb2 import ResourceHandleProto
from aioflow._proto.tensor_pb2 import TensorProto, VariantTensorDataProto
from aioflow._proto.types_pb2 import DT_RESOURCE, DT_VARIANT
from aioflow.framework import dtypes
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.importing import import_graph_def
from aioflow.framework.shapes import TensorShape
from aioflow.session.session import Session

from .building import Nodes


class Counter:
    """A variable with an initialiser (5) and an increment."""

    def __init__(self, nodes: Nodes) -> None:
        shape = TensorShape([])
        self.handle = nodes.op("VarHandleOp", name="v", dtype=dtypes.float32, shape=shape, shared_name=b"v").outputs[0]
        self.initializer = self._operation(nodes, "AssignVariableOp", 5)
        self.increment = self._operation(nodes, "AssignAddVariableOp", 1)
        self.value = self.read(nodes)

    def _operation(self, nodes: Nodes, op: str, value: float) -> Operation:
        return nodes.op(op, [self.handle, nodes.constant(value)], dtype=dtypes.float32)

    def read(self, nodes: Nodes) -> Tensor:
        """Reads it."""
        return nodes.op("ReadVariableOp", [self.handle], dtype=dtypes.float32).outputs[0]


async def test_increment_runs_once(session: Session, nodes: Nodes) -> None:
    """S-14: an increment that is fetched three times in one run increments once."""
    counter = Counter(nodes)
    await session.run(counter.initializer)
    await session.run([counter.increment, [counter.increment], counter.increment])
    assert await session.run(counter.value) == 6


async def test_sessions_do_not_share_variables(session: Session, nodes: Nodes, graph: Graph) -> None:
    """S-47: two sessions on one graph have variables of their own."""
    counter = Counter(nodes)
    async with Session(graph=graph) as other:
        for runs in (session, other):
            await runs.run(counter.initializer)
        await other.run(counter.increment)
        assert (await session.run(counter.value), await other.run(counter.value)) == (5, 6)


async def test_uninitialised(session: Session, nodes: Nodes) -> None:
    """S-81: reading a variable before it was initialised fails, and blames the read."""
    counter = Counter(nodes)
    with pytest.raises(errors.FailedPreconditionError) as caught:
        await session.run(counter.value)
    assert caught.value.op is counter.value.op


async def test_results_are_not_the_variable(session: Session, nodes: Nodes) -> None:
    """S-36: neither what a variable was assigned from, nor what was read from it, is the variable itself."""
    shape = TensorShape([2])
    handle = nodes.op("VarHandleOp", dtype=dtypes.float32, shape=shape, shared_name=b"w").outputs[0]
    x = nodes.placeholder()
    assign = nodes.op("AssignVariableOp", [handle, x], dtype=dtypes.float32)
    value = nodes.op("ReadVariableOp", [handle], dtype=dtypes.float32).outputs[0]
    array = np.array([1, 2], np.float32)
    await session.run(assign, {x: array})
    array[:] = 7
    for _ in range(2):
        result = await session.run(value)
        assert result.tolist() == [1, 2]
        result[:] = 9


async def test_resource_handle(session: Session, nodes: Nodes) -> None:
    """A fetched resource handle is the bytes of its message; it cannot be fed, and a vector of them not fetched."""
    counter = Counter(nodes)
    await session.run(counter.initializer)
    handle: Any = await session.run(counter.handle)
    assert handle.dtype.names == ("resource",) and handle.ndim == 1 and b"v" in handle.tobytes()
    with pytest.raises(TypeError, match="resource"):
        await session.run(counter.value, {counter.handle: handle})
    pair = nodes.op("Pack", [counter.handle, counter.handle], N=2, T=dtypes.resource).outputs[0]
    with pytest.raises(errors.InvalidArgumentError, match="non-scalar resource"):
        await session.run(pair)


def constant(graph: Graph, tensor: TensorProto) -> Tensor:
    """A constant whose value is given as a message, as models have them."""
    message = GraphDef()
    attrs = message.node.add(name="c", op="Const").attr
    attrs["value"].tensor.CopyFrom(tensor)
    attrs["dtype"].type = tensor.dtype
    with graph.as_default():
        import_graph_def(message, name="")
    return graph.get_tensor_by_name("c:0")


async def test_constant_handle(session: Session, nodes: Nodes) -> None:
    """A constant may hold a handle, which is fetched as the bytes of its message."""
    message = ResourceHandleProto(name="known by name", container="localhost")
    c = constant(nodes.graph, TensorProto(dtype=DT_RESOURCE, resource_handle_val=[message]))
    for fetch in (c, nodes.identity(c)):
        assert (await session.run(fetch)).tobytes() == message.SerializeToString()


async def test_constant_of_variants(session: Session, nodes: Nodes) -> None:
    """A constant of variants is refused and named by the run that needs it, and only by that."""
    variant = VariantTensorDataProto(type_name="tensorflow::DatasetVariantWrapper")
    c = constant(nodes.graph, TensorProto(dtype=DT_VARIANT, variant_val=[variant]))
    length = nodes.op("TensorListLength", [c]).outputs[0]
    with pytest.raises(errors.UnimplementedError, match=r"variant.*{{node c}}"):
        await session.run(length)
    assert await session.run(nodes.constant(1)) == 1
