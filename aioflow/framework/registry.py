"""Registry: the name -> entry table of kernels, shape rules, gradients, and the factories of executors and sessions.

Ops have a table of their own, which reads their declarations late (`op_def.OpRegistry`); so have kinds of devices and
allocators, of which the one of highest priority counts.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Generic, TypeVar

from aioflow import errors
from aioflow.framework.families import FamilyPackage
from aioflow.framework.process_locks import process_lock

Entry = TypeVar("Entry")


class Registry(Generic[Entry]):
    """A process-wide table from names to entries.

    Args:
        kind: What an entry is, for messages, such as "session factory".
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, Entry] = {}
        self._packages: list[FamilyPackage] = []
        self._lock = process_lock()  # guards _entries against two registrations at once

    def is_filled_by(self, package: FamilyPackage) -> None:
        """Names a package whose import registers entries by the names of ops.

        What it has for an op is imported when the op's entry is first looked for.
        """
        self._packages.append(package)

    def register(self, name: str, entry: Entry, override: bool = False) -> Entry:
        """Adds `entry` under `name` and returns it.

        Raises:
            AlreadyExistsError: The name is taken and `override` is false.
        """
        with self._lock:
            if name in self._entries and not override:
                raise errors.already_exists(
                    f"{self.kind} {name!r} is already registered; pass override=True to replace it"
                )
            self._entries[name] = entry
        return entry

    def setdefault(self, name: str, entry: Entry) -> Entry:
        """The entry registered as `name` so far; `entry`, which is added, if there is none.

        It imports nothing: the modules that register entries call it themselves while they are imported.
        """
        with self._lock:
            return self._entries.setdefault(name, entry)

    def get(self, name: str) -> Entry | None:
        """The entry called `name`, or None."""
        # Before the entry is looked up, even if there is one: its module may be half imported, by another thread.
        for package in self._packages:
            package.load_for(name)
        return self._entries.get(name)  # without the lock: one operation on a dict

    @contextmanager
    def restored(self) -> Iterator[None]:
        """A context at whose end the entries are those of its beginning; for tests that register some."""
        self.names()  # everything is imported first: what is registered by an import inside would be lost for good
        before = {name: copy(entry) for name, entry in self._entries.items()}  # an entry may be a list that grows
        try:
            yield
        finally:
            self._entries = before

    def __getitem__(self, name: str) -> Entry:
        entry = self.get(name)
        if entry is None:
            raise errors.not_found(f"no {self.kind} is registered as {name!r}; registered are {self.names()}")
        return entry

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def names(self) -> list[str]:
        """All names, sorted."""
        for package in self._packages:
            package.load_all()
        return sorted(self._entries)
