"""Events of a server, for whoever counts them. Nobody changes one; to freeze them would cost three times as much."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aioflow.serving.lifecycle.states import State
from aioflow.serving.server.request import Request, Response

#: Stands, where events are counted by model, for models that there are not: their names are strangers'.
UNKNOWN_MODEL = "(unknown)"


@dataclass(slots=True)
class RequestEnded:
    """A request has been answered, or has failed.

    Attributes:
        request: The request.
        response: The answer; None for a failed request.
        error: Why it failed; None for an answered one.
        seconds: How long it took.
    """

    request: Request
    response: Response | None
    error: BaseException | None
    seconds: float


@dataclass(slots=True)
class StateChanged:
    """A version of a model has another state.

    Attributes:
        model: The model's name.
        version: The version's number.
        state: Its state.
        error: Why it could not be loaded, or None.
    """

    model: str
    version: int
    state: State
    error: BaseException | None = None


@dataclass(slots=True)
class BatchingRefused:
    """A request did not get into a model's queue, or had to leave it: "full", "size" or "timeout"."""

    model: str
    reason: str


@dataclass(slots=True)
class BatchingCancelled:
    """Nobody waits any more for a request in the "queue", or in a batch that is at its "run"."""

    model: str
    phase: str


@dataclass(slots=True)
class BatchingWaited:
    """Requests, or parts of them, begin to run together, each so many seconds after it came."""

    model: str
    seconds: Sequence[float]


@dataclass(slots=True)
class BatchRan:
    """A batch has run, well or not.

    Attributes:
        model: The model's name.
        num_rows: Rows of the batch, with those that filled it up.
        num_filler_rows: Rows that filled it up.
        seconds: How long it took.
    """

    model: str
    num_rows: int
    num_filler_rows: int
    seconds: float


@dataclass(slots=True)
class BatchRetried:
    """A request is run alone, since its batch has failed."""

    model: str


Event = (
    RequestEnded | StateChanged | BatchingRefused | BatchingCancelled | BatchingWaited | BatchRan | BatchRetried
)  # fmt: skip
Listener = Callable[[Event], None]
"""Called on the event loop, for each event; it must not raise and must not take long."""
