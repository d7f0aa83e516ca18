"""Kernels whose results are counted, on devices that have a limit or keep statistics."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aioflow import errors
from aioflow.framework.devices.devices import Device
from aioflow.framework.kernels import KernelKind, OpKernel
from aioflow.framework.memory.host_memory import out_of_memory
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
        if counts_all or limit_nbytes is not None:
            device.ledger = TensorLedger(limit_nbytes)


def counted(kernel: OpKernel, device: Device, ledger: TensorLedger) -> Callable[..., Any]:
    """The kernel's `compute`, behind which new tensors are entered into the ledger, and refused if they do not fit.

    Args:
        kernel: A bound kernel.
        device: Where it runs.
        ledger: The device's ledger.
    """
    compute = kernel.compute
    node = kernel.node_name

    def enter(result: Any, inputs: tuple[Any, ...]) -> Any:
        # Entered when it is there, and not before it is made, as TensorFlow does: arrays are numpy's, and only the
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
            return enter(await compute(*inputs), inputs)

        return counted_waiting

    def counted_call(*inputs: Any) -> Any:
        return enter(compute(*inputs), inputs)

    return counted_call
