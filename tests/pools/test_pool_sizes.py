"""How large a pool is for which nothing special is said (S-63)."""
from __future__ import annotations

import pytest

import aioflow as tf
from aioflow.pools import cpus, pool_sizes

from . import scripts

ENVIRONMENT = """
async def main():
    name = tf.py_func(lambda: threading.current_thread().name, [], tf.string)
    os.environ["TF_NUM_INTEROP_THREADS"] = "9"
    async with tf.Session() as session, tf.Session(config=tf.ConfigProto(use_per_session_threads=True)) as own:
        os.environ["TF_NUM_INTEROP_THREADS"] = "5"
        async with tf.Session(config=tf.ConfigProto(use_per_session_threads=True)) as later:
            sizes = [pool.num_threads for pool in tf.pools() if pool.name == "Compute"]
            assert sizes == [9, 9, 9], sizes
        assert [pool.num_threads for pool in tf.pools() if pool.name == "intra_op"] == [6]
asyncio.run(main())
"""


def test_environment_is_read_once() -> None:
    """TF_NUM_INTEROP_THREADS and TF_NUM_INTRAOP_THREADS give the default sizes, as they are at the first session."""
    scripts.run(ENVIRONMENT, {"TF_NUM_INTRAOP_THREADS": "6"})


@pytest.mark.parametrize("quota", [None, 0.5, 1.5, 1000.0])
def test_default_size(monkeypatch: pytest.MonkeyPatch, quota: float | None) -> None:
    """Without config and environment a pool is as large as CPU affinity and the control group's quota allow."""
    monkeypatch.setattr(cpus, "quota_cpus", lambda: quota)
    monkeypatch.setattr(cpus, "affinity_cpus", lambda: 6)
    monkeypatch.setattr(pool_sizes, "environment_threads", lambda variable: 0)
    size = pool_sizes.inter_op_size(tf.ConfigProto())
    assert size.num_threads == {None: 6, 0.5: 1, 1.5: 2, 1000.0: 6}[quota]
    assert "usable CPUs" in size.reason
    assert pool_sizes.inter_op_size(tf.ConfigProto(inter_op_parallelism_threads=3)).num_threads == 3
