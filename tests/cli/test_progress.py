"""Progress: a bar on a terminal, lines elsewhere, nothing when that is wanted; results are never mixed with it."""
from __future__ import annotations

import io
import os
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aioflow.cli import progress
from aioflow.cli.graph_output import graph_output_to_stderr
from aioflow.cli.progress import Loading, progress_of

from .conftest import Cli
from .test_main import start


class Terminal(io.StringIO):
    """A terminal that notes what it is told."""

    def isatty(self) -> bool:
        """Whether somebody sits before it: yes."""
        return True


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing begins to tell by itself while these tests run: they say when."""
    monkeypatch.setattr(progress, "_PATIENCE_S", 3600.0)


@pytest.fixture
def sit_down(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Terminal]:
    """Makes standard error a terminal; a function, since pytest puts its own stream there before each test."""
    pytest.importorskip("rich")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")

    def made() -> Terminal:
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        return terminal

    return made


def plain(terminal: Terminal) -> str:
    """What came to a terminal, without what it obeys."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.getvalue())


def test_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """Elsewhere than on a terminal each step is a line."""
    with progress_of("work", False) as show:
        show("one of two", 0.5)
    assert capsys.readouterr() == ("", "one of two\n")


def test_bar(sit_down: Callable[[], Terminal], capsys: pytest.CaptureFixture[str]) -> None:
    """On a terminal there is a bar, which takes no markup from names."""
    terminal = sit_down()
    with progress_of("work", False) as show:
        show("[bold]half[/bold]", 0.5)
    assert "work: [bold]half[/bold]" in plain(terminal) and "━" in plain(terminal)
    assert terminal.getvalue().count("\x1b[?25l") == terminal.getvalue().count("\x1b[?25h")  # the cursor is back
    assert capsys.readouterr().out == ""


def test_a_terminal_without_rich(sit_down: Callable[[], Terminal], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library there are lines on a terminal, too."""
    terminal = sit_down()
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with progress_of("work", False) as show:
        show("half", 0.5)
    assert terminal.getvalue() == "half\n"


def test_quiet(sit_down: Callable[[], Terminal]) -> None:
    """Quiet is quiet."""
    terminal = sit_down()
    with progress_of("work", True) as show, Loading(True) as loading:
        show("half", 0.5)
        loading.note("reading")
        loading.show()
    assert terminal.getvalue() == ""


def test_loading_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """What takes long is told when that is known, and each thing that follows; not what was over before, or the end."""
    with Loading(False) as loading:
        loading.note("reading")
        loading.note("importing")
        loading.show()
        loading.note("restoring")
        loading.end()
        loading.note("running")
        loading.show()
    assert capsys.readouterr() == ("", "... importing\n... restoring\n")


def test_loading_on_a_terminal(sit_down: Callable[[], Terminal]) -> None:
    """A bar goes away when the work is done, and the cursor is back."""
    terminal = sit_down()
    with pytest.raises(KeyboardInterrupt), Loading(False) as loading:
        loading.note("reading [red]")
        loading.show()
        raise KeyboardInterrupt
    assert "reading [red]" in plain(terminal)
    assert terminal.getvalue().count("\x1b[?25l") == terminal.getvalue().count("\x1b[?25h")


def test_loading_beside_the_output_of_a_graph(
    sit_down: Callable[[], Terminal], capsys: pytest.CaptureFixture[str]
) -> None:
    """While what a graph prints is marked as such, the bar is a bar and lines have no mark; the graph's keep theirs."""
    with Loading(False) as loading, graph_output_to_stderr():
        loading.note("importing")
        loading.show()
        print("of the graph")
    assert capsys.readouterr() == ("", "... importing\ngraph: of the graph\n")
    terminal = sit_down()
    with Loading(False) as loading, graph_output_to_stderr():
        loading.note("importing")
        loading.show()
        print("of the graph")
    shown = plain(terminal)
    assert "importing" in shown.replace("graph: of the graph", "") and "graph: of the graph" in shown
    assert "... " not in shown and "\x1b[?25l" in terminal.getvalue()


def test_loading_tells_by_itself(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread begins to tell; none is left at the end."""
    monkeypatch.setattr(progress, "_PATIENCE_S", 0.0)
    told = threading.Event()
    monkeypatch.setattr(progress, "say", lambda line, stream: told.set())
    before = threading.active_count()
    loading = Loading(False)
    loading.note("reading")
    with loading:
        assert told.wait(600)
    timer: Any = loading._timer
    timer.join(600)
    assert threading.active_count() <= before


def test_no_room_for_a_thread(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The work comes first."""

    def refuse(timer: threading.Timer) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Timer, "start", refuse)
    with Loading(False) as loading:
        loading.note("reading")
    assert capsys.readouterr() == ("", "")


def test_quiet_commands(cli: Cli, endless: Path, affine: Path, tmp_path: Path) -> None:
    """With --quiet a graph's output is left out, and so is where the values were saved; errors stay."""
    run = ("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y", "--quiet")
    assert cli(*run).stdout == "y: float32 [1, 2]\n[[3. 5.]]\n"
    ended = cli(*run, "--output", tmp_path / "y.npy")
    assert (ended.code, ended.stdout, ended.stderr) == (0, "", "")
    assert (tmp_path / "y.npy").exists()
    arguments = ("run", endless, "--feed", "x=1", "--fetch", "y", "--timeout-s", "0.3")
    assert cli(*arguments, "-q").is_refusal(1, "DeadlineExceeded")
    assert "graph: running" in cli(*arguments).stderr


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
@pytest.mark.parametrize("options", [[], ["--quiet"]])
def test_a_real_terminal(options: list[str]) -> None:
    """`aioflow demo` before a terminal shows a bar there, and results elsewhere; with --quiet nothing comes to it."""
    pytest.importorskip("rich")
    master, slave = os.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    process = start("demo", "--seconds", "1.5", *options, stderr=slave, env=environment)
    os.close(slave)
    stdout, _ = process.communicate()
    shown = os.read(master, 1 << 20) if not options else b""
    os.close(master)
    assert process.returncode == 0 and "every prediction" in stdout and "\x1b" not in stdout
    assert options or b"demo" in shown
