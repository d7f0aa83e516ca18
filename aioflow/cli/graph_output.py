"""Output of a graph while it runs: marked as such, made harmless, and kept apart from results."""
from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TextIO

from aioflow.cli.terminal import printable

_MARK = "graph: "


class MarkedStream(io.TextIOBase):
    """A stream that passes text on with a mark before each line and escapes for what a terminal could obey.

    A model may print what it likes, such as a line that looks like a result, or codes that a terminal obeys.

    Args:
        target: The stream that gets the text.
    """

    def __init__(self, target: TextIO) -> None:
        self._target = target
        self._at_line_start = True  # the next text begins a line, and so gets the mark

    def writable(self) -> bool:
        """Whether it can be written to: yes."""
        return True

    def write(self, text: str) -> int:
        """Writes `text`, which may hold several lines or a part of one."""
        for line in text.splitlines(keepends=True):
            mark = _MARK if self._at_line_start else ""
            self._at_line_start = line.endswith("\n")
            self._target.write(mark + printable(line.removesuffix("\n")) + ("\n" if self._at_line_start else ""))
        return len(text)

    def end_line(self) -> None:
        """Ends a line that was begun."""
        if not self._at_line_start:
            self.write("\n")


@contextmanager
def graph_output_to_stderr(is_dropped: bool = False) -> Iterator[None]:
    """Gives a context in which everything that is printed goes, marked, to stderr, or is dropped."""
    marked = MarkedStream(io.StringIO() if is_dropped else sys.stderr)
    try:
        with redirect_stdout(marked), redirect_stderr(marked):
            yield
    finally:
        marked.end_line()
