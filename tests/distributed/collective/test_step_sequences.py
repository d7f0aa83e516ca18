"""Numbers of steps with collectives, and keys of graphs."""
from __future__ import annotations

import asyncio
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto.distributed import worker_pb2 as pb
from aioflow.distributed.collective.step_sequences import StepSequences, collective_graph_key
from aioflow.testing.clock import JumpingLoop
from tests.kernels.collective.nodes import all_to_all, reduce, reduce_v2


class _Leader:
    """A worker that tells numbers from the third time on."""

    def __init__(self) -> None:
        self.num_asked = 0

    async def get_step_sequence(self, request: pb.GetStepSequenceRequest) -> pb.GetStepSequenceResponse:
        """Answers."""
        self.num_asked += 1
        if self.num_asked < 3:
            raise errors.unavailable("not yet")
        steps = [pb.StepSequence(graph_key=key, next_step_id=100) for key in request.graph_key]
        return pb.GetStepSequenceResponse(step_sequence=steps)


async def _number(sequences: StepSequences, fails: bool = False, keeps: bool = True) -> int:
    try:
        async with sequences.step(4, keeps) as number:
            if fails:
                raise errors.internal("a step")
    except errors.InternalError:
        pass
    return number


def test_the_leader_is_asked_once() -> None:
    """O-85: after 1 and 2 s once more; then a step that ends well has the next number, and one that fails keeps it."""
    leader: Any = _Leader()

    async def program() -> list[int]:
        sequences = StepSequences("/job:worker/replica:0/task:0", lambda task: leader, lambda bits: 1)
        found = [await _number(sequences)]
        assert asyncio.get_running_loop().time() == pytest.approx(3.0)
        found += [await _number(sequences, fails=True), await _number(sequences)]
        return [*found, await _number(sequences, fails=True, keeps=False), await _number(sequences)]

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        assert runner.run(program()) == [100, 101, 101, 102, 103]
    assert leader.num_asked == 3


async def test_the_leader_draws() -> None:
    """Whoever asks it, and its own masters, get the same numbers."""
    sequences = StepSequences("", lambda task: pytest.fail("nobody is asked"), lambda bits: 55)
    assert sequences.next_of(4) == 55
    assert await _number(sequences) == 55
    assert sequences.next_of(4) == 56


@pytest.mark.parametrize(("keys", "expected"), [
    ([1], 2714584368876951667), ([5, 2], -4331444885509396363), ([100, -3, 7], 487179691453158389),
])  # fmt: skip
def test_keys_of_graphs_are_tensorflows(keys: list[int], expected: int) -> None:
    """The numbers are those that TensorFlow said of graphs with these instance keys."""
    with tf.Graph().as_default() as graph:
        for key in keys:
            reduce(0, [1.0], key=key)
            reduce(1, [1.0], key=key)
        assert collective_graph_key(graph.get_operations(), 0) == expected
        assert collective_graph_key(graph.get_operations(), 7) == 7


def test_keys_of_graphs_whose_keys_are_inputs() -> None:
    """O-83: all have the same; graphs without collectives have none."""
    with tf.Graph().as_default() as graph:
        tf.constant(1.0)
        assert collective_graph_key(graph.get_operations(), 7) == 0
        all_to_all(0, [1.0, 2.0])
        assert collective_graph_key(graph.get_operations(), 0) == -8686130450446246798
        reduce_v2(0, [1.0])
        assert collective_graph_key(graph.get_operations(), 0) == -8686130450446246798


async def test_numbers_have_57_bits() -> None:
    """TensorFlow's masters count so."""
    sequences = StepSequences("", lambda task: pytest.fail("nobody is asked"), lambda bits: (1 << 57) - 2)
    assert [await _number(sequences) for _ in range(3)] == [(1 << 57) - 2, (1 << 57) - 1, 1]
