"""The access log of `aioflow serve`."""
from __future__ import annotations

import logging
import sys

from aioflow.serving.metrics.access_log import AccessLog, JsonFormatter
from aioflow.serving.server.model_server import ModelServer


def log_requests(server: ModelServer) -> None:
    """Writes a line of JSON to stderr for each request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logger = AccessLog(server).logger
    logger.setLevel(logging.INFO)
    logger.propagate = False  # the lines are whole; other handlers would write them once more
    logger.addHandler(handler)
