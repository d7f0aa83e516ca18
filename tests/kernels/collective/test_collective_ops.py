"""Gathering, broadcasting and exchanging among the CPUs of one process; what members say that contradicts itself."""
from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.kernels.collective.nodes import (
    all_to_all,
    communicator,
    gather,
    num_waiting,
    raw,
    receive,
    reduce,
    reduce_v2,
    send,
    session,
)

PREFIX = "Collective ops is aborted by: "


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    """A default graph for each test."""
    with tf.Graph().as_default():
        yield


async def results(fetches: Any, num_cpus: int = 2, feeds: Any = None) -> Any:
    """What one run gives."""
    async with session(num_cpus) as each:
        return await each.run(fetches, feeds)


async def refused(fetches: Any, num_cpus: int = 2, feeds: Any = None) -> tf.errors.OpError:
    """The error of one run."""
    async with session(num_cpus) as each:
        with pytest.raises(tf.errors.OpError) as caught:
            await each.run(fetches, feeds)
        assert num_waiting(each) == 0
    return caught.value


async def test_gathering_in_the_order_of_devices() -> None:
    """O-66, E-111: CPU:2 comes before CPU:10, and every device gets all."""
    cpus = [10, 2, 0]
    parts = [gather(cpu, [[float(cpu), 1.0]], 3) for cpu in cpus]
    for value in await results(parts, 11):
        assert value.tolist() == [[0.0, 1.0], [2.0, 1.0], [10.0, 1.0]]
    assert parts[0].shape.as_list() == [3, 2]


async def test_gathering_with_keys_as_inputs() -> None:
    """A scalar cannot be gathered."""
    value = tf.placeholder(tf.float32, None)
    parts = [raw.CollectiveGatherV2(input=value, group_size=1, group_key=1, instance_key=1, ordering_token=[])]
    assert (await results(parts, 1, {value: [1.0, 2.0]}))[0].tolist() == [1.0, 2.0]
    assert "at least rank 1" in (await refused(parts, 1, {value: 3.0})).message


async def test_broadcasting() -> None:
    """O-67, E-111: from any device, also booleans, with keys as attributes and as inputs."""
    fetches = [
        receive(0, tf.bool, [2], 3), send(1, [True, False], [2], 3), receive(2, tf.bool, [2], 3),
    ]  # fmt: skip
    for value in await results(fetches, 3):
        assert value.tolist() == [True, False]
    keys = {"group_size": 2, "group_key": 5, "instance_key": 7}
    with tf.device("/cpu:0"):
        sent = raw.CollectiveBcastSendV2(input=[[1, 2]], **keys)
    with tf.device("/cpu:1"):
        received = raw.CollectiveBcastRecvV2(T=tf.int32, shape=[1, 2], **keys)
    assert received.shape.as_list() == [1, 2]
    assert [value.tolist() for value in await results([sent, received])] == [[[1, 2]]] * 2


async def test_exchanging_rows() -> None:
    """O-68, O-83: row i goes to device i, also where no other op of the graph is a collective."""
    rows = [all_to_all(i, [[10.0 * i + j] for j in range(3)], 3) for i in range(3)]
    for i, value in enumerate(await results(rows, 3)):
        assert value[:, 0].tolist() == [i, 10.0 + i, 20.0 + i]
    error = await refused([all_to_all(i, [1.0, 2.0, 3.0], key=2) for i in range(2)])
    assert isinstance(error, tf.errors.InvalidArgumentError)
    text = "input to all-to-all first dimension size (3) must be the same as the group size (2)"
    assert error.message.startswith(PREFIX + text)


async def test_communicators() -> None:
    """O-69, O-83: sums do not heed ranks, exchanges put rows where the sender's rank says; each device counts its
    collectives by itself.
    """
    ranks = [1, 2, 0]
    members = [communicator(i, 3, rank=ranks[i]) for i in range(3)]
    nobody = np.zeros([0, 0], np.int32)
    sums, rows = [], []
    for i in range(3):
        with tf.device(f"/cpu:{i}"):
            total = raw.CollectiveReduceV3(
                input=[0.1 * i], communicator=members[i], group_assignment=nobody, reduction="Add"
            )
            with tf.control_dependencies([total]):
                own = [[10.0 * i + j] for j in range(3)]
                rows.append(
                    raw.CollectiveAllToAllV3(input=own, communicator=members[i], group_assignment=nobody)
                )
            sums.append(total)
    async with session(3) as each:
        for _ in range(2):
            totals, exchanged = await each.run([sums, rows])
            assert len({total.tobytes() for total in totals}) == 1
            assert exchanged[0][:, 0].tolist() == [20.0, 0.0, 10.0]
    with tf.device("/cpu:0"):
        assigned = raw.CollectiveReduceV3(
            input=[1.0], communicator=communicator(0, 1, 9), group_assignment=[[0]], reduction="Add"
        )
    error = await refused(assigned)
    assert isinstance(error, tf.errors.UnimplementedError)
    assert error.message.startswith("Group assignments are not supported yet.")


