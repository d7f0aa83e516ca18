"""The one table from names to entries, and the stacks of defaults."""
from __future__ import annotations

import pytest

from aioflow import errors
from aioflow.framework.graph.defaults import DefaultStack
from aioflow.framework.registry import Registry


class TestRegistry:
    """Names and entries."""

    def test_entries_are_found(self) -> None:
        """What was registered is found by name, and names come sorted."""
        registry: Registry[int] = Registry("number")
        assert registry.register("two", 2) == 2
        registry.register("one", 1)
        assert registry["two"] == registry.get("two") == 2 and registry.get("three") is None
        assert registry.names() == list(registry) == ["one", "two"]
        assert "one" in registry and "three" not in registry and 1 not in registry

    def test_packages_are_imported_when_an_entry_is_looked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Not before, and once; they find each other's entries while they are imported."""
        registry: Registry[int] = Registry("number")
        imported: list[str] = []

        def import_module(name: str) -> None:
            imported.append(name)
            if len(imported) == 1:
                registry.register(name, 1)
                assert registry[name] == 1

        monkeypatch.setattr("aioflow.framework.registry.import_module", import_module)
        registry.is_filled_by("one")
        assert imported == []
        assert "one" in registry and registry["one"] == 1 and registry.names() == ["one"]
        assert set(imported) == {"one"} and len(imported) == 2  # the second time from within the first

    def test_names_are_taken_once(self) -> None:
        """A taken name is refused unless the caller wants to replace the entry."""
        registry: Registry[int] = Registry("number")
        registry.register("one", 1)
        with pytest.raises(errors.AlreadyExistsError, match="number 'one' is already registered"):
            registry.register("one", 2)
        registry.register("one", 2, override=True)
        assert registry["one"] == 2

    def test_entries_grow_while_packages_are_imported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A package may add to an entry while it is imported, which imports nothing anew."""
        registry: Registry[list[int]] = Registry("numbers")
        imported: list[str] = []

        def import_module(name: str) -> None:
            imported.append(name)
            registry.setdefault("one", []).append(1)
            registry.setdefault("one", []).append(2)

        monkeypatch.setattr("aioflow.framework.registry.import_module", import_module)
        registry.is_filled_by("package")
        assert registry.setdefault("two", [3]) == [3] and imported == []
        assert registry["one"] == [1, 2] and registry.names() == ["one", "two"] and imported == ["package"]

    def test_entries_are_restored(self) -> None:
        """What is registered, replaced or added to inside the context is forgotten behind it."""
        registry: Registry[list[int]] = Registry("numbers")
        registry.register("one", [1])
        with registry.restored():
            registry.setdefault("one", []).append(2)
            registry.register("two", [2])
            assert registry["one"] == [1, 2]
        assert registry["one"] == [1] and registry.names() == ["one"]

    def test_unknown_names(self) -> None:
        """An unknown name is told together with the known ones."""
        registry: Registry[int] = Registry("number")
        registry.register("one", 1)
        with pytest.raises(errors.NotFoundError, match=r"no number is registered as 'two'.*\['one'\]"):
            registry["two"]


class TestDefaultStack:
    """The innermost entry is the default."""

    def test_nesting(self) -> None:
        """Entering makes an object the default, leaving restores the one before."""
        stack = DefaultStack("thing")
        first, second = object(), object()
        assert stack.top() is None
        with stack.entered(first), stack.entered(second) as entered:
            assert entered is second is stack.top()
        with stack.entered(first):
            assert stack.top() is first
        assert stack.top() is None

    def test_leaving_in_another_order(self) -> None:
        """Contexts that are left in another order than the reverse of entering are an error that names the type."""
        stack = DefaultStack("thing")
        outer, inner = stack.entered(1), stack.entered("text")
        outer.__enter__()
        inner.__enter__()
        with pytest.raises(AssertionError, match=r"default thing contexts.*int"):
            outer.__exit__(None, None, None)

    def test_popping_from_below(self) -> None:
        """An entry can be taken out wherever it lies; one that is not there is no error."""
        stack = DefaultStack("thing")
        for item in ("a", "b", "a"):
            stack.push(item)
        stack.pop("b")
        stack.pop("nobody")
        stack.pop("a")
        assert stack.top() == "a"
        stack.clear()
        assert stack.top() is None
