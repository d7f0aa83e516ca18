"""Batcher: requests of one loaded model, run together."""
from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.serving.batching.batch_queue import BatchQueue, policy_of
from aioflow.serving.batching.batch_run import BatchRun, RunModel
from aioflow.serving.batching.deadlines import Deadlines
from aioflow.serving.batching.events import BatchEvents
from aioflow.serving.batching.executors import Executors
from aioflow.serving.batching.merging import num_rows_of
from aioflow.serving.batching.order import Order
from aioflow.serving.batching.ticket import Outcome, Ticket
from aioflow.serving.batching.window import AdaptiveWindow
from aioflow.serving.settings.batching import Batching, QueuePolicy

Arrays = Mapping[str, np.ndarray]
#: How long a batch waits at most for requests that are there already.
MAX_SETTLE_S = 0.005


@dataclass(slots=True, frozen=True)
class Call:
    """A function of a model.

    Attributes:
        function: Its name. What batches of it cost is learned together.
        outputs: Which of its outputs are wanted. Requests for other ones share no batch.
        run: Runs the model.
        empty: Makes the outputs of no rows.
    """

    function: str
    outputs: tuple[str, ...]
    run: RunModel
    empty: Callable[[], dict[str, Any]]


class Batcher:
    """Has requests wait for each other, and gives each its rows of what they got together.

    Args:
        settings: The rules.
        executors: Where batches run; several batchers may share them.
        events: Is told what happens.
    """

    def __init__(self, settings: Batching, executors: Executors, events: BatchEvents | None = None) -> None:
        self._settings = settings
        self._executors = executors
        self._events = events or BatchEvents()
        self._lanes: dict[Hashable, _Lane] = {}
        self._windows: dict[str, AdaptiveWindow] = {}  # by function
        self._order = Order() if settings.preserves_order else None
        # By the level that a request names the one that counts, and its bounds.
        own = settings.default_priority or settings.num_priorities
        levels = {level: level or own for level in range(settings.num_priorities + 1)}
        self._levels = {named: (level, policy_of(settings, level)) for named, level in levels.items()}
        self._deadlines = Deadlines(self._deadline)

    @property
    def num_rows(self) -> int:
        """Rows that wait."""
        return sum(lane.queue.num_rows for lane in self._lanes.values())

    async def run(
        self, call: Call, inputs: Arrays, *, deadline_s: float = math.inf, level: int = 0, settle_turns: int = 0
    ) -> dict[str, Any]:
        """The outputs of a request.

        Cancelling the caller takes the request out of the queue; a batch ends when nobody waits for any of its rows.

        Args:
            call: What to run.
            inputs: By alias an array, `[rows, ...]` each.
            deadline_s: Of the event loop's clock, when nobody waits any more.
            level: Priority, of which 1 is the highest; 0 for the settings' own.
            settle_turns: Turns of the event loop without another such request for which its batch waits, beside all
                windows: as many as lie between requests that are there already and come one by one.

        Returns:
            By alias an array, `[rows, ...]` each.

        Raises:
            InvalidArgumentError: The inputs have no rows or unequal numbers of them, or more than a batch may have.
            UnavailableError: The queue is full.
            DeadlineExceededError: The time was over before the model had run.
            OpError: What the model raised.
        """
        num_rows = num_rows_of(inputs)
        if not num_rows:
            return call.empty()
        outcome = asyncio.get_running_loop().create_future()
        ticket = self.join(call, inputs, outcome, num_rows, deadline_s, level)
        if settle_turns:
            ticket.lane.settle(settle_turns)
        try:
            return await (outcome if self._order is None else self._order.in_turn(outcome))
        except asyncio.CancelledError:
            self.note_cancelled(ticket)
            raise
        finally:
            self.leave(ticket)

    def join(
        self, call: Call, inputs: Arrays, outcome: Outcome, num_rows: int, deadline_s: float = math.inf, level: int = 0
    ) -> Ticket:
        """Has a request wait, whose outcome is told before this batcher's loop turns again; errors as of `run`.

        Args:
            call, inputs, deadline_s, level: As for `run`.
            outcome: Gets the outputs, or the error. Answers are in no order but that of their batches.
            num_rows: The rows of the inputs, one at least.

        Returns:
            What `leave` is to be told of, once.
        """
        known = self._levels.get(level)
        if known is None:
            raise errors.invalid_argument(f"priority {level} is none of the {self._settings.num_priorities} levels")
        level, policy = known
        if policy.timeout_s is not None and not policy.allow_override:
            deadline_s = math.inf
        mark = self._events.mark() if self._events.has_marks else None
        ticket = Ticket(inputs, outcome, num_rows, asyncio.get_running_loop().time(), level, deadline_s, mark)
        ticket.lane = lane = self._lane(call, inputs)
        self._add(lane, ticket)
        if policy.timeout_s is not None:
            ticket.timer = self._timer(lane, ticket, policy)
        if deadline_s < math.inf:
            self._deadlines.add(ticket, deadline_s)
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """Ends what is done for a request that has its outcome, or that nobody waits for."""
        if ticket.timer is not None:
            ticket.timer.cancel()
        if ticket.deadline_s < math.inf:
            self._deadlines.discard(ticket)
        lane: _Lane = ticket.lane
        if ticket.num_left:
            lane.queue.discard(ticket)
        if ticket.runs:
            ticket.leave_runs()
        if lane.is_known and not lane.tasks:
            self._forget(lane)

    def note_cancelled(self, ticket: Ticket) -> None:
        """Notes that nobody waits any more for a request that has no outcome yet."""
        self._events.cancelled("run" if ticket.runs else "queue")

    def _lane(self, call: Call, inputs: Arrays) -> _Lane:
        key = (call.function, call.outputs, _form(inputs, self._settings))
        lane = self._lanes.get(key)
        if lane is None:
            window = self._windows.setdefault(call.function, AdaptiveWindow(self._settings.timeout_s))
            lane = self._lanes[key] = _Lane(key, call.run, window, self._settings, self._events)
        return lane

    def _forget(self, lane: _Lane) -> None:
        # Its key is a stranger's: whoever sends requests of ever other shapes must not make the table grow.
        if lane.is_known and not lane.tasks:
            lane.is_known = False
            del self._lanes[lane.key]

    def _add(self, lane: _Lane, ticket: Ticket) -> None:
        try:
            lane.queue.add(ticket)
        except errors.OpError as error:
            self._events.rejected("full" if isinstance(error, errors.UnavailableError) else "size")
            self._forget(lane)
            raise
        lane.window.arrived(ticket.num_rows, ticket.arrival_s)
        self._executors.ask(lane)

    def _timer(self, lane: _Lane, ticket: Ticket, policy: QueuePolicy) -> asyncio.TimerHandle:
        assert policy.timeout_s is not None
        late = self._put_behind if policy.on_timeout == "delay" else self._reject
        return asyncio.get_running_loop().call_at(ticket.arrival_s + policy.timeout_s, late, lane, ticket)

    def _deadline(self, ticket: Ticket) -> None:
        waited_s = ticket.deadline_s - ticket.arrival_s
        if ticket.num_left:
            self._events.rejected("timeout")
            if self._settings.is_strict:
                ticket.fail(errors.resource_exhausted("Run() timeout exceeded while waiting in batching queue"))
                return
        where = "waiting for a batch" if ticket.num_left else "its batch ran"
        ticket.fail(errors.deadline_exceeded(f"The request's deadline, {waited_s:.3g} s, passed while {where}"))

    def _reject(self, lane: _Lane, ticket: Ticket) -> None:
        if ticket.num_left:
            self._events.rejected("timeout")
            timeout_s = policy_of(self._settings, ticket.level).timeout_s
            ticket.fail(errors.deadline_exceeded(f"The request waited for a batch as long as it may, {timeout_s} s"))

    def _put_behind(self, lane: _Lane, ticket: Ticket) -> None:
        lane.queue.put_behind(ticket)


