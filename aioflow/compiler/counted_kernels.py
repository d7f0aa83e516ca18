"""Kernels whose results are counted, on devices that have a limit or keep statistics."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.compiler.result_sizes import ResultSizes
from aioflow.framework.devices.devices import Device
from aioflow.framework.kernels import KernelKind, OpKernel
from aioflow.framework.memory.host_memory import out_of_memory
from aioflow.framework.memory.room import end_room, give_room
from aioflow.framework.memory.tensor_ledger import NoRoomError, TensorLedger


def add_ledgers(devices: Sequence[Device], limits: Mapping[str, int], counts_all: bool) -> None:
    """Makes new devices count what kernels allocate on them, where somebody asks.

    Args:
        devices: The devices of a new session.
        limits: Device type -> how many bytes live tensors may take on each device of that type.
        counts_all: Whether those without a limit count, too.

    Raises:
        InvalidArgumentError: A limit is not positive.
    """
    for device_type, limit in limits.items():
        if limit <= 0:
            raise errors.invalid_argument(f"memory_limit of {device_type!r} must be positive, not {limit}")
    for device in devices:
        limit_nbytes = limits.get(device.device_type)
        if limit_nbytes is None and device.ledger is not None:
            continue  # a part of a device, which has come with its limit
        if counts_all or limit_nbytes is not None:
            device.ledger = TensorLedger(limit_nbytes)


def counted(kernel: OpKernel, device: Device, ledger: TensorLedger) -> Callable[..., Any]:
    """The kernel's `compute`, whose new tensors are entered into the ledger, and refused if they do not fit.

    Those whose sizes follow from the inputs are refused before anything is computed.

    Args:
        kernel: A bound kernel.
        device: Where it runs.
        ledger: The device's ledger.
    """
    compute = kernel.compute
    node = kernel.node_name
    sizes = ResultSizes(kernel)
    has_limit = ledger.limit_nbytes is not None
    first = 0 if kernel.definition.kind is KernelKind.PURE else 1  # of the inputs, behind the context

    def reserve(inputs: tuple[Any, ...]) -> int:
        """Sets room aside for the results that are sure to be new; returns how many bytes."""
        nbytes = 0
        for shape, dtype, more_nbytes in sizes.new(inputs[first:]) if has_limit else ():
            if not ledger.reserve(more_nbytes):
                ledger.unreserve(nbytes)
                raise out_of_memory(shape, dtype, device.name, device.allocator().name)
            nbytes += more_nbytes
        return nbytes

    def enter(result: Any, inputs: tuple[Any, ...]) -> Any:
        # What a rule cannot tell is entered when it is there, and not before it is made, as TensorFlow does: only the
        # kernel knows what it will need. So a limit may be exceeded for the moment in which a tensor is refused.
        try:
            ledger.adopt(node, result, inputs)
        except NoRoomError as error:
            refused = error.tensor.shape, error.tensor.dtype
        else:
            return result
        raise out_of_memory(*refused, device.name, device.allocator().name)  # without a context that holds the tensor

    if kernel.definition.kind is KernelKind.WAITING:

        async def counted_waiting(*inputs: Any) -> Any:
            # Nothing is set aside for it: it may wait for long, and what it gives may be there already.
            given = give_room(ledger)
            try:
                result = await compute(*inputs)
            finally:
                end_room(given)
            return enter(result, inputs)

        return counted_waiting

    def counted_call(*inputs: Any) -> Any:
        reserved_nbytes = reserve(inputs)
        given = give_room(ledger)
        try:
            result = compute(*inputs)
        finally:
            end_room(given)
            ledger.unreserve(reserved_nbytes)
        return enter(result, inputs)

    return counted_call


def copy_views(values: list[Any], device: Device) -> None:
    """Replaces fetched views that repeat their elements by copies, which the caller is to own.

    They have taken nothing until then. Each copy is entered into the ledger.

    Args:
        values: The results of a step.
        device: The device that they are on, which counts them.

    Raises:
        ResourceExhaustedError: There is no room for a copy.
    """
    ledger = device.ledger
    assert ledger is not None
    for i, value in enumerate(values):
        base = getattr(value, "base", None)
        if not isinstance(value, np.ndarray) or base is None or getattr(base, "nbytes", 0) >= value.nbytes:
            continue
        if not ledger.reserve(value.nbytes):
            raise out_of_memory(value.shape, value.dtype, device.name, device.allocator().name)
        try:
            values[i] = value.copy()
        finally:
            ledger.unreserve(value.nbytes)
        ledger.adopt("fetched", values[i])
