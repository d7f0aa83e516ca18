"""The settings under which the tests of the executor run: event loops and pools."""
from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable

import pytest

import aioflow as tf
from aioflow.executor.segments.plan import ViewPlan
from aioflow.testing import JumpingLoop

LoopFactory = Callable[[], asyncio.AbstractEventLoop]

LOOPS: dict[str, LoopFactory] = {"asyncio": asyncio.new_event_loop}
try:
    import uvloop

    LOOPS["uvloop"] = uvloop.new_event_loop
except ImportError:
    LOOPS["uvloop"] = asyncio.new_event_loop  # never used: see below

virtual_time = pytest.mark.asyncio(loop_factories=["jumping"])
"""Marks a test that runs on a `JumpingLoop` alone."""


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, LoopFactory]:
    """On which loops a test runs: on all real ones, or on those that it names."""
    marker = item.get_closest_marker("asyncio")
    if marker is not None and "loop_factories" in marker.kwargs:
        return {**LOOPS, "jumping": JumpingLoop}
    return LOOPS


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests on uvloop where it cannot be imported."""
    if "uvloop" in _settings_of(item):
        pytest.importorskip("uvloop", exc_type=ImportError)
    if REGIONS.keys() & _settings_of(item):
        pytest.importorskip("onnxruntime", reason="regions need the extra `onnx`", exc_type=ImportError)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out segments on uvloop: a segment does not know on which loop it runs."""
    in_segments = (SETTINGS | PARTLY | REGIONS).keys() - POOLS.keys()
    both = {item for item in items if "uvloop" in _settings_of(item) and in_segments & _settings_of(item)}
    if both:
        config.hook.pytest_deselected(items=list(both))
        items[:] = [item for item in items if item not in both]


def _settings_of(item: pytest.Item) -> set[str]:
    return set(re.split(r"[][-]", item.name))


POOLS = {
    "pool_of_1": tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1),
    "pool_of_4": tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=4),
    "inline": tf.ConfigProto(inter_op_parallelism_threads=-1),
}
SETTINGS = {pool: (pool, "off") for pool in POOLS}
SETTINGS |= {f"{pool}_segments": (pool, "always") for pool in ("pool_of_4", "inline")}
PARTLY = {f"{pool}_partly": (pool, "always") for pool in ("pool_of_4", "inline")}
"""Settings under which only some nodes join segments (see `random_joining.py`): for random graphs, which need both."""

REGIONS = {"pool_of_4_regions": ("pool_of_4", "always"), "inline_regions": ("inline", "off")}
"""Settings under which ONNX Runtime computes whatever it can, from the first run on: for random graphs, too."""


@pytest.fixture(params=SETTINGS)
def config(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tf.ConfigProto:
    """A session's settings, one for each kind of pool, with and without segments."""
    pool, segments = SETTINGS[request.param]
    monkeypatch.setattr(ViewPlan, "mode", segments)
    config = tf.ConfigProto()
    config.CopyFrom(POOLS[pool])
    return config


@pytest.fixture
def pool_of_4() -> tf.ConfigProto:
    """Settings for what needs several threads."""
    config = tf.ConfigProto()
    config.CopyFrom(POOLS["pool_of_4"])
    return config


@pytest.fixture
async def graph() -> AsyncIterator[tf.Graph]:
    """A graph, the default one of the test."""
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
async def session(graph: tf.Graph, config: tf.ConfigProto) -> AsyncIterator[tf.Session]:
    """A session on the test's graph, closed at the end."""
    session = tf.Session(graph=graph, config=config)
    yield session
    await session.close()
