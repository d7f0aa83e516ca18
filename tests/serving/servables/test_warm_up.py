"""Warm-up requests run before a version serves."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.example_pb2 import Example
from aioflow._proto.serving.input_pb2 import Input
from aioflow._proto.serving.prediction_log_pb2 import PredictionLog
from aioflow.framework import tensor_to_proto
from aioflow.platform.python_io import TFRecordWriter
from aioflow.serving import Loading, Model, ModelServer
from aioflow.serving.servables.examples import serialized_examples
from aioflow.serving.servables.warm_up import WARMUP_FILE
from tests.serving.models import floats, save_counter

ONCE = Loading(poll_wait_s=0, max_retries=0)


def predict_log(x: Any) -> PredictionLog:
    """A request of a prediction."""
    log = PredictionLog()
    log.predict_log.request.inputs["x"].CopyFrom(tensor_to_proto(x))
    return log


def session_run_log(x: Any) -> PredictionLog:
    """A request that names tensors of the graph."""
    log = PredictionLog()
    log.session_run_log.request.feed.add(name="x:0", tensor=tensor_to_proto(x))
    log.session_run_log.request.fetch.append("y:0")
    return log


def write(folder: Path, logs: list[PredictionLog]) -> None:
    """Puts logs where servers look for them."""
    file = folder / WARMUP_FILE
    file.parent.mkdir(parents=True)
    with TFRecordWriter(file) as writer:
        for log in logs:
            writer.write(log.SerializeToString())


async def num_runs(server: ModelServer) -> float:
    """How many runs the counting model has had, this one included."""
    return float((await server["m"].predict({"x": [0.0]}))["count"])


async def test_records_run_before_the_first_request(tmp_path: Path) -> None:
    """V-29: Each as often as the settings say; those of the settings behind them."""
    await save_counter(tmp_path / "1")
    write(tmp_path / "1", [predict_log(floats(1)), session_run_log(floats(2)), predict_log(floats(3))])
    model = Model("m", tmp_path, num_warmup_iterations=2, warmup=[{"x": [4.0]}, {"x": [5.0]}])
    async with ModelServer([model], loading=ONCE) as server:
        # The graph's own names run nothing but what they need: two of the three records count.
        assert await num_runs(server) == 2 * (2 + 2) + 1


@pytest.mark.parametrize("bad", [
    predict_log(np.zeros((2, 2, 2), np.float32)), predict_log(np.zeros(1, np.complex64)), PredictionLog(),
])  # fmt: skip
async def test_bad_record_fails_the_load(tmp_path: Path, bad: PredictionLog) -> None:
    """V-29: The message has its number."""
    await save_counter(tmp_path / "1")
    write(tmp_path / "1", [predict_log(floats(1)), bad])
    with pytest.raises(tf.errors.UnknownError, match="warm-up record 1 failed"):
        await ModelServer([Model("m", tmp_path)], loading=ONCE).start()


async def test_record_that_is_no_log_fails_the_load(tmp_path: Path) -> None:
    """The message has its number and the file."""
    await save_counter(tmp_path / "1")
    write(tmp_path / "1", [])
    with TFRecordWriter(tmp_path / "1" / WARMUP_FILE) as writer:
        writer.write(b"\xff\xff")
    with pytest.raises(tf.errors.UnknownError, match=f"warmup record 0 at .*{re.escape(WARMUP_FILE)}"):
        await ModelServer([Model("m", tmp_path)], loading=ONCE).start()


async def test_too_many_records_fail_the_load(tmp_path: Path) -> None:
    """V-29: As many as there may be are fine."""
    await save_counter(tmp_path / "1")
    write(tmp_path / "1", [predict_log(floats(1))] * 4)
    async with ModelServer([Model("m", tmp_path)], loading=Loading(poll_wait_s=0, max_warmup_records=4)) as server:
        assert await num_runs(server) == 5
    with pytest.raises(tf.errors.UnknownError, match=r"exceeds the maximum \(3\)"):
        await ModelServer([Model("m", tmp_path)], loading=Loading(poll_wait_s=0, max_warmup_records=3)).start()


async def test_bad_request_of_the_settings_fails_the_load(tmp_path: Path) -> None:
    """The message has its number."""
    await save_counter(tmp_path / "1")
    with pytest.raises(tf.errors.UnknownError, match="warm-up request 1 of model m failed"):
        await ModelServer([Model("m", tmp_path, warmup=[{"x": [1.0]}, {"z": [1.0]}])], loading=ONCE).start()


def test_examples_get_what_they_lack_from_their_context() -> None:
    """A feature of the example goes before one of the context."""
    given = Input()
    listed = given.example_list_with_context
    listed.context.features.feature["a"].int64_list.value.append(1)
    listed.context.features.feature["b"].int64_list.value.append(2)
    listed.examples.add().features.feature["b"].int64_list.value.append(3)
    listed.examples.add()
    tensor = serialized_examples(given)
    found = [Example.FromString(each).features.feature for each in tensor]
    assert [each["a"].int64_list.value[0] for each in found] == [1, 1]
    assert [each["b"].int64_list.value[0] for each in found] == [3, 2]


def test_no_examples() -> None:
    """There is nothing to do, which is an error as in TensorFlow Serving."""
    with pytest.raises(tf.errors.InvalidArgumentError, match="Input is empty"):
        serialized_examples(Input())
