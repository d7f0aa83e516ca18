"""AccessLog: a record of Python's logging for each request."""
from __future__ import annotations

import json
import logging
from types import TracebackType
from typing import Any

from aioflow import errors
from aioflow.observe.spans import TRACEPARENT, error_type
from aioflow.serving.server.events import Event, RequestEnded
from aioflow.serving.server.model_server import ModelServer

#: The logger that is used unless another one is given.
LOGGER = "aioflow.serving.access"
#: Fields of a record beside its message: what `extra=` brings.
FIELDS = (
    "model", "model_version", "signature", "protocol", "code", "duration_s", "request_id", "trace_id", "error",
)  # fmt: skip


class AccessLog:
    """Logs each request when it has ended, with its facts as attributes of the record.

        async with ModelServer(models) as server, AccessLog(server):
            ...

    The attributes, which formatters for JSON print by themselves: `model`, `model_version` (0 where none has run),
    `signature`, `protocol`, `code` ("OK", "NOT_FOUND" and so on), `duration_s`, `request_id` and `trace_id` ("" where
    the client sent none), `error` (its text, or ""). Level INFO; WARNING for faults of the server (INTERNAL, UNKNOWN,
    DATA_LOSS).

    Args:
        server: The server.
        logger: Where it logs; None for `aioflow.serving.access`. It is there as `logger`, too, to be given a handler.
    """

    def __init__(self, server: ModelServer, logger: logging.Logger | None = None) -> None:
        self._server = server
        self.logger = logger or logging.getLogger(LOGGER)
        server.listeners.append(self._note)

    def close(self) -> None:
        """Logs no more."""
        if self._note in self._server.listeners:
            self._server.listeners.remove(self._note)

    async def __aenter__(self) -> AccessLog:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _note(self, event: Event) -> None:
        if not isinstance(event, RequestEnded):
            return
        code = _code(event.error)
        level = logging.WARNING if code in _FAULTS else logging.INFO
        # Asked first: making the fields takes ten times as long.
        if self.logger.isEnabledFor(level):
            fields = _fields(event, code)
            self.logger.log(
                level, "%s %s %s %.1f ms", fields["protocol"], fields["model"], code, 1000 * event.seconds, extra=fields
            )


class JsonFormatter(logging.Formatter):
    """One line of JSON for each record of an `AccessLog`."""

    def format(self, record: logging.LogRecord) -> str:
        """Makes the line."""
        fields = {name: getattr(record, name) for name in FIELDS if getattr(record, name, "") != ""}
        return json.dumps({"time": record.created, "level": record.levelname, **fields})


_FAULTS = frozenset({"INTERNAL", "UNKNOWN", "DATA_LOSS"})


def _code(error: BaseException | None) -> str:
    if error is None:
        return "OK"
    if isinstance(error, errors.OpError):
        return error_type(error)
    # Cancelling is how clients hang up; all else is a fault of ours.
    return "INTERNAL" if isinstance(error, Exception) else "CANCELLED"


def _fields(event: RequestEnded, code: str) -> dict[str, Any]:
    request, response, error = event.request, event.response, event.error
    trace = (request.trace or {}).get(TRACEPARENT, "").split("-")
    return {
        "model": request.model,
        "model_version": request.version or 0 if response is None else response.version,
        "signature": request.signature if response is None else response.signature,
        "protocol": request.protocol,
        "code": code,
        "duration_s": event.seconds,
        "request_id": request.request_id,
        "trace_id": trace[1] if len(trace) == 4 else "",
        "error": "" if error is None else str(getattr(error, "message", error)),
    }
