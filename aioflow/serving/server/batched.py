"""Requests that are run in batches: which they can be, and what of a model a batch runs."""
from __future__ import annotations

import asyncio
import functools
import math
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto.config_pb2 import RunOptions
from aioflow.serving.batching.batcher import Batcher, Call
from aioflow.serving.batching.events import BatchEvents
from aioflow.serving.batching.executors import Executors
from aioflow.serving.batching.merging import num_rows_of
from aioflow.serving.batching.ticket import Outcome, Ticket
from aioflow.serving.servables.known_calls import KnownCalls
from aioflow.serving.servables.servable import Servable
from aioflow.serving.servables.signature import Signature
from aioflow.serving.server.events import (
    BatchingCancelled,
    BatchingRefused,
    BatchingWaited,
    BatchRan,
    BatchRetried,
    Listener,
)
from aioflow.serving.server.request import Request
from aioflow.serving.server.tracing import Tracing
from aioflow.serving.settings.batching import Batching

Array = np.ndarray[Any, Any]


class BatchedServable:
    """Runs the requests of one loaded version in batches, where its signatures allow it.

    Args:
        servable: The version.
        settings: How requests become batches.
        executors: Where batches run.
        events: Is told what happens.

    Attributes:
        batching: How requests become batches.
    """

    def __init__(self, servable: Servable, settings: Batching, executors: Executors, events: BatchEvents) -> None:
        self.batching = settings
        self._servable = servable
        self._batcher = Batcher(settings, executors, events)
        self._num_levels = settings.num_priorities
        self._preserves_order = settings.preserves_order
        self._calls = KnownCalls[Call | None]()
        #: Ends what is done for a request that has joined, and says that nobody waits for its outcome any more.
        self.leave = self._batcher.leave
        self.note_cancelled = self._batcher.note_cancelled

    @property
    def num_rows_waiting(self) -> int:
        """Rows in the queue."""
        return self._batcher.num_rows

    def call(self, signature: Signature, outputs: Sequence[str]) -> Call | None:
        """What a batch runs; None where the first dimension of an input or output is no number of rows."""
        return self._calls.find(signature, outputs, self._new_call)

    def run(
        self, call: Call, inputs: Mapping[str, Array], deadline_s: float | None, priority: int, settle_turns: int = 0
    ) -> Awaitable[dict[str, Array]]:
        """Runs a request together with others.

        Args:
            call: What `call` gave.
            inputs: By alias an array, `[rows, ...]` each.
            deadline_s: When nobody waits any more, in the event loop's time; None for never.
            priority: Level, of which 1 is the highest; 0 for the default, and those below the lowest count as that.
            settle_turns: As for `Batcher.run`.

        Raises:
            OpError: As `Batcher.run` does.
        """
        until_s = math.inf if deadline_s is None else deadline_s
        level = self._level(priority)
        return self._batcher.run(call, inputs, deadline_s=until_s, level=level, settle_turns=settle_turns)

    def join(self, call: Call, request: Request, outcome: Outcome) -> Ticket | None:
        """Has a request wait without anybody who awaits it; None where it has to be run by `run`.

        Args:
            call: What `call` gave.
            request: The request, whose inputs are complete arrays.
            outcome: Is told. Then, or when nobody waits any more, the ticket goes to `leave`.

        Raises:
            OpError: As `Batcher.run` does.
        """
        num_rows = num_rows_of(request.inputs)
        if not num_rows or self._preserves_order:
            return None
        until_s = math.inf if request.deadline_s is None else request.deadline_s
        level = self._level(request.priority) if request.priority else 0
        return self._batcher.join(call, request.inputs, outcome, num_rows, until_s, level)

    def _level(self, priority: int) -> int:
        return max(0, min(priority, self._num_levels)) if priority else 0

    def _new_call(self, signature: Signature, outputs: tuple[str, ...]) -> Call | None:
        specs = [*signature.inputs.values(), *(signature.outputs[alias] for alias in outputs)]
        if not signature.inputs or not all(spec.has_rows for spec in specs):
            return None
        run = functools.partial(self._run, signature, outputs)
        return Call(signature.name, outputs, run, functools.partial(_no_rows, signature, outputs))

    async def _run(
        self, signature: Signature, outputs: Sequence[str], inputs: Mapping[str, Array], deadline_s: float
    ) -> dict[str, Array]:
        options = None
        if deadline_s < math.inf:
            left_s = deadline_s - asyncio.get_running_loop().time()
            options = RunOptions(timeout_in_ms=max(1, int(left_s * 1000) + 1))
        try:
            return await self._servable.run(signature, inputs, outputs, options)
        except RuntimeError as error:  # the session is closed: the requests have waited for longer than it could
            raise errors.unavailable(f"Model {self._servable.model.name} was unloaded: {error}") from error


class TellingEvents(BatchEvents):
    """Tells a server's listeners what happens to the batches of a model.

    Args:
        model: The model's name.
        tell: Takes an event.
        tracing: Makes spans; None for none.
    """

    def __init__(self, model: str, tell: Listener, tracing: Tracing | None = None) -> None:
        self._model = model
        self._tell = tell
        self._tracing = tracing
        self.has_marks = tracing is not None

    def mark(self) -> Any:
        return None if self._tracing is None else self._tracing.mark()

    def running(self, marks: Sequence[tuple[Any, float]]) -> AbstractContextManager[None]:
        if self._tracing is None or not marks:
            return super().running(marks)
        return self._tracing.batch(self._model, marks)

    def rejected(self, reason: str) -> None:
        self._tell(BatchingRefused(self._model, reason))

    def cancelled(self, phase: str) -> None:
        self._tell(BatchingCancelled(self._model, phase))

    def waited(self, seconds: Sequence[float]) -> None:
        self._tell(BatchingWaited(self._model, seconds))

    def ran(self, num_rows: int, num_filler_rows: int, seconds: float) -> None:
        self._tell(BatchRan(self._model, num_rows, num_filler_rows, seconds))

    def retried_alone(self) -> None:
        self._tell(BatchRetried(self._model))


def own_results(outputs: dict[str, Array]) -> dict[str, Array]:
    """Copies those outputs that share memory with the outputs of others, and would keep it."""
    return {alias: array if array.base is None else array.copy() for alias, array in outputs.items()}


def _no_rows(signature: Signature, outputs: Sequence[str]) -> dict[str, Array]:
    """Outputs without rows; sizes that are not known are 0, too."""
    found = {}
    for alias in outputs:
        spec = signature.outputs[alias]
        sizes = [0] if spec.shape.rank is None else [size or 0 for size in spec.shape.as_list()]
        found[alias] = np.zeros(sizes, spec.dtype.numpy_dtype)
    return found
