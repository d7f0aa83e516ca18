"""A simulated network: what happens to it, and that it is the same each time."""
from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from aioflow import errors
from aioflow.distributed.transport.simulated import SimulatedNetwork
from aioflow.distributed.transport.transport import Buffer, Call, Services
from aioflow.testing.clock import JumpingLoop

ECHO, WAIT = "/t.T/Echo", "/t.T/Wait"


async def _echo(call: Call, body: Buffer) -> Buffer:
    return body


async def _wait(call: Call, body: Buffer) -> Buffer:
    await asyncio.Event().wait()
    raise AssertionError


def _run(program: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(program)


async def _served(network: SimulatedNetwork) -> None:
    await network.transport("b").serve("b:1", Services({ECHO: _echo, WAIT: _wait}))


async def _times(seed: int) -> list[float]:
    network = SimulatedNetwork(seed)
    await _served(network)
    channel, loop = network.transport("a").connect("b:1"), asyncio.get_running_loop()
    times = []
    for _ in range(5):
        began_s = loop.time()
        await channel.call(ECHO, b"")
        times.append(loop.time() - began_s)
    assert network.calls == {ECHO: 5}
    return times


def test_one_seed_one_order() -> None:
    """The same delays each time; others with another seed; none shorter than there and back takes."""
    first = _run(_times(1))
    assert first == _run(_times(1))
    assert first != _run(_times(2))
    assert min(first) >= 100e-6


async def _cut_and_mended() -> None:
    network = SimulatedNetwork()
    await _served(network)
    channel = network.transport("a").connect("b:1")
    network.cut("a", "b")
    with pytest.raises(errors.DeadlineExceededError):
        await channel.call(ECHO, b"", timeout_s=5.0)
    waiting = asyncio.ensure_future(channel.call(ECHO, b"x"))
    await asyncio.sleep(60.0)
    assert not waiting.done()
    network.mend("a", "b")
    assert await waiting == b"x"


def test_a_cut_link_holds_messages() -> None:
    """Until it is whole again."""
    _run(_cut_and_mended())


async def _crashed(how: str) -> None:
    network = SimulatedNetwork()
    await _served(network)
    channel = network.transport("a").connect("b:1")
    waiting = asyncio.ensure_future(channel.call(WAIT, b""))
    await asyncio.sleep(1.0)
    if how == "crash":
        network.crash("b")
    else:
        network.reset("a", "b")
    with pytest.raises(errors.UnavailableError, match="Socket closed"):
        await waiting
    if how == "crash":
        with pytest.raises(errors.UnavailableError):
            await channel.call(ECHO, b"")
    else:
        assert await channel.call(ECHO, b"x") == b"x"


@pytest.mark.parametrize("how", ["crash", "reset"])
def test_calls_end_with_their_connection(how: str) -> None:
    """A host that has crashed answers no more; after a reset the next call makes a new connection."""
    _run(_crashed(how))


async def _slow() -> None:
    network = SimulatedNetwork()
    await _served(network)
    network.slow_s["b"] = 10.0
    loop = asyncio.get_running_loop()
    await network.transport("a").connect("b:1").call(ECHO, b"")
    assert 20.0 < loop.time() < 20.1


def test_a_slow_host() -> None:
    """Messages from and to it take longer."""
    _run(_slow())


async def _loses() -> None:
    network = SimulatedNetwork()
    await _served(network)
    network.losses["b"] = 0.9
    loop = asyncio.get_running_loop()
    assert await network.transport("a").connect("b:1").call(ECHO, b"x") == b"x"
    assert loop.time() > 0.2


def test_lost_messages_are_sent_again() -> None:
    """After as long as TCP waits."""
    _run(_loses())


async def _speaks_after_its_end() -> None:
    network = SimulatedNetwork()
    await _served(network)
    former = network.transport("a").connect("b:1")
    network.crash("a")
    with pytest.raises(errors.UnavailableError):
        await former.call(ECHO, b"", waits=True)
    assert not network.calls
    assert await network.transport("a").connect("b:1").call(ECHO, b"x") == b"x"


def test_a_process_that_has_crashed_says_nothing() -> None:
    """The next one at its host does."""
    _run(_speaks_after_its_end())


async def _stopped() -> None:
    network = SimulatedNetwork()
    listener = await network.transport("b").serve("b:1", Services({WAIT: _wait}))
    waiting = asyncio.ensure_future(network.transport("a").connect("b:1").call(WAIT, b""))
    await asyncio.sleep(1.0)
    await listener.stop()
    with pytest.raises(errors.UnavailableError, match="Cancelling all calls"):
        await waiting


def test_a_server_that_stops_ends_its_calls_as_grpc_does() -> None:
    """As if it could not be reached: whoever asked cannot tell what was done."""
    _run(_stopped())
