"""Transfers: a value leaves one partition and arrives in another."""
from __future__ import annotations

from typing import Any

from aioflow.framework.kernel import ANY_DEVICE, kernel
from aioflow.framework.rendezvous import rendezvous_key


def _key(ctx: Any, send_device: bytes, incarnation: int, recv_device: bytes, tensor_name: bytes) -> str:
    frame, iteration = ctx.frame_iteration
    names = send_device.decode(), incarnation, recv_device.decode(), tensor_name.decode()
    return rendezvous_key(*names, frame, iteration)


@kernel("_Send", "_HostSend", "Send", device=ANY_DEVICE)
def send(
    ctx: Any, tensor: Any, *, tensor_name: bytes, send_device: bytes, send_device_incarnation: int, recv_device: bytes
) -> None:
    """Sends `tensor`, or, run dead, the news that it is dead."""
    key = _key(ctx, send_device, send_device_incarnation, recv_device, tensor_name)
    ctx.step.rendezvous.send(key, tensor, ctx.is_dead)


@kernel("_Recv", "_HostRecv", "Recv", device=ANY_DEVICE)
async def receive(
    ctx: Any, *, tensor_name: bytes, send_device: bytes, send_device_incarnation: int, recv_device: bytes
) -> Any:
    """Waits for what was sent; gives nothing if it is dead."""
    key = _key(ctx, send_device, send_device_incarnation, recv_device, tensor_name)
    value, is_dead = await ctx.step.rendezvous.receive(key)
    return None if is_dead else value
