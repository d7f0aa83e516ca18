"""run_load: arrivals as asked for, every request counted once, every result checked."""
from __future__ import annotations

import asyncio
import math
import random
import threading
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest

import aioflow as tf
from aioflow.testing import Burst, ClosedLoop, Poisson, Traffic, run_load
from aioflow.testing.load_report import Durations

from .conftest import virtual_time


def taking(seconds: float) -> Callable[[int], Awaitable[int]]:
    """A request that takes so long and gives its number."""

    async def send(number: int) -> int:
        await asyncio.sleep(seconds)
        return number

    return send


def is_number(number: int, result: int) -> None:
    """The check of `taking`."""
    assert result == number


# ---- arrivals
@virtual_time
async def test_closed_loop() -> None:
    """Each caller has one request under way: 4 callers send 100 requests of 1 s in 25 s, or think 1 s in between."""
    report = await run_load(Traffic(taking(1.0), num_requests=100, arrivals=ClosedLoop(4)))
    assert report.elapsed_s == pytest.approx(25.0)
    assert report["requests"].throughput_per_s == pytest.approx(4.0)
    thoughtful = await run_load(Traffic(taking(1.0), num_requests=100, arrivals=ClosedLoop(4, think_s=1.0)))
    assert thoughtful.elapsed_s == pytest.approx(49.0)


@virtual_time
async def test_poisson() -> None:
    """Gaps are exponential: 2,000 requests at 50/s take about 40 s, and the gaps' deviation is about their mean."""
    arrived = []

    async def send(number: int) -> None:
        arrived.append(asyncio.get_running_loop().time())

    await run_load(Traffic(send, num_requests=2000, arrivals=Poisson(50.0)))
    gaps = [after - before for before, after in pairwise(arrived)]
    mean = sum(gaps) / len(gaps)
    deviation = math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / len(gaps))
    assert mean == pytest.approx(0.02, rel=0.1) and deviation == pytest.approx(mean, rel=0.1)


@virtual_time
async def test_burst() -> None:
    """Bursts of 10 come every 2 s: the first at once, 35 requests end with the fourth burst."""
    times = []

    async def send(number: int) -> None:
        times.append(round(asyncio.get_running_loop().time() - began, 6))

    began = asyncio.get_running_loop().time()
    await run_load(Traffic(send, num_requests=35, arrivals=Burst(10, 2.0)))
    assert times == [0.0] * 10 + [2.0] * 10 + [4.0] * 10 + [6.0] * 5


@virtual_time
async def test_open_arrivals_do_not_wait() -> None:
    """Latency counts from when a request was due: one server that takes 1 s makes the 5th of a burst wait 5 s."""
    server = asyncio.Lock()

    async def send(number: int) -> None:
        async with server:
            await asyncio.sleep(1.0)

    report = await run_load(Traffic(send, num_requests=5, arrivals=Burst(5, 1.0)))
    assert report["requests"].latencies.values_s == pytest.approx([1.0, 2.0, 3.0, 4.0, 5.0])


@virtual_time
async def test_seed() -> None:
    """Arrivals, and which requests are cancelled, follow from the seed alone."""

    async def cancelled(seed: int) -> list[int]:
        numbers: list[int] = []

        async def send(number: int) -> None:
            try:
                await asyncio.sleep(1.0)
            except asyncio.CancelledError:
                numbers.append(number)
                raise

        kind = Traffic(send, num_requests=200, arrivals=Poisson(10.0), cancel_share=0.2, cancel_within_s=0.5)
        await run_load(kind, seed=seed)
        return numbers

    assert await cancelled(1) == await cancelled(1) != await cancelled(2)


@pytest.mark.parametrize(
    "make",
    [
        lambda: ClosedLoop(0),
        lambda: ClosedLoop(think_s=-1),
        lambda: Poisson(0),
        lambda: Poisson(math.nan),
        lambda: Burst(0, 1),
        lambda: Burst(1, 0),
        lambda: Traffic(taking(0), cancel_share=0.6, fail_share=0.6),
        lambda: Traffic(taking(0), cancel_share=-0.1),
        lambda: Traffic(taking(0), fail_share=0.1),
        lambda: Traffic(taking(0), num_requests=-1),
    ],
)
def test_out_of_range(make: Callable[[], object]) -> None:
    """Numbers that mean nothing are refused where they are written."""
    with pytest.raises(ValueError):
        make()


# ---- when it ends
@virtual_time
async def test_duration() -> None:
    """After the duration nothing more is sent, and what is under way goes on to its end."""
    report = await run_load(Traffic(taking(3.0), arrivals=Poisson(10.0)), duration_s=20.0)
    assert report.elapsed_s == pytest.approx(23.0, abs=1.0)
    assert report["requests"].num_ok == report["requests"].num_sent > 100


@virtual_time
async def test_background_traffic() -> None:
    """Traffic without a number of its own lasts as long as the others."""
    report = await run_load(
        Traffic(taking(1.0), "foreground", num_requests=10, check=is_number),
        Traffic(taking(0.5), "background", arrivals=ClosedLoop(3, think_s=100.0)),
        Traffic(taking(0.5), "more", arrivals=Poisson(5.0)),
    )
    assert report.elapsed_s == pytest.approx(10.5, abs=0.5)
    assert report["background"].num_ok == 3
    assert 20 < report["more"].num_ok < 80


@virtual_time
async def test_warm_up() -> None:
    """What was sent during the warm-up is checked and counted, but has no latency."""
    slow_at_first = [9.0] + [1.0] * 11

    async def send(number: int) -> None:
        await asyncio.sleep(slow_at_first[number])

    report = await run_load(Traffic(send, num_requests=12), warm_up_s=9.5)
    assert report["requests"].num_ok == 12
    assert report["requests"].latencies.values_s == pytest.approx([1.0] * 10)
    assert report["requests"].throughput_per_s == pytest.approx(10 / 10.5)


