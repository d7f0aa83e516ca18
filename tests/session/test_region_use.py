"""RegionUse: the form with constants while variables rest, the one that reads them while they move."""
from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np

from aioflow.framework import TensorShape, float32
from aioflow.framework.resources.resource_variable import ResourceVariable
from aioflow.session.steps.fed_shapes import FedShapes
from aioflow.session.steps.region_use import RegionForm, RegionUse

ARGS = [np.ones(3, np.float32)]


def _entry() -> Any:
    return SimpleNamespace(feeds=[SimpleNamespace(shape=TensorShape([None]))])


class Uses:
    """A signature of one variable, whose forms are built when the test says so."""

    def __init__(self) -> None:
        self.variable = ResourceVariable(float32, np.zeros(2, np.float32))
        self.asked: list[bool] = []
        self.plain, self.frozen, self.moving = _entry(), _entry(), _entry()
        self.use = RegionUse(self.plain, lambda _, freezes: self.asked.append(freezes), lambda *_: {"x": "why"})

    def run(self) -> Any:
        return self.use.entry_for(ARGS)

    def write(self) -> None:
        with self.variable.lock:
            self.variable.writable()[0] += 1

    def build(self) -> None:
        """What was asked for first."""
        freezes = self.asked.pop(0)
        snapshots = [self.variable.snapshot()] if freezes else []
        shapes = FedShapes(self.plain.feeds, ARGS)
        self.use.use(RegionForm(self.frozen if freezes else self.moving, shapes, snapshots))


def test_constants_while_nothing_changes() -> None:
    """The first run asks once; the form is used from then on, for values that fit."""
    uses = Uses()
    assert uses.use.outside() == {} and "first run" in uses.use.state
    assert uses.run() is uses.run() is uses.plain and uses.asked == [True]
    assert uses.use.outside() == {"x": "why"} and "no regions" in uses.use.state
    uses.build()
    assert "1 variables" in uses.use.state
    assert uses.run() is uses.use.entry is uses.frozen
    assert uses.use.entry_for([np.ones((2, 2), np.float32)]) is uses.plain


def test_a_write_is_seen_at_once() -> None:
    """The next run reads; after some runs without a write there are constants again, of the new value."""
    uses = Uses()
    uses.run()
    uses.build()
    uses.write()
    assert uses.run() is uses.plain and uses.asked == [False]
    uses.build()
    assert uses.run() is uses.moving
    while not uses.asked:
        assert uses.run() is uses.moving
    assert uses.asked == [True]
    uses.build()
    assert uses.run() is uses.frozen


def test_what_changes_again_and_again_is_read() -> None:
    """Each change makes it wait for longer; the form that reads is built once."""
    uses = Uses()
    uses.run()
    uses.build()
    waited = []
    for _ in range(5):
        uses.write()
        uses.run()
        if uses.asked == [False]:
            uses.build()
        num_runs = 1
        while not uses.asked:
            assert uses.run() is uses.moving
            num_runs += 1
        waited.append(num_runs)
        assert uses.asked == [True]
        uses.build()
    assert all(second > first for first, second in pairwise(waited))
    uses.write()
    for _ in range(1000):
        uses.run()
        uses.write()
    assert uses.asked == []


def test_a_form_that_comes_too_late() -> None:
    """A variable that was written to while its form was built is read."""
    uses = Uses()
    uses.run()
    snapshot = uses.variable.snapshot()
    uses.write()
    uses.use.use(RegionForm(uses.frozen, FedShapes(uses.plain.feeds, ARGS), [snapshot]))
    assert uses.run() is uses.plain


def test_snapshots_stay_as_they_were() -> None:
    """An update in place copies what a snapshot holds; a variable that its manager forgets is another version."""
    variable = ResourceVariable(float32, np.zeros(2, np.float32))
    snapshot = variable.snapshot()
    with variable.lock:
        variable.writable()[0] = 7
    assert snapshot.value.tolist() == [0, 0] and variable.version != snapshot.version
    version = variable.version
    variable.forgotten()
    assert variable.version != version


def test_regions_that_do_not_pay() -> None:
    """When all regions of a form are known and one does not pay, a form is asked for once more, in the same way."""
    for freezes in (True, False):
        uses = Uses()
        uses.run()
        uses.asked.clear()
        shapes = FedShapes(uses.plain.feeds, ARGS)
        snapshots = [uses.variable.snapshot()] if freezes else []
        regions: list[Any] = [SimpleNamespace(pays=None), SimpleNamespace(pays=True)]
        entry = uses.frozen if freezes else uses.moving
        uses.use.use(RegionForm(entry, shapes, snapshots, regions))
        assert uses.run() is uses.run() is entry and not uses.asked
        regions[0].pays = False
        assert uses.run() is uses.run() is uses.plain and uses.asked == [freezes]
        uses.build()
        assert uses.run() is entry


def test_regions_that_nobody_tries() -> None:
    """Those in branches that no run takes are not waited for."""
    uses = Uses()
    uses.run()
    uses.asked.clear()
    regions: list[Any] = [SimpleNamespace(pays=None), SimpleNamespace(pays=False)]
    uses.use.use(RegionForm(uses.moving, FedShapes(uses.plain.feeds, ARGS), [], regions))
    while uses.run() is uses.moving:
        pass
    assert uses.asked == [False]


def test_costs_of_a_trial_are_forgotten() -> None:
    """When regions are known to pay, what their runs took beside their kernels says nothing of further ones."""
    learned: list[str] = []
    executor = SimpleNamespace(learn_anew=lambda: learned.append("anew"))
    entry: Any = SimpleNamespace(compiled=SimpleNamespace(executors=[executor]))
    uses = Uses()
    uses.run()
    regions: list[Any] = [SimpleNamespace(pays=None)]
    uses.use.use(RegionForm(entry, FedShapes(uses.plain.feeds, ARGS), [], regions))
    assert uses.run() is entry and not learned
    regions[0].pays = True
    assert uses.run() is uses.run() is entry and learned == ["anew"]
