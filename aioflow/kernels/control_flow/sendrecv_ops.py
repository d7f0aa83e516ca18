"""Transfers: a value leaves one partition and arrives in another.

Between devices with different memories it is copied, through the process's memory. The sender copies from its device,
the receiver to its own. The host's kinds of transfer leave it in the process's memory at their end. One of them and one
of the others copy between the two memories that the nodes of one device use.
"""
from __future__ import annotations

from typing import Any

from aioflow.framework.devices.device_events import Pending
from aioflow.framework.kernels import ANY_DEVICE, KernelContext, kernel
from aioflow.framework.kernels.frame_ids import frame_id
from aioflow.framework.kernels.rendezvous import rendezvous_key


def _key(ctx: KernelContext, send_device: bytes, incarnation: int, recv_device: bytes, tensor_name: bytes) -> str:
    """The key under which the two ends of a transfer meet."""
    # Part of the key: iterations of a loop may run at the same time, and each has a value of its own to send.
    frame, iteration = ctx.frame_iteration
    sender, receiver, name = (text.decode(errors="replace") for text in (send_device, recv_device, tensor_name))
    return rendezvous_key(sender, incarnation, receiver, name, str(frame_id(frame)), iteration)


def _is_object(value: Any) -> bool:
    """Whether a value consists of strings, handles or variants, which are in the process's memory on all devices."""
    return bool(getattr(getattr(value, "dtype", None), "hasobject", True))


@kernel("_Send", "Send", device=ANY_DEVICE)
def send(
    ctx: KernelContext, tensor: Any, *, tensor_name: bytes, send_device: bytes, send_device_incarnation: int,
    recv_device: bytes,
) -> None:
    """Sends `tensor`, or, run dead, the news that it is dead."""
    key = _key(ctx, send_device, send_device_incarnation, recv_device, tensor_name)
    # Run dead, too, when its input is: the receiver would wait for ever else.
    if not ctx.is_dead and _is_copied(ctx, recv_device, tensor):
        tensor = ctx.device.to_host(tensor)
    ctx.rendezvous.send(key, tensor, ctx.is_dead)


@kernel("_HostSend", device=ANY_DEVICE)
def host_send(
    ctx: KernelContext, tensor: Any, *, tensor_name: bytes, send_device: bytes, send_device_incarnation: int,
    recv_device: bytes,
) -> None:
    """Sends `tensor`, or, run dead, the news that it is dead."""
    key = _key(ctx, send_device, send_device_incarnation, recv_device, tensor_name)
    ctx.rendezvous.send(key, tensor, ctx.is_dead)


@kernel("_HostRecv", device=ANY_DEVICE)
async def host_receive(
    ctx: KernelContext, *, tensor_name: bytes, send_device: bytes, send_device_incarnation: int, recv_device: bytes
) -> Any:
    """Waits for what was sent; gives nothing if it is dead."""
    key = _key(ctx, send_device, send_device_incarnation, recv_device, tensor_name)
    value, is_dead = await ctx.rendezvous.receive(key)
    return None if is_dead else value


@kernel("_Recv", "Recv", device=ANY_DEVICE)
async def receive(
    ctx: KernelContext, *, tensor_name: bytes, send_device: bytes, send_device_incarnation: int, recv_device: bytes
) -> Any:
    """Waits for what was sent; gives nothing if it is dead."""
    key = _key(ctx, send_device, send_device_incarnation, recv_device, tensor_name)
    value, is_dead = await ctx.rendezvous.receive(key)
    # No value, not an error: the receiver's output is dead, as the sender's input was.
    if is_dead:
        return None
    if not _is_copied(ctx, send_device, value):
        return value
    arrived = ctx.device.from_host(value)
    return await arrived.result() if type(arrived) is Pending else arrived


def _is_copied(ctx: KernelContext, other_end: bytes, value: Any) -> bool:
    """Whether a value must be copied between this device's memory and the process's on its way."""
    if ctx.device.is_host or _is_object(value):
        return False
    # One end is in the process's memory, the other in the device's.
    if ctx.kernel.attrs.get("_hostmem_sendrecv"):
        return True
    # Between devices that share a memory the value itself is handed over.
    other = ctx.session.device_set.find(other_end.decode(errors="replace"))
    return other is None or other.memory != ctx.device.memory