@pytest.mark.parametrize("ranks", [[1, 1, 0], [1, 3, 0], [1, -1, 0]])
async def test_ranks_that_are_none(ranks: list[int]) -> None:
    """Ranks are distinct, below the size, and those of all devices or of none."""
    error = await refused([communicator(i, 3, rank=rank).op for i, rank in enumerate(ranks)], 3)
    assert isinstance(error, tf.errors.InvalidArgumentError)


async def test_assigning_groups() -> None:
    """O-70: the size and the key of the row that has the device."""
    device, base = tf.placeholder(tf.int32, []), tf.placeholder(tf.int32, [])
    found = raw.CollectiveAssignGroupV2(group_assignment=[[0, 1], [2, 3]], device_index=device, base_key=base)
    assert await results(tuple(found), 1, {device: 2, base: 10}) == (2, 11)
    message = (await refused(tuple(found), 1, {device: 1, base: 0})).message
    assert message.startswith("Using the reserved group_key = 0 is not allowed: group_id = 0, base_key = 0")
    message = (await refused(tuple(found), 1, {device: 7, base: 1})).message
    assert message.startswith("device_index 7 is not found in group_assignment Tensor<type: int32 shape: [2,2]")


async def test_nothing_is_a_value() -> None:
    """O-71: tensors without elements can be reduced, gathered, broadcast and exchanged."""
    empty = np.zeros([0, 3], np.float32)
    fetches = [reduce(i, empty) for i in range(2)] + [gather(i, empty, key=2) for i in range(2)]
    fetches += [send(0, empty, [0, 3], key=3), receive(1, tf.float32, [0, 3], key=3)]
    fetches += [all_to_all(i, np.zeros([2, 0], np.float32), key=4) for i in range(2)]
    assert [value.shape for value in await results(fetches)] == [(0, 3)] * 6 + [(2, 0)] * 2


async def test_groups_that_contradict_themselves() -> None:
    """O-73, E-111: another size, one device too many, no devices."""
    error = await refused([reduce(0, [1.0]), reduce(1, [1.0], 3)])
    assert isinstance(error, tf.errors.InternalError)
    assert error.message.startswith(f"{PREFIX}Device /job:localhost/replica:0/task:0/device:CPU:")
    sizes = ("size2, but that group has size 3", "size3, but that group has size 2")
    assert any(f"is joining a group with {text} (group_key=1)" in error.message for text in sizes)
    error = await refused([reduce(i, [1.0], group=2) for i in range(3)], 3)
    assert "is joining a group that is already full (group_key=2)" in error.message
    error = await refused(reduce_v2(0, [1.0], size=0, group=3))
    assert error.message.startswith("group_size must be positive integer but got 0")
    error = await refused(reduce_v2(0, [1.0], size=[2], group=4))
    assert error.message.startswith("Unexpected dimensions on input group_size, got [1]")


async def test_collectives_that_contradict_themselves() -> None:
    """O-74, E-111: another kind, dtype or shape."""
    error = await refused([reduce(0, [1.0]), reduce(1, [1])])
    assert isinstance(error, tf.errors.InternalError)
    assert "Collective instance 1 expected type 0 and data_type " in error.message
    error = await refused([reduce(0, [1.0], key=2), send(1, [1.0], [1], key=2)])
    assert "Collective instance 2 expected type " in error.message
    error = await refused([reduce(0, [1.0, 2.0], key=3), reduce(1, [1.0], key=3)])
    assert isinstance(error, tf.errors.InvalidArgumentError)
    assert error.message.startswith(f"{PREFIX}Shape mismatch in the collective instance 3. Op at device ")
    error = await refused([gather(0, [1.0, 2.0], key=4), gather(1, [1.0, 2.0, 3.0], key=4)])
    assert "expected shape [4]" in error.message
    assert "expected shape [6]" in error.message
    error = await refused(send(0, [1.0, 2.0], [3], key=5, name="S"))
    assert error.message.startswith("Declared shape of op S: Broadcast(1) does not match shape of input")


async def test_shapes_of_later_steps() -> None:
    """O-75, O-76: keys that are inputs fix the shape for the session; those that are attributes do not, but the
    devices must agree in every step.
    """
    first, second = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.float32, [None])
    fixed = [reduce_v2(0, first, key=9), reduce_v2(1, second, key=9)]
    free = [reduce(0, first), reduce(1, second)]
    async with session() as each:
        for fetches in (fixed, free):
            assert (await each.run(fetches, {first: [1.0], second: [2.0]}))[0].tolist() == [3.0]
        longer = {first: [1.0, 2.0], second: [2.0, 3.0]}
        assert (await each.run(free, longer))[0].tolist() == [3.0, 5.0]
        with pytest.raises(tf.errors.InvalidArgumentError, match="Shape mismatch in the collective instance 9"):
            await each.run(fixed, longer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="Shape mismatch in the collective instance 1"):
            await each.run(free, {first: [1.0, 2.0], second: [2.0]})
        assert (await each.run(free, longer))[0].tolist() == [3.0, 5.0]


