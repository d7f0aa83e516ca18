"""SessionName: each pair of name and version in `ConfigProto.experimental.session_metadata` at most once at a time."""
from __future__ import annotations

import itertools
from typing import Any

from aioflow import errors
from aioflow.session.open_sessions import OPEN_SESSIONS

_numbers = itertools.count(1)  # for sessions without a name; `next` is one call in C, so it needs no lock


class SessionName:
    """The name of a session, which it has while it is open.

    Args:
        config: The session's `ConfigProto`.

    Attributes:
        label: The name and version given in the config, or a number.
        metadata: The `SessionMetadata`, or None.

    Raises:
        InvalidArgumentError: The version is negative, or an open session has the same name and version.
    """

    def __init__(self, config: Any) -> None:
        experimental = config.experimental
        self.metadata = experimental.session_metadata if experimental.HasField("session_metadata") else None
        self._holds_name = self.metadata is not None  # until it is released
        if self.metadata is None:
            self.label = f"session {next(_numbers)}"
            return
        name, version = self.metadata.name, self.metadata.version
        if version < 0:
            raise errors.invalid_argument(f"Session version shouldn't be negative: {name!r} has version {version}")
        if not OPEN_SESSIONS.take_name(name, version):
            raise errors.invalid_argument(f"a session with name {name!r} and version {version} is open already")
        self.label = f"{name}/{version}"

    def release(self) -> None:
        """Lets other sessions have the name."""
        if self._holds_name and self.metadata is not None:
            # Only once: a session that was reset is closed again by its owner, when another may have the name already.
            self._holds_name = False
            OPEN_SESSIONS.free_name(self.metadata.name, self.metadata.version)
