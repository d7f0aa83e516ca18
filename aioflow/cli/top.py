"""`aioflow top`: what another process of this user does, in a terminal or as lines."""
from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from aioflow import errors
from aioflow.cli.exits import BadInput
from aioflow.cli.status_text import list_text, status_text
from aioflow.cli.terminal import json_text, one_line
from aioflow.observe.live.snapshot import Snapshot
from aioflow.observe.live.status_reader import processes, read_status

_COUNTED_S = 1.0  # between the two looks of --once: rates and percentiles are of what came between


def show_process(pid: int | None, is_once: bool, is_json: bool, interval_s: float) -> str:
    """Shows what a process does, until it ends or the user has enough.

    Args:
        pid: The process; None for the only one there is, and else for a list of them.
        is_once: Whether to show it once.
        is_json: Whether to show JSON, a document a line.
        interval_s: Seconds between two looks.

    Returns:
        What is to be printed at the end.

    Raises:
        BadInput: There is no such process, or it tells nothing of use.
    """
    if pid is None:
        found = _all()
        if len(found) != 1:
            return json_text([each.as_dict() for each in found]) if is_json else list_text(found)
        pid = found[0].pid
    before = _read(pid)
    if is_once:
        time.sleep(_COUNTED_S)
        now = _read(pid)
        return json_text(now.as_dict()) if is_json else status_text(now, before)
    return _watch(pid, before, is_json, interval_s)


def _watch(pid: int, before: Snapshot, is_json: bool, interval_s: float) -> str:
    with _lines() if is_json else _screen() as screen:
        for number in itertools.count():
            if number:
                time.sleep(interval_s)
            try:
                now = _read(pid)
            except BadInput:
                if number:
                    return f"process {pid} has ended" if not is_json else ""
                raise
            screen.show(json_text(now.as_dict(), indent=None) if is_json else status_text(now, before))
            before = now
    return ""


def _read(pid: int) -> Snapshot:
    try:
        return read_status(pid)
    except errors.NotFoundError as error:
        raise BadInput(f"{one_line(error.message)}: it needs tf.serve_status(), or to be aioflow serve") from error
    except errors.OpError as error:
        raise BadInput(one_line(error.message)) from error


def _all() -> list[Snapshot]:
    """What all processes tell; without those that do not."""
    try:
        numbers = processes()
    except errors.OpError as error:
        raise BadInput(one_line(error.message)) from error
    found = []
    for number in numbers:
        try:
            found.append(read_status(number))
        except errors.OpError:
            continue
    if not found:
        raise BadInput("no process of yours tells how it does: it needs tf.serve_status(), or to be aioflow serve")
    return found


# ---- where it is shown
class _Screen(Protocol):
    def show(self, text: str) -> None:
        """Shows text, in place of what was shown before where that can be."""


class _Lines:
    """Standard output that is no terminal, or a terminal without rich: one text behind the other."""

    def show(self, text: str) -> None:
        print(text, flush=True)


@contextmanager
def _lines() -> Iterator[_Screen]:
    try:
        yield _Lines()
    except BrokenPipeError:  # whoever read it has seen enough; the command's end must not find the pipe once more
        sys.stdout = open("/dev/null", "w", encoding="utf-8")  # noqa: SIM115 - lasts as long as the process


@contextmanager
def _screen() -> Iterator[_Screen]:
    """The whole terminal, where there is one and rich is installed."""
    try:
        from rich.live import Live
        from rich.text import Text
    except ImportError:
        Live = None  # type: ignore[assignment, misc]
    if Live is None or not sys.stdout.isatty():
        with _lines() as lines:
            yield lines
        return

    class Terminal:
        """A screen of its own, which leaves what was there before."""

        def show(self, text: str) -> None:
            shown = Text(overflow="crop", no_wrap=True)
            for line in text.splitlines():
                shown.append(line + "\n", "bold" if line and not line.startswith(" ") else "")
            live.update(shown, refresh=True)

    with Live(screen=True, auto_refresh=False) as live:
        yield Terminal()

