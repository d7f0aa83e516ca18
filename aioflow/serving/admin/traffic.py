"""Traffic: requests, batches and errors of a server's models, counted as they come."""
from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass

from aioflow import errors
from aioflow.observe.live.recent import NOTHING, difference
from aioflow.pools.histogram import Histogram, HistogramRecorder, merged
from aioflow.serving.server.events import (
    UNKNOWN_MODEL,
    BatchingCancelled,
    BatchingRefused,
    BatchingWaited,
    BatchRan,
    BatchRetried,
    Event,
    RequestEnded,
    StateChanged,
)

_MAX_MODELS, _MAX_ERRORS, _MAX_CHANGES = 1000, 50, 50
_MAX_TEXT = 600  # characters of a message: the beginning says what is wrong


@dataclass(slots=True)
class FailureView:
    """Requests that failed alike.

    Attributes:
        model: The model's name.
        code: The status, such as "INVALID_ARGUMENT".
        node: The node that failed; "" where it was none.
        message: The last of their messages.
        count: How many there were.
        first_s: When the first failed, in seconds since 1970.
        last_s: When the last one did.
    """

    model: str
    code: str
    node: str
    message: str
    count: int
    first_s: float
    last_s: float


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A version of a model got another state."""

    at_s: float
    model: str
    version: int
    state: str
    error: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of one model, or of several together, that only grow.

    Attributes:
        answered: Requests that were answered.
        failed: Requests that failed.
        gone: Requests whose client did not wait.
        refused: Requests that a full queue did not take.
        batches: Batches that have run.
        rows: Their rows.
        latency: How long answered requests took.
        waited: How long requests waited for their batch.
    """

    answered: int = 0
    failed: int = 0
    gone: int = 0
    refused: int = 0
    batches: int = 0
    rows: int = 0
    latency: Histogram = NOTHING
    waited: Histogram = NOTHING

    def since(self, before: Counts) -> Counts:
        """What came between two readings."""
        return Counts(
            self.answered - before.answered, self.failed - before.failed, self.gone - before.gone,
            self.refused - before.refused, self.batches - before.batches, self.rows - before.rows,
            difference(self.latency, before.latency), difference(self.waited, before.waited),
        )  # fmt: skip


class _Counters:
    """The counters of one model, or of all."""

    __slots__ = ("_key", "_read", "answered", "batches", "failed", "gone", "latency", "num_waited", "refused", "rows",
                 "waited")  # fmt: skip

    def __init__(self) -> None:
        self.answered = self.failed = self.gone = self.refused = self.batches = self.rows = self.num_waited = 0
        self.latency, self.waited = HistogramRecorder(), HistogramRecorder()
        self._key, self._read = (0, 0, 0, 0, 0, 0), Counts()

    def read(self) -> Counts:
        """The numbers so far; those of a model that has done nothing since the last reading cost next to nothing."""
        key = self.answered, self.failed, self.gone, self.refused, self.batches, self.num_waited
        if key != self._key:
            self._key, self._read = key, Counts(
                self.answered, self.failed, self.gone, self.refused, self.batches, self.rows, merged([self.latency]),
                merged([self.waited]),
            )  # fmt: skip
        return self._read


class Traffic:
    """Listens to a server.

    Attributes:
        changes: The last changes of states, the oldest first.
    """

    def __init__(self) -> None:
        self.changes: deque[ChangeView] = deque(maxlen=_MAX_CHANGES)
        self._models: dict[str, _Counters] = {}
        self._all = _Counters()
        self._failures: dict[tuple[str, str, str], FailureView] = {}

    def note(self, event: Event) -> None:
        """Counts an event."""
        if isinstance(event, RequestEnded):
            self._request_ended(event)
        elif isinstance(event, BatchRan):
            for counters in self._of(event.model), self._all:
                counters.batches += 1
                counters.rows += event.num_rows - event.num_filler_rows
        elif isinstance(event, BatchingWaited):
            for counters in self._of(event.model), self._all:
                counters.num_waited += len(event.seconds)
                for seconds in event.seconds:
                    counters.waited.add(int(seconds * 1e9))
        elif isinstance(event, BatchingRefused):
            self._of(event.model).refused += 1
            self._all.refused += 1
        elif isinstance(event, StateChanged):
            self._of(event.model)
            text = "" if event.error is None else _short(str(getattr(event.error, "message", event.error)))
            self.changes.append(ChangeView(time.time(), event.model, event.version, event.state.name, text))
        else:  # who hung up is counted with its request, and what was run again alone ends as a request
            assert isinstance(event, (BatchingCancelled, BatchRetried))

    def counts(self) -> dict[str, Counts]:
        """The numbers so far, by model."""
        return {name: counters.read() for name, counters in self._models.items()}

    def counts_of(self, name: str) -> Counts:
        """The numbers so far of one model."""
        found = self._models.get(name)
        return Counts() if found is None else found.read()

    def total(self) -> Counts:
        """The numbers of all models, also of those that have gone."""
        return self._all.read()

    def failures(self) -> list[FailureView]:
        """Kinds of failures, the one that came last first."""
        return sorted(self._failures.values(), key=lambda failure: -failure.last_s)

    def _request_ended(self, event: RequestEnded) -> None:
        error = event.error
        if error is None and event.response is not None:
            nanoseconds = int(event.seconds * 1e9)
            for counters in self._of(event.response.model), self._all:
                counters.answered += 1
                counters.latency.add(nanoseconds)
            return
        # A name that only a failed request has brought may be anybody's.
        name = event.request.model if event.request.model in self._models else UNKNOWN_MODEL
        if isinstance(error, Exception):
            self._of(name).failed += 1
            self._all.failed += 1
            self._note_failure(name, error)
        else:
            self._of(name).gone += 1
            self._all.gone += 1

    def _note_failure(self, model: str, error: Exception) -> None:
        code = _CODES.get(error.code, "UNKNOWN") if isinstance(error, errors.OpError) else type(error).__name__
        node = (error.node_name or "") if isinstance(error, errors.OpError) else ""
        message = _short(str(error.message if isinstance(error, errors.OpError) else error))
        now_s, key = time.time(), (model, code, node)
        known = self._failures.pop(key, None)
        if known is None:
            known = FailureView(model, code, _short(node), message, 0, now_s, now_s)
            if len(self._failures) >= _MAX_ERRORS:
                del self._failures[next(iter(self._failures))]
        # Put at the end again: what is dropped is the kind that has not come for longest.
        self._failures[key] = known
        known.count, known.last_s, known.message = known.count + 1, now_s, message

    def know(self, names: list[str]) -> None:
        """Tells which models there are: failures of others count for none of them."""
        for name in names:
            self._of(name)
        for name in [each for each in self._models if each not in names and each != UNKNOWN_MODEL]:
            del self._models[name]

    def _of(self, name: str) -> _Counters:
        found = self._models.get(name)
        if found is None:
            name = name if len(self._models) < _MAX_MODELS else UNKNOWN_MODEL
            found = self._models.setdefault(name, _Counters())
        return found


def _short(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else f"{text[: _MAX_TEXT - 1]}…"


_CODES = {
    value: name for name, value in vars(errors).items() if name.isupper() and isinstance(value, int)
}  # fmt: skip
