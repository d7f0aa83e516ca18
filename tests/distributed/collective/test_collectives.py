"""Collectives of several tasks on virtual time: one graph over all, or a graph for each task with one key."""
from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.distributed.wire.methods import call
from aioflow.distributed.worker import remote_worker
from aioflow.kernels.collective.ring import Reduction, ring_reduce, subdivision_offsets
from tests.distributed.clusters import Cluster, cluster, run

raw = tf.raw_ops


def settings(num_cpus: int) -> tf.ConfigProto:
    """Settings of servers that have several CPUs each, the first of which leads."""
    config = tf.ConfigProto(device_count={"CPU": num_cpus})
    config.experimental.collective_group_leader = "/job:worker/replica:0/task:0"
    return config


@asynccontextmanager
async def workers(count: int, num_cpus: int = 1, seed: int = 0) -> Any:
    """A cluster whose first worker leads; at the end nobody waits for members or parts of values."""
    async with cluster({"worker": count}, seed, config=settings(num_cpus)) as made:
        yield made
        await asyncio.sleep(700.0)  # what was asked for in vain is over by then
        assert all(not len(server.worker.steps) for server in made.servers.values())
        resolvers = [server.task.collectives for server in made.servers.values()]
        assert all(each is not None and each.decided.num_waiting == 0 for each in resolvers)


def devices(num_tasks: int, num_cpus: int) -> list[str]:
    """The devices of a cluster by rank."""
    return [f"/job:worker/task:{task}/cpu:{cpu}" for task in range(num_tasks) for cpu in range(num_cpus)]


def keys(size: int, group: int, key: int) -> dict[str, Any]:
    """Keys of a collective."""
    return {"group_size": size, "group_key": group, "instance_key": key}


def reduced(where: str, value: Any, size: int, group: int = 1, key: int = 1, **attrs: Any) -> tf.Tensor:
    """A `CollectiveReduce` on a device."""
    options = {"merge_op": "Add", "final_op": "Id", "subdiv_offsets": [], **attrs}
    with tf.device(where):
        return raw.CollectiveReduce(input=value, **keys(size, group, key), **options)


@pytest.mark.parametrize(("num_tasks", "num_cpus", "offsets"), [
    (2, 1, [0]), (2, 2, [0]), (2, 2, [0, -1]), (2, 2, [1]), (2, 2, [0, 1]), (3, 1, [0]), (3, 2, [0, -1]),
])  # fmt: skip
def test_sums_over_tasks(num_tasks: int, num_cpus: int, offsets: list[int]) -> None:
    """O-64: every device has the sum that the order of the ring gives, bit for bit, in one graph over all tasks."""

    async def program() -> None:
        names = devices(num_tasks, num_cpus)
        values = [np.random.default_rng(i).standard_normal(100).astype(np.float32) for i in range(len(names))]
        whole = Reduction("Add", "Div", tuple(offsets))
        expected = ring_reduce(values, [whole] * len(names), [num_cpus] * num_tasks)
        async with workers(num_tasks, num_cpus) as made:
            with tf.Graph().as_default():
                sums = [
                    reduced(name, values[i], len(names), final_op="Div", subdiv_offsets=offsets)
                    for i, name in enumerate(names)
                ]
                async with tf.Session(made.target("worker1")) as session:
                    for _ in range(2):
                        for total in await session.run(sums):
                            assert total.tobytes() == expected.tobytes()

    run(program())


def test_divided_sums_with_keys_as_inputs() -> None:
    """Divisions are those that TensorFlow chooses for the devices of each task."""

    async def program() -> None:
        names = devices(2, 2)
        values = [np.random.default_rng(i).standard_normal(300).astype(np.float64) for i in range(4)]
        offsets = subdivision_offsets(0, values[0].nbytes, 4, 2)
        expected = ring_reduce(values, [Reduction("Add", "Id", offsets)] * 4, [2, 2])
        async with workers(2, 2) as made:
            with tf.Graph().as_default():
                sums = []
                for name, value in zip(names, values, strict=True):
                    with tf.device(name):
                        sums.append(raw.CollectiveReduceV2(
                            input=value, **keys(4, 1, 1), ordering_token=[], merge_op="Add", final_op="Id",
                            max_subdivs_per_device=0,
                        ))  # fmt: skip
                async with tf.Session(made.target("worker0")) as session:
                    assert {total.tobytes() for total in await session.run(sums)} == {expected.tobytes()}

    run(program())


