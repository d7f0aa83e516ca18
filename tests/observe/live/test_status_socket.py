"""The status socket: private, answers while the loop is stuck, and neither side trusts the other."""
from __future__ import annotations

import json
import os
import select
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow.observe.live import status_reader, status_socket
from aioflow.observe.live.live_process import LiveProcess
from aioflow.observe.live.status_reader import processes, read_status, snapshot_of
from aioflow.observe.live.status_socket import StatusSocket

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="the system has no UNIX sockets")


async def test_process_tells_its_user_how_it_does(runtime: Path) -> None:
    """O-26: it does so in the context alone; nobody else may look into the folder or at the socket."""
    async with tf.serve_status("a service", dict) as path:
        assert path.parent == runtime / "aioflow"
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700 and stat.S_IMODE(path.stat().st_mode) == 0o600
        assert processes() == [os.getpid()]
        found = read_status(os.getpid())
        assert (found.title, found.pid) == ("a service", os.getpid())
        assert read_status(os.getpid()).num_threads >= 2, "as often as somebody asks"
    assert not path.exists() and processes() == []
    assert not [thread for thread in threading.enumerate() if thread.name == "aioflow_status"]
    with pytest.raises(tf.errors.NotFoundError, match="tells nobody"):
        read_status(os.getpid())


async def test_nobody_is_told_unless_the_program_says_so(runtime: Path) -> None:
    """O-26: a session that runs makes no socket, no folder and no thread for one."""
    with tf.Graph().as_default() as graph:
        y = tf.add(tf.constant(1.0), 1.0)
    async with tf.Session(graph=graph) as session:
        await session.run(y)
        assert not list(runtime.iterdir()) and processes() == []
        assert not [thread for thread in threading.enumerate() if thread.name == "aioflow_status"]


async def test_stuck_event_loop_is_seen(runtime: Path) -> None:
    """This very test keeps it from going on while it asks."""
    async with tf.serve_status():
        while read_status(os.getpid()).lag.now_s < 0.1:
            pass


async def test_sessions_by_better_names(runtime: Path) -> None:
    """Where somebody knows what they are for."""
    with tf.Graph().as_default() as graph:
        y = tf.add(tf.constant(1.0), 1.0, name="y")
    async with tf.Session(graph=graph) as session:
        await session.run(y)
        async with tf.serve_status(names=lambda: {session.statistics().name: "the one of digits"}):
            found = read_status(os.getpid())
    assert "the one of digits" in [view.name for view in found.sessions]
    assert ("y", "the one of digits") in [(view.signature, view.session) for view in found.signatures]


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
async def test_folder_that_others_may_use(runtime: Path, mode: int) -> None:
    """Is used by neither side."""
    (runtime / "aioflow").mkdir()
    (runtime / "aioflow").chmod(mode)
    with pytest.raises(tf.errors.PermissionDeniedError, match="0700"):
        async with tf.serve_status():
            pass
    for ask in (processes, lambda: read_status(1)):
        with pytest.raises(tf.errors.PermissionDeniedError, match="0700"):
            ask()


async def test_folder_that_is_a_link(runtime: Path) -> None:
    """Somebody else may have put it there, where the folder lies among temporary files."""
    (runtime / "elsewhere").mkdir(mode=0o700)
    (runtime / "aioflow").symlink_to(runtime / "elsewhere")
    with pytest.raises(tf.errors.PermissionDeniedError):
        async with tf.serve_status():
            pass


