"""Waiting until nothing of a session's runs is left, and checking that it is so."""
from __future__ import annotations

import asyncio
import time

import aioflow as tf
from aioflow.testing import pools_of

PATIENCE_S = 120.0


async def come_to_rest(session: tf.Session) -> None:
    """Waits for the threads of a session's pools, and checks that no run, task or slot is left."""
    pools = pools_of(session)
    end = time.monotonic() + PATIENCE_S
    # Run handlers have threads of their own: only the session tells when what runs there has ended.
    while any(pool.num_unfinished for pool in pools) or session.statistics().running:
        await asyncio.sleep(0)
        assert time.monotonic() < end, (pools, session.statistics())
    for _ in range(3):
        await asyncio.sleep(0)  # cancelled tasks leave the loop, threads' calls arrive
    for pool in pools:
        assert (pool.num_busy, pool.num_queued, pool.statistics().waiting_runs) == (0, 0, 0)
    assert session.statistics().running == 0 and session.statistics().abandoned == ()