@pytest.mark.parametrize("num_cpus", [1, 3])
def test_gathering_broadcasting_and_exchanging(num_cpus: int) -> None:
    """Each over two tasks, from each device in turn."""

    async def program() -> None:
        names = devices(2, num_cpus)
        size = len(names)
        async with workers(2, num_cpus) as made:
            with tf.Graph().as_default():
                gathered, exchanged, sent = [], [], []
                for i, name in enumerate(names):
                    with tf.device(name):
                        gathered.append(raw.CollectiveGather(input=[[i, -i]], shape=[], **keys(size, 1, 1)))
                        rows = [[10.0 * i + j] for j in range(size)]
                        exchanged.append(
                            raw.CollectiveAllToAllV2(input=rows, **keys(size, 1, 2), ordering_token=[])
                        )
                        for root in range(size):
                            own = keys(size, 1, 100 + root)
                            sent.append(
                                raw.CollectiveBcastSend(input=[root + 0.5], shape=[1], **own)
                                if root == i
                                else raw.CollectiveBcastRecv(T=tf.float32, shape=[1], **own)
                            )
                async with tf.Session(made.target("worker0")) as session:
                    found = await session.run([gathered, exchanged, sent])
        for value in found[0]:
            assert value.tolist() == [[i, -i] for i in range(size)]
        for i, value in enumerate(found[1]):
            assert value[:, 0].tolist() == [10.0 * j + i for j in range(size)]
        assert [float(value[0]) for value in found[2]] == [root + 0.5 for root in range(size)] * size

    run(program())


async def _train(made: Cluster, host: str, num_steps: int, graph_key: int = 7) -> list[float]:
    """What one task of several sees, whose sessions have graphs of their own."""
    task = int(host.removeprefix("worker"))
    options = tf.RunOptions()
    options.experimental.collective_graph_key = graph_key
    with tf.Graph().as_default():
        fed = tf.placeholder(tf.float32, [1])
        total = reduced(f"/job:worker/task:{task}", fed, len(made.servers))
        async with tf.Session(made.target(host)) as session:
            return [
                float((await session.run(total, {fed: [float(step * (task + 1))]}, options=options))[0])
                for step in range(num_steps)
            ]


def test_a_graph_for_each_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """O-85, O-86: masters number their steps alike, ask the leader once, and later sessions ask nothing again."""
    calls: Counter[str] = Counter()

    async def counted(channel: Any, path: str, *args: Any, **kwargs: Any) -> Any:
        calls[path.rpartition("/")[2]] += 1
        return await call(channel, path, *args, **kwargs)

    monkeypatch.setattr(remote_worker, "call", counted)

    async def program() -> None:
        async with workers(3) as made:
            hosts = list(made.servers)
            for _ in range(2):
                found = await asyncio.gather(*(_train(made, host, 4) for host in hosts))
                assert found == [[0.0, 6.0, 12.0, 18.0]] * 3
            assert calls["GetStepSequence"] == 2
            assert calls["CompleteGroup"] == 2
            assert calls["CompleteInstance"] == 2
            assert calls["RecvBuf"] > 0

    run(program())


def test_who_comes_alone_times_out_and_comes_again() -> None:
    """A step that was cancelled keeps its number, so that it meets the others when it comes again."""

    async def program() -> None:
        async with workers(2) as made:
            with tf.Graph().as_default():
                total = reduced("/job:worker/task:1", [1.0], 2)
                options = tf.RunOptions(timeout_in_ms=1000)
                options.experimental.collective_graph_key = 7
                async with tf.Session(made.target("worker1")) as session:
                    for _ in range(2):
                        with pytest.raises(tf.errors.DeadlineExceededError):
                            await session.run(total, options=options)
                    options.timeout_in_ms = 0
                    again = asyncio.ensure_future(session.run(total, options=options))
                    assert (await _train(made, "worker0", 1)) == [1.0]
                    assert (await again).tolist() == [1.0]

    run(program())