def test_processes_that_were_killed_are_forgotten(runtime: Path) -> None:
    """Their sockets are still there; other files are nobody's business."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    folder = runtime / "aioflow"
    folder.mkdir(mode=0o700)
    for name in (f"{ended.pid}.sock", "x.sock", "notes.txt", "1e3.sock"):
        (folder / name).touch()
    assert processes() == []
    assert sorted(each.name for each in folder.iterdir()) == ["1e3.sock", "notes.txt", "x.sock"]
    with pytest.raises(tf.errors.NotFoundError, match="is not there"):
        read_status(ended.pid)


def test_who_does_not_read_keeps_nobody_waiting(runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For longer than a moment: the next one is answered, and so is everybody behind one who hangs up."""
    monkeypatch.setattr(status_socket, "_PATIENCE_S", 0.4)  # busy machines read slowly
    document = LiveProcess("x" * (3 << 20)).read().as_dict()
    status = StatusSocket(lambda: document)
    try:
        lazy = [socket.socket(socket.AF_UNIX) for _ in range(3)]
        for each in lazy:
            each.connect(os.fspath(status.path))
        gone = socket.socket(socket.AF_UNIX)
        gone.connect(os.fspath(status.path))
        gone.close()
        assert len(read_status(os.getpid()).title) == 3 << 20
        for each in lazy:
            each.close()
    finally:
        status.close()
        status.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
async def test_forked_child_leaves_the_socket_to_its_parent(runtime: Path) -> None:
    """It holds none of its descriptors, and ends without taking the path away."""
    async with tf.serve_status() as path:
        (status,) = status_socket._open
        listener = status._listener.fileno()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.fstat(listener)
                os.write(writing, b"open")
            except OSError:
                os.write(writing, b"closed")
            os._exit(0)
        os.waitpid(child, 0)
        assert os.read(reading, 10) == b"closed"
        os.close(reading)
        os.close(writing)
        assert path.exists() and read_status(os.getpid()).pid == os.getpid()


@contextmanager
def peer(runtime: Path, answer: Callable[[socket.socket], object]) -> Iterator[None]:
    """Something that listens in this process's place."""
    (runtime / "aioflow").mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(runtime / "aioflow" / f"{os.getpid()}.sock"))
        listener.listen()

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                try:
                    answer(connection)
                except OSError:
                    pass  # the reader has had enough

        thread = threading.Thread(target=serve)
        thread.start()
        yield
        thread.join()


def broken(change: Callable[[dict[str, Any]], object]) -> bytes:
    """A snapshot with something wrong in it."""
    document = json.loads(json.dumps(LiveProcess("x").read().as_dict()))
    change(document)
    return json.dumps(document).encode()


@pytest.mark.parametrize("said", [
    b"", b"hello", b"\xff\xfe", b"[" * 100_000, b"null", b"[]", b"{}",
    broken(lambda document: document.pop("pools")), broken(lambda document: document.update(pid="1")),
    broken(lambda document: document.update(pools={})), broken(lambda document: document.update(pools=[1])),
    broken(lambda document: document.update(cpu_s=True)), broken(lambda document: document.update(title=None)),
    broken(lambda document: document.update(cpu_s=float("nan"))),
    broken(lambda document: document["lag"].update(p50_s=float("inf"))),
], ids=range(15))  # fmt: skip
def test_what_is_no_snapshot(runtime: Path, said: bytes) -> None:
    """Is refused, whatever it is."""
    refused = pytest.raises(tf.errors.DataLossError, match="something else")
    with peer(runtime, lambda connection: connection.sendall(said)), refused:
        read_status(os.getpid())


def test_who_says_too_much_or_never_ends(runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is heard for so long, and for so many bytes, and no longer."""
    monkeypatch.setattr(status_reader, "_MAX_NBYTES", 1 << 20)

    def flood(connection: socket.socket) -> None:
        while True:
            connection.sendall(b"x" * (1 << 16))

    with peer(runtime, flood), pytest.raises(tf.errors.DeadlineExceededError):
        read_status(os.getpid())
    (runtime / "aioflow" / f"{os.getpid()}.sock").unlink()
    (runtime / "aioflow").rmdir()
    monkeypatch.setattr(status_reader, "_PATIENCE_S", 0.1)
    refused = pytest.raises(tf.errors.DeadlineExceededError, match="does not answer")
    with peer(runtime, lambda connection: select.select([connection], [], [], 30)), refused:
        read_status(os.getpid())


def test_plain_data_and_back() -> None:
    """Through JSON."""
    found = LiveProcess("x").read()
    assert snapshot_of(json.loads(json.dumps(found.as_dict()))) == found
