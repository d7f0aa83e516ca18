"""Two of the settings of the executor's tests, the most different ones, for tests that are about something else."""
from __future__ import annotations

import pytest

import aioflow as tf
from aioflow.executor.segments.plan import ViewPlan
from tests.executor.settings import POOLS, SETTINGS

__all__ = ["config"]


@pytest.fixture(params=["pool_of_4", "inline_segments"])
def config(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tf.ConfigProto:
    """A session's settings: on threads node by node, or in place and in segments."""
    pool, segments = SETTINGS[request.param]
    monkeypatch.setattr(ViewPlan, "mode", segments)
    config = tf.ConfigProto()
    config.CopyFrom(POOLS[pool])
    return config
