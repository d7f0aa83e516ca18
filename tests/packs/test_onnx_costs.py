"""Whether a region pays: guessed first, then measured against the kernels of its nodes."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="regions need the extra `onnx`", exc_type=ImportError)

import aioflow as tf
from aioflow.framework.regions.engines import RegionPart
from aioflow.packs.onnxruntime import costs
from aioflow.session.steps import region_builds


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s

    def taking(self, seconds: Iterator[float]) -> Any:
        """A call that takes the next of these."""

        def call() -> None:
            self.now_s += next(seconds)

        return call


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(costs, "thread_time", clock)
    return clock


@pytest.mark.parametrize(("kernels_s", "pays"), [(2e-3, True), (1.02e-3, False), (0.5e-3, False)])
def test_the_least_of_several_runs_counts(clock: Clock, kernels_s: float, pays: bool) -> None:
    """The first run is cold, and others are disturbed; little gain is none."""
    told: list[costs.Measured] = []
    trial = costs.Trial(2, told.append)
    region = clock.taking(iter([9.0, 5e-3, 1e-3, 3e-3, 4e-3]))
    kernels = clock.taking(iter([1e-4, 3 * kernels_s, kernels_s, 2 * kernels_s, 5 * kernels_s]))
    results = [trial.measure(region, kernels) for _ in range(5)]
    assert results[:-1] == [None] * 4 and told == results[-1:]
    assert told[0].pays is pays and "1000 µs" in str(told[0])


def part_of(*shape: int | None) -> RegionPart:
    """A product of a matrix of this shape with itself, and its tangent."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, shape)
        product = tf.matmul(x, x, transpose_b=True)
        result = tf.tanh(product)
    return RegionPart([product.op, result.op], [x], [result])


def test_large_products_may_pay() -> None:
    """Sizes decide; one that only a run knows is taken for a small one."""
    assert costs.may_pay(part_of(256, 256)) and costs.may_pay(part_of(None, 65536))
    assert not costs.may_pay(part_of(4, 4)) and not costs.may_pay(part_of(None, None))


@pytest.mark.parametrize("pays", [True, False])
async def test_a_session_keeps_what_pays(pays: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some runs a region that does not pay is taken apart, which is told; results are the same meanwhile."""
    monkeypatch.setattr(costs.Measured, "pays", property(lambda measured: pays))
    monkeypatch.setattr(region_builds, "at_once", True)
    config = tf.ConfigProto()
    config.aioflow.region_engine = "onnxruntime"
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 256], name="x")
        y = tf.tanh(tf.matmul(x, tf.constant(np.eye(256, dtype=np.float32))), name="y")
        given = np.linspace(-1, 1, 512, dtype=np.float32).reshape(2, 256)
        async with tf.Session(config=config) as session:
            for _ in range(10):
                np.testing.assert_allclose(await session.run(y, {x: given}), np.tanh(given), rtol=1e-5)
            (explained,) = session.explain(y, [x])
    names = {name for region in explained.regions for name in region.nodes}
    assert names == ({"MatMul", "y"} if pays else set())
    told = dict(explained.outside)
    assert not told if pays else "µs, and their kernels took" in told["y"]
