"""RemoteRendezvous: the meeting place of one step on one worker, with ways to the others."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto.tensor_pb2 import VariantTensorDataProto
from aioflow.distributed.collective.step_buffers import StepBuffers
from aioflow.distributed.interfaces.worker import WorkerInterface
from aioflow.distributed.transport.statuses import derived
from aioflow.distributed.worker.peers import task_of
from aioflow.executor.local_rendezvous import LocalRendezvous
from aioflow.executor.tracing.transfer_log import TransferLog
from aioflow.framework.dtypes import DType
from aioflow.framework.kernels.rendezvous import Rendezvous

Message = tuple[Any, bool]
#: Before a node's name in that of a transfer.
_EDGE = re.compile(r"^edge_\d+_")


class RemoteRendezvous(Rendezvous):
    """What is sent here stays here until somebody takes it; what others send is fetched from them.

    Args:
        step_id: The number of the step in the cluster.
        task: The task of this worker, "/job:J/replica:0/task:K".
        find: The worker of a task.
        new_id: Gives numbers for requests.

    Attributes:
        buffers: Where members of collectives on this task hand parts over.
        dtypes: Those of what is sent here, by the names of transfers.
        log: Takes down what comes from other tasks; None where nobody asks for it.
        has_begun: Whether a part of the step runs here, or has run.
        num_waiting: How many wait for what is sent here from elsewhere.
    """

    buffers: StepBuffers

    def __init__(
        self, step_id: int, task: str, find: Callable[[str], WorkerInterface], new_id: Callable[[], int]
    ) -> None:
        self._step_id = step_id
        self._task = task
        self._find = find
        self._new_id = new_id
        self._local = LocalRendezvous()
        self.buffers = StepBuffers(step_id, task, find, new_id)
        self.dtypes: dict[str, DType] = {}
        self.log: TransferLog | None = None
        self.has_begun = False
        self.num_waiting = 0

    def send(self, key: str, value: Any, is_dead: bool) -> None:
        """See `Rendezvous.send`."""
        self._local.send(key, value, is_dead)

    async def receive(self, key: str) -> Message:
        """See `Rendezvous.receive`."""
        task = task_of(key.partition(";")[0])
        if task in ("", self._task):  # transfers that programs write may name no task
            return await self._local.receive(key)
        worker, log = self._find(task), self.log
        began_ns = 0 if log is None else log.now_ns()
        try:
            value, _, is_dead = await worker.recv_tensor(self._step_id, key, self._new_id())
        except errors.OpError as error:
            # The other part failed at a node, and tells the master so. TensorFlow's workers do not say it of an error.
            if error.node_name is not None:
                derived(error)
            raise
        if isinstance(value, np.ndarray) and value.dtype.hasobject and _is_variant(value):  # from TensorFlow
            raise variant_refused(key)
        if log is not None and not is_dead:
            log.add(key, began_ns, value)
        return value, is_dead

    async def take(self, key: str) -> Message:
        """What was sent here, for somebody elsewhere; waits for it."""
        return await self._local.receive(key)

    def abort(self, error: errors.OpError) -> None:
        """See `Rendezvous.abort`."""
        self._local.abort(error)
        self.buffers.abort(error)


def _is_variant(value: np.ndarray[Any, Any]) -> bool:
    return value.size > 0 and isinstance(value.flat[0], VariantTensorDataProto)


def variant_refused(key: str) -> errors.OpError:
    """The error for a variant that would cross tasks: lists of tensors, optionals and datasets stay where they are.

    Args:
        key: The transfer's.
    """
    sender, _, receiver, name, _ = key.split(";")
    return errors.unimplemented(
        f"the variant of '{_EDGE.sub('', name)}' (a list of tensors, an optional or a dataset) cannot go from "
        f"{task_of(sender)} to {task_of(receiver)}: place the nodes that make it and those that read it on one task, "
        "and let tensors cross, such as the stacked list"
    )
