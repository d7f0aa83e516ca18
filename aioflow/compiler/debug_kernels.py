"""Kernels of debug nodes: they compute what the debug op says, and show it to the watcher of their step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.compiler.kernel_binder import KernelBinder
from aioflow.executor.dataflow.graph_view import GraphView
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Operation
from aioflow.framework.kernels import KernelContext, KernelDef, KernelKind, OpKernel, bind_kernel
from aioflow.framework.watches import DebugNode, Delivery, Uninitialized
from aioflow.passes.debug_op_texts import GATE
from aioflow.passes.debug_watches import DebugNodes

# Of a DebugNumericSummary: NaN, and what is at or beyond the bounds. These are what is not healthy.
_NAN, _LOW, _HIGH = 2, 3, 7


class DebugBinder:
    """Binds kernels to the nodes of a graph that is watched.

    Args:
        binder: Binds those of all other nodes.
        nodes: The debug nodes.
        device_of: The device of a node.
    """

    def __init__(self, binder: KernelBinder, nodes: DebugNodes, device_of: Callable[[Operation], Device]) -> None:
        self._binder = binder
        self._nodes = nodes
        self._device_of = device_of

    def bind(self, op: Operation) -> OpKernel:
        """The kernel of a node; see `KernelBinder.bind`."""
        node = self._nodes.get(op.name)
        if node is None:
            if not (op.type == "Copy" and op.name.startswith("__copy_") and op.inputs[0].dtype.is_ref):
                return self._binder.bind(op)
            return _placed(op, _reading_kernel(), self._device_of(op))
        if not node.device_name:
            node = node._replace(device_name=self._device_of(op.inputs[0].op).name)
        return _placed(op, _debug_kernel(op, node, self._device_of(op)), self._device_of(op))


def read_references(view: GraphView) -> None:
    """Lets the copies of references read them by themselves: they may have no value yet."""
    for item in view.nodes:
        if item.kernel.definition.function.__name__ == _READ:
            item.deref = ()


def _placed(op: Operation, definition: KernelDef, device: Device) -> OpKernel:
    kernel = OpKernel(op.name, op.op_def, op.attrs, definition, device.xp)
    kernel.device = device
    return kernel


_READ = "read_reference"


def _reading_kernel() -> KernelDef:
    def read_reference(ctx: KernelContext, input: Any) -> Any:
        try:
            return input.read()
        except errors.FailedPreconditionError:
            return Uninitialized(ctx.kernel.output_dtypes[0] or np.dtype(object), ())

    return KernelDef("Copy", read_reference, KernelKind.STATEFUL)


def _debug_kernel(op: Operation, node: DebugNode, device: Device) -> KernelDef:
    # Without the gate, which the kernels of aioflow take for closed: here the watcher knows whether it is.
    inner = bind_kernel(op.name, op.type, {**op.attrs, GATE: False}, device.device_type, device.xp)

    def compute(ctx: KernelContext, value: Any) -> Any:
        """What the node gives; None where there is nothing to show."""
        watcher = ctx.step.watcher
        if watcher is None or (node.is_gated and not watcher.wants(node)):
            return None
        if isinstance(value, Uninitialized):
            return value if node.debug_op == "DebugIdentity" else None
        if inner.definition.kind is KernelKind.PURE:
            return inner.outputs(inner.compute(value))[0]
        return inner.outputs(inner.compute(ctx, value))[0]

    # An op that is no debug op, which TensorFlow lets pass, publishes nothing.
    is_shown = op.type.startswith("Debug")

    def wants_shown(shown: Any) -> bool:
        return is_shown and shown is not None and not (node.is_muted and _is_healthy(shown))

    if node.delivery is Delivery.REMOTE:

        async def show_waiting(ctx: KernelContext, input: Any) -> Any:
            shown = compute(ctx, input)
            if wants_shown(shown) and ctx.step.watcher is not None:
                await ctx.step.watcher.show_waiting(node, shown, ctx.frame_iteration)
            return _output(ctx, shown)

        return KernelDef(op.type, show_waiting, KernelKind.WAITING)

    def show(ctx: KernelContext, input: Any) -> Any:
        shown = compute(ctx, input)
        if wants_shown(shown) and ctx.step.watcher is not None:
            ctx.step.watcher.show(node, shown, ctx.frame_iteration)
        return _output(ctx, shown)

    return KernelDef(op.type, show, KernelKind.STATEFUL, blocking=node.delivery is Delivery.FILES)


def _output(ctx: KernelContext, shown: Any) -> Any:
    """The node's output: what it shows, or nothing [0]."""
    if shown is None or isinstance(shown, Uninitialized):
        return np.empty(0, ctx.kernel.output_dtypes[0])
    return shown


def _is_healthy(summary: Any) -> bool:
    return not (summary[_NAN] or summary[_LOW] or summary[_HIGH])
