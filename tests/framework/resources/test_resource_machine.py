"""Any sequence of calls: a ResourceManager does what two plain dicts do."""
from __future__ import annotations

import weakref
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from aioflow import errors
from aioflow.framework.resources.resource_handle import Resource
from aioflow.framework.resources.resources import ResourceManager


class Lamp(Resource):
    """A kind of resource."""


class Radio(Resource):
    """Another kind."""


KINDS: list[type[Resource]] = [Lamp, Radio]
containers = st.sampled_from(["localhost", "c", "d"])
names = st.sampled_from(["", "n", "m"])
kinds = st.sampled_from(KINDS)
Key = tuple[type[Resource], str]


class ManagerMachine(RuleBasedStateMachine):
    """A manager beside its model: container -> (kind, name) -> the resource or a weak reference to it."""

    held: Any = Bundle("held")

    def __init__(self) -> None:
        super().__init__()
        self.manager = ResourceManager()
        self.model: dict[str, dict[Key, Any]] = {}
        self.is_finalized = False

    def found(self, container: str, key: Key) -> Resource | None:
        """What the model has under a key and is alive."""
        entry = self.model.get(container, {}).get(key)
        return entry() if isinstance(entry, weakref.ref) else entry

    # ---- adding
    @rule(target=held, container=containers, name=names, kind=kinds, is_owned=st.booleans())
    def create(self, container: str, name: str, kind: type[Resource], is_owned: bool) -> Resource:
        resource = kind()
        call = self.manager.create if is_owned else self.manager.create_unowned
        if self.is_finalized:
            with pytest.raises(errors.FailedPreconditionError):
                call(container, name, resource)
        elif self.found(container, (kind, name)) is not None:
            with pytest.raises(errors.AlreadyExistsError, match=f"Resource {container}/{name}/{kind.__name__}"):
                call(container, name, resource)
        else:
            call(container, name, resource)
            entry = resource if is_owned else weakref.ref(resource)
            self.model.setdefault(container, {})[kind, name] = entry
        return resource

    @rule(container=containers, name=names, kind=kinds, fails=st.booleans())
    def lookup_or_create(self, container: str, name: str, kind: type[Resource], fails: bool) -> None:
        made: list[Resource] = []

        def creator() -> Resource:
            if fails:
                raise errors.invalid_argument("no such lamp")
            made.append(kind())
            return made[-1]

        known = self.found(container, (kind, name))
        if known is not None:
            assert self.manager.lookup_or_create(container, name, kind, creator) is known and not made
        elif fails or self.is_finalized:
            with pytest.raises((errors.InvalidArgumentError, errors.FailedPreconditionError)):
                self.manager.lookup_or_create(container, name, kind, creator)
        else:
            assert self.manager.lookup_or_create(container, name, kind, creator) is made[0]
            self.model.setdefault(container, {})[kind, name] = made[0]

    @rule()
    def finalize(self) -> None:
        self.manager.finalize()
        self.is_finalized = True

    # ---- removing
    @rule(container=containers, name=names, kind=kinds)
    def delete(self, container: str, name: str, kind: type[Resource]) -> None:
        entries = self.model.get(container)
        if entries is None or (kind, name) not in entries:
            with pytest.raises(errors.NotFoundError, match="Container" if entries is None else "Resource"):
                self.manager.delete(container, name, kind)
        elif isinstance(entries.pop((kind, name)), weakref.ref):
            with pytest.raises(errors.InternalError, match="Cannot delete an unowned"):
                self.manager.delete(container, name, kind)
        else:
            self.manager.delete(container, name, kind)

    @rule(container=containers)
    def cleanup(self, container: str) -> None:
        self.manager.cleanup(container)
        self.model.pop(container, None)

    @rule()
    def clear(self) -> None:
        self.manager.clear()
        self.model.clear()

    @rule(resource=consumes(held))
    def let_go(self, resource: Resource) -> None:
        """Its user does; a resource that nobody owns is gone then."""

    # ---- what holds all the time
    @invariant()
    def finds_what_the_model_has(self) -> None:
        for container in ("localhost", "c", "d"):
            for kind in KINDS:
                for name in ("", "n", "m"):
                    self.check(container, kind, name)

    def check(self, container: str, kind: type[Resource], name: str) -> None:
        """Compares one lookup."""
        wanted = self.found(container, (kind, name))
        assert self.manager.lookup_many([(container, name)], kind) == [wanted]
        if wanted is not None:
            assert self.manager.lookup(container, name, kind) is wanted
            return
        entries = self.model.get(container)
        message = "Container" if entries is None else "destroyed" if (kind, name) in entries else "does not exist"
        with pytest.raises(errors.NotFoundError, match=message):
            self.manager.lookup(container, name, kind)

    @invariant()
    def lists_what_the_model_has(self) -> None:
        text = self.manager.debug_string()
        assert len(text.split("\n") if text else []) == sum(map(len, self.model.values()))


TestManager = ManagerMachine.TestCase
TestManager.settings = settings(max_examples=60, stateful_step_count=40)
