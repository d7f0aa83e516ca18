"""The fixtures of the plug-in, in test runs of their own."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = 'pytest_plugins = ["aioflow.testing.pytest_plugin"]\n'
TESTS = """
import pytest
import aioflow as tf

def pool_config(num_threads):
    return tf.ConfigProto(session_inter_op_thread_pool=[{"num_threads": num_threads, "global_name": "x"}])

def test_plain(aioflow_session):
    assert aioflow_session.run_sync(tf.constant(1) + 1) == 2 and tf.get_default_session() is aioflow_session

@mark
async def test_coroutine(aioflow_session):
    x = tf.placeholder(tf.float32, [])
    assert x.graph is aioflow_session.graph and await (x * 2).eval({x: 3.0}) == 6.0

@pytest.mark.parametrize("num_threads", [1, 2])
@mark
async def test_named_pools(aioflow_pools, num_threads):
    with tf.Graph().as_default():
        async with tf.Session(config=pool_config(num_threads)) as session:
            assert await session.run(tf.py_func(lambda: 1, [], tf.int64)) == 1
    assert [(pool.name, pool.num_threads) for pool in aioflow_pools()] == [("x", num_threads)]

@mark
async def test_lag(loop_lag, aioflow_session):
    async with loop_lag:
        while not loop_lag.lags_s:
            await aioflow_session.run(tf.constant(1))
            await turn()
    assert min(loop_lag.lags_s) >= 0

class TestOtherSettings:
    @pytest.fixture
    def aioflow_config(self):
        return tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=3)

    def test_settings(self, aioflow_session, aioflow_pools):
        assert [pool.num_threads for pool in aioflow_pools()] == [3]

def test_nothing_is_left():
    assert {pool.name for pool in tf.pools()} <= {"intra_op"} and tf.get_default_session() is None
"""
RUNNERS = {
    "asyncio": ("import asyncio\nmark = pytest.mark.asyncio\nasync def turn():\n    await asyncio.sleep(0)\n", "anyio"),
    "anyio": ("import asyncio\nmark = pytest.mark.anyio\nasync def turn():\n    await asyncio.sleep(0)\n", "asyncio"),
}
ANYIO_BACKEND = "@pytest.fixture\ndef anyio_backend():\n    return 'asyncio'\n"


@pytest.mark.parametrize("runner", RUNNERS)
def test_fixtures(tmp_path: Path, runner: str) -> None:
    """Graphs, sessions and pools are there for each test and gone behind it, whoever runs its coroutines."""
    beginning, other = RUNNERS[runner]
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_it.py").write_text(f"import pytest\n{beginning}{ANYIO_BACKEND}{TESTS}")
    command = [sys.executable, "-W", "error", "-m", "pytest", "-q", "-p", f"no:{other}", "-p", "no:cacheprovider"]
    options = ["-o", "asyncio_default_fixture_loop_scope=function"] if runner == "asyncio" else []
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [*command, *options, str(tmp_path), f"--rootdir={tmp_path}"],
        capture_output=True, text=True, check=False, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 passed" in done.stdout
