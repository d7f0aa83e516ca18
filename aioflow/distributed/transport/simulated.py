"""SimulatedNetwork: hosts of one process that call each other in the time of the event loop.

On a `JumpingLoop` a cluster of a thousand tasks so runs in no time, and by one seed always in the same order. What can
happen to a network happens when it is told to: hosts crash, links are cut or lose their connections, peers are slow.
"""
from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable

from aioflow import errors
from aioflow.distributed.transport.statuses import error_of, header_text, payloads_of
from aioflow.distributed.transport.transport import Body, Call, Channel, Listener, Services, Transport, answered, joined

_LOST = "Socket closed"  # gRPC's word for it
_REPEATED_S = 0.2  # TCP's shortest wait for an acknowledgement, in Linux


class SimulatedNetwork:
    """A network. Names of hosts are what addresses have before their colon.

    Args:
        seed: Decides the delays.
        delay_s: The shortest and the longest time that a message takes.

    Attributes:
        slow_s: Host -> seconds that each message from or to it takes longer.
        losses: Host -> which share of the messages from or to it is lost on its way, and sent again.
        calls: How often each method was called.
    """

    def __init__(self, seed: int = 0, delay_s: tuple[float, float] = (50e-6, 200e-6)) -> None:
        self._random = random.Random(seed)
        self._delay_s = delay_s
        self.slow_s: dict[str, float] = {}
        self.losses: dict[str, float] = {}
        self.calls: Counter[str] = Counter()
        self._listeners: dict[str, _SimulatedListener] = {}
        self._cut: set[frozenset[str]] = set()
        #: Messages on links that are cut, which arrive when those are whole again, as TCP would send them anew.
        self._held: list[tuple[str, str, Callable[[], object]]] = []
        self._open: set[_Exchange] = set()
        #: How often each host has crashed: what a process has made before says nothing afterwards.
        self._crashes: Counter[str] = Counter()
        self._waiting: list[tuple[str, Callable[[], object]]] = []
        self._num_ports = 0

    def transport(self, host: str) -> Transport:
        """The transport of a host."""
        return _SimulatedTransport(self, host)

    # ---- what happens to it
    def cut(self, host: str, other: str) -> None:
        """Lets no message pass between two hosts, and tells nobody."""
        self._cut.add(frozenset((host, other)))

    def mend(self, host: str, other: str) -> None:
        """Lets messages pass again, those that were held first."""
        self._cut.discard(frozenset((host, other)))
        held, self._held = self._held, []
        for source, target, deliver in held:
            self.send(source, target, deliver)

    def reset(self, host: str, other: str) -> None:
        """Breaks the connections between two hosts: calls between them end with `UnavailableError`."""
        for exchange in [each for each in self._open if {each.source, each.target} == {host, other}]:
            exchange.lose()

    def crash(self, host: str) -> None:
        """Ends all that listens at a host, and its connections, without a word; its transports carry nothing more."""
        self._crashes[host] += 1
        for address in [address for address in self._listeners if _host(address) == host]:
            del self._listeners[address]
        for exchange in [each for each in self._open if host in (each.source, each.target)]:
            exchange.lose()

    # ---- for the two ends
    def send(self, source: str, target: str, deliver: Callable[[], object]) -> None:
        """Brings a message from one host to another."""
        if frozenset((source, target)) in self._cut:
            self._held.append((source, target, deliver))
            return
        delay_s = self._random.uniform(*self._delay_s) + self.slow_s.get(source, 0.0) + self.slow_s.get(target, 0.0)
        asyncio.get_running_loop().call_later(delay_s + self._repetition_s(source, target), deliver)

    def _repetition_s(self, source: str, target: str) -> float:
        """How much later a message comes because it was lost, as by TCP, which waits twice as long each time."""
        share = max(self.losses.get(source, 0.0), self.losses.get(target, 0.0))
        wait_s, sum_s = _REPEATED_S, 0.0
        while share and self._random.random() < share:
            sum_s += wait_s
            wait_s *= 2
        return sum_s

    def num_crashes(self, host: str) -> int:
        """How often a host has crashed."""
        return self._crashes[host]

    @property
    def num_open(self) -> int:
        """How many calls are on their way."""
        return len(self._open)

    def listener(self, address: str) -> _SimulatedListener | None:
        """Who listens at an address."""
        return self._listeners.get(address)

    def listen(self, address: str, services: Services) -> _SimulatedListener:
        """Makes somebody listen, and lets those go on who have waited for it.

        Raises:
            UnavailableError: Somebody listens there.
        """
        host, _, port = address.rpartition(":")
        if port == "0":
            self._num_ports += 1
            address = f"{host}:{self._num_ports}"
        if address in self._listeners:
            raise errors.unavailable(f"cannot listen at {address}: it is in use")
        made = self._listeners[address] = _SimulatedListener(self, address, services)
        ready = [go_on for wanted, go_on in self._waiting if wanted == address]
        self._waiting = [(wanted, go_on) for wanted, go_on in self._waiting if wanted != address]
        for go_on in ready:
            go_on()
        return made

    def forget(self, address: str) -> None:
        """Lets nobody listen at an address any more."""
        self._listeners.pop(address, None)

    def wait_for(self, address: str, go_on: Callable[[], object]) -> None:
        """Goes on when somebody listens at an address."""
        self._waiting.append((address, go_on))

    def note(self, exchange: _Exchange, is_open: bool) -> None:
        """Notes that an exchange has begun or ended."""
        (self._open.add if is_open else self._open.discard)(exchange)


