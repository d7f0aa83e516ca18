"""KernelBinder: which bound kernel a node gets."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aioflow import errors
from aioflow.compiler.counted_kernels import counted
from aioflow.executor.analysis.function_calls import CALL_ENDS
from aioflow.executor.dataflow.graph_view import TRANSFER
from aioflow.executor.tracing.step_memory import FORWARDING_OPS
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph.conditions import BRANCH_ATTRS
from aioflow.framework.graph.operation import Operation
from aioflow.framework.kernels import KernelDef, KernelKind, OpKernel, bind_kernel
from aioflow.framework.wanted import check_wanted
from aioflow.kernels.control_flow.functional_ops import call_function
from aioflow.passes.memory_types import runs_cpu_kernel

#: Transfers belong to one partition of one signature, arguments and results are numbered in each.
_OF_ONE_SIGNATURE = frozenset(TRANSFER | CALL_ENDS | BRANCH_ATTRS.keys())


class KernelBinder:
    """Binds kernels to nodes; those of stateful ops are shared by all signatures of a session, by the node's name.

    Args:
        placed: The device of each node.
        stateful: The kernels to share, by name; grows.
        device: One device for all nodes, instead of `placed`.
    """

    def __init__(
        self, placed: Mapping[Operation, Device], stateful: dict[str, OpKernel], device: Device | None = None
    ) -> None:
        self._placed = placed
        self._stateful = stateful
        self._device = device

    def on(self, device: Device) -> KernelBinder:
        """A binder that puts every node on `device`."""
        return KernelBinder(self._placed, self._stateful, device)

    def bind(self, op: Operation) -> OpKernel:
        """The kernel of a node.

        Raises:
            OpError: There is none that fits, or it refuses the node.
        """
        check_wanted()
        device = self._device or self._placed[op]
        is_call = op.type in op.graph.functions
        # State is found by the node's name, and so by every signature that has the node. Calls keep none, and those of
        # two signatures may be different parts of one node.
        is_shared = op.op_def.is_stateful and not is_call and op.type not in _OF_ONE_SIGNATURE
        kernel = self._stateful.get(op.name) if is_shared else None
        if kernel is None:
            kernel = _new_kernel(op, device, is_call)
            if is_shared:  # with what another thread has bound meanwhile
                kernel = self._stateful.setdefault(op.name, kernel)
        return kernel


def _new_kernel(op: Operation, device: Device, is_call: bool) -> OpKernel:
    try:
        if is_call:
            definition = KernelDef(op.type, call_function, KernelKind.WAITING)
            kernel = OpKernel(op.name, op.op_def, op.attrs, definition, device.xp)
        elif not device.is_host and runs_cpu_kernel(op, device.device_type):
            kernel = bind_kernel(op.name, op.type, op.attrs, "CPU", np)
        else:
            kernel = bind_kernel(op.name, op.type, op.attrs, device.device_type, device.xp)
    except errors.OpError as error:
        raise error.at_node(op.name) from None
    kernel.device = device
    if device.ledger is not None and op.type not in FORWARDING_OPS:
        kernel.compute = counted(kernel, device, device.ledger)
    return kernel
