"""PropagatorState: which nodes are ready when one is done. Each test says itself what the nodes give."""
from __future__ import annotations

from typing import Any

import pytest

import aioflow as tf
from aioflow.executor.dataflow.propagator import PropagatorState, TaggedNode
from aioflow.ops.generated.control_flow import (
    control_trigger,
    enter,
    exit,
    loop_cond,
    merge,
    next_iteration,
    no_op,
    switch,
)
from tests.executor.views import view_of

Names = list[str]

pytestmark = pytest.mark.usefixtures("default_graph")


class Walk:
    """A step whose nodes are done by hand; nodes are called "a", in iteration 2 of a loop "a@2", dead "a dead"."""

    def __init__(self) -> None:
        self.state = PropagatorState(view_of(tf.get_default_graph()))
        self.open: dict[str, TaggedNode] = {}
        self.first = self._noted(self.state.start())

    def done(self, name: str, *outputs: Any) -> Names:
        """Has a node be done; returns what became ready, in order of names."""
        return self._noted(self.state.done(self.open.pop(name), None if name.endswith("dead") else outputs))

    def _noted(self, ready: list[TaggedNode]) -> Names:
        names = [_name(node) for node in ready]
        self.open.update(zip(names, ready, strict=True))
        return sorted(names)


def _name(node: TaggedNode) -> str:
    iteration = f"@{node.iteration.number}" if node.iteration.frame.parent is not None else ""
    return f"{node.item.name}{iteration}{' dead' if node.is_dead else ''}"


def test_last_input_makes_ready() -> None:
    """A step begins with what waits for nothing; a node is ready with the last of its inputs, control ones included."""
    x, y = tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.float32, name="y")
    with tf.control_dependencies([no_op(name="before")]):
        tf.add(x, y, name="sum")
    walk = Walk()
    assert walk.first == ["before", "x", "y"]
    assert (walk.done("y", 2.0), walk.done("before")) == ([], [])
    assert walk.done("x", 1.0) == ["sum"]
    assert walk.open["sum"].take_inputs() == [1.0, 2.0]


def test_inputs_are_taken_once() -> None:
    """Who takes a node's inputs is the last to hold them: the iteration keeps no values of its own."""
    tf.negative(tf.placeholder(tf.float32, name="x"), name="y")
    walk = Walk()
    walk.done("x", 1.0)
    node = walk.open["y"]
    assert node.take_inputs() == [1.0]
    assert node.iteration.inputs == [None]


def test_dead_branch() -> None:
    """What follows the side of a Switch that is not taken is dead, and so on along data and control edges."""
    no, yes = switch(tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.bool, name="p"), name="switch")
    with tf.control_dependencies([tf.negative(no, name="untaken")]):
        no_op(name="after")
    tf.negative(yes, name="taken")
    walk = Walk()
    walk.done("p", True)
    assert walk.done("x", 1.0) == ["switch"]
    assert walk.done("switch", None, 1.0) == ["taken", "untaken dead"]
    assert walk.done("untaken dead") == ["after dead"]


def test_control_trigger_is_never_dead() -> None:
    """A ControlTrigger runs when its inputs have come, dead or not."""
    no, _ = switch(tf.placeholder(tf.float32, name="x"), tf.constant(True, name="p"), name="switch")
    with tf.control_dependencies([tf.negative(no, name="untaken")]):
        control_trigger(name="trigger")
    walk = Walk()
    walk.done("p", True), walk.done("x", 1.0), walk.done("switch", None, 1.0)
    assert walk.done("untaken dead") == ["trigger"]


def test_merge_fires_once() -> None:
    """A Merge is ready with the first live input; later ones change nothing."""
    merge([tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.float32, name="y")], name="merge")
    walk = Walk()
    assert walk.done("y", 2.0) == ["merge"]
    assert walk.open["merge"].take_inputs() == [None, 2.0]
    assert walk.done("x", 1.0) == []


def test_merge_of_dead_inputs() -> None:
    """A Merge is dead when the last of its inputs came dead."""
    no, _ = switch(tf.placeholder(tf.float32, name="x"), tf.constant(True, name="p"), name="switch")
    merge([tf.negative(no, name="first"), tf.exp(no, name="second")], name="merge")
    walk = Walk()
    walk.done("p", True), walk.done("x", 1.0), walk.done("switch", None, 1.0)
    assert walk.done("first dead") == []
    assert walk.done("second dead") == ["merge dead"]