@virtual_time
async def test_endless() -> None:
    """A load that nothing would end is refused, and so are two kinds of one name."""
    with pytest.raises(ValueError, match="duration_s"):
        await run_load(Traffic(taking(1.0)))
    with pytest.raises(ValueError, match="name"):
        await run_load(Traffic(taking(1.0)), Traffic(taking(1.0)), duration_s=1.0)


@virtual_time
async def test_load_is_cancelled() -> None:
    """Cancelling the load cancels its requests, also those that it would have cancelled itself."""
    ended = []

    async def send(number: int) -> None:
        try:
            await asyncio.sleep(1000.0)
        finally:
            ended.append(number)

    kind = Traffic(send, arrivals=ClosedLoop(10), cancel_share=0.5, cancel_within_s=900.0)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1.0):
            await run_load(kind, duration_s=2000.0)
    assert sorted(ended) == list(range(10))


# ---- what is counted
async def test_sessions_under_load(session: tf.Session) -> None:
    """Of 2,000 runs some are cancelled and some fail; each ends once, and each result is right."""
    report = await run_load(
        Traffic(
            lambda number: session.run("y:0", {"x:0": 1 + number % 50}),
            arrivals=ClosedLoop(32),
            num_requests=2000,
            check=lambda number, result: is_number(100 // (1 + number % 50), int(result)),
            cancel_share=0.05,
            cancel_within_s=0.001,
            fail_share=0.02,
            send_failing=lambda number: session.run("y:0", {"x:0": 0}),
            failure=tf.errors.InvalidArgumentError,
        )
    )
    report.assert_correct()
    requests = report["requests"]
    assert requests.num_sent == requests.num_ended == 2000
    assert 15 <= requests.num_failed_as_asked <= 80
    assert requests.num_cancelled + requests.num_ok == 2000 - requests.num_failed_as_asked
    assert 0 < requests.latencies.p50_s <= requests.latencies.p99_s <= requests.latencies.p999_s
    assert requests.throughput_per_s > 0 and len(report.loop_lag) > 0


@virtual_time
async def test_wrong_results() -> None:
    """Results that fail the check, and requests that ought to fail and do not, make the report incorrect."""

    async def send(number: int) -> int:
        return number if number % 2 else -1

    report = await run_load(Traffic(send, num_requests=10, check=is_number))
    assert (report["requests"].num_ok, report["requests"].num_wrong) == (5, 5)
    with pytest.raises(AssertionError, match=r"5 WRONG.*request 0"):
        report.assert_correct()

    report = await run_load(Traffic(send, num_requests=4, fail_share=1.0, send_failing=send))
    with pytest.raises(AssertionError, match="ought to fail, but gave"):
        report.assert_correct()


@virtual_time
async def test_errors_by_class() -> None:
    """Errors are counted by class; a refusal by a full queue is a rejection, which is no fault."""

    async def send(number: int) -> None:
        if number < 3:
            raise tf.errors.ResourceExhaustedError(None, None, "the queue is full")
        if number < 5:
            raise asyncio.CancelledError
        if number < 9:
            raise ZeroDivisionError(f"number {number}")

    report = (await run_load(Traffic(send, num_requests=20)))["requests"]
    assert (report.num_rejected, report.num_ok, report.num_ended) == (3, 11, 20)
    assert report.errors == {"CancelledError": 2, "ZeroDivisionError": 4}
    rejecting = await run_load(Traffic(send, num_requests=3))
    rejecting.assert_correct()
    assert "3 rejected" in str(rejecting)


@virtual_time
async def test_cancelled_while_pausing() -> None:
    """How long a caller waits for the end of what it cancelled is in the report."""

    async def send(number: int) -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            await asyncio.sleep(2.0)  # such as a kernel that cannot be stopped

    kind = Traffic(send, num_requests=50, arrivals=ClosedLoop(5), cancel_share=1.0, cancel_within_s=1.0)
    report = await run_load(kind)
    report.assert_correct()
    assert report["requests"].num_cancelled == 50
    assert report["requests"].cancellations.values_s == pytest.approx([2.0] * 50)


async def test_loop_lag() -> None:
    """A callback that holds the loop shows as lag, also where requests themselves are fast."""

    async def send(number: int) -> None:
        if number == 20:
            threading.Event().wait(0.05)  # blocks the loop

    report = await run_load(Traffic(send, arrivals=ClosedLoop(1, think_s=0.001), num_requests=40))
    assert report.loop_lag.max_s > 0.04


# ---- durations
def test_percentiles() -> None:
    """A percentile is the smallest value that so many do not exceed."""
    values = [float(value) for value in range(1, 1001)]
    random.Random(0).shuffle(values)
    durations = Durations(values)
    assert (durations.p50_s, durations.p99_s, durations.p999_s, durations.max_s) == (500.0, 990.0, 999.0, 1000.0)
    assert Durations([7.0]).p50_s == Durations([7.0]).p999_s == 7.0
    assert math.isnan(Durations().p99_s) and str(Durations()) == "none"


@virtual_time
async def test_json() -> None:
    """The report as plain data has what the report has; percentiles of nothing are null."""
    document = (await run_load(Traffic(taking(0.25), num_requests=4))).as_json()
    requests = document["traffic"]["requests"]
    assert requests["latency"] == {
        name: pytest.approx(250.0) for name in ("p50_ms", "p99_ms", "p99.9_ms", "max_ms")
    } | {"count": 4}
    assert requests["cancellation"]["p50_ms"] is None
    assert document["loop_lag"]["count"] == 0
