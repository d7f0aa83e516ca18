"""PartialRuns: the partial runs of one session, by their handles."""
from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from aioflow import errors
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.session.calls.call_form import CallForm, bind_feeds
from aioflow.session.calls.feeds import check_mapping, expand_feeds, feed_tensor
from aioflow.session.calls.fetches import FetchStructure
from aioflow.session.calls.graph_runner import GraphRunner
from aioflow.session.calls.step_errors import blame_operation
from aioflow.session.steps.partial_run import PartialRun, PartialRunHandle, handle_text


class PartialRuns:
    """The partial runs of one session.

    Args:
        runner: The session's runner.
        strict_feeds: Whether to refuse feeds whose conversion loses something.
    """

    def __init__(self, runner: GraphRunner, strict_feeds: bool) -> None:
        self._runner = runner
        self._strict_feeds = strict_feeds
        self._numbers = itertools.count(1)
        self._open: dict[str, PartialRun] = {}  # by handle; each leaves it when it takes no more calls

    async def set_up(self, fetches: Any, feeds: Sequence[Any]) -> PartialRunHandle:
        """Starts a step; see `BaseSession.partial_run_setup`."""
        runner, graph = self._runner, self._runner.graph
        runner.check_usable()
        runner.taken.check()
        fed = [feed_tensor(graph, key) for key in feeds]
        elements = FetchStructure(graph, fetches).elements
        fetched = [e for e in elements if isinstance(e, Tensor)]
        targets = [e for e in elements if isinstance(e, Operation)]
        run = await runner.backend.start_partial_run(graph, fed, fetched, targets)
        # Read after the start: nodes that came while it compiled count as taken. A change of them is so refused too
        # early, rather than too late.
        runner.taken.note(graph.version)
        handle = PartialRunHandle(handle_text(fed, fetched, targets, next(self._numbers)))
        handle._run = run
        self._open[handle] = run
        run.forget = partial(self._open.pop, str(handle), None)  # a plain str: the handle itself refers to the run
        return handle

    async def run(self, handle: str, fetches: Any, feed_dict: Mapping[Any, Any]) -> Any:
        """Goes on with a step; see `BaseSession.partial_run`."""
        runner = self._runner
        runner.check_usable()
        check_mapping(feed_dict)
        pairs = expand_feeds(feed_dict)
        feeds, arrays = bind_feeds(runner.graph, pairs, self._strict_feeds)
        arrays = await runner.own_arrays(arrays, runner.default_options)
        # Not kept like the forms of plain calls: each call of a partial run feeds and fetches something else.
        form = CallForm(runner.graph, fetches, feeds)
        if form.targets:
            raise RuntimeError(f"partial_run does not accept operations as fetches: {[op.name for op in form.targets]}")
        if not form.fed and not form.fetched:  # as TensorFlow, which does not even ask for the handle then
            return form.result([], [], arrays, runner)
        run = self._open.get(handle)
        if run is None:  # never set up, closed, or finished with its last fetch
            raise errors.invalid_argument(
                f"Must run 'setup' before performing partial runs! No run is called {handle!r}"
            )
        try:
            fed = dict(zip(form.fed, form.step_feeds(arrays), strict=True))
            values = await run.run(fed, form.fetched)
        except errors.OpError as error:
            blame_operation(error, runner.graph)
            raise
        return form.result(values, [value for _, value in pairs], arrays, runner)
