"""Traffic: requests of one kind, as a load is to send them."""
from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aioflow import errors
from aioflow.testing.arrivals import Arrivals, ClosedLoop

Send = Callable[[int], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Traffic:
    """Requests of one kind.

    Args:
        send: Sends request `number` (from 0 on) and awaits its result.
        name: Its name in the report.
        arrivals: The times at which requests are sent.
        num_requests: Number of requests; None for as many as the load's `duration_s`, or else other traffic, lasts.
        check: Called with number and result of each request; raises anything if the result is wrong.
        cancel_share: The share (0 to 1) of requests that are cancelled, chosen by the seed.
        cancel_within_s: They are cancelled up to so many seconds after they were sent.
        fail_share: The share (0 to 1) of requests that are sent by `send_failing`.
        send_failing: Sends a request that must end in `failure`.
        failure: The class of exception in which these are to end.

    Raises:
        ValueError: A share or number is out of range, or failing requests are wanted and cannot be sent.
    """

    send: Send
    name: str = "requests"
    arrivals: Arrivals = ClosedLoop()  # noqa: RUF009 - frozen
    num_requests: int | None = None
    check: Callable[[int, Any], object] | None = None
    cancel_share: float = 0.0
    cancel_within_s: float = 0.01
    fail_share: float = 0.0
    send_failing: Send | None = None
    failure: type[Exception] = errors.OpError

    def __post_init__(self) -> None:
        if min(self.cancel_share, self.fail_share) < 0 or not self.cancel_share + self.fail_share <= 1:
            raise ValueError(f"traffic {self.name!r}: cancel_share and fail_share must be between 0 and 1 together")
        if self.num_requests is not None and self.num_requests < 0:
            raise ValueError(f"traffic {self.name!r}: num_requests must not be negative, but is {self.num_requests}")
        if self.fail_share and self.send_failing is None:
            raise ValueError(f"traffic {self.name!r}: fail_share needs send_failing")
