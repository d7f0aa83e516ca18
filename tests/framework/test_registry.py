"""The one table from names to entries, and the stacks of defaults."""
from __future__ import annotations

import builtins
import sys
from pathlib import Path

import pytest

from aioflow import errors
from aioflow.framework.families import FamilyPackage
from aioflow.framework.graph.defaults import DefaultStack
from aioflow.framework.registry import Registry


def write_package(folder: Path, **modules: str) -> None:
    """Write a package with these modules: path below it, without suffix -> one line of code."""
    for path, code in {"__init__": "", **modules}.items():
        file = (folder / path).with_suffix(".py")
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(f"from builtins import NUMBERS\n{code}\n" if code else "")


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

    def test_families_are_imported_when_an_entry_is_looked_for(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Not before, and those of other families not at all; a module finds its own entries while it is imported."""
        registry: Registry[int] = Registry("number")
        monkeypatch.setattr(builtins, "NUMBERS", registry, raising=False)
        write_package(tmp_path / "of_ops", **{
            "linalg/__init__": "", "linalg/products": "NUMBERS.register('MatMul', 1)",
            "math": "NUMBERS.register('Add', 2); assert NUMBERS['Add'] == 2",
        })  # fmt: skip
        monkeypatch.syspath_prepend(tmp_path)
        registry.is_filled_by(FamilyPackage("of_ops"))
        assert "of_ops" not in sys.modules
        assert registry["MatMul"] == 1 and registry.get("Relu") is registry.get("no op") is None
        assert "of_ops.math" not in sys.modules
        assert registry["Add"] == 2 and registry.names() == ["Add", "MatMul"]

    def test_names_are_taken_once(self) -> None:
        """A taken name is refused unless the caller wants to replace the entry."""
        registry: Registry[int] = Registry("number")
        registry.register("one", 1)
        with pytest.raises(errors.AlreadyExistsError, match="number 'one' is already registered"):
            registry.register("one", 2)
        registry.register("one", 2, override=True)
        assert registry["one"] == 2

    def test_entries_grow_while_packages_are_imported(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A package may add to an entry while it is imported, which imports nothing anew."""
        registry: Registry[list[int]] = Registry("numbers")
        monkeypatch.setattr(builtins, "NUMBERS", registry, raising=False)
        add = "NUMBERS.setdefault('Add', [])"
        write_package(tmp_path / "growing", math=f"{add}.append(1); {add}.append(2)")
        monkeypatch.syspath_prepend(tmp_path)
        registry.is_filled_by(FamilyPackage("growing"))
        assert registry.setdefault("Sub", [3]) == [3] and "growing" not in sys.modules
        assert registry["Add"] == [1, 2] and registry.names() == ["Add", "Sub"] and "growing.math" in sys.modules

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
