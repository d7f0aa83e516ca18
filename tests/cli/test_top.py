"""`aioflow top`: one process, several, none, and those that say nothing of use."""
from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.cli import status_text, top
from aioflow.cli.main import main
from aioflow.observe.live.live_process import LiveProcess
from aioflow.observe.live.snapshot import AbandonedView, RunView, SessionView, SignatureView, Snapshot
from tests.observe.live.conftest import runtime as runtime

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="the system has no UNIX sockets")


@contextmanager
def telling(title: str) -> Iterator[None]:
    """This process tells how it does, on an event loop of a thread."""
    is_up, loop, end = threading.Event(), asyncio.new_event_loop(), asyncio.Event()

    async def tell() -> None:
        async with tf.serve_status(title):
            is_up.set()
            await end.wait()

    def work() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(tell())

    thread = threading.Thread(target=work)
    thread.start()
    assert is_up.wait(30)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is waited for between two looks."""
    monkeypatch.setattr(top, "_COUNTED_S", 0.0)
    monkeypatch.setattr("time.sleep", lambda seconds: None)


def test_the_only_process_once(runtime: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As text, or as the snapshot itself; with or without its number."""
    with telling("a service"):
        for words in (["--once"], [str(os.getpid()), "--once"]):
            assert main(["top", *words]) == 0
            said = capsys.readouterr().out
            assert said.startswith(f"a service · process {os.getpid()}") and "event loop late by" in said
        assert main(["top", "--once", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "a service"


def test_no_process(runtime: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that says what a process has to do, and status 2."""
    assert main(["top"]) == 2
    assert "tf.serve_status()" in capsys.readouterr().err
    for pid, said in (("1", "process 1 "), ("2147483646", "is not there")):
        assert main(["top", pid, "--once"]) == 2
        complaint = capsys.readouterr().err
        assert said in complaint and len(complaint.splitlines()) == 1


@pytest.mark.parametrize("pid", ["0", "-1", "x", "1e3", str(2**31)])
def test_no_number_of_a_process(pid: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Is refused before anybody is asked."""
    assert main(["top", pid]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def sample(**others: object) -> Snapshot:
    """A process."""
    return replace(LiveProcess("sample").read(), **others)  # type: ignore[arg-type]


def test_several_processes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Are listed, without those that do not answer."""

    def read(pid: int) -> Snapshot:
        if pid == 12:
            raise errors.data_loss("nonsense")
        return sample(pid=pid, title=f"service {pid}")

    monkeypatch.setattr(top, "processes", lambda: [11, 12, 13])
    monkeypatch.setattr(top, "read_status", read)
    assert main(["top"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in lines[1:]] == [["11", "service", "11"], ["13", "service", "13"]]
    assert main(["top", "--json"]) == 0
    assert [each["pid"] for each in json.loads(capsys.readouterr().out)] == [11, 13]
    assert main(["top", "12", "--once"]) == 2
    assert capsys.readouterr().err == "aioflow: nonsense\n"


def test_again_and_again_until_it_ends(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Text behind text where there is no terminal, or a document a line; the end of the process is told."""
    for words, ending in (([], "process 11 has ended"), (["--json"], "")):
        looks = iter([sample(pid=11), sample(pid=11), sample(pid=11)])

        def read(pid: int, looks: Iterator[Snapshot] = looks) -> Snapshot:
            found = next(looks, None)
            if found is None:
                raise errors.not_found("it is gone")
            return found

        monkeypatch.setattr(top, "read_status", read)
        assert main(["top", "11", *words]) == 0
        said = capsys.readouterr().out
        if words:
            assert [json.loads(line)["pid"] for line in said.splitlines()] == [11, 11]
        else:
            assert said.count("sample · process 11") == 2 and said.rstrip().endswith(ending)


def test_hostile_names_stay_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a terminal could obey, no line of megabytes, no table without end."""
    name = "\x1b[2J\r\n" + "n" * 5000
    now = sample(
        title=name,
        runs=tuple(RunView(name, name, 1.5, True, (name,)) for _ in range(50)), num_runs=50,
        signatures=(SignatureView(name, name, 1e-3, 5, 1),), sessions=(SessionView(name, 1, 2, 3, 4, 5, 6),),
        abandoned=(AbandonedView(name, name, "PyFunc", 61.0),),
    )  # fmt: skip
    text = status_text.status_text(now, now)
    assert "\x1b" not in text and "\r" not in text and len(text) < 20_000
    assert "and 40 more" in text and "abandoned kernels" in text and "stopping" in text


@pytest.mark.parametrize(("seconds", "text"), [(0, "0"), (1.5e-6, "1.5 µs"), (0.0123, "12.3 ms"), (3.0, "3 s")])
def test_times(seconds: float, text: str) -> None:
    """With three digits and a unit."""
    assert status_text.time_text(seconds) == text


@pytest.mark.parametrize(("seconds", "text"), [(5.2, "5 s"), (61, "1 min"), (7300, "2 h"), (200_000, "2 d")])
def test_spans(seconds: float, text: str) -> None:
    """In the largest unit."""
    assert status_text.span_text(seconds) == text


def test_rates_of_models() -> None:
    """Runs per second are told of each session, the busiest first, from one look to the next; of new ones, too."""
    first, second = SessionView("a 1", 0, 10, 0, 0, 0, 0), SessionView("b 2", 0, 5, 0, 0, 0, 0)
    before = sample(at_s=100.0, sessions=(first, second))
    second, third = SessionView("b 2", 0, 3005, 6, 2, 1, 1), SessionView("c 1", 0, 4, 0, 0, 0, 0)
    now = sample(at_s=102.0, sessions=(replace(first, succeeded=12), second, third))
    lines = status_text.status_text(now, before).partition("sessions; ")[2].splitlines()[2:5]
    assert [line.split()[:4] for line in lines] == [
        ["b", "2", "1,505", "5"], ["c", "1", "2", "0"], ["a", "1", "1", "0"],
    ]  # fmt: skip
    assert "  -  " in status_text.status_text(now, now)
