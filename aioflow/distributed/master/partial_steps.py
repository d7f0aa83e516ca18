"""PartialSteps: the partial runs of a session, by their handles."""
from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from aioflow import errors
from aioflow.distributed.interfaces.master import StepReply, StepRequest
from aioflow.distributed.master.elements import fed_tensor, fetched_tensor
from aioflow.framework.graph import Graph, Tensor


class PartialStep(Protocol):
    """A step that takes its feeds, and gives its fetches, in several calls."""

    async def run(self, feeds: Mapping[Tensor, Any], fetches: Sequence[Tensor]) -> list[Any]:
        """Feeds and fetches some of what was named at the setup."""

    async def close(self) -> None:
        """Ends it."""


class PartialSteps:
    """The partial runs of a session."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._open: dict[str, tuple[PartialStep, set[Tensor], set[Tensor]]] = {}

    def add(self, run: PartialStep, feeds: Sequence[Tensor], fetches: Sequence[Tensor]) -> str:
        """Takes one in; returns its handle."""
        handle = str(next(self._numbers))
        self._open[handle] = run, set(feeds), set(fetches)
        return handle

    async def run(self, request: StepRequest, graph: Graph) -> StepReply:
        """Goes on with one.

        Raises:
            InvalidArgumentError: There is none, or a name was used before or was not in the setup; it can go on.
            OpError: It failed, and has ended.
        """
        if request.partial_run_handle not in self._open:
            raise errors.invalid_argument("Must run PartialRunSetup before performing partial runs")
        run, unfed, unfetched = self._open[request.partial_run_handle]
        feeds = {fed_tensor(graph, name): value for name, _, value in request.feeds}
        fetches = [fetched_tensor(graph, name) for name in request.fetches]
        for tensor in feeds:
            if tensor not in unfed:
                raise errors.invalid_argument(f"The feed {tensor.name} has already been fed.")
        for tensor in fetches:
            if tensor not in unfetched:
                raise errors.invalid_argument(f"The fetch {tensor.name} has already been fetched.")
        values = await run.run(feeds, fetches)
        unfed.difference_update(feeds)
        unfetched.difference_update(fetches)
        if not unfed and not unfetched:
            del self._open[request.partial_run_handle]
        dtypes = {name: tensor.dtype.base_dtype for name, tensor in zip(request.fetches, fetches, strict=True)}
        return StepReply(dict(zip(request.fetches, values, strict=True)), dtypes)

    async def close(self) -> None:
        """Ends all."""
        runs, self._open = [run for run, _, _ in self._open.values()], {}
        for run in runs:
            await run.close()
