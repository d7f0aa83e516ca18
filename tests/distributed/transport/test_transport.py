"""What holds for calls, whatever carries them."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from aioflow import errors
from aioflow.distributed.transport.grpc_transport import GrpcChannel, GrpcOptions, GrpcTransport
from aioflow.distributed.transport.link import CallingEnd
from aioflow.distributed.transport.local_links import LocalLinks
from aioflow.distributed.transport.simulated import SimulatedNetwork
from aioflow.distributed.transport.statuses import DERIVED
from aioflow.distributed.transport.transport import Buffer, Call, Channel, Handler, Listener, Services, Transport
from aioflow.testing.clock import JumpingLoop
from tests.distributed.actors import Actors

ECHO, FAIL, WAIT, LONG = "/t.T/Echo", "/t.T/Fail", "/t.T/Wait", "/t.T/Long"
Program: TypeAlias = Callable[["Ends"], Awaitable[None]]


class Ends:
    """Both ends of a connection.

    Attributes:
        channel: To the services.
        listener: Where they listen.
        transport: Makes more.
        began: Set when somebody waits.
        stopped: Set when who waited has been cancelled.
    """

    channel: Channel
    listener: Listener

    def __init__(self, transport: Transport, host: str) -> None:
        self.transport = transport
        self.host = host
        self.began, self.stopped = asyncio.Event(), asyncio.Event()
        self.seen: list[Call] = []

    def services(self) -> Services:
        """Echo, failures, and what waits for ever."""
        handlers: dict[str, Handler] = {ECHO: self._echo, FAIL: self._fail, WAIT: self._wait, LONG: self._long}
        return Services(handlers, self.seen.append)

    async def _echo(self, call: Call, body: Buffer) -> Buffer:
        return body

    async def _fail(self, call: Call, body: Buffer) -> Buffer:
        error = errors.aborted("was lost at {{node a/b}}")
        error.experimental_payloads[DERIVED] = b"x"
        raise error

    async def _long(self, call: Call, body: Buffer) -> Buffer:
        raise errors.not_found("é" * 5000)

    async def _wait(self, call: Call, body: Buffer) -> Buffer:
        self.began.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.stopped.set()
        raise AssertionError


async def linked(channel: Channel) -> CallingEnd:
    """Waits until a channel has a link, which its first call brings."""
    assert isinstance(channel, GrpcChannel)
    await channel.call(ECHO, b"")
    if channel._opening is not None:
        await channel._opening
    assert channel._link is not None
    return channel._link


@pytest.fixture(params=["grpc", "link", "stream", "simulated", "actors"])
def run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[Program], None]:
    """Runs a program with both ends of a connection."""
    if request.param == "stream":  # as between machines
        monkeypatch.setattr(LocalLinks, "offer", lambda links, peer: None)

    async def with_ends(program: Program) -> None:
        kinds: dict[str, Callable[[], Transport]] = {
            "simulated": lambda: SimulatedNetwork().transport("here"), "actors": lambda: Actors().transport(),
        }  # fmt: skip
        is_real = request.param not in kinds
        made = GrpcTransport(GrpcOptions()) if is_real else kinds[request.param]()
        ends = Ends(made, "127.0.0.1" if is_real else "here")
        transport = ends.transport
        ends.listener = await transport.serve(f"{ends.host}:0", ends.services())
        ends.channel = transport.connect(ends.listener.address)
        if request.param in ("link", "stream"):
            await linked(ends.channel)
            ends.seen.clear()
        try:
            await program(ends)
        finally:
            await ends.channel.close()
            await ends.listener.stop()

    def run_program(program: Program) -> None:
        factory = JumpingLoop if request.param == "simulated" else None
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(with_ends(program))

    return run_program


def test_a_body_comes_back(run: Callable[[Program], None]) -> None:
    """Also an empty one, and one of several megabytes."""

    async def program(ends: Ends) -> None:
        for body in (b"", b"abc", bytes(5 << 20)):
            assert await ends.channel.call(ECHO, body, timeout_s=30.0) == body
        assert [call.method for call in ends.seen] == [ECHO] * 3

    run(program)


def test_an_error_keeps_class_text_and_payloads(run: Callable[[Program], None]) -> None:
    """The node that its text blames is told, too."""

    async def program(ends: Ends) -> None:
        with pytest.raises(errors.AbortedError) as caught:
            await ends.channel.call(FAIL, b"")
        assert caught.value.message == "was lost at {{node a/b}}"
        assert caught.value.node_name == "a/b"
        assert caught.value.experimental_payloads == {DERIVED: b"x"}
        with pytest.raises(errors.NotFoundError):
            await ends.channel.call(LONG, b"")
        with pytest.raises(errors.UnimplementedError):
            await ends.channel.call("/t.T/None", b"")

    run(program)


def test_cancelling_reaches_the_other_end(run: Callable[[Program], None]) -> None:
    """And other calls go on."""

    async def program(ends: Ends) -> None:
        waiting = asyncio.ensure_future(ends.channel.call(WAIT, b""))
        await ends.began.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await ends.stopped.wait()
        assert await ends.channel.call(ECHO, b"a") == b"a"

    run(program)


def test_a_deadline_ends_both_ends(run: Callable[[Program], None]) -> None:
    """The handler knows it beforehand."""

    async def program(ends: Ends) -> None:
        with pytest.raises(errors.DeadlineExceededError):
            await ends.channel.call(WAIT, b"", timeout_s=0.05)
        await ends.stopped.wait()
        assert ends.seen[0].deadline_s is not None
        await ends.channel.call(ECHO, b"")
        assert ends.seen[1].deadline_s is None

    run(program)


def test_nobody_there_is_unavailable_or_waited_for(run: Callable[[Program], None]) -> None:
    """Who waits gets on when somebody listens there again."""

    async def program(ends: Ends) -> None:
        await ends.listener.stop()
        with pytest.raises(errors.UnavailableError):
            await ends.channel.call(ECHO, b"", timeout_s=30.0)
        with pytest.raises(errors.DeadlineExceededError):
            await ends.channel.call(ECHO, b"", timeout_s=0.05, waits=True)
        waiting = asyncio.ensure_future(ends.channel.call(ECHO, b"a", timeout_s=30.0, waits=True))
        await asyncio.sleep(0)
        ends.listener = await ends.transport.serve(ends.listener.address, ends.services())
        assert await waiting == b"a"

    run(program)


def test_an_address_is_taken_once(run: Callable[[Program], None]) -> None:
    """A second listener hears that it is in use."""

    async def program(ends: Ends) -> None:
        with pytest.raises(errors.UnavailableError, match="cannot listen"):
            await ends.transport.serve(ends.listener.address, ends.services())

    run(program)


def test_a_listener_that_stops_ends_its_calls(run: Callable[[Program], None]) -> None:
    """At both ends."""

    async def program(ends: Ends) -> None:
        waiting = asyncio.ensure_future(ends.channel.call(WAIT, b""))
        await ends.began.wait()
        await ends.listener.stop()
        with pytest.raises(errors.OpError):
            await waiting
        await ends.stopped.wait()

    run(program)


def test_a_channel_that_closes_ends_its_calls(run: Callable[[Program], None]) -> None:
    """As errors of the connection, not as cancellations of whoever waits."""

    async def program(ends: Ends) -> None:
        waiting = asyncio.ensure_future(ends.channel.call(WAIT, b""))
        await ends.began.wait()
        await ends.channel.close()
        with pytest.raises(errors.UnavailableError):
            await waiting
        await ends.stopped.wait()

    run(program)
