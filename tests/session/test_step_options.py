"""Options of a step: what is made of a caller's and a session's messages, read once."""
from __future__ import annotations

from typing import Any

import pytest

from aioflow._proto.config_pb2 import ConfigProto, GraphOptions, RunOptions
from aioflow.session.steps.step_options import StepOptions, read_options

PLAIN = ConfigProto()


def run_handler(priority: int) -> RunOptions:
    """Options that ask for a run handler."""
    options = RunOptions()
    options.experimental.use_run_handler_pool = True
    options.experimental.run_handler_pool_options.priority = priority
    return options


def test_nothing_said() -> None:
    """No options, and empty ones, mean the same: no deadline, the first pool, nothing to show."""
    assert read_options(None, PLAIN) == read_options(RunOptions(), PLAIN) == StepOptions()
    assert StepOptions().is_plain and not StepOptions().shows_nodes


@pytest.mark.parametrize(("session_ms", "run_ms", "timeout_s"), [
    (0, 0, None), (0, 250, 0.25), (1500, 0, 1.5), (1500, 250, 0.25), (250, 1500, 1.5), (-1, -1, None), (250, -1, 0.25),
])  # fmt: skip
def test_deadlines(session_ms: int, run_ms: int, timeout_s: float | None) -> None:
    """A run's own deadline goes before that of its session; zero and less mean none."""
    config = ConfigProto(operation_timeout_in_ms=session_ms)
    assert read_options(RunOptions(timeout_in_ms=run_ms), config).timeout_s == timeout_s
    if run_ms == 0:
        assert read_options(None, config).timeout_s == timeout_s


@pytest.mark.parametrize(("options", "wanted"), [
    (RunOptions(trace_level=RunOptions.SOFTWARE_TRACE), {"traces": True}),
    (RunOptions(trace_level=RunOptions.FULL_TRACE), {"traces": True}),
    (RunOptions(report_tensor_allocations_upon_oom=True), {"reports_memory": True}),
    (RunOptions(output_partition_graphs=True), {"wants_graphs": True}),
    (RunOptions(inter_op_thread_pool=2), {"pool_index": 2}),
    (RunOptions(inter_op_thread_pool=-2), {"pool_index": -2}),
    (run_handler(0), {"handler_priority": 0}),
    (run_handler(7), {"handler_priority": 7}),
])  # fmt: skip
def test_what_is_not_plain(options: RunOptions, wanted: dict[str, Any]) -> None:
    """A step that shows something, or whose place on a pool has to be asked for, cannot be one call."""
    assert read_options(options, PLAIN) == StepOptions(is_plain=False, **wanted)


@pytest.mark.parametrize("options", [
    RunOptions(timeout_in_ms=1), RunOptions(inter_op_thread_pool=-1), RunOptions(trace_level=RunOptions.NO_TRACE),
])  # fmt: skip
def test_what_is_plain(options: RunOptions) -> None:
    """Deadlines do not matter to a step that never waits, and the caller's thread is where it runs anyway."""
    assert read_options(options, PLAIN).is_plain


def test_cost_models() -> None:
    """In a session with a cost model each step is counted, and some are looked at."""
    config = ConfigProto(graph_options=GraphOptions(build_cost_model=2))
    assert not read_options(None, config).is_plain and not read_options(RunOptions(), config).is_plain


def test_which_nodes_are_seen() -> None:
    """Graphs of partitions do not show nodes at work; traces and reports of memory do."""
    assert StepOptions(traces=True).shows_nodes and StepOptions(reports_memory=True).shows_nodes
    assert not StepOptions(wants_graphs=True).shows_nodes
