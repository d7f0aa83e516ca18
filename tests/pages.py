"""README and the pages of docs/, as tests read them: their code blocks, links and headings."""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```', re.M | re.S)
LINK = re.compile(r"(?<!!)\[[^]\n]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.M)


class Block(NamedTuple):
    """A code block.

    Attributes:
        page: The file that has it.
        line: Where it begins.
        language: The word behind the fence.
        title: The name of the file that it shows, or "".
        code: The text.
    """

    page: Path
    line: int
    language: str
    title: str
    code: str

    @property
    def name(self) -> str:
        """Page and line, for the test's name."""
        return f"{self.page.relative_to(ROOT).as_posix().removeprefix('docs/')}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    """Returns the code blocks of a page that name a language."""
    text = page.read_text("utf-8")
    return [
        Block(page, text[: match.start()].count("\n") + 1, match[1], match[2] or "", match[3])
        for match in BLOCK.finditer(text)
    ]


def imported_modules(code: str) -> set[str]:
    """Returns the names, without what lies behind a dot, of the modules that a Python block imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def links_of(page: Path) -> Iterator[str]:
    """Gives the targets of all links of a page outside of code."""
    yield from LINK.findall(re.sub(r"`[^`\n]+`", "", BLOCK.sub("", page.read_text("utf-8"))))


def anchors_of(page: Path) -> set[str]:
    """Returns the names under which the headings of a page can be linked to."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in HEADING.findall(text)}
