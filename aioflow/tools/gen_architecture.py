"""Draws the pictures of docs/architecture.md from the imports: `python -m aioflow.tools.gen_architecture [--check]`.

A room is a folder of the package, or a file beside folders. An arrow says that a file of one room imports a file of
another. An arrow that a longer way says already is left out, so that a picture shows floors and no tangle.

Exit status: 0 done or up to date; 1 not up to date.
"""
from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
PAGE = PACKAGE.parent / "docs" / "architecture.md"
COMMAND = "python -m aioflow.tools.gen_architecture"
OUTSIDE = frozenset({"__init__", "__main__"})  # the front door, which only gathers names
PICTURE = re.compile(r"(<!-- picture of ([\w/]+): written by `[^`]+` -->\n).*?(<!-- end of picture -->)", re.DOTALL)

Arrows = Mapping[str, frozenset[str]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Redraws the pictures, or with `--check` tells whether they are up to date; returns the exit status."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a picture is not up to date")
    options = parser.parse_args(arguments)
    text = PAGE.read_text("utf-8")
    drawn = redrawn(text)
    if not options.check:
        PAGE.write_text(drawn, "utf-8")
        return 0
    if drawn == text:
        return 0
    print(f"{PAGE.name} does not show the imports as they are; run {COMMAND}", file=sys.stderr)
    return 1


def redrawn(text: str) -> str:
    """Returns the page with each of its pictures drawn anew."""
    return PICTURE.sub(lambda found: f"{found[1]}{picture(found[2])}{found[3]}", text)


def picture(folder: str) -> str:
    """Returns the Mermaid flow chart of the rooms in `folder`, such as "aioflow" or "aioflow/executor"."""
    arrows = without_detours(rooms(PACKAGE.parent / folder))
    lines = [f"  {room} --> {other}" for room in sorted(arrows) for other in sorted(arrows[room])]
    joined = {name for room, others in arrows.items() if others for name in (room, *others)}
    lines += [f"  {room}" for room in sorted(arrows.keys() - joined)]
    return "\n".join(["```mermaid", "flowchart TD", *lines, "```", ""])


def rooms(folder: Path) -> Arrows:
    """Returns room -> rooms that it imports; the rooms are the folders and files directly in `folder`."""
    prefix = folder.relative_to(PACKAGE.parent).parts
    depth = len(prefix)
    known = {path.stem for path in folder.iterdir() if path.suffix == ".py" or any(path.glob("*.py"))} - OUTSIDE
    arrows: dict[str, set[str]] = {room: set() for room in known}
    for path in folder.rglob("*.py"):
        room = path.relative_to(folder).parts[0].removesuffix(".py")
        if room in known:
            targets = {target[depth] for target in imported(path) if target[:depth] == prefix and target[depth:]}
            arrows[room] |= (targets & known) - {room}
    return {room: frozenset(others) for room, others in arrows.items()}


@cache  # each file is in the picture of the whole and in that of its room, and parsing takes most of the time
def imported(path: Path) -> tuple[tuple[str, ...], ...]:
    """Returns the dotted names that a file imports from the package, as tuples, those for type checkers included."""
    found: list[tuple[str, ...]] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [(*node.module.split("."), alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [tuple(alias.name.split(".")) for alias in node.names]
    return tuple(found)


def without_detours(arrows: Arrows) -> Arrows:
    """Leaves out each arrow whose end can be reached by a longer way (the transitive reduction).

    Raises:
        ValueError: Rooms import each other in a circle.
    """
    reach: dict[str, frozenset[str]] = {}
    for room in TopologicalSorter(arrows).static_order():
        reach[room] = arrows[room].union(*(reach[other] for other in arrows[room]))
    return {
        room: frozenset(other for other in others if not any(other in reach[between] for between in others))
        for room, others in arrows.items()
    }


if __name__ == "__main__":
    sys.exit(main())
