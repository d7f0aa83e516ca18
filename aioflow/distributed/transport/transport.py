"""Transport: carries calls from one address to another. All times are those of the event loop's clock.

A call takes bytes to a method of a peer and brings bytes back, or an `OpError`. Cancelling the task that awaits it
cancels the task that answers it; so does its deadline.
"""
from __future__ import annotations

import abc
import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Buffer: TypeAlias = bytes | memoryview
#: The bytes of a request or an answer, or parts that follow each other: tensors need not be copied into one.
Body: TypeAlias = Buffer | list[Buffer]
#: The classes of bodies, to tell them from what is to be awaited.
BODY = (bytes, memoryview, list)


@dataclass(frozen=True, slots=True)
class Call:
    """One call, as who answers it sees it.

    Attributes:
        method: "/package.Service/Method".
        peer: Where it comes from, for logs.
        metadata: What came beside the body, by lower-case name.
        deadline_s: When the caller gives up, by the event loop's clock; None for never.
        way: Done when the connection is lost by which it came; None where the transport does not tell.
    """

    method: str
    peer: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    deadline_s: float | None = None
    way: asyncio.Future[None] | None = None


#: Answers a call: its body to the answer's, at once or to be awaited. Whatever `OpError` it raises is raised where the
#: call came from.
Handler = Callable[[Call, Buffer], Body | Awaitable[Body]]


@dataclass(frozen=True, slots=True)
class Services:
    """What answers at an address.

    Attributes:
        handlers: By method.
        admit: Raises for calls that are not allowed; called before anything of the body is looked at.
    """

    handlers: Mapping[str, Handler]
    admit: Callable[[Call], None] | None = None


def parts_of(body: Body) -> tuple[list[Buffer], int]:
    """The parts of a body, and their bytes."""
    return (body, sum(map(len, body))) if isinstance(body, list) else ([body], len(body))


async def answered(handler: Handler, call: Call, body: Buffer) -> bytes:
    """What a handler answers, as one."""
    found = handler(call, body)
    return joined(found if isinstance(found, BODY) else await found)


def joined(body: Body) -> bytes:
    """A body as one."""
    return b"".join(body) if isinstance(body, list) else bytes(body)


class Channel(abc.ABC):
    """A way to one peer. Belongs to the event loop on which it was made.

    Attributes:
        address: "host:port" of the peer.
    """

    address: str

    @abc.abstractmethod
    async def call(
        self, method: str, body: Body, *, timeout_s: float | None = None, waits: bool = False
    ) -> Buffer:
        """Calls a method of the peer.

        Args:
            method: "/package.Service/Method".
            body: The request.
            timeout_s: Seconds until it is given up at both ends; None for never.
            waits: Whether to wait until the peer can be reached; else the call fails where it cannot.

        Raises:
            UnavailableError: The peer cannot be reached, or the connection was lost.
            DeadlineExceededError: The time is up.
            OpError: What the peer raised.
        """

    @abc.abstractmethod
    async def close(self) -> None:
        """Ends it; calls that are on their way end with `UnavailableError`."""


class Listener(abc.ABC):
    """An address at which services answer.

    Attributes:
        address: "host:port", with the port in force.
    """

    address: str

    @abc.abstractmethod
    async def stop(self, grace_s: float | None = None) -> None:
        """Takes no new calls, and cancels those that are not done after so many seconds (None: at once)."""


class Transport(abc.ABC):
    """Makes both ends."""

    @abc.abstractmethod
    def connect(self, address: str) -> Channel:
        """Makes a way to an address, on the running event loop. Nothing is sent before the first call."""

    @abc.abstractmethod
    async def serve(self, address: str, services: Services) -> Listener:
        """Answers at an address; port 0 is any that is free.

        Raises:
            UnavailableError: The address is in use, or none of this machine.
        """
