"""Reading what other processes tell at their status sockets. They are not trusted: one may be broken, or hostile."""
from __future__ import annotations

import functools
import json
import math
import os
import socket
import types
import typing
from dataclasses import fields, is_dataclass
from time import monotonic
from typing import Any

from aioflow import errors
from aioflow.observe.live.snapshot import Snapshot
from aioflow.observe.live.status_socket import SUFFIX, check_private, status_folder

_MAX_NBYTES = 4 << 20
_MAX_PROCESSES = 200
_PATIENCE_S = 5.0


def processes() -> list[int]:
    """The processes of this user that may be asked, by number; those that have ended without a word are forgotten.

    Raises:
        PermissionDeniedError: The folder is somebody else's.
    """
    folder = status_folder()
    try:
        check_private(folder)
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        return []
    found = []
    for name in names:
        number = name.removesuffix(SUFFIX)
        if name.endswith(SUFFIX) and number.isascii() and number.isdigit() and len(number) < 12:
            if _is_there(int(number)):
                found.append(int(number))
            else:
                (folder / name).unlink(missing_ok=True)
    return sorted(found)[:_MAX_PROCESSES]


def read_status(pid: int) -> Snapshot:
    """Asks a process.

    Raises:
        NotFoundError: It is not there, or tells nobody.
        DeadlineExceededError: It does not answer.
        DataLossError: What it says is no snapshot.
        PermissionDeniedError: The folder of sockets is somebody else's.
    """
    path = status_folder() / f"{pid}{SUFFIX}"
    try:
        check_private(path.parent)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_PATIENCE_S)
            connection.connect(os.fspath(path))
            text = _all(connection)
    except TimeoutError:
        raise errors.deadline_exceeded(f"process {pid} does not answer") from None
    except OSError:
        why = "tells nobody how it does" if _is_there(pid) else "is not there"
        raise errors.not_found(f"process {pid} {why}") from None
    try:
        return snapshot_of(json.loads(text))
    except (ValueError, RecursionError):
        raise errors.data_loss(f"process {pid} says something else than how it does") from None


def snapshot_of(document: Any) -> Snapshot:
    """The snapshot that was written as plain data.

    Raises:
        ValueError: It is not one: something is missing, or of another type.
    """
    found: Snapshot = _made(Snapshot, document)
    return found


def _made(kind: Any, value: Any) -> Any:
    """A value of a type, of what JSON has."""
    if isinstance(kind, type) and is_dataclass(kind):
        if not isinstance(value, dict):
            raise ValueError(f"{kind} is {type(value)}")
        hints = _hints(kind)
        missing = [name for name in hints if name not in value]
        if missing:
            raise ValueError(f"{kind} lacks {missing}")
        return kind(**{name: _made(hint, value[name]) for name, hint in hints.items()})
    if typing.get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise ValueError(f"no list: {type(value)}")
        return tuple(_made(typing.get_args(kind)[0], each) for each in value)
    if isinstance(kind, types.UnionType):  # of something and None
        return None if value is None else _made(typing.get_args(kind)[0], value)
    if kind is float and type(value) is int:
        value = float(value) if abs(value) < 2**63 else math.inf
    if type(value) is not kind or (kind is float and not math.isfinite(value)):
        raise ValueError(f"{value!r:.50} is no {kind}")
    return value


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of a class's fields."""
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _all(connection: socket.socket) -> bytes:
    """What the other side sends until it closes, within limits of size and time."""
    text, ends_s = b"", monotonic() + _PATIENCE_S
    while True:
        # For all of it: one who sends a byte now and then would keep its reader for ever.
        connection.settimeout(max(1e-3, ends_s - monotonic()))
        chunk = connection.recv(1 << 16)
        if not chunk:
            return text
        text += chunk
        if len(text) > _MAX_NBYTES or monotonic() > ends_s:
            raise TimeoutError


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
