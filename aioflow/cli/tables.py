"""Rows and long lines of text: as wide as the terminal that shows them, one line each elsewhere."""
from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence

from aioflow.cli.terminal import printable
from aioflow.framework.text_layout import terminal_width, wrapped

_MAX_CELL = 120  # characters; names in hostile files may have megabytes


def columns(rows: Iterable[Iterable[str]], indent: str = "  ", has_headings: bool = False) -> list[str]:
    """Writes rows as lines, each column as wide as its widest entry, or as the terminal lets it be.

    Args:
        rows: The rows, all of one length.
        indent: What stands before each line.
        has_headings: Whether the first row has the headings.
    """
    table = [[printable(cell, _MAX_CELL) for cell in row] for row in rows]
    if table and _is_read_at_once():
        try:
            return [indent + line for line in _fitted(table, terminal_width() - len(indent), has_headings)]
        except ImportError:
            pass
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table
    ]


def paragraph(text: str, indent: str = "  ") -> list[str]:
    """Breaks a long line where the terminal ends."""
    return wrapped(text, terminal_width(), len(indent)) if _is_read_at_once() else [f"{indent}{text}"]


def _is_read_at_once() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _fitted(table: Sequence[Sequence[str]], width: int, has_headings: bool) -> list[str]:
    """Writes a table of rich, whose cells go on in further lines; raises ImportError where there is no rich."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    headings, rows = (table[0], table[1:]) if has_headings else ([""] * len(table[0]), table)
    drawn = Table(
        box=box.SIMPLE_HEAD if has_headings else None, show_header=has_headings, show_edge=False,
        padding=(0, 2, 0, 0), pad_edge=False,
    )  # fmt: skip
    # As text, in which brackets are no markup. Short columns stay whole, so that names can be read and copied.
    for heading, column in zip(headings, zip(*table, strict=True), strict=True):
        drawn.add_column(Text(heading), overflow="fold", no_wrap=max(map(len, column)) <= width // 4)
    for row in rows:
        drawn.add_row(*map(Text, row))
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(drawn)
    return [line.rstrip() for line in capture.get().splitlines()]
