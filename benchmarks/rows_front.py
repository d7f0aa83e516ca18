"""The row of the front door: what a whole step of a small network costs beyond the generated code that it calls."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import numpy as np

import aioflow as tf
from benchmarks.awaiting import awaited
from benchmarks.cases_small import Case, small_network
from benchmarks.measuring import Row, interleave, per_call

CODE = "generated code"
#: A run may cost half of what its code costs, a callable 0.7 of that half, a deadline 0.6 of the code on top.
TARGETS = {"one caller": "<= 1.5", "callable": "<= 1.35", "one caller, deadline": "<= 2.1", "64 callers": "<= 1.8",
           "callable, 64 callers": "<= 1.8"}  # fmt: skip
_MAX_WARM_RUNS = 100_000  # the first runs go node by node, until a thread has made the code, which takes milliseconds
_DEADLINE = tf.RunOptions(timeout_in_ms=60_000)


async def generated_code(session: Any, fetch: Any, feeds: dict[Any, Any]) -> Callable[[], list[Any]]:
    """Runs a step until it is one call of generated code; gives that, with feeds that nobody copies.

    Raises:
        RuntimeError: The step stays what it is: some node of it takes long, or keeps state.
    """
    for _ in range(_MAX_WARM_RUNS):
        await session.run(fetch, feeds)
        prepared = session.backend.prepare(session.graph, tuple(feeds), (fetch,), ())
        segment = prepared.entry.only_executor.plan.only_segment
        if segment is not None and segment.whole is not None:
            call, args = segment.whole.call, list(feeds.values())
            return lambda: call(args)
    raise RuntimeError("the step is not one call of its feeds")


def row(case: Case, calls: int, rounds: int) -> Row:
    """Measures the ways to run a step against its generated code.

    Args:
        case: The step, which has one feed.
        calls: How many calls a round has.
        rounds: How many rounds.
    """
    with tf.Session(graph=case.graph) as session:
        fetch = case.graph.get_tensor_by_name(case.fetch)
        feeds = {case.graph.get_tensor_by_name(name): value for name, value in case.feeds.items()}
        call, (value,) = session.make_callable(fetch, list(feeds)), feeds.values()
        code = asyncio.run(generated_code(session, fetch, feeds))
        np.testing.assert_allclose(code()[0], case.by_hand(), rtol=1e-4, atol=1e-6)
        measured = interleave(
            Row("8-node MLP, front door"),
            {
                CODE: per_call(code, calls),
                "one caller": awaited(lambda: session.run(fetch, feeds), calls),
                "callable": awaited(lambda: call(value), calls),
                "one caller, deadline": awaited(lambda: session.run(fetch, feeds, _DEADLINE), calls),
                "64 callers": awaited(lambda: session.run(fetch, feeds), calls, 64),
                "callable, 64 callers": awaited(lambda: call(value), calls, 64),
            },
            rounds,
        )
    for name, target in TARGETS.items():
        measured.ratio(name, CODE, target)
    return measured


def rows(rounds: int) -> list[Row]:
    """All rows of this file."""
    return [row(small_network(), 6400, rounds)]
