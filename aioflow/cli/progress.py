"""How far work is: a bar on a terminal if rich is there, lines of text elsewhere, nothing at all with `--quiet`."""
from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from aioflow.cli.standard_streams import say

# Text, and the share of the work that is done, from 0 to 1.
Progress = Callable[[str, float], None]
# Nobody wonders before.
_PATIENCE_S = 2.0
_MARK = "... "


@contextmanager
def progress_of(title: str, is_quiet: bool) -> Iterator[Progress]:
    """Gives a function that shows how far work is, as long as the context lasts.

    Args:
        title: What stands before the bar.
        is_quiet: Whether to show nothing.
    """
    bar = None if is_quiet else _new_bar(sys.stderr)
    if bar is None:
        yield silent if is_quiet else _line
        return
    with bar:
        task = bar.add_task(title, total=1.0)

        def show(text: str, share: float) -> None:
            # As text: brackets in names of others are no markup.
            bar.update(task, completed=min(1.0, share), description=_escaped(f"{title}: {text}"))

        yield show


class Loading:
    """Tells what a command is waiting for, once that has taken two seconds. Use it in a `with` statement.

    Args:
        is_quiet: Whether to tell nothing.
    """

    def __init__(self, is_quiet: bool) -> None:
        self._is_quiet = is_quiet
        # The one of now: while a model is read, what it prints is marked as a graph's, and this is not.
        self._stream = sys.stderr
        # Guards what follows: the timer's thread begins to show while another one goes on to the next text, or ends.
        self._lock = threading.Lock()
        self._text: str | None = None
        self._is_shown = False
        self._bar: Any = None
        self._task: Any = None
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Loading:
        if not self._is_quiet:
            self._timer = threading.Timer(_PATIENCE_S, self.show)
            # A command that ends meanwhile does not wait for it.
            self._timer.daemon = True
            try:
                self._timer.start()
            # There is no room for a thread; the work comes first.
            except RuntimeError:
                self._timer = None
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def note(self, text: str) -> None:
        """Says what is being done from now on."""
        with self._lock:
            self._text = text
            if self._is_shown:
                self._tell()

    def show(self) -> None:
        """Begins to tell."""
        with self._lock:
            if not self._is_quiet and self._text is not None:
                self._is_shown = True
                self._bar = _new_bar(self._stream, is_transient=True)
                if self._bar is not None:
                    self._task = self._bar.add_task("", total=None)
                    self._bar.start()
                self._tell()

    def end(self) -> None:
        """Ends the telling; what comes next speaks for itself."""
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._is_quiet, self._is_shown = True, False
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    def _tell(self) -> None:
        if self._bar is None:
            say(f"{_MARK}{self._text}", self._stream)
        else:
            self._bar.update(self._task, description=_escaped(self._text or ""))


def _new_bar(stream: TextIO, is_transient: bool = False) -> Any:
    """Makes a bar that is not shown yet; None where there is no terminal, or no rich."""
    if not stream.isatty():
        return None
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    except ImportError:
        return None
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    # What is printed meanwhile comes above the bar, if it comes to the terminal at all; in a file or a pipe, where
    # results go, it stays as it is.
    prints_here = sys.stdout is not None and sys.stdout.isatty()
    # Of a stream that others have put there rich would take away what they do with it, such as marking lines.
    is_ours = stream is sys.stderr
    return Progress(
        *columns, console=Console(file=stream), transient=is_transient, redirect_stdout=prints_here and is_ours,
        redirect_stderr=is_ours,
    )  # fmt: skip


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _line(text: str, share: float) -> None:
    say(text)


def silent(text: str, share: float) -> None:
    """Shows nothing."""
