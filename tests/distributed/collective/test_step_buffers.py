"""Parts of values on their way between tasks, and the messages in which they travel."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto
from aioflow._proto.distributed import worker_pb2 as pb
from aioflow._proto.distributed.payloads_pb2 import RecvBufRespExtra
from aioflow.distributed.collective.messages import buffer_response, read_buffer
from aioflow.distributed.collective.step_buffers import StepBuffers
from aioflow.distributed.worker.peers import Peers
from aioflow.distributed.worker.task import Task
from aioflow.distributed.worker.worker import Worker
from aioflow.framework.kernels.collectives import Group, Member

HERE, THERE = "/job:worker/replica:0/task:0", "/job:worker/replica:0/task:1"
CPU, OTHER = Member(f"{HERE}/device:CPU:0", "CPU", 5), Member(f"{THERE}/device:CPU:0", "CPU", 6)
LIKE = np.zeros(2, np.float32)


class _Peer:
    """A worker that answers requests for parts, and keeps them."""

    def __init__(self) -> None:
        self.asked: list[pb.RecvBufRequest] = []

    async def recv_buf(self, request: pb.RecvBufRequest) -> pb.RecvBufResponse:
        """Answers."""
        self.asked.append(request)
        return buffer_response(np.ones(2, np.float32), 0)


def _buffers(peer: Any = None) -> StepBuffers:
    return StepBuffers(9, HERE, lambda task: peer, lambda: 77)


async def test_either_side_may_be_first() -> None:
    """Who gives waits until it was taken."""
    buffers = _buffers()
    giving = asyncio.ensure_future(buffers.give("k", LIKE))
    await asyncio.sleep(0)
    assert not giving.done()
    assert await buffers.take("k", CPU, CPU, LIKE) is LIKE
    await giving
    taking = asyncio.ensure_future(buffers.take("k", CPU, CPU, LIKE))
    await asyncio.sleep(0)
    await buffers.give("k", LIKE)
    assert await taking is LIKE
    assert buffers.is_empty


async def test_what_another_task_gives() -> None:
    """O-87: the request says the step, the key, both devices and the giver's incarnation."""
    peer = _Peer()
    value = await _buffers(peer).take("1:1:0:0:0:0:1", OTHER, CPU, LIKE)
    assert value.tolist() == [1.0, 1.0]
    (asked,) = peer.asked
    assert (asked.step_id, asked.buf_rendezvous_key, asked.num_bytes) == (9, "1:1:0:0:0:0:1", 8)
    assert (asked.src_device, asked.dst_device, asked.src_incarnation) == (OTHER.device, CPU.device, 6)
    assert asked.request_id == 77


async def test_second_ones_are_refused() -> None:
    """O-89: a second giver or taker of one key is an error of the program."""
    buffers = _buffers()
    first = [asyncio.ensure_future(buffers.give("a", LIKE)), asyncio.ensure_future(buffers.take("b", CPU, CPU, LIKE))]
    await asyncio.sleep(0)
    with pytest.raises(errors.InternalError, match="offered twice"):
        await buffers.give("a", LIKE)
    with pytest.raises(errors.InternalError, match="taken twice"):
        await buffers.take("b", CPU, CPU, LIKE)
    buffers.abort(errors.aborted("enough"))
    for waiting in first:
        with pytest.raises(errors.AbortedError, match="enough"):
            await waiting
    with pytest.raises(errors.AbortedError, match="enough"):
        await buffers.give("c", LIKE)
    assert buffers.is_empty


async def test_cancelled_waits_leave_nothing() -> None:
    """On either side."""
    buffers = _buffers()
    waits = [asyncio.ensure_future(buffers.give("a", LIKE)), asyncio.ensure_future(buffers.take("b", CPU, CPU, LIKE))]
    await asyncio.sleep(0)
    for wait in waits:
        wait.cancel()
    await asyncio.wait(waits)
    assert buffers.is_empty


@pytest.mark.parametrize(("limit", "sizes"), [(0, [4096, 4096, 8]), (-1, [8200]), (5000, [5000, 3200])])
def test_pieces(limit: int, sizes: list[int]) -> None:
    """O-87: 4,096 bytes each, or as the settings say, in TensorFlow's message of any kind."""
    value = np.arange(2050, dtype=np.float32)
    response = buffer_response(value, limit)
    assert response.transport_options.type_url == "type.googleapis.com/tensorflow.RecvBufRespExtra"
    extra = RecvBufRespExtra.FromString(response.transport_options.value)
    assert [len(piece) for piece in extra.tensor_content] == sizes
    assert read_buffer(response, np.empty([2050], np.float32)).tolist() == value.tolist()
    with pytest.raises(errors.InternalError, match="8200 bytes where 8 were expected"):
        read_buffer(response, LIKE)


async def test_the_wrong_process_is_refused() -> None:
    """O-89: another incarnation than the device has, and a device that is not here."""
    task = Task("worker", 0, ConfigProto())
    worker = Worker(task, Peers({}, lambda address: worker), ConfigProto())
    request = pb.RecvBufRequest(step_id=1, buf_rendezvous_key="k", src_device=CPU.device, src_incarnation=1)
    with pytest.raises(errors.FailedPreconditionError, match="RecvBuf expects a different device incarnation"):
        await worker.recv_buf(request)
    request.src_device = OTHER.device
    with pytest.raises(errors.InvalidArgumentError, match="is no device of"):
        await worker.recv_buf(request)
    await worker.stop()


def test_ranks_are_by_the_names_of_tasks() -> None:
    """Task 10 comes before task 2, and CPU:2 before CPU:10."""
    names = ["/job:w/replica:0/task:2/device:CPU:0", "/job:w/replica:0/task:10/device:CPU:10"]
    names.append("/job:w/replica:0/task:10/device:CPU:2")
    group = Group.of(1, [Member(name, "CPU", 1) for name in names])
    assert [member.device for member in group.members] == [names[2], names[1], names[0]]
    assert group.task_sizes == [2, 1]
