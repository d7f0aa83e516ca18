"""run_matrix: runs all cells, several times, in an order that favours none, and makes one document of the results."""
from __future__ import annotations

import asyncio
import os
import platform
import random
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_info

import aioflow as tf
from aioflow.cli.pool_experiment.cell_run import CellRun, run_cell
from aioflow.cli.pool_experiment.experiment import LAYOUTS, Cell, Experiment, threads_text
from aioflow.cli.pool_experiment.workloads import Workload
from aioflow.cli.progress import Progress
from aioflow.cli.terminal import counted
from aioflow.pools.cpus import usable_cpus
from aioflow.testing.load_report import Durations, TrafficReport

Document = dict[str, Any]
_TAIL_SHARES = (0.99, 0.95, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0001)
_LEAST_BEHIND = 10  # requests that took longer
_PERCENTILES = ("p50_ms", "p99_ms", "p99.9_ms", "max_ms")


async def run_matrix(
    experiment: Experiment, workloads: Mapping[str, Workload], progress: Progress
) -> Document:
    """Runs every cell `num_repeats` times; each round has all cells in a new order.

    Args:
        experiment: What to run.
        workloads: Its models.
        progress: Called before and after each run of a cell.

    Returns:
        The document of `document_of`.

    Raises:
        RunFailed: A request ended in an error, or gave a wrong result.
    """
    cells = experiment.cells
    # A machine gets warm, and other programs come and go. Repeats of one cell in a row would all meet the same weather.
    runs: list[list[CellRun]] = [[] for _ in cells]
    load_before = load_average()
    order = random.Random(experiment.seed)
    num_runs = len(cells) * experiment.num_repeats
    often = counted(experiment.num_repeats, "time")
    progress(f"{counted(len(cells), 'cell')}, {often} each: about {experiment.total_s:.0f} s", 0.0)
    for repeat in range(experiment.num_repeats):
        for index in order.sample(range(len(cells)), len(cells)):
            # All cells of a round get the same arrivals, and each round others.
            run = await run_cell(experiment, cells[index], workloads, experiment.seed + repeat)
            runs[index].append(run)
            number = sum(map(len, runs))
            progress(f"{number}/{num_runs} {cells[index].label}: {_latency_text(run)}", number / num_runs)
    return document_of(experiment, cells, runs, load_before)


def load_average() -> float | None:
    """The mean number of tasks that wanted a CPU in the last minute; None where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _cpu_model() -> str:
    """Gives what the system calls its CPUs; "" where it does not tell."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor()


def _latency_text(run: CellRun) -> str:
    return "; ".join(
        f"{name} p99 {report.latencies.p99_s * 1000:.1f} ms" for name, report in run.report.traffic.items()
    )


def document_of(
    experiment: Experiment, cells: Sequence[Cell], runs: Sequence[Sequence[CellRun]], load_before: float | None = None
) -> Document:
    """Makes plain data of all results: of each number the median over the repeats, and all 99th percentiles."""
    return {
        "title": experiment.title,
        "seed": experiment.seed,
        "num_repeats": experiment.num_repeats,
        "measured_s": experiment.measured_s,
        "machine": {
            "num_cpus": usable_cpus(),
            "cpu": _cpu_model(),
            "blas_threads": max((pool["num_threads"] for pool in threadpool_info()), default=None),
            "python": platform.python_version(),
            "aioflow": tf.__version__,
            "numpy": np.__version__,
            # Of a busy machine, differences within the spread of repeats mean nothing.
            "load_before": load_before,
            "load_after": load_average(),
            "event_loop": type(asyncio.get_running_loop()).__module__.partition(".")[0],
        },
        "cells": [_cell_document(cell, of_cell) for cell, of_cell in zip(cells, runs, strict=True)],
    }


def _cell_document(cell: Cell, runs: Sequence[CellRun]) -> Document:
    # Curves cannot be averaged: those of the repeat whose latency was in the middle stand for all.
    first = next(iter(cell.traffic))
    typical = sorted(runs, key=lambda run: run.report[first].latencies.p99_s)[(len(runs) - 1) // 2]
    return {
        "label": cell.label,
        "setup": cell.setup or cell.layout,
        "conditions": cell.conditions,
        "layout": cell.layout,
        "meaning": LAYOUTS[cell.layout],
        "threads": threads_text(cell.threads),
        "pools": dict(typical.num_threads),
        "traffic": {name: _traffic_document(cell, name, runs) for name in cell.traffic},
        "loop_lag": _medians([run.report.loop_lag.as_json() for run in runs]),
        "queue_depth": dict(typical.queue_depth),
        "thread_use": dict(typical.thread_use),
    }


def _traffic_document(cell: Cell, name: str, runs: Sequence[CellRun]) -> Document:
    setting = cell.traffic[name]
    reports = [run.report[name] for run in runs]
    latencies = [report.latencies.as_json() for report in reports]
    return {
        "model": setting.model,
        "num_sessions": setting.num_sessions,
        "arrivals": setting.arrivals.label,
        "num_requests": sum(report.num_sent for report in reports),
        "num_rejected": sum(report.num_rejected for report in reports),
        "throughput_per_s": statistics.median(report.throughput_per_s for report in reports),
        "throughput_of_repeats": [report.throughput_per_s for report in reports],
        "latency": _medians(latencies),
        "p99_ms_of_repeats": [latency["p99_ms"] for latency in latencies],
        "tail": _tail(reports),
    }


def _tail(reports: Sequence[TrafficReport]) -> list[list[float]]:
    """The distribution of all repeats together: which share of the requests took longer than how many milliseconds.

    As far as ten requests at least took longer: beyond, a curve would show single ones.
    """
    together = Durations(value for report in reports for value in report.latencies.values_s)
    return [
        [share, round(together.percentile(1 - share) * 1e3, 4)]
        for share in _TAIL_SHARES
        if share * len(together) >= _LEAST_BEHIND
    ]


def _medians(documents: Sequence[Mapping[str, Any]]) -> Document:
    medians: Document = {}
    for name in _PERCENTILES:
        known = [document[name] for document in documents if document[name] is not None]
        medians[name] = statistics.median(known) if known else None
    return medians
