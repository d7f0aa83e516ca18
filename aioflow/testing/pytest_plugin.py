"""Fixtures for tests of programs that use aioflow.

Put into the `conftest.py` at the root of your tests:

    pytest_plugins = ["aioflow.testing.pytest_plugin"]

The fixtures are plain ones: they serve tests that are functions and those that are coroutines, whichever plug-in runs
these.
"""
# Not an entry point, which would need no line in conftest.py: pytest would then rewrite the assertions of the whole
# package, and import it for the tests of every other project in the environment.
from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from aioflow._proto.config_pb2 import ConfigProto
from aioflow.framework.graph.graph import Graph
from aioflow.pools.intra_op import INTRA_OP_POOL_NAME
from aioflow.pools.open_pools import open_pools
from aioflow.pools.thread_pool import ThreadPool
from aioflow.session.session import Session
from aioflow.testing.loop_lag import LoopLag

_JOIN_S = 10.0  # twice the grace that kernels of stopped runs have


@pytest.fixture
def aioflow_config() -> ConfigProto:
    """The settings of `aioflow_session`; define a fixture of this name to have others."""
    return ConfigProto()


@pytest.fixture
def aioflow_pools() -> Iterator[Callable[[], list[ThreadPool]]]:
    """A function that lists the pools made since the test began. They are closed behind it, so that the next test may
    have named pools of the same names, and a process's pool, of other sizes.

    Raises:
        AssertionError: A kernel holds a thread 10 s after the test.
    """
    before = open_pools()

    def made() -> list[ThreadPool]:
        # The one for the insides of kernels is made once a process, for all tests.
        return [pool for pool in open_pools() if pool not in before and pool.name != INTRA_OP_POOL_NAME]

    yield made
    pools = made()
    for pool in pools:
        pool.close()
    busy = [pool.name for pool in pools if not pool.join(_JOIN_S)]
    assert not busy, f"kernels of the test still run on the pools {busy}"


@pytest.fixture
def aioflow_session(aioflow_config: ConfigProto, aioflow_pools: object) -> Iterator[Session]:
    """A session on an empty graph, closed behind the test; both are the default ones of the test."""
    with Graph().as_default() as graph, Session(graph=graph, config=aioflow_config) as session:
        yield session


@pytest.fixture
def loop_lag() -> LoopLag:
    """A monitor of the event loop, to be entered by the test: `async with loop_lag: ...; assert loop_lag.lags_s`."""
    return LoopLag(tells_causes=True)
