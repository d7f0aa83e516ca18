"""A private socket at which a process tells how it is doing, to its own user alone.

The protocol: whoever connects gets one snapshot as JSON, and the connection is closed. Nothing is read from the other
side, so that there is nothing that it could send. The folder belongs to the user and nobody else may look into it;
where the system tells who has connected (Linux), others than the user and root get nothing even so.
"""
from __future__ import annotations

import json
import logging
import os
import select
import socket
import stat
import struct
import tempfile
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from aioflow import errors
from aioflow.observe.live.live_process import LiveProcess

_LOG = logging.getLogger(__name__)
RUNTIME_VARIABLE = "XDG_RUNTIME_DIR"
"""The user's directory for sockets: the socket of a process that `tf.serve_status` shows is in `aioflow` there.
Default: a folder of the user in the one for temporary files. Read when a program calls it, and by `aioflow top`."""
SUFFIX = ".sock"
_PATIENCE_S = 2.0  # for a reader: one who does not read must not keep others waiting
_MAX_WAITING = 8
_NUM_CREDENTIALS = struct.calcsize("3i")  # of Linux's struct ucred: pid, uid, gid


def status_folder() -> Path:
    """Where the sockets of this user's processes are: in the runtime directory, or in one for temporary files."""
    runtime = os.environ.get(RUNTIME_VARIABLE)
    if runtime and os.path.isdir(runtime):
        return Path(runtime) / "aioflow"
    return Path(tempfile.gettempdir()) / f"aioflow-{os.getuid()}"


def check_private(folder: Path) -> None:
    """Checks that a folder is this user's and nobody else can look into it.

    Raises:
        PermissionDeniedError: Somebody else has made it, or may use it.
    """
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise errors.permission_denied(f"{folder} is not a folder that belongs to this user alone (mode 0700)")


class StatusSocket:
    """Answers whoever connects, on a thread of its own: also while the event loop is stuck.

    Args:
        read: Gives what to tell, as plain data; called on the thread.

    Attributes:
        path: The socket.

    Raises:
        UnimplementedError: The system has no such sockets.
        PermissionDeniedError: The folder for them is somebody else's.
        OSError: The socket cannot be made.
    """

    def __init__(self, read: Callable[[], Mapping[str, Any]]) -> None:
        if not hasattr(socket, "AF_UNIX") or not hasattr(os, "getuid"):
            raise errors.unimplemented("this system has no sockets that only one user can reach")
        folder = status_folder()
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        check_private(folder)
        self.path = folder / f"{os.getpid()}{SUFFIX}"
        self._read = read
        # An older process may have had the same number, and left its socket behind when it was killed. One of this very
        # process is replaced, too: who connects then hears of the newer one.
        self.path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(os.fspath(self.path))
        os.chmod(self.path, 0o600)
        self._inode = os.stat(self.path).st_ino
        self._listener.listen(_MAX_WAITING)
        self._wakened, self._waker = socket.socketpair()
        self._thread = threading.Thread(target=self._serve, name="aioflow_status", daemon=True)
        self._thread.start()
        _open.add(self)

    def close(self) -> None:
        """Answers nobody any more. Again: nothing happens."""
        if self._thread is None:
            return
        thread, self._thread = self._thread, None  # type: ignore[assignment]
        self._waker.send(b"x")
        thread.join()
        # Another one of this process may have taken the place.
        with suppress(OSError):
            if os.stat(self.path).st_ino == self._inode:
                self.path.unlink()
        self.disown()

    def disown(self) -> None:
        """Closes what is open here: also in a forked child, where the thread is not, and the path is the parent's."""
        _open.discard(self)
        for each in (self._listener, self._wakened, self._waker):
            each.close()

    # ---- on the thread
    def _serve(self) -> None:
        while True:
            ready, _, _ = select.select([self._listener, self._wakened], [], [])
            if self._wakened in ready:
                return
            try:
                connection, _ = self._listener.accept()
            except OSError:  # it has gone again, or there are no descriptors
                continue
            with connection:
                try:
                    self._answer(connection)
                except OSError:
                    pass  # it has hung up, or does not read
                except Exception:  # the next one may still be answered
                    _LOG.exception("the status could not be told")

    def _answer(self, connection: socket.socket) -> None:
        connection.settimeout(_PATIENCE_S)
        if _is_users(connection):
            connection.sendall(json.dumps(self._read(), allow_nan=False).encode() + b"\n")


def _is_users(connection: socket.socket) -> bool:
    """Whether this user, or root, has connected; the folder's mode says so where the system does not tell."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return True
    _, uid, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, option, _NUM_CREDENTIALS))
    return uid in (0, os.getuid())


_open: weakref.WeakSet[StatusSocket] = weakref.WeakSet()


def _disown_all() -> None:
    for each in list(_open):
        each.disown()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_all)


@asynccontextmanager
async def serve_status(title: str = "", names: Callable[[], Mapping[str, str]] = dict) -> AsyncIterator[Path]:
    """Lets `aioflow top` look at this process, in the context: what its pools, runs and event loop do.

        async with tf.serve_status("my service"):
            await serve()

    Only this user's programs, and root's, can look. While nobody does, it costs a thread that waits, and 20 timers a
    second by which the lag of the running event loop is measured. One is enough for a process.

    Args:
        title: What the process is called; its program's name if this is empty.
        names: Gives better names of sessions than they have, by these.

    Returns:
        A context with the path of the socket.

    Raises:
        UnimplementedError: The system has no such sockets (Windows).
        PermissionDeniedError: The folder for them is somebody else's.
        OSError: The socket cannot be made.
    """
    live = LiveProcess(title, names)
    status = StatusSocket(lambda: live.read().as_dict())
    live.start()
    try:
        yield status.path
    finally:
        live.stop()
        status.close()
