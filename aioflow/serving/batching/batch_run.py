"""BatchRun: one batch while it runs."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

import numpy as np

from aioflow import errors
from aioflow.serving.batching.events import BatchEvents
from aioflow.serving.batching.merging import Rows, cut, filled_size, merged
from aioflow.serving.batching.tasks import Part
from aioflow.serving.batching.ticket import Ticket
from aioflow.serving.settings.batching import Batching

Arrays = Mapping[str, np.ndarray]
#: Runs the model: inputs and the time until which somebody waits (infinity for ever) to outputs.
RunModel = Callable[[Arrays, float], Awaitable[Arrays]]

#: Errors that say nothing of a request: the next attempt may well succeed, and a smaller batch is no remedy.
_OF_THE_MOMENT = (
    errors.UnavailableError, errors.AbortedError, errors.CancelledError, errors.DeadlineExceededError,
)  # fmt: skip


class BatchRun:
    """Runs parts of requests as one, and gives each its outputs.

    Args:
        parts: At least one.
        run_model: Runs the model.
        settings: How batches are filled up.
        events: Is told of it.
    """

    def __init__(self, parts: Sequence[Part], run_model: RunModel, settings: Batching, events: BatchEvents) -> None:
        self._parts = parts
        self._run_model = run_model
        self._settings = settings
        self._events = events
        self._num_waited_for = len(parts)
        self._task: asyncio.Task[None] | None = None
        self._tickets: list[Ticket] = [part.task for part in parts]  # type: ignore[misc]  # as a batcher's tasks are
        self.num_rows = sum([part.end - part.start for part in parts])
        for ticket in self._tickets:
            ticket.joins(self)

    def start(self) -> asyncio.Task[None]:
        """Begins; the task that is returned fails only if the batch is cancelled."""
        self._task = asyncio.get_running_loop().create_task(self._run())
        return self._task

    def left(self) -> None:
        """Says that nobody waits for one of the parts any more. Without any the batch ends."""
        self._num_waited_for -= 1
        if not self._num_waited_for and self._task is not None:
            # A cancelled task knows its frames, and they this batch: with its tickets they are the collector's.
            task, self._task = self._task, None
            task.cancel()

    async def _run(self) -> None:
        try:
            await self._run_together()
        except asyncio.CancelledError:
            self._fail(errors.cancelled("The batch was cancelled, since its server is closing"))
            raise
        except Exception as error:
            if len(self._parts) == 1 or self._settings.is_strict or isinstance(error, _OF_THE_MOMENT):
                self._fail(error)
            else:
                await self._run_alone()

    # A ticket's outcome may leave its batches as soon as it is told, so that this one is no longer among them then.
    async def _run_together(self) -> None:
        found = await self._outputs_of(self._parts, self._tickets)
        for ticket, part, outputs in zip(self._tickets, self._parts, found, strict=True):
            ticket.ended(self)
            ticket.deliver(part, outputs)

    async def _run_alone(self) -> None:
        """Runs each part alone, so that one that cannot be run fails alone."""
        for ticket, part in zip(self._tickets, self._parts, strict=True):
            if ticket.is_over:
                continue
            self._events.retried_alone()
            try:
                (outputs,) = await self._outputs_of([part], [ticket])
            except Exception as error:
                ticket.ended(self)
                ticket.fail(error)
            else:
                ticket.ended(self)
                ticket.deliver(part, outputs)

    async def _outputs_of(self, parts: Sequence[Part], tickets: Sequence[Ticket]) -> list[Rows]:
        settings = self._settings
        counts = [part.end - part.start for part in parts]
        num_rows = sum(counts)
        num_filled = filled_size(num_rows, settings.allowed_rows)
        inputs = merged(
            [ticket.inputs_of(part) for ticket, part in zip(tickets, parts, strict=True)], num_filled - num_rows,
            pads=settings.pad_inputs, pad_value=settings.pad_value,
        )  # fmt: skip
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        marks = [(each.mark, began_s - each.arrival_s) for each in tickets if each.mark is not None]
        try:
            with self._events.running(marks):
                outputs = await self._run_model(inputs, max([each.deadline_s for each in tickets]))
        finally:
            self._events.ran(num_filled, num_filled - num_rows, loop.time() - began_s)
        return cut(outputs, counts, num_filled)

    def _fail(self, error: Exception) -> None:
        for ticket in self._tickets:
            ticket.ended(self)
            # Each gets its own: whoever raises an exception writes into it.
            ticket.fail(errors.again(error))
