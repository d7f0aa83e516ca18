"""Warm-up: requests that a version answers before anybody else's, so that nobody waits for its first steps."""
from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto.serving.prediction_log_pb2 import PredictionLog
from aioflow.framework import tensor_from_proto
from aioflow.platform.python_io import tf_record_iterator
from aioflow.serving.servables.examples import serialized_examples
from aioflow.serving.servables.servable import Servable
from aioflow.serving.servables.session_pools import LOADING_OPTIONS
from aioflow.serving.servables.signature import Array, Signature

WARMUP_FILE = "assets.extra/tf_serving_warmup_requests"
"""Where TensorFlow Serving looks for a file of records, each a `PredictionLog`."""


async def warm_up(servable: Servable, max_records: int, sizes: Sequence[int] = ()) -> int:
    """Runs the warm-up requests of a version: those in its folder, then those of its settings.

    They run one after the other on the pool for loading, each as often as the settings say.

    Args:
        servable: The version.
        max_records: How many records its file may have.
        sizes: Numbers of rows with which requests run besides, their rows repeated or left out.

    Returns:
        How many requests there were.

    Raises:
        InvalidArgumentError: The file has too many records, or one that is no `PredictionLog`.
        OpError: A request fails; the message has its number.
    """
    model = servable.model
    logs = await asyncio.to_thread(_read, servable.path, max_records)
    for number, log in enumerate(logs):
        for _ in range(model.num_warmup_iterations):
            try:
                await _replay(servable, log, sizes)
            except errors.OpError as error:
                error.message = f"warm-up record {number} failed: {error.message}"
                raise
    for number, inputs in enumerate(model.warmup):
        for _ in range(model.num_warmup_iterations):
            try:
                await _run(servable, "", inputs, (), sizes)
            except errors.OpError as error:
                error.message = f"warm-up request {number} of model {model.name} failed: {error.message}"
                raise
    return len(logs) + len(model.warmup)


def _read(folder: Path, max_records: int) -> list[PredictionLog]:
    file = folder / WARMUP_FILE
    if not file.is_file():
        return []
    # One more than there may be: a file without end is not to be read to its end.
    records = list(itertools.islice(tf_record_iterator(file), max_records + 1))
    if len(records) > max_records:
        raise errors.invalid_argument(f"Number of warmup records exceeds the maximum ({max_records}) at {file}")
    return [_parsed(file, number, record) for number, record in enumerate(records)]


def _parsed(file: Path, number: int, record: bytes) -> PredictionLog:
    try:
        return PredictionLog.FromString(record)
    except Exception as error:  # protobuf's own class of errors depends on its implementation
        raise errors.invalid_argument(f"Failed to parse warmup record {number} at {file}: {error}") from None


async def _replay(servable: Servable, log: PredictionLog, sizes: Sequence[int]) -> None:
    kind = log.WhichOneof("log_type")
    if kind == "predict_log":
        request = log.predict_log.request
        inputs = {alias: tensor_from_proto(value) for alias, value in request.inputs.items()}
        await _predict(servable, request.model_spec.signature_name, inputs, tuple(request.output_filter), sizes)
    elif kind == "classify_log":
        await _infer(servable, log.classify_log.request.model_spec, log.classify_log.request.input, sizes)
    elif kind == "regress_log":
        await _infer(servable, log.regress_log.request.model_spec, log.regress_log.request.input, sizes)
    elif kind == "multi_inference_log":
        for task in log.multi_inference_log.request.tasks:
            await _infer(servable, task.model_spec, log.multi_inference_log.request.input, sizes)
    elif kind == "session_run_log":
        await _run_session(servable, log.session_run_log.request)
    else:
        raise errors.unimplemented(f"Unsupported log_type for warmup: {kind or 'none'}")


async def _predict(
    servable: Servable, name: str, inputs: dict[str, Array], outputs: tuple[str, ...] = (), sizes: Sequence[int] = ()
) -> None:
    """Runs a signature with what a client has sent, whose dtypes have to be the signature's."""
    signature = servable.signature(name)
    for alias, array in signature.checked_inputs(inputs).items():
        signature.check_array(alias, array)
    await _run(servable, name, inputs, outputs, sizes)


async def _run(
    servable: Servable, name: str, inputs: Mapping[str, Any], outputs: tuple[str, ...], sizes: Sequence[int] = ()
) -> None:
    signature = servable.signature(name)
    inputs = signature.checked_inputs(inputs)
    wanted = signature.checked_outputs(outputs)
    await servable.run(signature, inputs, wanted, LOADING_OPTIONS)
    for size in sizes:
        resized = with_rows(signature, inputs, size)
        if resized is not None:
            await servable.run(signature, resized, wanted, LOADING_OPTIONS)


def with_rows(signature: Signature, inputs: Mapping[str, Any], num_rows: int) -> dict[str, Array] | None:
    """The inputs with another number of rows, the first ones again behind the last; None if they have no rows."""
    arrays = {alias: np.asarray(value) for alias, value in inputs.items()}
    if not arrays or not all(spec.has_rows for spec in signature.inputs.values()):
        return None
    if any(not array.ndim or not len(array) for array in arrays.values()):
        return None
    return {alias: array[np.arange(num_rows) % len(array)] for alias, array in arrays.items()}


async def _infer(servable: Servable, spec: Any, given: Any, sizes: Sequence[int]) -> None:
    """Runs a signature of classification or regression: its only input takes the examples."""
    signature = servable.signature(spec.signature_name)
    examples = serialized_examples(given)
    await _predict(servable, spec.signature_name, dict.fromkeys(signature.inputs, examples), sizes=sizes)


async def _run_session(servable: Servable, request: Any) -> None:
    if request.tensor_name_is_alias:
        inputs = {feed.name: tensor_from_proto(feed.tensor) for feed in request.feed}
        await _predict(servable, request.model_spec.signature_name, inputs, tuple(request.fetch))
        return
    graph = servable.session.graph
    feeds = {graph.get_tensor_by_name(feed.name): tensor_from_proto(feed.tensor) for feed in request.feed}
    targets = [graph.get_operation_by_name(name) for name in request.target]
    await servable.session.run([*request.fetch, *targets], feeds, LOADING_OPTIONS)
