"""StepBuffers: where the members of collectives hand parts of values over, in one step on one task."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from aioflow import errors
from aioflow._proto.distributed.worker_pb2 import RecvBufRequest
from aioflow.distributed.collective.messages import read_buffer
from aioflow.distributed.interfaces.worker import WorkerInterface
from aioflow.framework.kernels.collectives import CollectiveBuffers, Member


class StepBuffers(CollectiveBuffers):
    """See `CollectiveBuffers`. Belongs to one event loop.

    Args:
        step_id: The number of the step in the cluster.
        task: The task, "/job:J/replica:0/task:K".
        find: The worker of a task.
        new_id: Gives numbers for requests.
    """

    def __init__(
        self, step_id: int, task: str, find: Callable[[str], WorkerInterface], new_id: Callable[[], int]
    ) -> None:
        self._step_id = step_id
        self._task = task
        self._find = find
        self._new_id = new_id
        #: What is offered, with what tells that it was taken; and who waits. A key is in one of both at most.
        self._offers: dict[str, tuple[Any, asyncio.Future[None]]] = {}
        self._takers: dict[str, asyncio.Future[Any]] = {}
        self._error: errors.OpError | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is offered and nobody waits."""
        return not self._offers and not self._takers

    async def give(self, key: str, value: Any) -> None:
        """See `CollectiveBuffers`; `InternalError` where it is offered already."""
        self._check()
        taker = self._takers.pop(key, None)
        if taker is not None and not taker.done():
            taker.set_result(value)
            return
        if key in self._offers:
            raise errors.internal(f"BufRendezvous: {key} is offered twice")
        taken = asyncio.get_running_loop().create_future()
        self._offers[key] = value, taken
        try:
            await taken
        finally:
            if self._offers.get(key, (None, None))[1] is taken:
                del self._offers[key]

    async def take(self, key: str, giver: Member, taker: Member, like: Any) -> Any:
        """See `CollectiveBuffers`."""
        if giver.task == self._task:
            return await self.take_here(key)
        request = RecvBufRequest(
            step_id=self._step_id, buf_rendezvous_key=key, num_bytes=like.nbytes, src_device=giver.device,
            dst_device=taker.device, request_id=self._new_id(), src_incarnation=giver.incarnation,
        )  # fmt: skip
        return read_buffer(await self._find(giver.task).recv_buf(request), like)

    async def take_here(self, key: str) -> Any:
        """Takes what a device of this task offers; `InternalError` where somebody waits for it already."""
        self._check()
        offer = self._offers.pop(key, None)
        if offer is not None:
            value, taken = offer
            if not taken.done():
                taken.set_result(None)
            return value
        if key in self._takers:
            raise errors.internal(f"BufRendezvous: {key} is taken twice")
        waiting = self._takers[key] = asyncio.get_running_loop().create_future()
        try:
            return await waiting
        finally:
            if self._takers.get(key) is waiting:
                del self._takers[key]

    def abort(self, error: errors.OpError) -> None:
        """Ends all waits, and refuses what comes."""
        if self._error is not None:
            return
        self._error = error.again()
        waiting: list[asyncio.Future[Any]] = [*self._takers.values(), *(taken for _, taken in self._offers.values())]
        self._takers.clear()
        self._offers.clear()
        for future in waiting:
            if not future.done():
                future.set_exception(error.again())

    def _check(self) -> None:
        if self._error is not None:
            raise self._error.again()
