"""WarmupRecorder: the last requests of a model become the warm-up requests of its versions."""
from __future__ import annotations

import asyncio
import os
from collections import deque
from pathlib import Path
from types import TracebackType

from aioflow import errors
from aioflow._proto.serving.prediction_log_pb2 import PredictionLog
from aioflow.framework import tensor_to_proto
from aioflow.platform.python_io import TFRecordWriter
from aioflow.serving.servables.warm_up import WARMUP_FILE
from aioflow.serving.server.events import Event, RequestEnded
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.server.request import Request


class WarmupRecorder:
    """Keeps the last answered requests of each model, until `save` writes them where a version's warm-up looks.

        with WarmupRecorder(server, num_requests=20) as recorder:
            ...
            await recorder.save("half", "/models/half/4")

    Args:
        server: The server.
        num_requests: How many of a model are kept.
        max_nbytes: Larger requests are not kept.
    """

    def __init__(self, server: ModelServer, num_requests: int = 100, max_nbytes: int = 1 << 20) -> None:
        if num_requests < 1:
            raise errors.invalid_argument(f"num_requests must be positive, not {num_requests}")
        self._server = server
        self._num_requests = num_requests
        self._max_nbytes = max_nbytes
        self._kept: dict[str, deque[Request]] = {}
        server.listeners.append(self._note)

    def close(self) -> None:
        """Keeps no more requests, and forgets those that it has."""
        self._kept.clear()
        if self._note in self._server.listeners:
            self._server.listeners.remove(self._note)

    def __enter__(self) -> WarmupRecorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def num_kept(self, model: str) -> int:
        """How many requests of a model there are."""
        return len(self._kept.get(model, ()))

    async def save(self, model: str, folder: str | os.PathLike[str]) -> Path:
        """Writes a model's requests, the oldest first, on a thread.

        Args:
            model: The model's name.
            folder: A version's folder. A file with warm-up requests in it is replaced.

        Returns:
            The file.

        Raises:
            NotFoundError: No request of this model has been kept.
            OpError: The file cannot be written.
        """
        kept = list(self._kept.get(model, ()))
        if not kept:
            raise errors.not_found(f"no request of model {model} has been answered since the recorder was made")
        return await asyncio.to_thread(_write, Path(folder) / WARMUP_FILE, kept)

    def _note(self, event: Event) -> None:
        if not isinstance(event, RequestEnded) or event.response is None:
            return
        request = event.request
        if sum(getattr(each, "nbytes", self._max_nbytes) for each in request.inputs.values()) <= self._max_nbytes:
            self._kept.setdefault(event.response.model, deque(maxlen=self._num_requests)).append(request)


def _write(file: Path, requests: list[Request]) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    passing = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    with TFRecordWriter(passing) as writer:
        for request in requests:
            writer.write(_log_of(request).SerializeToString())
    # A server that loads the version meanwhile finds the old file or the new one, no part.
    passing.replace(file)
    return file


def _log_of(request: Request) -> PredictionLog:
    log = PredictionLog()
    message = log.predict_log.request
    message.model_spec.name, message.model_spec.signature_name = request.model, request.signature
    for alias, array in request.inputs.items():
        message.inputs[alias].CopyFrom(tensor_to_proto(array))
    message.output_filter.extend(request.outputs)
    return log
