"""Calls of actors: nothing ends them but what their callers say, or do not say for long."""
from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from aioflow import errors
from aioflow.distributed.transport.actor_transport import LARGE_NBYTES, packed, unpacked
from aioflow.distributed.transport.answered_calls import AnsweredCalls
from aioflow.distributed.transport.ray_actors import chief
from aioflow.distributed.transport.ray_errors import ActorGoneError, error_of_ray
from aioflow.distributed.transport.transport import Body, Buffer, Call, Services
from aioflow.testing.clock import JumpingLoop
from tests.distributed.actors import ActorDiedError, Actors, ActorUnavailableError, RayActorError, RayError

WAIT = "/t.T/Wait"
LEASE_S = 30.0


def run(program: Coroutine[Any, Any, None]) -> None:
    """Runs a program on virtual time."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(program)


class Waiting:
    """What waits for ever, and counts how often it has begun and ended."""

    def __init__(self) -> None:
        self.num_begun = self.num_ended = 0

    async def _wait(self, call: Call, body: Buffer) -> Body:
        self.num_begun += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.num_ended += 1
        raise AssertionError

    def services(self) -> Services:
        """It as services."""
        return Services({WAIT: self._wait})


def test_a_call_that_is_given_up_before_it_comes() -> None:
    """It does not begin, and is forgotten then."""

    async def program() -> None:
        waiting = Waiting()
        calls = AnsweredCalls("a", waiting.services(), LEASE_S)
        calls.give_up([7])
        code, text, payloads = await calls.answer(7, WAIT, b"")
        assert (code, text, payloads) == (errors.CANCELLED, "CANCELLED", None)
        assert waiting.num_begun == 0
        again = asyncio.ensure_future(calls.answer(7, WAIT, b""))
        await asyncio.sleep(1)
        assert waiting.num_begun == 1
        await calls.stop()
        assert (await again)[0] == errors.CANCELLED

    run(program())


def test_a_caller_that_vanishes() -> None:
    """Its call is cancelled when nothing has been heard of it for as long as the lease; that of another one is not."""

    async def program() -> None:
        loop, actors, waiting = asyncio.get_running_loop(), Actors(), Waiting()
        transport = actors.transport(LEASE_S)
        calls = await transport.serve("a", waiting.services())
        channel = transport.connect("a")
        heard = asyncio.ensure_future(channel.call(WAIT, b""))
        vanished = asyncio.ensure_future(calls.answer(1, WAIT, b""))
        assert (await vanished)[0] == errors.CANCELLED
        assert LEASE_S <= loop.time() <= 1.5 * LEASE_S
        await asyncio.sleep(100 * LEASE_S)
        assert not heard.done() and len(calls) == 1
        actors.is_mute = True  # as if the machine between had gone
        with pytest.raises(errors.CancelledError):
            await heard
        assert len(calls) == 0 and waiting.num_ended == 2
        await channel.close()
        await calls.stop()

    run(program())


def test_a_thousand_cancelled_calls_leave_nothing() -> None:
    """Each is cancelled at the other end, too."""

    async def program() -> None:
        actors, waiting = Actors(), Waiting()
        transport = actors.transport(LEASE_S)
        calls = await transport.serve("a", waiting.services())
        channel = transport.connect("a")
        callers = [asyncio.ensure_future(channel.call(WAIT, b"")) for _ in range(1000)]
        for number, caller in enumerate(callers):
            if number % 3:  # some before they have left
                await asyncio.sleep(0)
            caller.cancel()
        await asyncio.wait(callers)
        await asyncio.sleep(1)
        assert all(caller.cancelled() for caller in callers)
        assert not len(calls) and waiting.num_begun == waiting.num_ended and not actors.running
        await channel.close()

    run(program())


def test_an_actor_that_is_restarted() -> None:
    """Calls fail meanwhile, and those that wait do when it is there again."""

    async def program() -> None:
        actors = Actors()

        async def echo(call: Call, body: Buffer) -> Body:
            return body

        transport = actors.transport()
        calls = await transport.serve("a", Services({"/echo": echo}))
        channel = transport.connect("a")
        assert await channel.call("/echo", b"1") == b"1"
        actors.calls["a"] = None
        with pytest.raises(errors.UnavailableError, match="ActorUnavailableError: it is being restarted"):
            await channel.call("/echo", b"2")
        waiting = asyncio.ensure_future(channel.call("/echo", b"3", waits=True))
        await asyncio.sleep(5)
        assert not waiting.done()
        actors.calls["a"] = calls
        assert await waiting == b"3"
        await channel.close()

    run(program())


def test_an_actor_that_does_not_come_back() -> None:
    """Nobody waits for it; one that has its name later is found."""

    async def program() -> None:
        actors = Actors()

        async def echo(call: Call, body: Buffer) -> Body:
            return body

        services = Services({"/echo": echo})
        await actors.transport().serve("a", services)
        channel = actors.transport().connect("a")
        assert await channel.call("/echo", b"1") == b"1"
        del actors.calls["a"]
        for waits in (False, True):
            with pytest.raises(ActorGoneError) as caught:
                await channel.call("/echo", b"2", waits=waits)
            assert caught.value.code == errors.UNAVAILABLE
        await actors.transport().serve("a", services)
        assert await channel.call("/echo", b"3") == b"3"
        await channel.close()

    run(program())


def test_what_a_peer_of_the_actor_lacks_is_not_waited_for() -> None:
    """That the actor cannot reach somebody says nothing of the actor."""

    async def program() -> None:
        async def fail(call: Call, body: Buffer) -> Buffer:
            raise errors.unavailable("the other one is gone")

        transport = Actors().transport()
        await transport.serve("a", Services({"/fail": fail}))
        channel = transport.connect("a")
        with pytest.raises(errors.UnavailableError, match="the other one is gone"):
            await channel.call("/fail", b"", waits=True, timeout_s=5.0)
        await channel.close()

    run(program())


def test_large_bodies_travel_as_arrays() -> None:
    """They arrive as views that nobody can write to; small ones stay bytes."""
    body = bytes(range(256)) * (LARGE_NBYTES // 256)
    assert packed(body[:-1]) == body[:-1]
    array = packed(body)
    array.flags.writeable = False
    view = unpacked(array)
    assert view == body and memoryview(view).readonly


class OutOfMemoryError(RayError):
    """Named as that of Ray."""


class TaskCancelledError(RayError):
    """Named as that of Ray."""


@pytest.mark.parametrize(
    ("error", "kind", "is_gone"),
    [
        (ActorUnavailableError("x"), errors.UnavailableError, False),
        (RayActorError("x"), errors.UnavailableError, False),
        (ActorDiedError("x"), errors.UnavailableError, True),
        (OutOfMemoryError("x"), errors.ResourceExhaustedError, False),
        (TaskCancelledError("x"), errors.CancelledError, False),
        (RayError("x"), errors.InternalError, False),
        (ZeroDivisionError("x"), errors.InternalError, False),
    ],
)
def test_errors_of_ray(error: Exception, kind: type[errors.OpError], is_gone: bool) -> None:
    """Each has the class that a server of gRPC would tell, and says what Ray has called it."""
    told = error_of_ray(error)
    assert isinstance(told, kind) and isinstance(told, ActorGoneError) == is_gone
    assert told.message == f"{type(error).__name__}: x"


def test_what_a_method_raised_is_unwrapped() -> None:
    """With class, text and payloads."""
    wrapped = RayError("a long traceback")
    cause = errors.aborted("lost")
    wrapped.cause = cause  # type: ignore[attr-defined]
    assert error_of_ray(wrapped) is cause


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (["c/ps:0", "c/worker:10", "c/worker:2"], "c/worker:2"),
        (["c/worker:0", "c/chief:0"], "c/chief:0"),
        (["c/b:0", "c/a:1", "c/a:0"], "c/a:0"),
    ],
)
def test_the_task_of_a_clusters_sessions(names: list[str], wanted: str) -> None:
    """That of the chief, or of a worker, before parameter servers; by numbers, not by their digits."""
    assert chief("c", names) == wanted


def test_a_cluster_that_is_not_there() -> None:
    """It is not waited for."""
    with pytest.raises(ActorGoneError, match="no cluster c"):
        chief("c", [])
