"""Measuring: what runs of a model show of its nodes, by the plan that is in force and by traces."""
from __future__ import annotations

import io
import statistics
import time
from collections.abc import Mapping
from typing import Any

from aioflow._proto.config_pb2 import RunMetadata, RunOptions
from aioflow.cli.graph_page.graph_data import Measured
from aioflow.session.session import Session

_WARM_UP_S, _LEAST_RUNS, _MOST_RUNS = 1.0, 3, 200
_NUM_TRACED = 5


async def measure(session: Session, fetches: Mapping[str, Any], feeds: Mapping[Any, Any]) -> Measured:
    """Runs a step often enough for its plan to settle, asks for the plan, and traces a few runs.

    Args:
        session: The session, with all values restored.
        fetches: What is fetched.
        feeds: What is fed.

    Raises:
        OpError: A run failed.
    """
    ends_s = time.perf_counter() + _WARM_UP_S
    for number in range(_MOST_RUNS):
        await session.run(dict(fetches), dict(feeds))
        if number >= _LEAST_RUNS and time.perf_counter() > ends_s:
            break
    measured = Measured()
    for explanation in session.explain(list(fetches.values()), list(feeds), file=io.StringIO()):
        measured.step_s = (measured.step_s or 0.0) + (explanation.measured_s or 0.0)
        for item in explanation.items:
            for name in item.nodes:
                measured.segment[name], measured.runs[name] = measured.num_segments, item.runs
            measured.num_segments += 1
    times: dict[str, list[float]] = {}
    for _ in range(_NUM_TRACED):
        for name, seconds in (await _traced(session, fetches, feeds)).items():
            times.setdefault(name, []).append(seconds)
    # The first times of a traced plan are longer; what disturbs others is left out by the median, too.
    measured.cost_s = {name: statistics.median(seconds) for name, seconds in times.items()}
    return measured


async def _traced(session: Session, fetches: Mapping[str, Any], feeds: Mapping[Any, Any]) -> dict[str, float]:
    """Seconds of each node in one run; of a node that runs often in a loop all together."""
    metadata, options = RunMetadata(), RunOptions(trace_level=RunOptions.FULL_TRACE)
    await session.run(dict(fetches), dict(feeds), options=options, run_metadata=metadata)
    found: dict[str, float] = {}
    for device in metadata.step_stats.dev_stats:
        for node in device.node_stats:
            took_s = (node.op_end_rel_nanos - node.op_start_rel_nanos) * 1e-9
            found[node.node_name] = found.get(node.node_name, 0.0) + took_s
    return found
