"""LiveGraph: a graph and a session on it, for kernels that need both."""
from __future__ import annotations

from types import TracebackType
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Operation
from aioflow.ops.building.apply_op import apply_op


class LiveGraph:
    """A graph that can be run while nodes are added to it.

    Args:
        graph: The graph of another one, to run it in a second session.
    """

    def __init__(self, graph: Graph | None = None) -> None:
        self.graph = Graph() if graph is None else graph
        self.session = tf.Session(graph=self.graph)

    def op(self, op_type: str, *inputs: Any, after: Any = (), name: str | None = None, **attrs: Any) -> Any:
        """Adds a node.

        Args:
            op_type: The op.
            inputs: Tensors, or values that become constants.
            after: What must run before it.
            name: The node's name.
            attrs: Attributes.

        Returns:
            Its output, a list of them, or the operation if it has none.
        """
        with self.graph.as_default(), self.graph.control_dependencies([_operation(node) for node in _listed(after)]):
            operation = apply_op(op_type, list(inputs), attrs, name)
        outputs = list(operation.outputs)
        return operation if not outputs else outputs[0] if len(outputs) == 1 else outputs

    def placeholder(self, dtype: Any, shape: Any = None) -> Any:
        """A placeholder, of unknown shape unless given."""
        return self.op("Placeholder", dtype=dtype, shape=shape)

    async def run(self, fetches: Any, feeds: Any = None) -> Any:
        """Runs one step."""
        return await self.session.run(fetches, feeds)

    async def __call__(self, op_type: str, *inputs: Any, **attrs: Any) -> Any:
        """Adds a node and runs it."""
        return await self.run(self.op(op_type, *inputs, **attrs))

    async def __aenter__(self) -> LiveGraph:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.session.close()


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _operation(node: Any) -> Operation:
    operation: Operation = node if isinstance(node, Operation) else node.op
    return operation


def f32(*values: Any) -> np.ndarray[Any, Any]:
    """A float32 vector; of one value, an array like it."""
    return np.array(values if len(values) != 1 else values[0], np.float32)


def i32(*values: Any) -> np.ndarray[Any, Any]:
    """An int32 vector; of one value, an array like it."""
    return np.array(values if len(values) != 1 else values[0], np.int32)


def i64(*values: Any) -> np.ndarray[Any, Any]:
    """An int64 vector; of one value, an array like it."""
    return np.array(values if len(values) != 1 else values[0], np.int64)


def strings(*values: bytes) -> np.ndarray[Any, Any]:
    """A vector of strings."""
    return np.array(values, object)
