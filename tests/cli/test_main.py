"""The front door: usage, exit codes, interrupts, and what a terminal gets to see."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import DIGITS, Cli

ROOT = Path(__file__).parents[2]


def start(*arguments: object, **options: object) -> subprocess.Popen[str]:
    """Starts `python -m aioflow` as a process of its own."""
    command = [sys.executable, "-m", "aioflow", *map(str, arguments)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": ROOT, "text": True, **options}
    return subprocess.Popen(command, **streams)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "arguments",
    [
        (), ("unknown",), ("inspect",), ("run",), ("run", "model.pb", "--fetch", "x", "--timeout-s", "soon"),
        ("run", "model.pb", "--fetch", ","),
        ("run", "model.pb", "--fetch", "x", "--timeout-s", "-1"), ("demo", "--callers", "0"),
        ("run", "model.pb", "--fetch", "x", "--trust", "some"), ("inspect", "model.pb", "--\x1b[31m"),
        ("run", "model.pb", "--fetch", "x", "--memory-mb", "0"), ("inspect", ""), ("run", "", "--fetch", "x"),
        ("pools", ""),
    ],
)  # fmt: skip
def test_wrong_usage(cli: Cli, arguments: tuple[str, ...]) -> None:
    """Arguments that make no sense end with exit code 2 and a line that points to --help."""
    assert cli(*arguments).is_refusal(2, "--help")


@pytest.mark.parametrize(
    "arguments", [("--help",), ("inspect", "--help"), ("run", "--help"), ("doctor", "-h"), ("demo", "-h")]
)
def test_help_names_exit_codes(cli: Cli, arguments: tuple[str, ...]) -> None:
    """The help of each command documents the exit codes."""
    ended = cli(*arguments)
    assert ended.code == 0
    assert all(f"\n  {code} " in ended.stdout for code in (0, 1, 2, 130))


def test_help_of_pools(cli: Cli) -> None:
    """The keys of an experiment's file are told by the command that reads it."""
    text = cli("pools", "--help").stdout
    words = ("[traffic.NAME]", "rate_per_s", "layouts", "warm_up_seconds", "[pools]", "saved_model", "nice*")
    assert all(word in text for word in words)


def test_version(cli: Cli) -> None:
    """--version and -V print the package's version."""
    import aioflow

    for option in ("--version", "-V"):
        assert cli(option).stdout == f"aioflow {aioflow.__version__}\n"


def test_as_module() -> None:
    """`python -m aioflow` is the same command, and its exit code that of the process."""
    process = start("inspect", "no such file")
    _, stderr = process.communicate()
    assert process.returncode == 2
    assert stderr == "aioflow: cannot read no such file: No such file or directory\n"


def test_ascii_terminal() -> None:
    """A terminal that knows ASCII only gets escapes instead of an error."""
    process = start("inspect", "naïve.pb", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    _, stderr = process.communicate()
    assert process.returncode == 2
    assert stderr == "aioflow: cannot read na\\xefve.pb: No such file or directory\n"


def test_undecodable_file_name(cli: Cli) -> None:
    """A file name that is not UTF-8 is shown escaped."""
    assert cli("inspect", b"\xff\x1b.pb".decode("utf-8", "surrogateescape")).is_refusal(2, "\\udcff\\x1b.pb")


def test_interrupt_ends_a_run(endless: Path) -> None:
    """Ctrl-C during a run ends the process at once, with exit code 130 and one line."""
    process = start("run", endless, "--feed", "x=1", "--fetch", "y", "--timeout-s", "0")
    assert process.stderr is not None
    assert process.stderr.readline() == "graph: running\\x1b[2J[1]\n"
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=600)
    assert (process.returncode, stdout, stderr) == (130, "", "aioflow: interrupted\n")


def test_closed_pipe() -> None:
    """When the reader of a pipe goes away, the command ends without a word."""
    reading, writing = os.pipe()
    os.close(reading)
    process = start("inspect", DIGITS, stdout=writing)
    os.close(writing)
    _, stderr = process.communicate()
    assert (process.returncode, stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk() -> None:
    """A result that cannot be written is an error with one line."""
    with open("/dev/full", "w") as full:
        process = start("inspect", DIGITS, stdout=full)
        _, stderr = process.communicate()
    assert (process.returncode, stderr) == (1, "aioflow: cannot write the result: No space left on device\n")


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="closes streams as a shell does")
@pytest.mark.parametrize(("redirection", "code", "stderr"), [
    ("<&-", 0, ""), ("2>&-", 0, ""), (">&-", 1, "aioflow: cannot write the result: standard output is closed\n"),
    ("<&- >&- 2>&-", 1, ""),
])  # fmt: skip
def test_closed_streams(affine: Path, redirection: str, code: int, stderr: str) -> None:
    """Whichever of the standard streams is closed, the event loop does not take its number, and no result gets lost."""
    shell = ["/bin/sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "aioflow"]
    run = ["run", str(affine), "--feed", "x=[[1,2]]", "--fetch", "y"]
    ended = subprocess.run([*shell, *run], cwd=ROOT, capture_output=True, text=True, check=False)
    shown = "y: float32 [1, 2]\n[[3. 5.]]\n" if code == 0 else ""
    assert (ended.returncode, ended.stdout, ended.stderr) == (code, shown, stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_messages_that_nobody_can_read(affine: Path) -> None:
    """Progress and errors are lost on a full disk; the exit code stays that of what was done."""
    with open("/dev/full", "w") as full:
        process = start("demo", "--seconds", "0", stderr=full)
        stdout, _ = process.communicate()
        assert process.returncode == 0 and "every prediction" in stdout
        process = start("inspect", "no such file", stderr=full)
        assert (process.communicate()[0], process.returncode) == ("", 2)
        process = start("--help", stdout=full)
        assert (process.communicate()[1], process.returncode) == ("", 1)


@pytest.mark.parametrize("number", [6, 9, 11, 12, 13])
def test_few_file_descriptors(affine: Path, number: int) -> None:
    """Without enough file descriptors for an event loop, or for a file, one line says so."""
    resource = pytest.importorskip("resource")
    limits = (number, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    process = start("demo", "--seconds", "0", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limits))
    stdout, stderr = process.communicate()
    assert (process.returncode, stdout, stderr.count("\n")) == (1, "", 1), stderr
    assert stderr.startswith("aioflow: ") and "Too many open files" in stderr and "ulimit -n" in stderr


def test_traceback_on_demand(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """AIOFLOW_TRACEBACK=1 lets the exception out, for whoever looks for the cause."""
    monkeypatch.setenv("AIOFLOW_TRACEBACK", "1")
    with pytest.raises(Exception, match="no such file"):
        cli("inspect", "no such file")