def _host(address: str) -> str:
    return address.rpartition(":")[0]


class _SimulatedTransport(Transport):
    def __init__(self, network: SimulatedNetwork, host: str) -> None:
        self._network = network
        self._host = host
        self._life = network.num_crashes(host)

    def connect(self, address: str) -> Channel:
        return _SimulatedChannel(self._network, self._host, address, self._life)

    async def serve(self, address: str, services: Services) -> Listener:
        return self._network.listen(address, services)


class _SimulatedListener(Listener):
    def __init__(self, network: SimulatedNetwork, address: str, services: Services) -> None:
        self.address = address
        self.services = services
        self._network = network
        self.answering: set[asyncio.Task[bytes]] = set()

    async def stop(self, grace_s: float | None = None) -> None:
        self._network.forget(self.address)
        if self.answering and grace_s:
            await asyncio.wait(self.answering, timeout=grace_s)
        for task in list(self.answering):
            task.cancel()
        if self.answering:
            await asyncio.wait(self.answering)


class _SimulatedChannel(Channel):
    def __init__(self, network: SimulatedNetwork, host: str, address: str, life: int) -> None:
        self.address = address
        self._network = network
        self._host = host
        self._life = life
        self._open: set[_Exchange] = set()

    async def call(
        self, method: str, body: Body, *, timeout_s: float | None = None, waits: bool = False
    ) -> bytes:
        if self._network.num_crashes(self._host) != self._life:
            raise errors.unavailable(_LOST)
        self._network.calls[method] += 1
        exchange = _Exchange(self._network, self._host, self.address, method, joined(body), timeout_s, waits)
        self._open.add(exchange)
        try:
            async with asyncio.timeout(timeout_s):
                return await exchange.answer
        except TimeoutError:
            raise errors.deadline_exceeded("Deadline Exceeded") from None
        finally:
            self._open.discard(exchange)
            exchange.leave()

    async def close(self) -> None:
        for exchange in list(self._open):
            exchange.lose()


class _Exchange:
    """One call on its way. `answer` is what the caller waits for; the other end is a task of its own."""

    def __init__(
        self, network: SimulatedNetwork, source: str, address: str, method: str, body: bytes,
        timeout_s: float | None, waits: bool,
    ) -> None:  # fmt: skip
        loop = asyncio.get_running_loop()
        self.source, self.target = source, _host(address)
        self.answer: asyncio.Future[bytes] = loop.create_future()
        self._network = network
        self._address, self._method, self._body, self._waits = address, method, body, waits
        self._deadline_s = None if timeout_s is None else loop.time() + timeout_s
        self._task: asyncio.Task[bytes] | None = None
        self._has_left = False
        network.note(self, True)
        network.send(source, self.target, self._arrive)

    def _arrive(self) -> None:
        if self._has_left:
            return
        listener = self._network.listener(self._address)
        if listener is None and self._waits:
            self._network.wait_for(self._address, self._arrive)
        elif listener is None:
            self._fail(errors.unavailable(f"failed to connect to all addresses; last error: {self._address}"))
        elif self._method not in listener.services.handlers:
            self._fail(errors.unimplemented("Method not found!"))
        else:
            self._task = asyncio.get_running_loop().create_task(self._run(listener.services))
            listener.answering.add(self._task)
            self._task.add_done_callback(listener.answering.discard)
            self._task.add_done_callback(self._answered)

    async def _run(self, services: Services) -> bytes:
        call = Call(self._method, self.source, {}, self._deadline_s)
        if services.admit is not None:
            services.admit(call)
        async with asyncio.timeout_at(self._deadline_s):
            return await answered(services.handlers[self._method], call, self._body)

    def _answered(self, task: asyncio.Task[bytes]) -> None:
        # As servers over gRPC that are stopped say it.
        error = errors.unavailable("Cancelling all calls") if task.cancelled() else task.exception()
        if error is None:
            self._network.send(self.target, self.source, lambda: self._succeed(task.result()))
        else:
            self._fail(_as_told(error))

    def _succeed(self, body: bytes) -> None:
        if not self.answer.done():
            self.answer.set_result(body)

    def _fail(self, error: errors.OpError) -> None:
        self._network.send(self.target, self.source, lambda: self._give_up(error))

    def _give_up(self, error: errors.OpError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

    def lose(self) -> None:
        """Breaks the connection: both ends hear of it at once."""
        self._give_up(errors.unavailable(_LOST))
        self._cancel()

    def leave(self) -> None:
        """The caller waits no more; the other end is told."""
        self._network.note(self, False)
        self._has_left = True
        if self._task is not None and not self._task.done():
            self._network.send(self.source, self.target, self._cancel)
        if not self.answer.done():
            self.answer.cancel()
        elif not self.answer.cancelled():
            self.answer.exception()  # seen: it may have come behind the caller's end

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _as_told(error: BaseException) -> errors.OpError:
    if isinstance(error, errors.OpError):
        return error_of(error.code, header_text(error.message), payloads_of(error))
    if isinstance(error, TimeoutError):
        return errors.deadline_exceeded("Deadline Exceeded")
    return errors.internal(f"internal error: {error!r}")
