"""The propagator in many orders: without threads and event loop, each found again by its seed or its choices.

`python -m tests.executor.explore` runs more of the same.
"""
from __future__ import annotations

import ast
import gc
import re
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.executor.dataflow.frames import FrameState, IterationState
from aioflow.executor.dataflow.pending_counts import PendingCounts
from aioflow.executor.dataflow.propagator import PropagatorState
from aioflow.testing import Reference, Schedules

from .explore import main, schedules_of, seeds_of
from .scheduled_graphs import GRAPHS, SMALL

NUM_SEEDS = 2000


@pytest.mark.parametrize("name", GRAPHS)
def test_random_orders(name: str) -> None:
    """Whatever the order, a step gives what it gives one node after the other, and frames and counts are right."""
    seeds = seeds_of(name, range(NUM_SEEDS))
    assert schedules_of(name).explore(seeds) == len(seeds) > 0


@pytest.mark.parametrize("name", SMALL)
def test_all_orders(name: str) -> None:
    """The same for all orders of small graphs in which up to two nodes are pre-empted."""
    schedules = schedules_of(name)
    assert schedules.num_nodes <= 6 and schedules.explore_all(2) > 1


@pytest.mark.parametrize("name", GRAPHS)
def test_segments(name: str) -> None:
    """Nodes that are joined to segments give what they give one by one, in all orders."""
    assert schedules_of(name, in_segments=True).explore(range(10)) == 10


def test_reference() -> None:
    """What is expected is what the serial reference computes."""
    for name in ("counting_2", "nested_loops_3", "loops_side_by_side"):
        with tf.Graph().as_default() as graph:
            case = GRAPHS[name]()
        feeds = {tensor: np.int32(value) for tensor, value in case.feeds.items()}
        assert Reference(graph).run(case.fetches, feeds) == case.wanted


@pytest.mark.slow
def test_nothing_is_left() -> None:
    """When steps have ended, failed or been stopped no frame, iteration or propagator of theirs is left."""
    for name in ("nested_loops_1", "failing_deep_inside", "stopped_nested_loops"):
        schedules = schedules_of(name)
        before = _num_states()
        schedules.explore(range(20))
        assert _num_states() == before


def _num_states() -> int:
    gc.collect()
    return sum(type(thing) in (FrameState, IterationState, PropagatorState) for thing in gc.get_objects())


# ---- what is found
def forgets(name: str) -> Any:
    """A method that first clears one of the lists of the frame that it is given."""

    def replaced(old: Any) -> Any:
        def method(self: PropagatorState, frame: FrameState, *rest: Any) -> Any:
            getattr(frame, name).clear()
            return old(self, frame, *rest)

        return method

    return replaced


def always_goes_on(old: Any) -> Any:
    """`_next_iteration` without the limit of parallel iterations."""

    def method(self: PropagatorState, item: Any, iteration: IterationState, value: Any) -> None:
        frame = iteration.frame
        following = frame.iterations.get(iteration.number + 1) or self._new_iteration(frame)
        self.activate_nodes(item, [value], False, following)

    return method


FAULTS: dict[str, tuple[type, str, Any]] = {
    "dead inputs count as alive": (
        PendingCounts, "input_arrived", lambda old: lambda self, index, is_dead: old(self, index, False),
    ),
    "a Merge stays ready": (PendingCounts, "live_data_at_merge", lambda old: lambda self, index: self.wait[index] == 1),
    "a dead Enter does not end its Merge": (
        PendingCounts, "dead_data_at_merge", lambda old: lambda self, index, count, _: old(self, index, count, False),
    ),
    "a Merge does not hear of control inputs": (
        PendingCounts, "control_at_merge", lambda old: lambda self, index, count: False,
    ),
    "iterations and frames are kept": (PropagatorState, "_clean_up", lambda old: lambda self, frame, iteration: None),
    "dead Exits are forgotten": (PropagatorState, "_delete_frame", forgets("dead_exits")),
    "deferred iterations are lost": (PropagatorState, "_new_iteration", forgets("deferred")),
    "constants reach the first iteration only": (PropagatorState, "_new_iteration", forgets("invariants")),
    "any number of iterations runs at once": (PropagatorState, "_next_iteration", always_goes_on),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """A fault of the propagator is found by a few orders of one of the graphs."""
    where, name, replaced = FAULTS[fault]
    monkeypatch.setattr(where, name, replaced(getattr(where, name)))
    for graph in GRAPHS:
        try:
            schedules_of(graph).explore(range(5))
        except Exception:  # a node may fail, too, that is given something dead
            return
    pytest.fail("no graph shows it")


def racing() -> Schedules:
    """A read of a variable that nothing orders with a write."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [])
        variable = tf.Variable(1.0)
        written = tf.assign_add(variable, tf.identity(x))
        read = tf.identity(variable) + 0.0
    return Schedules(graph, [read], {x: 2.0}, [written.op], before=[variable.initializer])


def test_races_are_found() -> None:
    """What depends on the order is found, and found again by the seed that the message names."""
    schedules = racing()
    with pytest.raises(AssertionError, match=r"gave .* instead of") as caught:
        schedules.explore(range(100))
    seed = re.search(r"explore\(\[(\d+)\]\)", str(caught.value))
    assert seed is not None
    with pytest.raises(AssertionError) as again:
        schedules.explore([int(seed[1])])
    assert str(again.value) == str(caught.value)


def test_races_are_found_systematically() -> None:
    """The same with all orders, where the message has the choices."""
    schedules = racing()
    with pytest.raises(AssertionError, match=r"gave .* instead of") as caught:
        schedules.explore_all(0)
    path = re.search(r"replay\((\[.*\])\)", str(caught.value))
    assert path is not None
    with pytest.raises(AssertionError) as again:
        schedules.replay(ast.literal_eval(path[1]))
    assert str(again.value) == str(caught.value)


def test_number_of_orders() -> None:
    """Three independent nodes have six orders if none is pre-empted; with all pre-emptions there are 90."""
    with tf.Graph().as_default() as graph:
        targets = [tf.no_op() for _ in range(3)]
    schedules = Schedules(graph, [], targets=targets)
    assert schedules.explore_all(0) == 6
    assert schedules.explore_all(6) == 90  # 6! / 2! / 2! / 2!


def test_failing_step() -> None:
    """A step that fails though it should not is told at once; one that should must fail in all orders."""
    with tf.Graph().as_default() as graph:
        failed = tf.py_func(lambda: 1 / 0, [], tf.float32)
    with pytest.raises(errors.OpError, match="ZeroDivisionError"):
        Schedules(graph, [failed])
    assert Schedules(graph, [failed], fails=True).explore(range(5)) == 5


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The command runs seeds, all orders, or one order that a failure named."""
    main(["--graph", "cond_true", "--seeds", "3"])
    main(["--graph", "two_slots", "--all", "1"])
    main(["--graph", "diamond", "--replay", "[0, 0, 0, 0, 1]"])
    last = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "as expected" in line]
    assert last == ["3", "4", "1"]
