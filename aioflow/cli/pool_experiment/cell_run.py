"""run_cell: runs one cell of the matrix once."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aioflow as tf
from aioflow.cli.exits import RunFailed
from aioflow.cli.pool_experiment.experiment import Cell, Experiment
from aioflow.cli.pool_experiment.placement import Placement
from aioflow.cli.pool_experiment.queue_depth import QueueDepth
from aioflow.cli.pool_experiment.thread_use import Span, spans_of, thread_use
from aioflow.cli.pool_experiment.workloads import Workload
from aioflow.cli.terminal import one_line
from aioflow.testing.load import run_load
from aioflow.testing.load_report import LoadReport
from aioflow.testing.traffic import Send, Traffic

_MAX_TRACED_S = 0.2  # traces are large, and a report shows the first few hundred pieces of work only


@dataclass(frozen=True, slots=True)
class CellRun:
    """Results of one run of a cell.

    Attributes:
        report: The callers' experience.
        num_threads: Pool -> its number of threads.
        queue_depth: See `QueueDepth.as_json`.
        thread_use: See `thread_use`.
    """

    report: LoadReport
    num_threads: Mapping[str, int]
    queue_depth: Mapping[str, Any]
    thread_use: Mapping[str, Any]


async def run_cell(experiment: Experiment, cell: Cell, workloads: Mapping[str, Workload], seed: int) -> CellRun:
    """Runs a cell: warms up, measures, and then traces a few runs, which are slower for that and not measured.

    Raises:
        RunFailed: A request ended in an error, or gave a wrong result.
    """
    async with Placement(cell, workloads) as placement:
        async with QueueDepth(placement.pools) as depth:
            report = await run_load(
                *_traffic(placement, workloads),
                seed=seed,
                duration_s=experiment.warm_up_s + experiment.measured_s,
                warm_up_s=experiment.warm_up_s,
            )
        _check(report, cell)
        spans: list[Span] = []
        traced_s = min(_MAX_TRACED_S, experiment.measured_s)
        await run_load(*_traffic(placement, workloads, spans), seed=seed, duration_s=traced_s)
        used = thread_use(spans, placement.threads())
        return CellRun(report, placement.num_threads, depth.as_json(), used)


def _check(report: LoadReport, cell: Cell) -> None:
    try:
        report.assert_correct()
    except AssertionError as error:
        raise RunFailed(f"cell {cell.label!r}: {one_line(error)}") from error


def _traffic(
    placement: Placement, workloads: Mapping[str, Workload], spans: list[Span] | None = None
) -> list[Traffic]:
    """Makes the cell's traffic; traced where there is a list for spans."""
    traffic = []
    for name, setting in placement.cell.traffic.items():
        workload = workloads[setting.model]
        send = _sender(placement, name, workload) if spans is None else _tracer(placement, name, workload, spans)
        traffic.append(Traffic(send, name, setting.arrivals.arrivals, check=workload.check))
    return traffic


def _sender(placement: Placement, name: str, workload: Workload) -> Send:
    sessions, options = placement.sessions[name], placement.run_options(name)

    async def send(number: int) -> Any:
        session = sessions[number % len(sessions)]  # in turn, so that all sessions get as many requests
        return await session.run(workload.fetches, workload.feeds(number), options=options)

    return send


def _tracer(placement: Placement, name: str, workload: Workload, spans: list[Span]) -> Send:
    sessions, options = placement.sessions[name], placement.run_options(name, is_traced=True)

    async def send(number: int) -> Any:
        session, metadata = sessions[number % len(sessions)], tf.RunMetadata()
        result = await session.run(workload.fetches, workload.feeds(number), options=options, run_metadata=metadata)
        spans.extend(spans_of(name, metadata))
        return result

    return send
