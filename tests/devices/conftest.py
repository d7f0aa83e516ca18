"""Every test here runs on all event loops, with all kinds of pool, and with its devices together and apart."""
from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

import aioflow as tf
from aioflow.compiler.compiler import Compiler
from tests.executor.settings import *  # noqa: F403


@pytest.fixture(params=[False, True], ids=["together", "apart"])
def apart(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether devices have executors of their own, joined by transfers; else they share one."""
    monkeypatch.setattr(Compiler, "cuts_between_all_devices", request.param)
    return bool(request.param)


@pytest.fixture(name="session")
async def session_on_three_devices(
    graph: tf.Graph, config: tf.ConfigProto, apart: bool
) -> AsyncIterator[tf.Session]:
    """A session with three CPU devices on the test's graph, closed at the end."""
    config.device_count["CPU"] = 3
    session = tf.Session(graph=graph, config=config)
    yield session
    await session.close()
