"""How the next step runs: chosen by what there is and what steps have cost, without running any."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import aioflow as tf
from aioflow.executor.dataflow.kernel_stats import SAMPLED_STEPS
from aioflow.executor.program import (
    NUM_FIRST_STEPS,
    SAMPLING_PERIOD,
    Choice,
    OnThread,
    Program,
    Segment,
    Stepwise,
    Whole,
)
from aioflow.executor.segments.feed_sizes import FEW, GROWTH
from aioflow.executor.segments.plan import ViewPlan
from aioflow.pools.hop_price import ASSUMED_S, HOP
from tests.executor.views import signature_view

pytestmark = pytest.mark.usefixtures("default_graph")


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments are made of what was measured, by an assumed price, whatever the tests' options say."""
    monkeypatch.setattr(ViewPlan, "mode", "measured")
    monkeypatch.setattr(HOP, "price_s", ASSUMED_S)


def program(fetches: Sequence[tf.Tensor], feeds: Sequence[tf.Tensor] = (), cost_s: float = 1e-6) -> Program:
    """A program whose nodes have cost so much in the first steps, of which segments were made then."""
    made = Program(signature_view(fetches, feeds))
    for _ in range(NUM_FIRST_STEPS):
        made.choose(None)
        for item in made.view.nodes:
            item.stats.add(cost_s)
        made.stats.add(cost_s * len(made.view.nodes))
    made.plan.make_segments()
    return made


def pure() -> Program:
    """A program of nodes that compute from their inputs alone."""
    x = tf.placeholder(tf.float32, [])
    return program([tf.sqrt(x) + 1.0], [x])


def choices(made: Program, number: int) -> list[Choice]:
    """The next so many choices."""
    return [made.choose(None) for _ in range(number)]


def test_first_steps() -> None:
    """The first steps run node by node and are measured; the one behind them has segments made as well."""
    x = tf.placeholder(tf.float32, [])
    made = Program(signature_view([x + 1.0], [x]))
    first = choices(made, NUM_FIRST_STEPS + 1)
    assert all(isinstance(choice, Stepwise) and choice.measures_all for choice in first)
    assert [choice.remakes_segments for choice in first if isinstance(choice, Stepwise)] == [False, False, True]
    assert made.num_steps == NUM_FIRST_STEPS + 1


def test_one_call() -> None:
    """When all nodes have joined, a step is one call: without a context where the nodes need none."""
    made = pure()
    assert isinstance(choices(made, 2)[1], Whole)
    x = tf.placeholder(tf.float32, [2])
    drawing = program([x + tf.random_uniform([2], seed=1)], [x])
    second = choices(drawing, 2)[1]
    assert isinstance(second, Segment) and not isinstance(second, Whole)


def test_samples() -> None:
    """One of so many steps is measured, in the beginning more: powers of two, then every so often."""
    made = pure()
    following = enumerate(choices(made, 3 * SAMPLING_PERIOD), start=NUM_FIRST_STEPS)
    stepwise = [number for number, choice in following if isinstance(choice, Stepwise)]
    powers = [2**n for n in range(1, 11)]
    assert stepwise == [*powers, 2 * SAMPLING_PERIOD, 3 * SAMPLING_PERIOD]


def test_a_node_that_was_expensive() -> None:
    """A node that was left out because it was long joins its segment soon when it is short, before the next sample."""
    x = tf.placeholder(tf.float32, [])
    made = Program(signature_view([tf.sqrt(x) + tf.exp(x) + tf.sin(x)], [x]))
    choices(made, NUM_FIRST_STEPS)
    roots = [item for item in made.view.nodes if item.op.type in ("Sqrt", "Exp")]
    for item in made.view.nodes:
        item.stats.note(1.0 if item in roots else 1e-6)
    made.stats.add(1e-5)
    made.plan.make_segments()
    assert made.plan.only_segment is None
    made.num_steps = SAMPLING_PERIOD // 2 + 1  # none of those that come now is a sample
    choices(made, 1)

    def remade() -> int:
        return sum(isinstance(choice, Stepwise) and choice.remakes_segments for choice in choices(made, 64))

    assert remade() == 0
    for _ in range(30):
        for root in roots:
            root.stats.note(1e-6)
    assert remade() == 64 // SAMPLED_STEPS
    made.plan.make_segments()
    assert made.plan.only_segment is not None and isinstance(choices(made, 1)[0], Whole)


def test_one_long_node() -> None:
    """A node that is long by itself joins the short ones: a step of its own would run beside nothing."""
    x = tf.placeholder(tf.float32, [])
    made = Program(signature_view([tf.sqrt(x) + 1.0], [x]))
    choices(made, NUM_FIRST_STEPS)
    for item in made.view.nodes:
        item.stats.note(1.0 if item.op.type == "Sqrt" else 1e-6)
    made.stats.add(1.0)
    made.plan.make_segments()
    made.num_steps = SAMPLING_PERIOD // 2 + 1  # none of those that come now is a sample
    choices(made, 1)
    (choice,) = choices(made, 1)
    assert isinstance(choice, OnThread)
    assert isinstance(made.in_place(choice), Whole)  # where there are no threads


