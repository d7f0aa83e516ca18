"""SummaryWriter: a file of events, which TensorBoard reads."""
from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from aioflow._proto.event_pb2 import Event, SourceMetadata
from aioflow._proto.summary_pb2 import Summary
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.io.file_errors import file_error
from aioflow.kernels.io.record_files import framed

_NUMBERS = count()  # tell files of one process and second apart
_FILE_VERSION = "brain.Event:2"
_WRITER = "tensorflow.core.util.events_writer"  # readers know files by it


class SummaryWriter(Resource):
    """Appends events to a new file; any thread may.

    Args:
        folder: Where the file shall lie; made, with all above it.
        max_queue: How many events may wait to be written.
        flush_s: How long they may wait, in seconds, if events come.
        suffix: What the file's name ends in.

    Raises:
        NotFoundError, PermissionDeniedError, FailedPreconditionError: There can be no such file.
    """

    def __init__(self, folder: Path, max_queue: int, flush_s: float, suffix: str) -> None:
        self._max_queue, self._flush_s = max_queue, flush_s
        dot = "" if suffix.startswith(".") else "."
        place = f"{int(time.time()):010d}.{socket.gethostname()}.{os.getpid()}.{next(_NUMBERS)}"
        self._path = folder / f"events.out.tfevents.{place}{dot}{suffix}"
        self._lock = threading.Lock()
        self._waiting: list[Event] = []
        self._flushed_at = time.monotonic()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._path.touch()
        except OSError as fault:
            raise file_error(self._path, fault) from None
        self.write(Event(file_version=_FILE_VERSION, source_metadata=SourceMetadata(writer=_WRITER)))
        self.flush()

    def write_summary(self, step: int, summary: Summary) -> None:
        """Writes an event of now; like `write`."""
        self.write(Event(step=step, summary=summary))

    def write(self, event: Event) -> None:
        """Writes an event soon: of now, unless it has a time.

        Raises:
            OpError: What has been waiting cannot be written; it is lost.
        """
        if not event.wall_time:
            event.wall_time = time.time()
        with self._lock:
            self._waiting.append(event)
            is_due = len(self._waiting) > self._max_queue or time.monotonic() - self._flushed_at > self._flush_s
        if is_due:
            self.flush()

    def flush(self) -> None:
        """Writes what is waiting; raises as `write` does."""
        with self._lock:
            data = b"".join(framed(event.SerializeToString()) for event in self._waiting)
            self._waiting.clear()
            self._flushed_at = time.monotonic()
            if not data:
                return
            try:
                with self._path.open("ab") as file:
                    file.write(data)
            except OSError as fault:
                raise file_error(self._path, fault) from None

    def __del__(self) -> None:
        """Nothing is lost with a session that closes."""
        if getattr(self, "_waiting", None):
            with suppress(Exception):  # of an interpreter that ends, too
                self.flush()
