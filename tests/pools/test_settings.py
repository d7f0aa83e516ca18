"""What `describe` says; threads for the insides of kernels and of BLAS."""
from __future__ import annotations

import io
import logging

import pytest

import aioflow as tf
from aioflow.pools import blas_threads, pool_sizes

from . import scripts


def described(session: tf.Session) -> dict[str, list[str]]:
    """The lines of `describe`, by what they are about."""
    text = io.StringIO()
    session.describe(file=text)
    lines: dict[str, list[str]] = {}
    for line in text.getvalue().splitlines():
        name, _, rest = line.partition("  ")
        lines.setdefault(name.strip(), []).append(rest.strip())
    return lines


async def test_describe(graph: tf.Graph, size: int) -> None:
    """Each setting is there with its value and where it comes from."""
    config = tf.ConfigProto(operation_timeout_in_ms=250, placement_period=3, device_count={"CPU": 2})
    pool = config.session_inter_op_thread_pool.add(num_threads=size)
    pool.aioflow.CopyFrom(tf.AioflowPoolOptions(max_queue=7, priority=2))
    config.session_inter_op_thread_pool.add(global_name=f"described_{size}")
    config.inter_op_parallelism_threads = 3
    config.experimental.session_metadata.name, config.experimental.session_metadata.version = "digits", 3
    config.gpu_options.allow_growth = True
    async with tf.Session(config=config) as session:
        lines = described(session)
    assert lines["session"][0].startswith("digits/3")
    assert [line.split()[0][-6:] for line in lines["device"]] == [":CPU:0", ":CPU:1"]
    [first], [second] = lines["inter-op pool 0"], lines["inter-op pool 1"]
    assert f"'Compute0': {size} thread" in first and "max_queue 7, priority 2" in first
    assert "session_inter_op_thread_pool[0].num_threads; of this session" in first
    assert f"'described_{size}': 3 threads" in second
    assert "ConfigProto.inter_op_parallelism_threads; of all sessions that name it" in second
    assert "threads" in lines["intra-op pool"][0] and "of the process" in lines["intra-op pool"][0]
    assert "per call" in lines["BLAS"][0]
    assert lines["interpreter lock"][0].startswith("handed over within 5 ms")
    assert lines["time limit"][0].startswith("250 ms per run")
    assert lines["executor"][0].startswith("DEFAULT") and "fold_constants" in lines["passes"][0]
    assert [line.split()[0] for line in lines["no effect"]] == [
        "ConfigProto.placement_period", "ConfigProto.gpu_options.allow_growth",
    ]  # fmt: skip
    [shared] = [each for each in tf.pools() if each.name == f"described_{size}"]
    shared.close()


async def test_describe_inline(graph: tf.Graph, capsys: pytest.CaptureFixture[str]) -> None:
    """A session on the calling thread says so; without a file the text goes to standard output."""
    async with tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=-1)) as session:
        session.describe()
    text = capsys.readouterr().out
    assert "the calling thread" in text and "inter-op pool" not in text and "no effect" not in text


@pytest.mark.parametrize(
    ("variables", "intra", "environment", "threads", "expected"),
    [
        ({"OPENBLAS_NUM_THREADS": "3"}, 2, 0, 1, 0),
        ({"OMP_NUM_THREADS": "3"}, 0, 0, 1, 0),
        ({}, 5, 0, 8, 5),
        ({}, 0, 6, 8, 6),
        ({}, 5, 6, 8, 5),
        ({}, 0, 0, 1, 8),
        ({}, 0, 0, 3, 2),
        ({}, 0, 0, 8, 1),
        ({}, 0, 0, 100, 1),
    ],
)
def test_blas_rule(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], intra: int, environment: int, threads: int,
    expected: int,
) -> None:  # fmt: skip
    """The user's own variables count first, then what is asked for kernels; else pools share out the CPUs."""
    for name in blas_threads.BLAS_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(blas_threads, "usable_cpus", lambda: 8)
    monkeypatch.setattr(blas_threads, "environment_threads", lambda variable: environment)
    monkeypatch.setattr(pool_sizes, "environment_threads", lambda variable: environment)
    config = tf.ConfigProto(intra_op_parallelism_threads=intra)
    assert blas_threads.blas_size(config, threads).num_threads == expected


def test_blas_that_cannot_be_limited(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Where threadpoolctl does not know the BLAS a warning says so."""
    import threadpoolctl  # type: ignore[import-untyped]

    nothing = threadpoolctl.ThreadpoolController._from_controllers([])
    monkeypatch.setattr(threadpoolctl.ThreadpoolController, "select", lambda self, **which: nothing)
    with caplog.at_level(logging.WARNING):
        [library] = blas_threads.set_blas_threads(pool_sizes.Size(1, "a test"))
    assert library.num_threads is None and "cannot be limited" in caplog.text


PROCESS = """
import threadpoolctl

def blas():
    return [pool["num_threads"] for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"]

before = blas()
assert before, "this test needs a BLAS that threadpoolctl knows"
config = tf.ConfigProto(intra_op_parallelism_threads=3)

async def main():
    async with tf.Session(config=config), tf.Session(config=tf.ConfigProto(intra_op_parallelism_threads=2)) as second:
        assert blas() == [3] * len(before), blas()
        second.describe()
asyncio.run(main())
assert blas() == [3] * len(before)
"""


def test_first_session_sets_blas() -> None:
    """The number of BLAS threads is set by the first session of a process, and shown by all."""
    text = scripts.run(PROCESS)
    assert "3 threads per call" in text and "ConfigProto.intra_op_parallelism_threads" in text


USERS_CHOICE = PROCESS.split("async def main")[0] + """
async def main():
    async with tf.Session(config=config) as session:
        assert blas() == before
        session.describe()
asyncio.run(main())
"""


def test_users_choice_is_kept() -> None:
    """BLAS threads that the user has set stay as they are."""
    assert "OPENBLAS_NUM_THREADS=1" in scripts.run(USERS_CHOICE, {"OPENBLAS_NUM_THREADS": "1"})
