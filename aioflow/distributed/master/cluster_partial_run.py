"""ClusterPartialRun: a step on several workers that takes its feeds, and gives its fetches, in several calls."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from aioflow import errors
from aioflow.distributed.interfaces.worker import GraphResult, GraphRun, WorkerInterface
from aioflow.distributed.master.cluster_step import ClusterStep, RunsParts, fetched
from aioflow.framework.graph import Tensor
from aioflow.passes.needed import reachable
from aioflow.session.steps.partial_names import PartialNames
from aioflow.session.steps.partial_run import needed_feeds


class Session(Protocol):
    """What partial runs ask of their session.

    Attributes:
        handle: Its name at all workers.
        task: The master's own task.
        workers: The tasks that the session may use, with their workers.
        new_step_id: Gives numbers for steps and requests.
    """

    handle: str
    task: str
    workers: Mapping[str, WorkerInterface]
    new_step_id: Callable[[], int]

    def key(self, tensor: Tensor) -> str:
        """The key under which a fed or fetched value is handed over."""

    async def run(self, step: ClusterStep, step_id: int, timeout_s: float | None) -> Mapping[str, Any]:
        """Runs a step, and has those who took part forget it afterwards."""


class ClusterPartialRun:
    """One step, started. See `PartialRun`.

    All feeds enter, and all fetches leave, through the part of the master's own task, which alone is called piece by
    piece; to other workers it is a step as any.

    Args:
        session: The session.
        handles: Task -> the handle of its part.
        feeds: Tensors that will be fed.
        fetches: Tensors that will be fetched.
        timeout_s: Seconds that a call may take; None for ever.
    """

    def __init__(
        self, session: Session, handles: Mapping[str, str], feeds: Sequence[Tensor], fetches: Sequence[Tensor],
        timeout_s: float | None,
    ) -> None:  # fmt: skip
        needs = {each: needed_feeds(reachable([each.op], [], feeds), feeds) for each in fetches}
        self._names = PartialNames(feeds, fetches, needs)
        self._session = session
        self._timeout_s = timeout_s
        self._step_id = session.new_step_id()
        self._own = handles.get(session.task, "")
        #: Set when nothing is left to be fed or fetched. Until then the step lasts: with its end values go that wait.
        self._all_used = asyncio.Event()
        step = ClusterStep({task: self._part(task, handle) for task, handle in handles.items()})
        self._ending = asyncio.ensure_future(session.run(step, self._step_id, None))
        self._ending.add_done_callback(_note)

    def _part(self, task: str, handle: str) -> tuple[RunsParts, GraphRun]:
        session, worker = self._session, self._session.workers[task]
        run = GraphRun(session.handle, handle, self._step_id, request_id=session.new_step_id())
        if task != session.task:
            return worker, run
        run.is_partial = run.is_last = True
        return _UntilUsed(worker, self._all_used), run

    async def run(self, feeds: Mapping[Tensor, Any], fetches: Sequence[Tensor]) -> list[Any]:
        """Feeds and fetches some of what was named at the setup.

        Raises:
            InvalidArgumentError: A name was not in the setup, was used before, or needs a feed that is missing; the
                run can go on.
            DeadlineExceededError: It took too long; this run has ended.
            OpError: A part failed; this run has ended.
        """
        self._names.check(feeds, fetches)
        self._names.take(feeds, fetches)
        try:
            async with asyncio.timeout(self._timeout_s):
                values = await self._go_on(feeds, fetches) if feeds or fetches else []
                if self._names.are_all_used:
                    self._all_used.set()
                    await self._end()
                return values
        except TimeoutError:
            await self.close()
            raise errors.deadline_exceeded(f"the partial run waited longer than {self._timeout_s} s") from None
        except BaseException:  # also the cancellation of this call: nobody could say which fetches were taken already
            await self.close()
            raise

    async def _go_on(self, feeds: Mapping[Tensor, Any], fetches: Sequence[Tensor]) -> list[Any]:
        session, keys = self._session, [self._session.key(tensor) for tensor in fetches]
        sent = {session.key(tensor): (tensor.dtype.base_dtype, value) for tensor, value in feeds.items()}
        piece = GraphRun(
            session.handle, self._own, self._step_id, sent, keys, is_partial=True, request_id=session.new_step_id()
        )
        asked = asyncio.ensure_future(session.workers[session.task].run_graph(piece))
        asked.add_done_callback(_note)
        try:
            await asyncio.wait({asked, self._ending}, return_when=asyncio.FIRST_COMPLETED)
            if self._ending.done() or asked.exception() is not None:
                # The step as a whole knows which error is the cause of the others.
                await self._end()
            return list(fetched(await asked, keys))
        finally:
            asked.cancel()

    async def _end(self) -> None:
        """Waits until the step has ended; raises its error."""
        await asyncio.wait({self._ending})
        if self._ending.cancelled():
            raise errors.cancelled("the partial run was closed")
        self._ending.result()

    async def close(self) -> None:
        """Ends the run if it has not ended, and waits until it has come to rest."""
        self._ending.cancel()
        await asyncio.wait({self._ending})


class _UntilUsed:
    def __init__(self, worker: WorkerInterface, all_used: asyncio.Event) -> None:
        self._worker = worker
        self._all_used = all_used

    async def run_graph(self, run: GraphRun) -> GraphResult:
        result = await self._worker.run_graph(run)
        await self._all_used.wait()
        return result


def _note(task: asyncio.Future[Any]) -> None:
    # Looked at, so that nothing is said of an error that everybody has heard of elsewhere.
    if not task.cancelled():
        task.exception()
