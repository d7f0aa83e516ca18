"""Resources: what outlives one call of a kernel, found by container, kind and name.

A `ResourceManager` belongs to one device of one session. It holds references; whoever looked a resource up may go on
using it after it was deleted there, and a new one may then take the name.
"""
from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from aioflow import errors
from aioflow.framework.resources.resource_handle import Resource, ResourceHandle

DEFAULT_CONTAINER = "localhost"


# An entry keeps the kind's name as text, for messages about resources that are gone already.
R = TypeVar("R", bound=Resource)
Key = tuple[int, str]  # type code and name
Entry = tuple[str, Any, bool]  # kind; the resource, or a weak reference to it; whether it is the resource itself


# Kinds have names of their own: a queue and a table may both be called "q" in one container, as in TensorFlow.
class ResourceManager:
    """The resources of one device. Every method is atomic and may be called from any thread.

    Args:
        default_container: The container for resources that name none.
    """

    def __init__(self, default_container: str = DEFAULT_CONTAINER) -> None:
        self.default_container = default_container
        # Dicts are changed under the lock and read without it: a lookup is two operations on dicts, each atomic, and
        # sees an entry or does not. Kernels look variables up at every step; there a lock would be the bottleneck.
        self._containers: dict[str, dict[Key, Entry]] = {}
        self._lock = threading.Lock()
        self._finalized = False

    # ---- adding
    def create(self, container: str, name: str, resource: Resource) -> None:
        """Adds a resource.

        Raises:
            AlreadyExistsError: There is one of that kind and name.
            FailedPreconditionError: The manager is finalized.
        """
        with self._lock:
            self._add(container, name, resource, True)

    def create_unowned(self, container: str, name: str, resource: Resource) -> None:
        """Adds a resource without keeping it alive; it goes when nobody else refers to it any more.

        Raises:
            AlreadyExistsError: There is one of that kind and name.
            FailedPreconditionError: The manager is finalized.
        """
        with self._lock:
            self._add(container, name, resource, False)

    def _add(self, container: str, name: str, resource: Resource, is_owned: bool) -> None:
        if self._finalized:
            raise errors.failed_precondition("ResourceMgr is finalized")
        entries = self._containers.setdefault(container, {})
        key = (resource.type_code, name)
        known = entries.get(key)
        # The name of an unowned resource that is gone is free again, although its entry is still there.
        if known is not None and _resource_in(known) is not None:
            raise errors.already_exists(f"Resource {container}/{name}/{resource.type_name}")
        entries[key] = (resource.type_name, resource if is_owned else weakref.ref(resource), is_owned)

    def lookup_or_create(self, container: str, name: str, kind: type[R], creator: Callable[[], R]) -> R:
        """The resource, which `creator` makes if there is none; it is called once however many threads ask.

        Args:
            container: Container name.
            name: Resource name.
            kind: A class derived from `Resource` directly.
            creator: Makes it; runs under the manager's lock, so it must not use the manager. Its error is passed on.
        """
        found = self._find(container, kind.type_code, name)
        if found is None:
            # Looked for again under the lock: between the first look and the lock another thread may have made it.
            with self._lock:
                found = self._find(container, kind.type_code, name)
                if found is None:
                    found = creator()
                    self._add(container, name, found, True)
        return cast(R, found)

    # ---- finding
    def lookup(self, container: str, name: str, kind: type[R]) -> R:
        """The resource of that kind and name.

        Raises:
            NotFoundError: There is none, or it was not owned and is gone.
        """
        found = self._find(container, kind.type_code, name)
        if found is None:
            raise self._missing(container, (kind.type_code, name), kind.type_name)
        return cast(R, found)

    def lookup_handle(self, handle: ResourceHandle) -> Resource:
        """The resource that a handle names or holds, whatever its kind; `NotFoundError` when it is gone."""
        found = self.find(handle)
        if found is None:
            raise self._missing(handle.container, (handle.hash_code, handle.name), handle.maybe_type_name)
        return found

    def find(self, handle: ResourceHandle) -> Resource | None:
        """The resource that a handle names or holds, or None."""
        if handle.resource is not None:  # a handle that holds its resource needs no manager, nor has one an entry
            return handle.resource
        entries = self._containers.get(handle.container)
        entry = None if entries is None else entries.get((handle.hash_code, handle.name))
        return None if entry is None else _resource_in(entry)

    def lookup_many(self, names: Iterable[tuple[str, str]], kind: type[R]) -> list[R | None]:
        """The resources with these (container, name), None for a missing one."""
        with self._lock:
            # Under the lock, so that all are of one moment: a group that is created together is found as a whole.
            return [cast("R | None", self._find(container, kind.type_code, name)) for container, name in names]

    def _find(self, container: str, type_code: int, name: str) -> Resource | None:
        entries = self._containers.get(container)
        entry = None if entries is None else entries.get((type_code, name))
        return None if entry is None else _resource_in(entry)

    def _missing(self, container: str, key: Key, type_name: str) -> errors.OpError:
        entries = self._containers.get(container)
        if entries is None:
            return errors.not_found(
                f"Container {container} does not exist. (Could not find resource: {container}/{key[1]})"
            )
        # An entry that is there and yet was not found is a weak reference to a resource that is gone.
        fate = "has been destroyed" if key in entries else "does not exist"
        return errors.not_found(f"Resource {container}/{key[1]}/{type_name} {fate}.")

    # ---- removing. What is removed dies outside the lock, so that its end may use the manager.
    def delete(self, container: str, name: str, kind: type[Resource]) -> None:
        """Forgets a resource; those who use it keep it.

        Raises:
            NotFoundError: There is none.
            InternalError: It is not owned; it is forgotten nevertheless.
        """
        self._delete(container, (kind.type_code, name), kind.type_name)

    def delete_handle(self, handle: ResourceHandle) -> None:
        """Forgets the resource that a handle names (see `delete`); nothing happens for a handle that holds it."""
        if not handle.is_counting:
            self._delete(handle.container, (handle.hash_code, handle.name), "<unknown>")

    def _delete(self, container: str, key: Key, type_name: str) -> None:
        with self._lock:
            entries = self._containers.get(container)
            # Here only the reference is taken out; `entry` keeps the resource until this function returns, and so it
            # dies without the lock.
            entry = None if entries is None else entries.pop(key, None)
        if entries is None:
            raise errors.not_found(f"Container {container} does not exist.")
        if entry is None:
            raise errors.not_found(f"Resource {container}/{key[1]}/{type_name} does not exist.")
        _tell_forgotten([entry])
        if not entry[2]:
            raise errors.internal(f"Cannot delete an unowned Resource {container}/{key[1]}")

    def cleanup(self, container: str) -> None:
        """Forgets a container and all that is in it, if there is such a container."""
        with self._lock:
            removed = self._containers.pop(container, {})
        _tell_forgotten(removed.values())
        del removed  # now, behind the lock: a dataset or queue that dies here may drop others from this manager

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            removed, self._containers = self._containers, {}
        for entries in removed.values():
            _tell_forgotten(entries.values())
        del removed  # behind the lock, as above

    def finalize(self) -> None:
        """Takes no new resources from now on, and tells those it has."""
        with self._lock:
            self._finalized = True
            live = [_resource_in(entry) for entries in self._containers.values() for entry in entries.values()]
        for resource in live:  # without the lock, as a resource may look others up to come to its end
            if resource is not None:
                resource.finalize()

    def debug_string(self) -> str:
        """A table of all resources, one a line: container, kind, name, state."""
        with self._lock:
            rows = [
                (container, entry[0], name, _resource_in(entry))
                for container, entries in self._containers.items()
                for (_, name), entry in entries.items()
            ]
        # Without the lock: what a resource says of itself may take a lock of its own.
        lines = [
            f"{container:<20} | {kind:<40} | {name:<40} | {'<gone>' if resource is None else resource.debug_string()}"
            for container, kind, name, resource in rows
        ]
        return "\n".join(sorted(lines))


def _resource_in(entry: Entry) -> Resource | None:
    """The resource of an entry; None for one that was not owned and is gone."""
    # Calling a weak reference gives the object, and a reference that keeps it from here on, or None.
    found: Resource | None = entry[1] if entry[2] else entry[1]()
    return found


def _tell_forgotten(entries: Iterable[Entry]) -> None:
    """Tells resources that nobody finds them any more, behind the lock, since they take locks of their own."""
    for entry in entries:
        resource = _resource_in(entry)
        if resource is not None:
            resource.forgotten()


def check_handle_type(handle: ResourceHandle, kind: type[Resource]) -> None:
    """Checks that a handle is for a resource of this kind.

    Raises:
        InvalidArgumentError: It is for another.
    """
    # By code and not by class: a handle that came in a message has nothing else.
    if handle.hash_code != kind.type_code:
        raise errors.invalid_argument(
            f"Trying to access a handle's resource using the wrong type. The handle points to a resource (name "
            f"'{handle.name}') of type '{handle.maybe_type_name}' (hash code {handle.hash_code}) but you are trying to "
            f"access the resource as type '{kind.type_name}' (hash code {kind.type_code})"
        )