# ---- loops
def loop(parallel_iterations: int = 10) -> None:
    """`while x < bound: x = -x`, from single nodes that are named after what they do."""
    frame: dict[str, Any] = {"frame_name": "loop", "parallel_iterations": parallel_iterations}
    start = enter(tf.placeholder(tf.float32, name="x"), name="enter", **frame)
    bound = enter(tf.placeholder(tf.float32, name="bound"), name="enter_bound", is_constant=True, **frame)
    merged = merge([start, start], name="merge").output
    ends, stays = switch(merged, loop_cond(tf.less(merged, bound, name="less"), name="cond"), name="switch")
    tf.negative(exit(ends, name="exit"), name="after")
    merged.op._update_input(1, next_iteration(tf.negative(stays, name="body"), name="next"))


def begun(parallel_iterations: int = 10) -> Walk:
    """A step in which the loop has been entered."""
    loop(parallel_iterations)
    walk = Walk()
    walk.done("x", 1.0), walk.done("bound", 5.0), walk.done("enter_bound", 5.0)
    assert walk.done("enter", 1.0) == ["merge@0"]
    return walk


def decide(walk: Walk, number: int, goes_on: bool) -> Names:
    """Has an iteration be done up to its Switch; returns what that makes ready."""
    for name in ("merge", "less", "cond"):
        ready = walk.done(f"{name}@{number}", 1.0)
    assert ready == [f"switch@{number}"]
    return walk.done(f"switch@{number}", *((None, 1.0) if goes_on else (1.0, None)))


def test_iterations() -> None:
    """A NextIteration leads into the next iteration; the Exit of the last one leads out of the loop."""
    walk = begun()
    assert decide(walk, 0, goes_on=True) == ["body@0", "exit@0 dead"]
    assert walk.done("exit@0 dead") == []
    assert walk.done("body@0", -1.0) == ["next@0"]
    assert walk.done("next@0", -1.0) == ["merge@1"]
    assert decide(walk, 1, goes_on=False) == ["body@1 dead", "exit@1"]
    assert walk.done("exit@1", -1.0) == ["after"]


def test_dead_next_iteration_begins_nothing() -> None:
    """When the loop has ended, its body is dead, and no further iteration begins; then the frame is forgotten."""
    walk = begun()
    decide(walk, 0, goes_on=False)
    assert [frame.name for frame in walk.state.live_frames()] == [";0;loop"]
    assert walk.done("body@0 dead") == ["next@0 dead"]
    assert walk.done("next@0 dead") == []
    assert walk.done("exit@0", 1.0) == ["after"]
    assert walk.state.live_frames() == []


def test_constants_reach_every_iteration() -> None:
    """What enters as a constant is there in each iteration; it is entered once."""
    walk = begun()
    decide(walk, 0, goes_on=True)
    walk.done("body@0", -1.0), walk.done("next@0", -1.0)
    assert walk.done("merge@1", -1.0) == ["less@1"]
    assert walk.open["less@1"].take_inputs() == [-1.0, 5.0]


def test_iterations_at_once() -> None:
    """With as many iterations alive as may be, the next one begins when the oldest has ended."""
    walk = begun(parallel_iterations=1)
    decide(walk, 0, goes_on=True)
    walk.done("body@0", -1.0)
    assert walk.done("next@0", -1.0) == []
    assert walk.done("exit@0 dead") == ["merge@1"]


def test_several_iterations_at_once() -> None:
    """Where more may be alive, the next one begins while something of the one before is to be done."""
    walk = begun(parallel_iterations=2)
    decide(walk, 0, goes_on=True)
    walk.done("body@0", -1.0)
    assert walk.done("next@0", -1.0) == ["merge@1"]
    assert "exit@0 dead" in walk.open


def test_dead_loop() -> None:
    """A loop that is entered dead runs no iteration but a dead one, and what waits for its Exit is dead, once."""
    no, _ = switch(tf.placeholder(tf.float32, name="y"), tf.constant(True, name="p"), name="side")
    start = enter(no, frame_name="dead", name="enter")
    merged = merge([start, start], name="merge").output
    ends, stays = switch(merged, loop_cond(tf.is_finite(merged, name="test"), name="cond"), name="switch")
    tf.negative(exit(ends, name="exit"), name="after")
    merged.op._update_input(1, next_iteration(stays, name="next"))
    walk = Walk()
    walk.done("p", True), walk.done("y", 1.0)
    assert walk.done("side", None, 1.0) == ["enter dead"]
    assert walk.done("enter dead") == ["merge@0 dead"]
    for name in ("merge", "test", "cond", "switch"):
        walk.done(f"{name}@0 dead")
    assert walk.done("next@0 dead") == []
    assert walk.done("exit@0 dead") == ["after dead"]
    assert walk.state.live_frames() == []


def test_drop() -> None:
    """A step that was stopped is taken apart: its frames hold neither iterations nor values any more."""
    walk = begun()
    (frame,) = walk.state.live_frames()
    walk.state.drop()
    assert not frame.iterations and not walk.state.root.iterations and walk.state.live_frames() == []