@pytest.mark.parametrize("wrong", ["size", "shape", "dtype"])
def test_an_error_ends_the_step_on_all_tasks(wrong: str) -> None:
    """O-80: the leader tells who contradicts it, and the step ends with that error everywhere; later ones work."""

    async def program() -> None:
        async with workers(2) as made:
            with tf.Graph().as_default():
                other: dict[str, Any] = {"size": ([1.0], 3), "shape": ([1.0, 2.0], 2), "dtype": ([1], 2)}
                good = [reduced(name, [1.0], 2, group=2) for name in devices(2, 1)]
                value, size = other[wrong]
                bad = [reduced("/job:worker/task:0", [1.0], 2), reduced("/job:worker/task:1", value, size)]
                async with tf.Session(made.target("worker0")) as session:
                    for _ in range(2):
                        with pytest.raises(tf.errors.OpError, match="Collective ops is aborted by: ") as caught:
                            await session.run(bad)
                        assert isinstance(caught.value, (tf.errors.InternalError, tf.errors.InvalidArgumentError))
                        assert [value.tolist() for value in await session.run(good)] == [[2.0], [2.0]]

    run(program())


def test_a_node_that_fails_ends_the_wait_of_others() -> None:
    """The error is that of the node, not of those that have waited for it."""

    async def program() -> None:
        async with workers(2) as made:
            with tf.Graph().as_default():
                with tf.device("/job:worker/task:1"):
                    checked = tf.check_numerics(tf.placeholder_with_default([np.inf], [1]), "too large")
                totals = [
                    reduced("/job:worker/task:0", [1.0], 2), reduced("/job:worker/task:1", checked, 2),
                ]  # fmt: skip
                async with tf.Session(made.target("worker0")) as session:
                    with pytest.raises(tf.errors.InvalidArgumentError, match="too large"):
                        await session.run(totals)

    run(program())


def test_a_task_that_is_gone() -> None:
    """Members on a task that went away are told, and sessions after its return find their group no more."""

    async def program() -> None:
        async with workers(2) as made:
            with tf.Graph().as_default():
                totals = [reduced(name, [1.0], 2) for name in devices(2, 1)]
                async with tf.Session(made.target("worker0")) as session:
                    await session.run(totals)
                    await made.servers["worker1"].stop()
                    with pytest.raises(tf.errors.OpError):
                        await session.run(totals, options=tf.RunOptions(timeout_in_ms=5000))
                await made.start("worker1")
                async with tf.Session(made.target("worker0")) as session:
                    with pytest.raises(tf.errors.OpError, match="incarnation"):
                        await session.run(totals, options=tf.RunOptions(timeout_in_ms=5000))

    run(program())


def _random_graph(seed: int, names: Sequence[str]) -> tuple[list[tf.Tensor], list[Any]]:
    """Collectives of random sizes in random order, and what they give."""
    rng = np.random.default_rng(seed)
    outputs, expected = [], []
    size = len(names)
    for key in range(3):
        values = [rng.integers(-9, 9, int(rng.integers(1, 60))).astype(np.float32)] * size
        values = [value * (i + 1) for i, value in enumerate(values)]
        for i in rng.permutation(size):
            outputs.append(reduced(names[i], values[i], size, key=key))
            expected.append(np.sum(values, axis=0, dtype=np.float32))
    return outputs, expected


@pytest.mark.parametrize("first", range(0, 24, 8))
def test_random_interleavings(first: int) -> None:
    """Networks that deliver in any order, and lose steps to their time limit: each ends once, and nothing is left."""

    async def program(seed: int) -> None:
        names = devices(2, 2)
        async with workers(2, 2, seed) as made:
            with tf.Graph().as_default():
                outputs, expected = _random_graph(seed, names)
                async with tf.Session(made.target(f"worker{seed % 2}")) as session:
                    await session.run(outputs)
                    limit = 1 + seed * 7 % 40
                    try:
                        await session.run(outputs, options=tf.RunOptions(timeout_in_ms=limit))
                    except tf.errors.DeadlineExceededError:
                        pass
                    for value, wanted in zip(await session.run(outputs), expected, strict=True):
                        np.testing.assert_array_equal(value, wanted)

    for seed in range(first, first + 8):
        run(program(seed))
