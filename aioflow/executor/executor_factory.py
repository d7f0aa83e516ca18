"""ExecutorFactory: the kinds of executor that `ConfigProto.experimental.executor_type` may name."""

from __future__ import annotations

from collections.abc import Callable

from aioflow import errors
from aioflow.executor.dataflow.graph_view import GraphView
from aioflow.executor.executor import Executor
from aioflow.framework.graph.control_flow import CONTROL_FLOW, SWITCH
from aioflow.framework.registry import Registry

ExecutorFactory = Callable[[GraphView], Executor]

EXECUTOR_FACTORIES: Registry[ExecutorFactory] = Registry("executor factory")


def make_executor(executor_type: str, view: GraphView) -> Executor:
    """An executor of the wanted kind.

    Raises:
        NotFoundError: No kind has that name.
        OpError: That kind cannot run a node of the graph.
    """
    factory = EXECUTOR_FACTORIES.get(executor_type)
    if factory is None:
        raise errors.not_found(
            f"No executor factory registered for the given executor type: {executor_type}; "
            f"known are {EXECUTOR_FACTORIES.names()}"
        )
    return factory(view)


def single_threaded_executor(view: GraphView) -> Executor:
    """An executor that runs the nodes of a step one after the other, on one thread.

    Raises:
        UnimplementedError: A node gives a reference to a variable.
        FailedPreconditionError: The graph has low-level control flow; functional control flow is fine.
    """
    # TensorFlow's executor of this name counts no frames, iterations or dead inputs, so it must refuse what needs them.
    # This one could run all of it, but programs are to behave the same in both.
    for item in view.nodes:
        if any(tensor.dtype.is_ref for tensor in item.op.outputs):
            raise errors.unimplemented(
                f"Single-threaded executor does not support reference-typed edges. But saw type "
                f"{item.op.outputs[0].dtype.name} in outputs of node {item.name}"
            ).at_node(item.name)
        if item.op.type in SWITCH:
            raise errors.failed_precondition(
                f"Single-threaded executor does not support switch op, but saw node {item.name}. Perhaps your graph "
                "contains old-style control flow primitives? Try tf.compat.v1.enable_control_flow_v2()."
            ).at_node(item.name)
        if item.op.type in CONTROL_FLOW:
            raise errors.failed_precondition(
                f"Single-threaded executor does not support low level control flow, but saw "
                f"control flow node {item.name}."
            ).at_node(item.name)
    return Executor(view, is_single_threaded=True)


# "" is what a ConfigProto has where nothing is said; both names are TensorFlow's.
EXECUTOR_FACTORIES.register("", Executor)
EXECUTOR_FACTORIES.register("DEFAULT", Executor)
EXECUTOR_FACTORIES.register("SINGLE_THREADED_EXECUTOR", single_threaded_executor)
