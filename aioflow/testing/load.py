"""run_load: many callers at once, each of whose results is checked; for tests of programs that serve.

    async def test_serving(session):
        report = await run_load(
            Traffic(lambda i: session.run(y, {x: inputs[i % 64]}), check=is_right, num_requests=1000,
                    arrivals=Poisson(500.0), cancel_share=0.05),
        )
        report.assert_correct()
        assert report["requests"].latencies.p99_s < 0.1

On a `JumpingLoop` the waiting for arrivals takes no time, and the times in the report are virtual.
"""
from __future__ import annotations

import asyncio
import random
import time
from array import array
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

from aioflow import errors
from aioflow.testing.arrivals import Arrivals, ClosedLoop
from aioflow.testing.clock import JumpingLoop
from aioflow.testing.load_report import NUM_EXAMPLES, Durations, LoadReport, TrafficReport
from aioflow.testing.loop_lag import LoopLag

Send = Callable[[int], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Traffic:
    """Requests of one kind.

    Args:
        send: Sends request `number` (from 0 on) and awaits its result.
        name: What the report calls it.
        arrivals: When requests are sent.
        num_requests: How many; None: until the load's `duration_s` is over, or else as long as other traffic lasts.
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


async def run_load(
    *traffic: Traffic, seed: int = 0, duration_s: float | None = None, warm_up_s: float = 0.0
) -> LoadReport:
    """Sends requests of all kinds at the same time, and waits until all have been answered.

    Args:
        traffic: The kinds, each with a name of its own.
        seed: What arrivals, cancelling and failing follow.
        duration_s: After so many seconds no further request is sent.
        warm_up_s: Durations and throughput leave out what was sent in the first so many seconds.

    Raises:
        ValueError: Two kinds have one name, or nothing would end the load.
    """
    names = [kind.name for kind in traffic]
    if len(set(names)) != len(names):
        raise ValueError(f"each traffic needs a name of its own, but they are {names}")
    if duration_s is None and all(kind.num_requests is None for kind in traffic):
        raise ValueError("a load needs duration_s, or a traffic with num_requests")
    return await _Load(traffic, seed, warm_up_s).run(duration_s)


class _Load:
    """One load while it runs."""

    def __init__(self, traffic: tuple[Traffic, ...], seed: int, warm_up_s: float) -> None:
        loop = asyncio.get_running_loop()
        self.is_virtual = isinstance(loop, JumpingLoop)
        self.clock = loop.time if self.is_virtual else time.perf_counter  # uvloop's own has milliseconds
        self.began = self.clock()
        self.measured_from = self.began + warm_up_s
        self.senders = [_Sender(self, kind, random.Random(f"{seed} {kind.name}")) for kind in traffic]

    async def run(self, duration_s: float | None) -> LoadReport:
        async with LoopLag() as lag:
            if self.is_virtual:
                await lag.__aexit__()  # it would make the clock stop every 2 ms
            timers = [asyncio.get_running_loop().call_later(self.measured_from - self.began, lag.forget)]
            if duration_s is not None:
                timers.append(asyncio.get_running_loop().call_later(duration_s, self.stop))
            try:
                await self._send_all(duration_s)
            finally:
                for timer in timers:
                    timer.cancel()
        reports = {sender.kind.name: sender.finished_report() for sender in self.senders}
        return LoadReport(reports, Durations(lag.lags_s), self.clock() - self.began)

    async def _send_all(self, duration_s: float | None) -> None:
        async with asyncio.TaskGroup() as group:
            tasks = {sender: group.create_task(sender.run()) for sender in self.senders}
            bounded = [task for sender, task in tasks.items() if sender.kind.num_requests is not None]
            if duration_s is None:
                await asyncio.gather(*bounded)
                self.stop()

    def stop(self) -> None:
        """Has nothing more sent; what is under way goes on."""
        for sender in self.senders:
            sender.stop()


class _Sender:
    """Sends one kind of requests."""

    def __init__(self, load: _Load, kind: Traffic, random_numbers: random.Random) -> None:
        self.kind = kind
        self._load = load
        self._clock = load.clock
        self._random = random_numbers
        self._is_over = False
        self._pausing: set[asyncio.Task[Any]] = set()
        self._report = TrafficReport(kind.name)
        self._latencies_s = array("d")  # a long load has many
        self._cancellations_s = array("d")
        self._last_end = load.began

    def stop(self) -> None:
        self._is_over = True
        for task in self._pausing:
            task.cancel()

    def finished_report(self) -> TrafficReport:
        self._report.latencies = Durations(self._latencies_s)
        self._report.cancellations = Durations(self._cancellations_s)
        self._report.measured_s = max(0.0, self._last_end - self._load.measured_from)
        return self._report

    # ---- when to send
    async def run(self) -> None:
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
            self._note_error(number, error)
        except Exception as error:
            self._note_error(number, error)
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
                self._wrong(f"request {number}: {type(error).__name__}: {error}")
                return
        self._report.num_ok += 1
        if due >= self._load.measured_from:
            self._latencies_s.append(now - due)

    async def _failing(self, number: int) -> None:
        assert self.kind.send_failing is not None
        try:
            result = await self.kind.send_failing(number)
        except self.kind.failure:
            self._report.num_failed_as_asked += 1
        else:
            self._wrong(f"request {number} ought to fail, but gave {result!r}")

    async def _cancelled_soon(self, number: int) -> tuple[bool, Any]:
        """Sends a request and cancels it; whether it ended so, and else its result."""
        task = asyncio.ensure_future(self.kind.send(number))
        cancelled_at: float | None = None

        def cancel() -> None:
            nonlocal cancelled_at
            cancelled_at = self._clock()
            task.cancel()

        timer = asyncio.get_running_loop().call_later(self._random.uniform(0, self.kind.cancel_within_s), cancel)
        try:
            return False, await task
        except asyncio.CancelledError:
            if cancelled_at is None or _is_being_cancelled():
                raise  # nobody asked for it, or it is the load itself that is cancelled
            if cancelled_at >= self._load.measured_from:
                self._cancellations_s.append(self._clock() - cancelled_at)
            return True, None
        finally:
            timer.cancel()

    def _wrong(self, message: str) -> None:
        self._report.num_wrong += 1
        self._note_example(message)

    def _note_error(self, number: int, error: BaseException) -> None:
        self._report.errors[type(error).__name__] += 1
        self._note_example(f"request {number}: {type(error).__name__}: {error}")

    def _note_example(self, message: str) -> None:
        if len(self._report.examples) < NUM_EXAMPLES:
            self._report.examples.append(message)


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
