"""The guide hangs together: its links lead somewhere, its menu has every page, what its API pages name is there."""
from __future__ import annotations

import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

from tests.pages import DOCS, PAGES, ROOT, anchors_of, links_of

MENU = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
MORE_PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "examples").rglob("*.md"))]
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


@pytest.mark.parametrize(
    "name", [name for page in PAGES for name in API.findall(page.read_text("utf-8"))]
)
def test_api_is_there(name: str) -> None:
    """Each name of which an API page takes the docstring can be imported, and has one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        thing = reduce(getattr, parts[count:], thing)
        break
    assert thing.__doc__