def test_larger_values() -> None:
    """A step whose values are far larger than those of short steps is no call, whatever others have cost."""
    x = tf.placeholder(tf.float32, [None])
    made = program([tf.sqrt(x) + 1.0], [x])
    made.num_steps = SAMPLING_PERIOD // 2 + 1  # none of those that come now is a sample
    choices(made, 1)
    short = Stepwise(made.view, False, False, True)
    one_call = choices(made, 1)[0]
    assert isinstance(one_call, Whole)
    for size, fits in ((10, True), (10**6, True)):  # as long as nothing is known
        assert made.sizes.fits([np.ones(size)]) is fits
    made.note_step(short, 1e-3, [np.ones(2 * FEW)])
    made.note_step(short, 1.0, [np.ones(10**6)])
    for size, fits in ((FEW, True), (2 * GROWTH * FEW, True), (2 * GROWTH * FEW + 1, False)):
        values = [np.ones(size, np.float32)]
        assert made.sizes.fits(values) is fits and (one_call.call(values) is not None) is fits
    huge = [np.ones(10**6, np.float32)]
    cost_s = made.stats.cost_s
    larger = made.leave_loop(short, huge, has_pool=True)
    assert isinstance(larger, Stepwise) and larger.leaves_loop and larger.needs_thread and larger.view is short.view
    called = made.leave_loop(one_call, huge, has_pool=True)
    assert isinstance(called, OnThread) and called.item is one_call.item
    made.note_step(larger, 1.0, huge)
    called.note(1.0, huge)
    assert made.stats.cost_s == cost_s and not made.sizes.fits(huge)
    made.note_step(larger, 1e-4, huge)
    called.note(1e-4, [np.ones(10**7, np.float32)])
    assert made.stats.cost_s == cost_s and made.sizes.fits([np.ones(10**7)])
    larger_still = [np.broadcast_to(np.float32(1), [10**9])]
    assert not made.sizes.fits(larger_still)
    assert made.leave_loop(one_call, larger_still, has_pool=False) is one_call and made.sizes.fits(larger_still)


def test_shown_nodes() -> None:
    """A step of which each node is to be seen has no segments, and makes none."""
    made = pure()
    for number in range(NUM_FIRST_STEPS, 40):
        choice = made.choose(None, shows_nodes=True)
        assert choice == Stepwise(made.view, False, False, number % 16 == 0)


def test_a_long_step_of_cheap_nodes() -> None:
    """Steps that are too long for the event loop leave it, in segments; when they are short again they are one call."""
    made = pure()
    one_call = choices(made, 2)[1]
    assert isinstance(one_call, Whole)
    assert one_call.call([np.float32(4)]) == [3.0]
    for _ in range(100):
        made.stats.add(1.0)
    choice = choices(made, 2)[1]
    assert isinstance(choice, OnThread) and choice.item is made.plan.only_segment and choice.needs_thread
    for _ in range(100):
        made.stats.add(1e-6)
    assert isinstance(choices(made, 2)[1], Whole)


def test_never_inline() -> None:
    """Where nothing may run on the event loop, no step is a call."""
    made = pure()
    made.never_inline = True
    made_choices = choices(made, 5)
    for choice in made_choices:
        assert isinstance(choice, OnThread) or (isinstance(choice, Stepwise) and choice.leaves_loop)
        assert choice.needs_thread
    assert any(isinstance(choice, OnThread) for choice in made_choices)


def test_blocking_nodes() -> None:
    """A step with foreign code may begin on the event loop, but is sure to use a thread."""
    x = tf.placeholder(tf.float32, [])
    made = program([tf.py_func(lambda y: y, [x], tf.float32)], [x])
    choice = choices(made, 2)[1]
    assert isinstance(choice, Stepwise) and choice.needs_thread and not choice.leaves_loop


def test_part_of_a_step() -> None:
    """One of several partitions never is a call: it has to run beside the others."""
    made = pure()
    for _ in range(5):
        assert isinstance(made.choose_view(None), Stepwise)


def test_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments off: each node by itself. Always: before the first step, and without measuring."""
    made = pure()
    monkeypatch.setattr(ViewPlan, "mode", "off")
    assert all(isinstance(choice, Stepwise) and choice.view is made.view for choice in choices(made, 5))
    monkeypatch.setattr(ViewPlan, "mode", "always")
    x = tf.placeholder(tf.float32, [])
    fresh = Program(signature_view([x + 1.0], [x]))
    (first,) = choices(fresh, 1)
    assert isinstance(first, Stepwise) and first.view is fresh.plan.segmented and not first.measures_all


@pytest.mark.parametrize("index", [1, 2**31 - 1])
async def test_arguments_that_are_numbered_at_will(index: int) -> None:
    """A number that no feed has is an error of the step: nothing is made that is as large as the number."""
    with tf.Graph().as_default() as graph, tf.Session(graph=graph) as session:
        x = tf.placeholder(tf.float32)
        stray = graph.create_op("_Arg", [], "stray", attrs={"T": tf.float32, "index": index}).outputs[0]
        with pytest.raises(tf.errors.OpError):
            await session.run([x + 1.0, stray], {x: np.float32(1)})
        assert await session.run(x + 1.0, {x: np.float32(1)}) == 2


def test_costs_that_are_over_are_forgotten() -> None:
    """A step that had to pause for what its nodes have cost is one call again, as soon as they cost less."""
    x = tf.placeholder(tf.float32, [])
    made = program([tf.sqrt(x) + 1.0], [x], cost_s=400e-6)
    made.use_one_thread(is_in_place=True)
    made.plan.make_segments()
    assert made.plan.segmented is not None and made.plan.only_segment is None  # it pauses
    made.learn_anew()
    (step,) = choices(made, 1)
    assert isinstance(step, Stepwise) and step.measures_all and step.remakes_segments
    for item in made.view.nodes:
        item.stats.note(1e-6)
    made.stats.add(1e-6)
    made.plan.make_segments()
    assert type(made.choose(None)) is Whole
