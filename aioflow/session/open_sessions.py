"""OPEN_SESSIONS: the open sessions of this process, for those whom all of them concern: a fork, a reset, the end."""
from __future__ import annotations

import os
import weakref
from collections.abc import Sequence
from typing import Protocol, TypeVar

from aioflow.framework.process_locks import process_rlock

_BackendT = TypeVar("_BackendT")


class Backend(Protocol):
    """A `SessionBackend` as it is seen here, where factories and steps are not known."""

    @property
    def closed(self) -> bool:
        """Whether it was closed, or reset behind the session's back."""


class OpenSession(Protocol):
    """A session as it is registered."""

    @property
    def backend(self) -> Backend:
        """The runtime behind it."""

    def refuse(self, why: str) -> None:
        """Makes every further use fail with `RuntimeError(why)`."""


class OpenSessions:
    """A register of sessions, which keeps none of them alive, and of the names that they have."""

    def __init__(self) -> None:
        # In order of creation. Weak, because a session ends when its owner forgets it; ids are unique while it lives.
        self._sessions: weakref.WeakValueDictionary[int, OpenSession] = weakref.WeakValueDictionary()
        self._names: set[tuple[str, int]] = set()
        # Guards the names. Re-entrant: the garbage collector may come while it is held, and end a session of this very
        # thread, which gives its name back.
        self._lock = process_rlock()

    def add(self, session: OpenSession) -> None:
        """Registers a session until nobody holds it any more."""
        self._sessions[id(session)] = session

    def backends(self, kind: type[_BackendT]) -> Sequence[_BackendT]:
        """The back ends of one kind that are not closed, the oldest first."""
        backends = [session.backend for session in list(self._sessions.values())]
        return [backend for backend in backends if not backend.closed and isinstance(backend, kind)]

    def take_name(self, name: str, version: int) -> bool:
        """Gives a session this name and version; False where another one has them."""
        with self._lock:
            if (name, version) in self._names:
                return False
            self._names.add((name, version))
            return True

    def free_name(self, name: str, version: int) -> None:
        """Lets other sessions have the name and version."""
        with self._lock:
            self._names.discard((name, version))

    def disown(self) -> None:
        """In a forked child: the threads behind the parent's sessions are not there, so a run would never end."""
        for session in list(self._sessions.values()):
            session.refuse("This Session was made before a fork; make a new one in the child process.")
        # Refused sessions stay as they are: closing them would wait for threads, and end what the parent still uses.
        self._sessions.clear()
        self._names.clear()


OPEN_SESSIONS = OpenSessions()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=OPEN_SESSIONS.disown)
