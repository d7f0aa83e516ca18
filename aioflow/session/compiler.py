"""Compiler: from a graph and a signature to an executor, by way of the passes."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from aioflow import errors
from aioflow.executor.executor import Executor
from aioflow.executor.graph_view import GraphView
from aioflow.framework.devices import Device
from aioflow.framework.graph import Graph
from aioflow.framework.kernel import KernelDef, KernelKind, OpKernel, bind_kernel, registered_kernels
from aioflow.framework.operation import Operation, Tensor
from aioflow.kernels.functional_ops import call_function
from aioflow.passes.place import place
from aioflow.passes.prune import prune
from aioflow.session.function_library import FunctionLibrary

_EXECUTOR_TYPES = {"": False, "DEFAULT": False, "SINGLE_THREADED_EXECUTOR": True}


class ExecutorEntry:
    """What is compiled for one signature.

    Attributes:
        executor: Runs it.
        graph: The pruned graph.
        feeds: Fed tensors, in the order of the `_Arg` nodes.
        fetches: Fetched tensors, in the order of the `_Retval` nodes.
        functions: The functions that it may call.
    """

    __slots__ = ("executor", "feeds", "fetches", "functions", "graph")

    def __init__(
        self, executor: Executor, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], functions: FunctionLibrary
    ) -> None:
        self.executor = executor
        self.graph = graph
        self.feeds = feeds
        self.fetches = fetches
        self.functions = functions


class Compiler:
    """Compiles the signatures of one session.

    Args:
        config: The session's `ConfigProto`.
        devices: The session's devices.
    """

    def __init__(self, config: Any, devices: Sequence[Device]) -> None:
        self._config = config
        self._devices = devices
        self._stateful_kernels: dict[str, OpKernel] = {}

    def compile(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> ExecutorEntry:
        """Compiles a signature.

        Raises:
            OpError: The signature is empty or contradicts itself, a node cannot be placed or has no kernel.
        """
        pruned = prune(graph, feeds, fetches, targets)
        library = FunctionLibrary(pruned.functions, self._compile_body)
        executor = self._executor(pruned, library, self._stateful_kernels)
        return ExecutorEntry(executor, pruned, feeds, fetches, library)

    def check_placement(self, ops: Sequence[Operation]) -> None:
        """Raises `InvalidArgumentError` if one of the operations cannot be placed."""
        place(ops, self._devices, self._config.allow_soft_placement)

    def _compile_body(self, graph: Graph, library: FunctionLibrary) -> Executor:
        return self._executor(graph, library, {})

    def _executor(self, graph: Graph, library: FunctionLibrary, stateful_kernels: dict[str, OpKernel]) -> Executor:
        placed = place(graph.get_operations(), self._devices, self._config.allow_soft_placement)
        _check_kernels(graph)

        def bind(op: Operation) -> OpKernel:
            """The kernel of a node; those of stateful ops are shared by all signatures of the session."""
            kernel = stateful_kernels.get(op.name) if op.op_def.is_stateful else None
            if kernel is None:
                kernel = _bind(op, placed[op])
                if op.op_def.is_stateful and op.type not in graph.functions:
                    stateful_kernels[op.name] = kernel
            return kernel

        return Executor(GraphView(graph, bind), self._is_single_threaded())

    def _is_single_threaded(self) -> bool:
        wanted = self._config.experimental.executor_type
        if wanted not in _EXECUTOR_TYPES:
            raise errors.not_found(
                f"No executor factory registered for the given executor type: {wanted}; known are {sorted(_EXECUTOR_TYPES)}"
            )
        return _EXECUTOR_TYPES[wanted]


def _bind(op: Operation, device: Device) -> OpKernel:
    try:
        if op.type in op.graph.functions:
            definition = KernelDef(op.type, call_function, KernelKind.WAITING)
            kernel = OpKernel(op.name, op.op_def, op.attrs, definition, device.xp)
        else:
            kernel = bind_kernel(op.name, op.type, op.attrs, device.device_type, device.xp)
    except errors.OpError as error:
        raise error.at_node(op.name) from None
    kernel.device = device
    return kernel


def _check_kernels(graph: Graph) -> None:
    ops = graph.get_operations()
    missing = Counter(op.type for op in ops if op.type not in graph.functions and not registered_kernels(op.type))
    if missing:
        example = next(op.name for op in ops if op.type in missing)
        listed = ", ".join(f"{op} ({count} nodes)" for op, count in sorted(missing.items()))
        raise errors.unimplemented(f"aioflow has no kernel for ops that this run needs: {listed}; for example node {example!r}")
