"""A step's cost does not grow with tasks that have no part in it."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.distributed.master.cluster_step import ClusterStep
from aioflow.distributed.wire.methods import WORKER
from aioflow.testing.clock import JumpingLoop
from benchmarks import cluster_growth
from tests.distributed.clusters import cluster, run


async def _idle_workers() -> None:
    async with cluster({"a": 1, "b": 9}) as made:
        made.network.slow_s["b8"] = 1.0
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [])
            with tf.device("/job:b/task:3"):
                y = x * 2.0
            with tf.device("/job:a"):
                z = y + 1.0
            loop = asyncio.get_running_loop()
            async with tf.Session(made.target("a0")) as session:
                assert await session.run(z, {x: 1.0}) == 3.0
                assert loop.time() < 4.1, "all are asked at once, each twice"
                began_s = loop.time()
                await asyncio.sleep(10.0)
                before = made.network.calls.copy()
                for _ in range(5):
                    assert await session.run(z, {x: 2.0}) == 5.0
                await asyncio.sleep(10.0)
                assert loop.time() - began_s < 20.1
                calls = made.network.calls - before
                assert {name.removeprefix(WORKER): count for name, count in calls.items() if WORKER in name} == {
                    "RunGraph": 5, "RecvTensor": 10, "CleanupGraph": 5
                }  # fmt: skip


def test_idle_workers_hear_nothing_of_a_step() -> None:
    """And a slow one among them delays nobody; all are asked at once when a session opens."""
    run(_idle_workers())


class _Run(asyncio.Future[Any]):
    """A part that counts how often somebody wants to hear of its end."""

    num_asked = 0

    def add_done_callback(self, *args: Any, **named: Any) -> None:
        _Run.num_asked += 1
        super().add_done_callback(*args, **named)


class _Worker:
    def run_graph(self, number: int) -> asyncio.Future[Any]:
        """Ends after so many seconds."""
        made = _Run()
        asyncio.get_running_loop().call_later(number, made.set_result, number)
        return made


async def _parts() -> None:
    parts: Any = {str(number): (_Worker(), number) for number in range(200)}
    assert len(await ClusterStep(parts).run(None)) == 200
    assert _Run.num_asked <= 2 * 200


def test_a_part_is_not_looked_at_again_when_another_one_ends() -> None:
    """Or a step of a thousand parts would do so a million times."""
    run(_parts())


def test_the_table_of_growth() -> None:
    """A row has what a step costs: messages that do not grow for two tasks, and time on the simulated clock."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        row = runner.run(cluster_growth.measure(5, 3))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    np.testing.assert_array_equal([int(cells[0]), int(cells[2]), int(cells[6])], [5, 13, 4])
