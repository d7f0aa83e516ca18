"""What a node costs, and when it counts as expensive."""

from __future__ import annotations

import itertools

import pytest

from aioflow.compiler.kernel_binder import KernelBinder
from aioflow.executor.dataflow.graph_view import build_view
from aioflow.executor.dataflow.kernel_stats import STICKINESS, KernelStats
from aioflow.executor.executor import Executor
from aioflow.framework.graph.graph import Graph
from aioflow.pools.hop_price import ASSUMED_S, HOP


@pytest.fixture(autouse=True)
def price(monkeypatch: pytest.MonkeyPatch) -> None:
    """The price is the assumed one, also where the suite has every node go to a thread."""
    monkeypatch.setattr(HOP, "price_s", ASSUMED_S)


def test_unknown_is_expensive() -> None:
    """A node that has not run yet counts as expensive, one that only moves references never does."""
    assert KernelStats().is_expensive
    assert not KernelStats(is_cheap=True).is_expensive
    assert KernelStats(is_cheap=True, is_blocking=True).is_expensive


def test_cold_run() -> None:
    """A slow first run does not make a cheap node expensive."""
    stats = KernelStats()
    stats.add(1000 * HOP.price_s)
    assert stats.is_expensive
    stats.add(0.1 * HOP.price_s)
    assert not stats.is_expensive


@pytest.mark.parametrize("first", [0.5, 3.0])
def test_no_oscillation(first: float) -> None:
    """A node whose cost swings around the price changes sides once at most."""
    stats = KernelStats()
    sides = []
    for i in range(500):
        stats.add((first if i < 2 else 0.7 if i % 40 < 20 else 1.5) * HOP.price_s)
        sides.append(stats.is_expensive)
    assert sum(a != b for a, b in itertools.pairwise(sides)) <= 1


@pytest.mark.parametrize("first", [0.5, 3.0])
def test_steps_do_not_change_sides(first: float) -> None:
    """A step whose cost swings around the price begins on the event loop or in the pool, and stays there."""
    executor = Executor(build_view(Graph(), KernelBinder({}, {}).bind))
    sides = []
    for i in range(500):
        executor.stats.add((first if i < 2 else 0.7 if i % 40 < 20 else 1.5) * HOP.price_s)
        sides.append(executor.needs_thread)
    assert sides[1] is (first > 1)
    assert sum(a != b for a, b in itertools.pairwise(sides)) <= 1


def test_real_changes_are_seen() -> None:
    """A node that becomes far more expensive counts as that after a while, and as cheap again when it is."""
    stats = KernelStats()
    for cost, is_expensive in ((0.1, False), (5 * STICKINESS, True), (0.1, False)):
        for _ in range(100):
            stats.add(cost * HOP.price_s)
        assert stats.is_expensive is is_expensive


def test_noise_at_a_node() -> None:
    """Of a node that a plan is made of, long runs count where two come in a row."""
    stats = KernelStats()
    stats.note(1.0)
    stats.note(0.9 * HOP.price_s)
    for _ in range(20):
        for cost in (300.0, 0.9):
            stats.note(cost * HOP.price_s)
            assert not stats.is_expensive
    for _ in range(20):
        stats.note(300 * HOP.price_s)
    assert stats.is_expensive
    for cost in (0.9, 0.9, 0.9, 300.0) * 5:
        stats.note(cost * HOP.price_s)
    assert not stats.is_expensive


def test_one_outlier() -> None:
    """One run that took long because its thread was not running changes nothing."""
    stats = KernelStats()
    for _ in range(5):
        stats.add(0.5 * HOP.price_s)
    stats.add(1.0)
    assert not stats.is_expensive
