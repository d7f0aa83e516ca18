"""StepSequences: the numbers of steps with collectives, the same for all masters whose graphs have one key."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from aioflow import errors
from aioflow._proto.distributed.worker_pb2 import GetStepSequenceRequest
from aioflow.distributed.interfaces.worker import WorkerInterface
from aioflow.framework.graph import Operation
from aioflow.framework.kernels.frame_ids import combined

_LOG = logging.getLogger(__name__)
_NUM_BITS = 57  # of a number; what is more is cut off, at all masters alike
_MASK = (1 << _NUM_BITS) - 1
_MAX_WAIT_S = 60
#: What others may ask for by the network is not to fill the memory.
_MAX_KEYS = 100_000
# TensorFlow's (`graph_execution_state.cc`): where the hash of instance keys begins.
_NO_KEYS = 0x8774AA605C729C72


class StepSequences:
    """The numbers as one task knows them. One of the tasks leads and begins each sequence.

    Args:
        leader: The task that leads; "" if it is this one.
        find: The worker of a task.
        random_bits: Gives random numbers of so many bits.
    """

    def __init__(
        self, leader: str, find: Callable[[str], WorkerInterface], random_bits: Callable[[int], int]
    ) -> None:
        self._leader = leader
        self._find = find
        self._random_bits = random_bits
        self._next: dict[int, int] = {}
        self._turns: dict[int, asyncio.Lock] = {}

    @asynccontextmanager
    async def step(self, graph_key: int, keeps_failed: bool) -> AsyncIterator[int]:
        """The number of a step, which is over when this is left.

        Steps of one key run one after the other: the other tasks take them for the same step.

        Args:
            graph_key: The key of its graph.
            keeps_failed: Whether the next step has its number if it fails. So it must where other masters run other
                parts of the step; where this one runs all of it a new number keeps what is late of the old one out.
        """
        async with self._turns.setdefault(graph_key, asyncio.Lock()):
            if graph_key not in self._next:
                self._next[graph_key] = await self._first(graph_key)
            number = self._next[graph_key]
            has_failed = True
            try:
                yield number
                has_failed = False
            finally:
                if not (has_failed and keeps_failed):
                    self._next[graph_key] = (number + 1) & _MASK or 1

    async def _first(self, graph_key: int) -> int:
        if not self._leader:
            return self.next_of(graph_key)
        tries = 0
        while True:
            try:
                request = GetStepSequenceRequest(graph_key=[graph_key])
                response = await self._find(self._leader).get_step_sequence(request)
                return int(response.step_sequence[0].next_step_id)
            except (errors.OpError, IndexError) as error:
                # As TensorFlow's masters: the leader may come later. The step's time limit ends it.
                tries += 1
                _LOG.info("%s has told no number of the steps with key %d: %s", self._leader, graph_key, error)
                await asyncio.sleep(min(tries, _MAX_WAIT_S))

    def next_of(self, graph_key: int) -> int:
        """The number of the next step, drawn if there was none; asked of the task that leads."""
        if graph_key not in self._next:
            if len(self._next) >= _MAX_KEYS:
                raise errors.resource_exhausted(f"there are {len(self._next)} keys of graphs, as many as there may be")
            self._next[graph_key] = self._random_bits(_NUM_BITS) or 1
        return self._next[graph_key]


def collective_graph_key(ops: Iterable[Operation], given: int) -> int:
    """The key of a graph's collectives; 0 if there are none.

    Args:
        ops: The graph's nodes.
        given: The key that the options of a run say; 0 for none.
    """
    keys, has_others = set(), False
    for op in ops:
        if op.type.startswith("Collective") and "instance_key" in op.attrs:
            keys.add(int(op.attrs["instance_key"]))
        elif op.type.startswith("Collective") and op.type != "CollectiveAssignGroupV2":
            has_others = True
    if not keys and not has_others:
        return 0
    key = _NO_KEYS
    for instance_key in sorted(keys):
        key = combined(instance_key & (2**64 - 1), key)
    return given or (key - 2**64 if key >> 63 else key)
