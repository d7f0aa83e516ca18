"""Names of sessions: each pair of name and version in `ConfigProto.experimental.session_metadata` at most once."""
from __future__ import annotations

import itertools
import os
import threading
from typing import Any

from aioflow import errors

_lock = threading.RLock()  # guards _taken; re-entrant: see ThreadPool
_taken: set[tuple[str, int]] = set()
_numbers = itertools.count(1)


class SessionName:
    """What a session is called while it is open.

    Args:
        config: Its `ConfigProto`.

    Attributes:
        label: The name and version given in the config, or a number.
        metadata: The `SessionMetadata`, or None.

    Raises:
        InvalidArgumentError: The version is negative, or an open session has the same name and version.
    """

    def __init__(self, config: Any) -> None:
        self.metadata = config.experimental.session_metadata if _has_metadata(config) else None
        if self.metadata is None:
            self.label = f"session {next(_numbers)}"
            return
        name, version = self.metadata.name, self.metadata.version
        if version < 0:
            raise errors.invalid_argument(f"Session version shouldn't be negative: {name!r} has version {version}")
        with _lock:
            if (name, version) in _taken:
                raise errors.invalid_argument(f"a session with name {name!r} and version {version} is open already")
            _taken.add((name, version))
        self.label = f"{name}/{version}"

    def release(self) -> None:
        """Lets other sessions have the name."""
        if self.metadata is not None:
            with _lock:
                _taken.discard((self.metadata.name, self.metadata.version))


def _has_metadata(config: Any) -> bool:
    return bool(config.HasField("experimental") and config.experimental.HasField("session_metadata"))


def _forget_names() -> None:
    """In a forked child, whose parent's sessions do not exist."""
    global _lock
    _lock = threading.RLock()
    _taken.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_names)
