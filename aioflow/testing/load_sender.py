"""Sender: sends the requests of one traffic."""
from __future__ import annotations

import asyncio
import random
from array import array
from collections.abc import Callable, Iterator
from typing import Any

from aioflow import errors
from aioflow.testing.arrivals import ClosedLoop
from aioflow.testing.load_report import Durations, TrafficReport
from aioflow.testing.traffic import Traffic


class Sender:
    """Sends requests of one kind, and notes how each ends.

    Args:
        kind: The traffic to send.
        random_numbers: Decide on arrivals, cancelling and failing.
        clock: Gives the time in seconds.
        measured_from: The time from which on durations count.
    """

    def __init__(
        self, kind: Traffic, random_numbers: random.Random, clock: Callable[[], float], measured_from: float
    ) -> None:
        self.kind = kind
        self._measured_from = measured_from
        self._clock = clock
        self._random = random_numbers
        self._is_over = False
        self._pausing: set[asyncio.Task[Any]] = set()  # tasks that `stop` may cancel, since they wait for a time only
        self._report = TrafficReport(kind.name)
        self._latencies_s = array("d")  # a long load has many
        self._cancellations_s = array("d")
        self._last_end = clock()

    def stop(self) -> None:
        """Sends nothing more; what is under way goes on."""
        self._is_over = True
        for task in self._pausing:
            task.cancel()

    def finished_report(self) -> TrafficReport:
        """Gives the report, when all have been answered."""
        self._report.latencies = Durations(self._latencies_s)
        self._report.cancellations = Durations(self._cancellations_s)
        self._report.measured_s = max(0.0, self._last_end - self._measured_from)
        return self._report

    # ---- when to send
    async def run(self) -> None:
        """Sends, until there is nothing more to send and all has been answered."""
        arrivals = self.kind.arrivals
        async with asyncio.TaskGroup() as group:
            if isinstance(arrivals, ClosedLoop):
                for _ in range(arrivals.num_callers):
                    group.create_task(self._closed_loop(arrivals.think_s))
            else:
                group.create_task(self._open(arrivals.gaps_s(self._random), group))

    def _may_send(self) -> bool:
        return not self._is_over and self._report.num_sent != self.kind.num_requests

    async def _closed_loop(self, think_s: float) -> None:
        while self._may_send():
            await self._request(self._next_number(), self._clock())
            if self._may_send():
                await self._pause(think_s)  # even of 0 s: a send that never waits must not keep the loop to itself

    async def _open(self, gaps_s: Iterator[float], group: asyncio.TaskGroup) -> None:
        # Each request is due a gap after the one before it was due, not after it was sent: when the loop is late, its
        # lateness counts as latency of the requests, and does not thin out the load.
        due = self._clock()
        for gap_s in gaps_s:
            if not self._may_send():
                return
            if gap_s:
                due += gap_s
                await self._pause(max(0.0, due - self._clock()))
                while (early_s := due - self._clock()) > 0:  # timers have a resolution
                    await self._pause(early_s)
            group.create_task(self._request(self._next_number(), due))

    async def _pause(self, seconds: float) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._pausing.add(task)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._pausing.discard(task)

    # ---- one request
    def _next_number(self) -> int:
        self._report.num_sent += 1
        return self._report.num_sent - 1

    async def _request(self, number: int, due: float) -> None:
        kind, report = self.kind, self._report
        chance = self._random.random() if kind.cancel_share or kind.fail_share else 1.0
        try:
            if chance < kind.cancel_share:
                is_cancelled, result = await self._cancelled_soon(number)
            elif chance < kind.cancel_share + kind.fail_share:
                await self._failing(number)
                return
            else:
                is_cancelled, result = False, await kind.send(number)
        except errors.ResourceExhaustedError:
            report.num_rejected += 1
        except asyncio.CancelledError as error:
            if _is_being_cancelled():
                raise
            report.note_error(number, error)  # the request was cancelled by somebody else, which is a fault of theirs
        except Exception as error:
            report.note_error(number, error)
        else:
            if is_cancelled:
                report.num_cancelled += 1
            else:
                self._answered(number, due, result)
        finally:
            self._last_end = self._clock()

    def _answered(self, number: int, due: float, result: Any) -> None:
        now = self._clock()
        if self.kind.check is not None:
            try:
                self.kind.check(number, result)
            except Exception as error:
                self._report.note_wrong(f"request {number}: {type(error).__name__}: {error}")
                return
        self._report.num_ok += 1
        if due >= self._measured_from:
            self._latencies_s.append(now - due)

    async def _failing(self, number: int) -> None:
        assert self.kind.send_failing is not None
        try:
            result = await self.kind.send_failing(number)
        except self.kind.failure:
            self._report.num_failed_as_asked += 1
        else:
            self._report.note_wrong(f"request {number} ought to fail, but gave {result!r}")

    async def _cancelled_soon(self, number: int) -> tuple[bool, Any]:
        """Sends a request and cancels it; returns whether it ended so, and else its result."""
        task = asyncio.ensure_future(self.kind.send(number))
        cancelled_at: float | None = None

        def cancel() -> None:
            nonlocal cancelled_at
            cancelled_at = self._clock()
            task.cancel()

        timer = asyncio.get_running_loop().call_later(self._random.uniform(0, self.kind.cancel_within_s), cancel)
        # A request that was quicker than the timer has its result, which is checked like any other.
        try:
            return False, await task
        except asyncio.CancelledError:
            if cancelled_at is None or _is_being_cancelled():
                raise  # nobody asked for it, or it is the load itself that is cancelled
            if cancelled_at >= self._measured_from:
                self._cancellations_s.append(self._clock() - cancelled_at)
            return True, None
        finally:
            timer.cancel()


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
