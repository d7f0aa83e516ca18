"""The process's list of pools: what is on it, and in which order."""
from __future__ import annotations

import gc

from aioflow.pools.open_pools import make_pool, open_pools


def test_open_pools(size: int) -> None:
    """A pool is listed until it is closed."""
    pool = make_pool("listed", size)
    assert pool in open_pools()
    pool.close()
    assert pool not in open_pools()


def test_oldest_first(size: int) -> None:
    """Pools are listed in the order in which they were made."""
    pools = [make_pool("listed", size) for _ in range(3)]
    assert [pool for pool in open_pools() if pool in pools] == pools
    pools[1].close()
    assert [pool for pool in open_pools() if pool in pools] == [pools[0], pools[2]]
    for pool in pools:
        pool.close()


def test_forgotten_pools(size: int) -> None:
    """A pool that nobody holds any more is not kept by the list."""
    before = open_pools()
    pool = make_pool("forgotten", size)
    assert open_pools() == [*before, pool]
    del pool
    gc.collect()
    assert open_pools() == before
