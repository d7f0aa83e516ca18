"""Functions from Python: builds a body as a graph, and adds it to the library of another graph."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import aioflow as tf
from aioflow._proto.function_pb2 import FunctionDef
from aioflow.framework.graph.function import Function
from aioflow.framework.op_def import FunctionName

Body = Callable[..., Any]

_bodies: WeakKeyDictionary[tf.Graph, list[tf.Graph]] = WeakKeyDictionary()
"""Graph -> those from which the functions of its library were made; they hold the Python functions of their nodes."""


def define(
    name: str, arguments: Sequence[Any], body: Body, control_returns: Callable[[tf.Graph], Iterable[str]] = lambda _: ()
) -> FunctionName:
    """Adds a function to the default graph's library.

    Args:
        name: Its name.
        arguments: The dtypes of its arguments.
        body: Takes a placeholder per argument; returns a tensor, or a list of tensors.
        control_returns: Gives the names of the nodes that run for their effect, of the finished body.

    Returns:
        What to give as an attribute of a call.
    """
    library = tf.get_default_graph()
    with tf.Graph().as_default() as graph:
        for function in library.functions.values():
            graph.add_function(function)
        inputs = [tf.placeholder(dtype, name=f"arg{i}") for i, dtype in enumerate(arguments)]
        results = body(*inputs)
    _bodies.setdefault(library, []).append(graph)
    for function in graph.functions.values():
        library.add_function(function)  # those that the body itself has defined
    message = FunctionDef()
    message.signature.name = name
    for tensor in inputs:
        message.signature.input_arg.add(name=tensor.op.name, type=tensor.dtype.as_datatype_enum)
    listed = list(results) if isinstance(results, (list, tuple)) else [results]
    for i, tensor in enumerate(listed):
        message.signature.output_arg.add(name=f"out{i}", type=tensor.dtype.base_dtype.as_datatype_enum)
        message.ret[f"out{i}"] = _input_text(tensor, inputs)
    for op in graph.get_operations():
        if op not in {tensor.op for tensor in inputs}:
            message.node_def.append(_node(op, inputs))
    for control in control_returns(graph):
        message.signature.control_output.append(control)
        message.control_ret[control] = control
    message.signature.is_stateful = any(op.op_def.is_stateful for op in graph.get_operations())
    library.add_function(Function(message))
    return FunctionName(name)


def _node(op: tf.Operation, inputs: Sequence[tf.Tensor]) -> Any:
    node = op.node_def
    del node.input[:]
    node.input.extend(_input_text(tensor, inputs) for tensor in op.inputs)
    node.input.extend(f"^{control.name}" for control in op.control_inputs)
    return node


def _input_text(tensor: tf.Tensor, inputs: Sequence[tf.Tensor]) -> str:
    """How a body names a value: an argument, or "node:output:index"."""
    if tensor in inputs:
        return tensor.op.name
    start = 0
    for arg in tensor.op.op_def.outputs:
        count = len(arg.expand(tensor.op.attrs))
        if tensor.value_index < start + count:
            return f"{tensor.op.name}:{arg.name}:{tensor.value_index - start}"
        start += count
    raise AssertionError(tensor)


def call(
    function: FunctionName, arguments: Sequence[tf.Tensor], results: Sequence[Any], **attrs: Any
) -> list[tf.Tensor]:
    """A node that calls a function: a `StatefulPartitionedCall`, unless `op` says another one."""
    graph = tf.get_default_graph()
    op = graph.create_op(
        attrs.pop("op", "StatefulPartitionedCall"), arguments, attrs.pop("name", None),
        {"f": function, "Tin": [a.dtype for a in arguments], "Tout": list(results), **attrs},
    )  # fmt: skip
    return list(op.outputs)


def legacy_call(function: FunctionName, arguments: Sequence[tf.Tensor], name: str | None = None) -> list[tf.Tensor]:
    """A node whose op is the function itself."""
    return list(tf.get_default_graph().create_op(function.name, arguments, name).outputs)
