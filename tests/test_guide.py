"""The guide hangs together: its links lead somewhere, its menu has every page, what its API pages name is there."""
from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from contextlib import suppress
from functools import reduce
from pathlib import Path
from types import ModuleType

import pytest

import aioflow as tf
import aioflow.testing
from aioflow.cli.main import main as command_line
from aioflow.tools.function_reference import NAMESPACES
from tests.pages import DOCS, PAGES, ROOT, anchors_of, links_of

MENU = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
MORE_PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "examples").rglob("*.md"))]
PUBLIC_MODULES = [tf, tf.train, tf.saved_model, aioflow.testing, *(getattr(tf, name) for name in NAMESPACES)]
API = re.compile(r"^::: ([\w.]+)$", re.M)


@pytest.mark.parametrize("page", [pytest.param(p, id=p.relative_to(ROOT).as_posix()) for p in [*PAGES, *MORE_PAGES]])
def test_links_lead_somewhere(page: Path) -> None:
    """A link within the tree names a file that is there, and a heading that it has; pages of docs/ stay in docs/."""
    for link in links_of(page):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert page.parts[: len(DOCS.parts)] != DOCS.parts or target.is_relative_to(DOCS), f"{link} leaves the site"
        assert not anchor or anchor in anchors_of(target), link


def test_menu_has_every_page() -> None:
    """Each page of docs/ is in the menu of the site, once, and the menu names no other."""
    named = re.findall(r"(\S+\.md)$", MENU, re.M)
    assert sorted(named) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", [pytest.param(p, id=p.stem) for p in PAGES if API.search(p.read_text("utf-8"))])
def test_api_is_there(page: Path) -> None:
    """Each name of which an API page takes the docstring can be imported, and has one; no page has it twice."""
    names = API.findall(page.read_text("utf-8"))
    assert len(set(names)) == len(names)
    assert [name for name in names if not found(name).__doc__] == []


@pytest.mark.parametrize("module", PUBLIC_MODULES, ids=lambda module: module.__name__)
def test_everything_public_is_on_a_page(module: ModuleType) -> None:
    """Each public class and function is on an API page, by itself or with its module."""
    listed = {name for page in PAGES for name in API.findall(page.read_text("utf-8"))}
    missing = []
    for name in filter(is_public, dir(module)):
        each = getattr(module, name)
        home = getattr(each, "__module__", "")
        is_ours = home.startswith("aioflow.") and "._proto." not in home
        if is_ours and (inspect.isclass(each) or inspect.isfunction(each)):
            missing += [name] * (not listed & {home, f"{home}.{each.__qualname__}", f"aioflow.{name}"})
    assert missing == []


def test_commands_are_on_their_page(capsys: pytest.CaptureFixture[str]) -> None:
    """The page of the command line has a row for each command that its help has."""
    assert command_line(["--help"]) == 0
    commands = re.findall(r"^    (\w+) ", capsys.readouterr().out, re.M)
    rows = re.findall(r"^\| `aioflow (\w+)", (DOCS / "reference" / "command_line.md").read_text("utf-8"), re.M)
    assert rows == commands and len(rows) > 4


def test_extras_are_on_the_first_page() -> None:
    """The table of extras has those of pyproject.toml, and no page tells of another."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"].keys()
    rows = re.findall(r"^\| `(\w+)` \|.*\|.*\|$", (DOCS / "index.md").read_text("utf-8"), re.M)
    assert sorted(rows) == sorted(extras)
    for page in [*PAGES, *MORE_PAGES]:
        text = page.read_text("utf-8")
        named = {*re.findall(r"extra `(\w+)`", text)}
        groups = re.findall(r"install (?:-\w )*'[\w.-]+\[([\w,]+)\]'", text)
        named.update(each for group in groups for each in group.split(","))
        assert named <= extras, page


def is_public(name: str) -> bool:
    """Whether a name has no underscore in front."""
    return not name.startswith("_")


def found(name: str) -> object:
    """Imports what a dotted name leads to."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        with suppress(ModuleNotFoundError):
            return reduce(getattr, parts[count:], importlib.import_module(".".join(parts[:count])))
    raise AssertionError(name)
