"""Pools that outlive sessions: named ones, and the process's (S-63 to S-65)."""
from __future__ import annotations

import asyncio
import threading

import pytest

import aioflow as tf
from aioflow import errors

from . import scripts
from .building import here, listed, thread_name


# ---- named pools
@pytest.mark.parametrize("written", [0, 3])
async def test_named_pool_is_shared(graph: tf.Graph, shared_name: str, written: int) -> None:
    """S-64: sessions that name the same pool with equal num_threads share its threads."""
    name = thread_name()
    async with (
        tf.Session(config=listed((written, shared_name))) as one,
        tf.Session(config=listed((2, ""), (written, shared_name))) as other,
    ):
        await asyncio.gather(*(one.run(name) for _ in range(4)), *(other.run(name, options=here(1)) for _ in range(4)))
        [pool] = [pool for pool in tf.pools() if pool.name == shared_name]
        assert len(pool.owners) == 2
        mine = [t for t in threading.enumerate() if t.name.startswith(f"aioflow_{shared_name}_")]
        assert len(mine) == pool.num_threads == (written or pool.num_threads)


async def test_written_zero_and_another_default(graph: tf.Graph, shared_name: str) -> None:
    """Who writes 0 gets the pool as its creator's default made it."""
    one, other = listed((0, shared_name)), listed((0, shared_name))
    one.inter_op_parallelism_threads, other.inter_op_parallelism_threads = 2, 5
    async with tf.Session(config=one), tf.Session(config=other):
        [pool] = [pool for pool in tf.pools() if pool.name == shared_name]
        assert pool.num_threads == 2


@pytest.mark.parametrize(("first", "second"), [(2, 3), (3, 2), (0, 2), (2, 0)])
async def test_mismatch(graph: tf.Graph, shared_name: str, first: int, second: int) -> None:
    """S-65: a named pool with another number is refused by the constructor, naming pool and both numbers."""
    async with tf.Session(config=listed((first, shared_name))):
        with pytest.raises(errors.InvalidArgumentError) as caught:
            tf.Session(config=listed((1, ""), (second, shared_name)))
        for part in (shared_name, f"num_threads={first}", f"num_threads={second}"):
            assert part in caught.value.message
        async with tf.Session(config=listed((first, shared_name))):
            pass


def test_mismatch_within_one_list(graph: tf.Graph, shared_name: str) -> None:
    """S-65: the same name with two numbers in one list is refused, and nothing is left of the private pools."""
    before = {pool.name for pool in tf.pools()}
    with pytest.raises(errors.InvalidArgumentError, match=r"num_threads=1.*num_threads=2"):
        tf.Session(config=listed((4, ""), (1, shared_name), (2, shared_name)))
    assert {pool.name for pool in tf.pools()} - before <= {shared_name}


async def test_closed_named_pool_can_be_made_again(graph: tf.Graph, shared_name: str) -> None:
    """A named pool that was closed refuses the runs of its sessions; later sessions get a new one, of any size."""
    name = thread_name()
    async with tf.Session(config=listed((1, shared_name))) as old:
        await old.run(name)
        [pool] = [pool for pool in tf.pools() if pool.name == shared_name]
        pool.close()
        with pytest.raises(errors.CancelledError, match="closed"):
            await old.run(name)
        async with tf.Session(config=listed((2, shared_name))) as new:
            await new.run(name)


# ---- the process's pool
PROCESS_WIDE = """
import logging
told = []
logging.getLogger("aioflow.pools.session_pools").addFilter(lambda record: told.append(record))

async def main():
    name = tf.py_func(lambda: threading.current_thread().name, [], tf.string)
    first = tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=3, intra_op_parallelism_threads=2))
    assert threads("aioflow") == []
    await first.run(name)
    assert threads("aioflow_Compute") == [f"aioflow_Compute_{i}" for i in range(3)]
    second = tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=7, intra_op_parallelism_threads=5))
    again = tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=7))
    assert [record.args for record in told] == [(7, 3)]
    await again.close()
    assert {pool.name: pool.num_threads for pool in tf.pools()} == {"Compute": 3, "intra_op": 2}
    assert [len(pool.owners) for pool in tf.pools()] == [2, 0]
    await first.close()
    await second.run(name)
    third = tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=1))
    assert [record.args for record in told] == [(7, 3), (1, 3)]
    await asyncio.gather(*(third.run(name) for _ in range(8)))
    assert len(threads("aioflow_Compute")) == 3
    await second.close()
    await third.close()
asyncio.run(main())
"""


def test_first_session_decides() -> None:
    """S-63: later sessions, and the end of the first one, do not change the size of the process's pools."""
    scripts.run(PROCESS_WIDE)
