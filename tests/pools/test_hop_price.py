"""The price of a hop: assumed, then measured once, there and back."""
from __future__ import annotations

import random

import numpy as np
import pytest

import aioflow as tf
from aioflow.pools.hop_price import ASSUMED_S, HOP, NUM_SAMPLES, HopPrice


def noted(there_ns: list[int], back_ns: list[int]) -> HopPrice:
    """A price after these hops."""
    price = HopPrice()
    for elapsed_ns in there_ns:
        price.note_submit_delay(elapsed_ns)
    for elapsed_ns in back_ns:
        price.note_wakeup_delay(elapsed_ns)
    return price


def test_assumed_at_first() -> None:
    """Until there are enough hops in both directions the price is an assumption."""
    price = noted([10_000] * 1000, [10_000] * (NUM_SAMPLES - 1))
    assert price.price_s == ASSUMED_S and price.is_open and not price.is_measured


def test_measured_once() -> None:
    """It is the sum of both ways, whatever some hops had to wait for, and later hops change nothing."""
    there = [30_000] * (NUM_SAMPLES // 2) + [5_000_000] * (NUM_SAMPLES // 2)
    random.Random(1).shuffle(there)
    price = noted(there, [20_000] * NUM_SAMPLES)
    assert price.price_s == pytest.approx(50e-6) and price.is_measured and not price.is_open
    price.note_submit_delay(1)
    price.note_wakeup_delay(1)
    assert price.price_s == pytest.approx(50e-6)


@pytest.mark.parametrize("elapsed_ns", [1, 10**9])
def test_bounds(elapsed_ns: int) -> None:
    """A machine that is very fast, or was very busy, does not make everything expensive, or nothing."""
    price = noted([elapsed_ns] * NUM_SAMPLES, [elapsed_ns] * NUM_SAMPLES)
    assert 5e-6 < price.price_s < 1e-3


def test_fixed() -> None:
    """A price that was set stays."""
    price = HopPrice()
    price.fix(1.0)
    price.note_submit_delay(5)
    assert price.price_s == 1.0 and not price.is_open


async def test_runs_measure_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs whose nodes go to threads calibrate it, and the session tells so."""
    for name in ("_submit_delays_ns", "_wakeup_delays_ns"):
        monkeypatch.setattr(HOP, name, [])
    for name, value in (("is_open", True), ("is_measured", False), ("price_s", ASSUMED_S)):
        monkeypatch.setattr(HOP, name, value)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [2, 2])
        value = tf.py_func(lambda y: y, [x], tf.float32)  # may block, so it goes to a thread each time
        async with tf.Session(config=tf.ConfigProto(use_per_session_threads=True)) as session:
            for _ in range(100 * NUM_SAMPLES):
                await session.run(value, {x: np.ones((2, 2), np.float32)})
                if HOP.is_measured:
                    break
            [row] = [row for row in session.backend.settings() if row.name == "thread hand-off"]
    assert HOP.is_measured
    assert row.reason == "measured in this process"
