"""Partial runs: one step whose feeds arrive, and whose fetches leave, in several calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

from aioflow import errors
from aioflow.compiler.compiled_graph import CompiledGraph
from aioflow.executor.local_rendezvous import LocalRendezvous
from aioflow.executor.run_end import wait_for_end
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.kernels import StepContext
from aioflow.framework.kernels.rendezvous import rendezvous_key
from aioflow.passes.needed import reachable
from aioflow.passes.prune import CLIENT_DEVICE
from aioflow.session.steps.partial_names import PartialNames


class PartialRunHandle(str):
    """Names a partial run. As an async context manager it ends the run, finished or not, when it is left."""

    _run: PartialRun

    async def __aenter__(self) -> PartialRunHandle:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._run.close()


class PartialRun:
    """One step, started; nodes that need no feed run at once.

    Args:
        compiled: The pruned graph with transfers in place of arguments and return values.
        context: The step's context.
        graph: The whole graph.
        feeds: Tensors that will be fed.
        fetches: Tensors that will be fetched.
        timeout_s: Seconds that a call may wait for each fetch, or None.

    Attributes:
        forget: Called when it takes no more calls.
    """

    def __init__(
        self,
        compiled: CompiledGraph,
        context: StepContext,
        graph: Graph,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        timeout_s: float | None,
    ) -> None:
        #: For each fetch the nodes of which it is computed.
        self._sources = {tensor: reachable([tensor.op], [], feeds) for tensor in fetches}
        # Found once: a fetch that needs what was not fed yet would wait forever, and is refused instead.
        needs = {tensor: needed_feeds(ops, feeds) for tensor, ops in self._sources.items()}
        self._names = PartialNames(feeds, fetches, needs)
        self._timeout_s = timeout_s
        #: Whether it was told to end, by whom ever; what was taken and not fetched goes back then, or has gone.
        self._is_closed = False
        self._rendezvous = context.rendezvous = LocalRendezvous()
        self.forget: Callable[[], object] = _nothing
        self.step = compiled.start_stepwise(context)  # which transfers what is fed and fetched
        self.step.call_at_stop(self._step_stopped)
        self.step.call_at_end(self._step_ended)

    def _step_stopped(self) -> None:
        if isinstance(self.step.error, (errors.CancelledError, errors.DeadlineExceededError)):
            self._is_closed = True

    def _step_ended(self) -> None:
        # Whoever waits for a fetch waits at the rendezvous, not for the step.
        if isinstance(self.step.error, errors.OpError):
            self._rendezvous.abort(self.step.error)

    async def run(self, feeds: Mapping[Tensor, Any], fetches: Sequence[Tensor]) -> list[Any]:
        """Feeds and fetches some of what was named at the setup.

        Args:
            feeds: Tensor -> array.
            fetches: Tensors, each once.

        Returns:
            One value per fetched tensor.

        Raises:
            InvalidArgumentError: A name was not in the setup, was used before, or needs a feed that is missing; the
                run can go on. Or a fetched tensor was dead.
            DeadlineExceededError: A fetch took too long; this run has ended.
            OpError: A node failed; this run has ended.
        """
        self._names.check(feeds, fetches)
        # Before anything is sent: while this call waits for its fetches another one may come, and must find them taken.
        self._names.take(feeds, fetches)
        try:
            for tensor, value in feeds.items():
                self._rendezvous.send(_key(tensor), value, False)
            values = [await self._fetch(tensor) for tensor in fetches]
            if self._names.are_all_used:
                self.forget()
                timeout_s = self._timeout_s
                await wait_for_end(self.step, timeout_s and asyncio.get_running_loop().time() + timeout_s)
            if self._is_closed:  # by another call, while the values were on their way
                raise errors.cancelled("the partial run was closed")
        except BaseException:  # also the cancellation of this call: nobody could say which fetches were taken already
            await self.close()
            raise
        self._forget_taken(fetches)
        return values

    def _forget_taken(self, fetches: Iterable[Tensor]) -> None:
        """Keeps what the fetched tensors were computed of: the caller has it."""
        names = {op.name for tensor in fetches for op in self._sources[tensor]}
        # A call may have become a part of the graph, as nodes whose names begin with its own.
        self.step.context.forget_taken_at(lambda name: any(part in names for part in _beginnings(name)))

    async def _fetch(self, tensor: Tensor) -> Any:
        try:
            async with asyncio.timeout(self._timeout_s):
                value, is_dead = await self._rendezvous.receive(_key(tensor))
        except TimeoutError:
            raise errors.deadline_exceeded(
                f"Timed out waiting for notification: {tensor.name} was not computed within {self._timeout_s} s"
            ) from None
        if is_dead:
            raise errors.invalid_argument(f"The tensor returned for {tensor.name} was not valid.")
        return value

    async def close(self) -> None:
        """Ends the run if it has not ended, and waits until it has come to rest."""
        self.forget()
        self._is_closed = True
        self.step.stop(errors.cancelled("the partial run was closed"))
        try:
            await wait_for_end(self.step)
        except errors.OpError:
            pass  # whoever fetched has heard of it
        self.step.context.give_back()  # what came of it before, and was not fetched


def _nothing() -> None:
    pass


def needed_feeds(ops: Collection[Operation], feeds: Sequence[Tensor]) -> frozenset[Tensor]:
    """The feeds that these nodes read."""
    read = {tensor for op in ops for tensor in op.inputs}
    return frozenset(feed for feed in feeds if feed in read or feed.op in _controls(ops))


def _beginnings(name: str) -> Iterator[str]:
    """The name, and those of the scopes around it."""
    while name:
        yield name
        name = name.rpartition("/")[0]


def _controls(ops: Iterable[Operation]) -> set[Operation]:
    return {control for op in ops for control in op.control_inputs}


def _key(tensor: Tensor) -> str:
    return rendezvous_key(CLIENT_DEVICE, 1, CLIENT_DEVICE, tensor.name)


def handle_text(feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation], number: int) -> str:
    """The handle's text: feeds, fetches and targets by name, and a number that makes it unique in the session."""
    parts = [",".join(sorted(element.name for element in group)) for group in (feeds, fetches, targets)]
    return f"{parts[0]}->{parts[1]}/{parts[2]}/1/;{number}"