class _Lane:
    """Requests that may share batches."""

    def __init__(
        self, key: Hashable, run: RunModel, window: AdaptiveWindow, settings: Batching, events: BatchEvents
    ) -> None:
        self.key = key
        self.is_known = True  # to the batcher, by its key
        self.window = window
        self.queue = BatchQueue(settings)
        self.tasks = self.queue.tasks
        self._num_turns = 0  # of the event loop, for which the next batch waits yet if nothing comes
        self._run = run
        self._settings = settings
        self._events = events

    def due_s(self) -> float:
        if not self.tasks:
            return math.inf
        if not self._settings.timeout_s:  # nothing to learn of what batches cost
            return -math.inf
        if not self._settings.is_adaptive:
            return self.queue.due_s(self._settings.timeout_s)
        return self.queue.due_s(self.window.window_s(), self.window.run_s(self.queue.num_rows))

    def settle(self, num_turns: int) -> None:
        if not self._settings.is_strict:
            self._num_turns = num_turns

    def is_settled(self) -> bool:
        if not self._num_turns:
            return True
        self._num_turns -= 1
        until_s = self.tasks[0].arrival_s + MAX_SETTLE_S
        return self.queue.is_full or until_s <= asyncio.get_running_loop().time()

    def start(self) -> asyncio.Task[None]:
        loop = asyncio.get_running_loop()
        now_s = loop.time()
        parts = self.queue.take()
        self._events.waited([now_s - part.task.arrival_s for part in parts])
        run = BatchRun(parts, self._run, self._settings, self._events)
        task = run.start()
        task.add_done_callback(lambda _: self.window.ran(run.num_rows, loop.time() - now_s))
        return task


def _form(inputs: Arrays, settings: Batching) -> Hashable:
    """What two requests must have in common to share a batch."""
    if len(inputs) == 1 and not settings.is_strict:
        ((name, array),) = inputs.items()
        return name, array.dtype, array.ndim if settings.pad_inputs else array.shape[1:]
    if settings.is_strict:
        return tuple(sorted(inputs))  # others fail together: TensorFlow Serving looks at names alone
    if settings.pad_inputs:
        return tuple(sorted((name, array.dtype.str, array.ndim) for name, array in inputs.items()))
    return tuple(sorted((name, array.dtype.str, array.shape[1:]) for name, array in inputs.items()))