async def test_broadcasts_without_one_source() -> None:
    """O-77: one device sends, no more and no less."""
    error = await refused([send(i, [1.0], [1]) for i in range(2)])
    assert isinstance(error, tf.errors.InternalError)
    assert "Instance 1 already has source " in error.message
    assert ", received second claim from " in error.message
    error = await refused([receive(i, tf.float32, [1], key=2) for i in range(2)])
    assert "Instance 2 found no source for broadcast.  This could mean that there were group_size=2" in error.message


async def test_an_error_reaches_the_run_and_leaves_other_groups() -> None:
    """O-80, O-81: the error begins as in TensorFlow; other groups, and the group itself, still work."""
    good = [reduce(i, [float(i)], group=2) for i in range(2)]
    bad = [reduce(0, [1.0], key=5), reduce(1, [1.0], 3, key=5)]
    again = [reduce(i, [1.0], key=6) for i in range(2)]
    async with session() as each:
        with pytest.raises(tf.errors.InternalError, match="Collective ops is aborted by: Device "):
            await each.run(bad)
        assert (await each.run(good))[1].tolist() == [1.0]
        assert (await each.run(again))[1].tolist() == [2.0]


@pytest.mark.asyncio(loop_factories=["jumping"])
async def test_timeouts() -> None:
    """O-78, O-84: a node's own time to find others, its own time for the collective, and that of the run."""
    async with session() as each:
        with pytest.raises(tf.errors.DeadlineExceededError, match="Collective has timed out waiting"):
            await each.run(reduce(0, [1.0], timeout_seconds=0.05))
        options = tf.RunOptions(timeout_in_ms=50)
        other = reduce(1, [1.0])
        with pytest.raises(tf.errors.DeadlineExceededError, match="Timed out waiting for notification"):
            await each.run(other, options=options)
        with pytest.raises(tf.errors.DeadlineExceededError, match="Collective has timed out during execution"):
            await each.run(reduce(1, [1.0], key=2, timeout_seconds=0.05))
        twice = [reduce(0, [1.0], group=3) for _ in range(2)]
        with pytest.raises(tf.errors.DeadlineExceededError, match="Timed out waiting for notification"):
            await each.run(twice, options=options)
        apart = [reduce(i, [1.0], key=7, timeout_seconds=0.05) for i in range(2)]
        ended = await asyncio.gather(*(each.run(one) for one in apart), return_exceptions=True)
        assert [type(error) for error in ended] == [tf.errors.DeadlineExceededError] * 2
        assert num_waiting(each) == 0


async def test_close_ends_a_wait() -> None:
    """O-79: `Cancelled`, from whichever wait."""
    each = session()
    waiting = asyncio.ensure_future(each.run(reduce(0, [1.0])))
    while not waiting.done() and not num_waiting(each):
        await asyncio.sleep(0)
    await each.close()
    with pytest.raises(tf.errors.CancelledError, match="Collective ops is aborted by: op cancelled"):
        await waiting


async def test_loops_run_collectives_over_and_over() -> None:
    """Each iteration is a collective of its own; loops of separate devices meet by their names."""

    def body(i: Any, x: Any, y: Any) -> Any:
        return i + 1, reduce(0, x), reduce(1, y)

    outcome = tf.while_loop(lambda i, x, y: i < 5, body, [0, tf.constant([1.0]), tf.constant([2.0])])
    assert [value.tolist() for value in (await results(outcome))[1:]] == [[48.0], [48.0]]


async def test_scattering_is_not_for_cpus() -> None:
    """As in TensorFlow."""
    scattered = raw.CollectiveReduceScatterV2(
        input=[1.0], group_size=1, group_key=1, instance_key=1, ordering_token=[], merge_op="Add", final_op="Id"
    )
    assert "did not find collective implementation undef" in (await refused(scattered)).message


async def test_many_collectives_with_few_threads() -> None:
    """100 collectives wait for each other in every order with one thread for all."""
    rng = np.random.default_rng(3)
    fetches = []
    for cpu in range(4):
        previous: list[Any] = []
        for key in range(25):
            with tf.control_dependencies(previous):
                fetches.append(reduce(cpu, tf.constant([float(key)]), 4, key=key))
            previous = [fetches[-1]] if rng.random() < 0.5 else []
    rng.shuffle(fetches)
    async with session(4, inter_op_parallelism_threads=1, use_per_session_threads=True) as each:
        found = sorted(float(value[0]) for value in await each.run(fetches))
    assert found == sorted([4.0 * key for key in range(25)] * 4)


async def test_a_contradiction_stays_one() -> None:
    """Members that disagree do so in every step, also about what later steps may change."""
    bad = [reduce(0, [1.0]), reduce(1, [1])]
    async with session() as each:
        for _ in range(3):
            with pytest.raises(tf.errors.InternalError, match="Collective instance 1 expected type 0 and data_type "):
                await each.run(bad)
