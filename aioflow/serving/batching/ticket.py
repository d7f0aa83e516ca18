"""Ticket: one request on its way through batches."""
from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from aioflow.serving.batching.merging import joined
from aioflow.serving.batching.tasks import Part, Task

Arrays = Mapping[str, np.ndarray]


class Run(Protocol):
    """A batch that runs."""

    def left(self) -> None:
        """Nobody waits for one of its parts any more."""


class Outcome(Protocol):
    """Gets what becomes of a request: a future that somebody awaits, or whoever is to be called."""

    def done(self) -> bool:
        """Whether nobody waits for it any more."""
        ...

    def set_result(self, result: dict[str, Any], /) -> None:
        """Takes the outputs."""

    def set_exception(self, exception: BaseException, /) -> None:
        """Takes the error."""


class Ticket(Task):
    """A request, whose outputs come with one batch or several.

    It is the task that waits, not one beside it: two that know each other would be left to the garbage collector, with
    their arrays.

    Args:
        inputs: By alias an array, `[rows, ...]` each.
        outcome: Gets the outputs, or the error.
        num_rows, arrival_s, level, deadline_s: As in `Task`.
        mark: See the attribute.

    Attributes:
        outcome: Gets the outputs, or the error.
        lane: Where it waits, which the batcher sets.
        timer: Ends its wait for a batch, if that has a bound.
        runs: The batches that have rows of it and are not done.
        mark: What `BatchEvents.mark` gave.
    """

    __slots__ = ("_inputs", "_num_rows_left", "_outputs", "lane", "mark", "outcome", "runs", "timer")

    def __init__(
        self, inputs: Arrays, outcome: Outcome,
        num_rows: int, arrival_s: float, level: int, deadline_s: float, mark: Any = None,
    ) -> None:  # fmt: skip
        self.num_rows = self.num_left = num_rows  # as `Task.__init__` does, whose call takes as long as all of this
        self.arrival_s = arrival_s
        self.level = level
        self.deadline_s = deadline_s
        self.mark = mark
        self.outcome = outcome
        self.lane: Any = None
        self.timer: asyncio.TimerHandle | None = None
        self.runs: tuple[Run, ...] = ()  # of most requests one: a tuple costs less than a list
        self._inputs = inputs
        self._outputs: dict[int, Arrays] | None = None
        self._num_rows_left = num_rows

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.outcome.done()

    def inputs_of(self, part: Part) -> Arrays:
        """The rows of a part."""
        if part.end - part.start == self.num_rows:
            return self._inputs
        return {name: array[part.start : part.end] for name, array in self._inputs.items()}

    def joins(self, run: Run) -> None:
        """Notes that a batch has rows of it."""
        self.runs = (*self.runs, run)

    def ended(self, run: Run) -> None:
        """Notes that a batch is done."""
        self.runs = () if len(self.runs) == 1 else tuple(other for other in self.runs if other is not run)

    def deliver(self, part: Part, outputs: dict[str, Any]) -> None:
        """Takes the outputs of a part, whose batch has ended; with the last one the request is answered."""
        if part.end - part.start == self.num_rows:
            if not self.outcome.done():
                self.outcome.set_result(outputs)
            return
        if self._outputs is None:
            self._outputs = {}
        self._outputs[part.start] = outputs
        self._num_rows_left -= part.num_rows
        if self._num_rows_left or self.is_over:
            return
        try:
            whole = joined([self._outputs[start] for start in sorted(self._outputs)])
        except Exception as error:
            self.outcome.set_exception(error)
        else:
            self.outcome.set_result(whole)

    def fail(self, error: BaseException) -> None:
        """Answers the request with an error, if it is not answered yet."""
        if not self.is_over:
            self.outcome.set_exception(error)

    def leave_runs(self) -> None:
        """Tells its batches that nobody waits for these rows any more."""
        runs, self.runs = self.runs, ()
        for run in runs:
            run.left()
