"""BatchEvents: what happens to batches, for metrics."""
from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

_NOTHING: AbstractContextManager[None] = nullcontext()


class BatchEvents:
    """Is told what happens. A subclass counts; this one does not.

    Attributes:
        has_marks: Whether `mark` is to be called.
    """

    has_marks = False

    def rejected(self, reason: str) -> None:
        """A request did not get into the queue, or left it: "full", "timeout", "size"."""

    def cancelled(self, phase: str) -> None:
        """Nobody waits any more for a request: "queue" or "run"."""

    def waited(self, seconds: Sequence[float]) -> None:
        """Requests, or parts of them, begin to run together; how long each has waited."""

    def ran(self, num_rows: int, num_filler_rows: int, seconds: float) -> None:
        """A batch ran, well or not."""

    def mark(self) -> Any:
        """Gives what is to be kept with a request that joins the queue, until `running` gets it; None for nothing."""
        return None

    def running(self, marks: Sequence[tuple[Any, float]]) -> AbstractContextManager[None]:
        """A context in which a batch runs, in a task of its own.

        Args:
            marks: Of the requests with one, what `mark` gave, and the seconds that they have waited.
        """
        return _NOTHING

    def retried_alone(self) -> None:
        """A request is run alone, since its batch has failed."""
