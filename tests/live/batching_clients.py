"""Requests of published clients, which our server batches, beside calls that TensorFlow's own batch op batches."""
from __future__ import annotations

import itertools
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

import grpc
import numpy as np
import tensorflow as tf
import tritonclient.grpc
import tritonclient.http
import tritonclient.utils
from tensorflow_serving.apis import get_model_status_pb2, model_service_pb2_grpc, prediction_service_pb2_grpc

from tests.live.client_checks import (
    GRPC,
    HTTP,
    MOUNTED,
    MOUNTED_GRPC,
    TIMEOUT_S,
    Gate,
    check,
    float32,
    is_refused,
    predict_request,
    triton_inputs,
)

#: Takes rows; gives what the model makes of them, and for each the size of the batch in which it ran.
Ask = Callable[[Any], tuple[list[float], list[int]]]
#: What the peers raise.
FAILURES = (tf.errors.OpError, grpc.RpcError, tritonclient.utils.InferenceServerException)
#: Far longer than anything waits that need not; the batch op has 32 bits for its microseconds.
FOREVER_S = 1800.0
_NUMBERS = itertools.count()


def in_tensorflow(timeout_s: float, body: Callable[[Any], Any] | None = None, **how: Any) -> Ask:
    """TensorFlow's batch op around what the server's models do."""

    def sized(x: Any) -> Any:
        return (x if body is None else body(x)) + 1.0, tf.fill([tf.size(x)], tf.size(x))

    given = {"max_batch_size": 4, "enable_large_batch_splitting": False, **how}
    micros = int(timeout_s * 1e6)
    batched: Any = tf.nondifferentiable_batch_function(1, batch_timeout_micros=micros, **given)(sized)
    scope = f"batcher_{next(_NUMBERS)}"  # batch ops of the same name share one queue

    def named(x: Any) -> Any:
        with tf.name_scope(scope):
            return batched(x)

    call: Any = tf.function(named, input_signature=[tf.TensorSpec(None, tf.float32)])

    def ask(rows: Any) -> tuple[list[float], list[int]]:
        y, sizes = call(float32(rows))
        return y.numpy().tolist(), sizes.numpy().tolist()

    return ask


def by_stubs(model: str, address: str = GRPC) -> Ask:
    """The stubs of TensorFlow Serving."""
    stub = prediction_service_pb2_grpc.PredictionServiceStub(grpc.insecure_channel(address))

    def ask(rows: Any) -> tuple[list[float], list[int]]:
        outputs = stub.Predict(predict_request(model, rows), timeout=TIMEOUT_S).outputs
        return tf.make_ndarray(outputs["y"]).tolist(), tf.make_ndarray(outputs["sizes"]).tolist()

    return ask


def by_triton(module: Any, model: str, address: str) -> Ask:
    """A client of Triton. Each request has one of its own: that of HTTP belongs to a thread."""

    def ask(rows: Any) -> tuple[list[float], list[int]]:
        with module.InferenceServerClient(address) as client:
            found = client.infer(model, triton_inputs(module, float32(rows), "FP32"))
        return found.as_numpy("y").tolist(), found.as_numpy("sizes").tolist()

    return ask


def peers(model: str) -> list[Ask]:
    """All clients of a model."""
    return [
        by_stubs(model), by_triton(tritonclient.http, model, HTTP), by_triton(tritonclient.grpc, model, GRPC),
    ]  # fmt: skip


def at_once(ask: Ask, *requests: list[float]) -> list[tuple[list[float], list[int]]]:
    """The answers to requests that come together."""
    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(ask, requests))


@check
def a_lone_request_waits_for_others() -> None:
    def seconds(ask: Ask) -> float:
        began_s = time.monotonic()
        assert ask([1]) == ([2], [1])
        return time.monotonic() - began_s

    ours = by_stubs("waits")
    for waited_s in ThreadPoolExecutor(4).map(seconds, [in_tensorflow(0.3), ours]):
        assert waited_s >= 0.3, waited_s


@check
def a_full_batch_does_not_wait() -> None:
    for ask in (in_tensorflow(FOREVER_S), *peers("fills")):
        assert at_once(ask, [0], [1], [2], [3]) == [([row + 1], [4]) for row in range(4)]


@check
def batches_are_filled_up_and_answers_are_not() -> None:
    for ask in (in_tensorflow(0.001, allowed_batch_sizes=[2, 4]), *peers("fills_up")):
        assert ask([5]) == ([6], [2])
        assert ask([1, 2, 3]) == ([2, 3, 4], [4] * 3)
        assert ask([]) == ([], [])
        for wrong, said in (([1] * 5, "Task size 5 is larger than maximum input batch size 4"),
                            (1, "at least one dimension")):  # fmt: skip
            try:
                ask(wrong)
            except FAILURES as error:
                assert said in str(error) and re.search("(?i)invalid_?argument|400", f"{error!r} {error}"), error
            else:
                raise AssertionError("no error")


@check
def a_large_request_is_split() -> None:
    how: dict[str, Any] = {"max_batch_size": 10, "allowed_batch_sizes": [2, 4], "enable_large_batch_splitting": True}
    for ask in (in_tensorflow(0.05, **how), *peers("splits")):
        assert ask(list(range(10))) == (list(range(1, 11)), [4] * 8 + [2] * 2)


@check
def splitting_fills_the_batch_that_is_open() -> None:
    def sizes(ask: Ask) -> list[int]:
        answers = at_once(ask, [1, 2, 3], [4, 5])
        assert [y for y, _ in answers] == [[2, 3, 4], [5, 6]]
        return sorted(size for _, sizes in answers for size in sizes)

    theirs = in_tensorflow(1.0, max_batch_size=10, allowed_batch_sizes=[1, 4], enable_large_batch_splitting=True)
    for found in ThreadPoolExecutor(2).map(sizes, [theirs, by_stubs("splits_later")]):
        assert found == [1, 4, 4, 4, 4], found


@contextmanager
def held_in_tensorflow() -> Iterator[tuple[Ask, Callable[[], object], Callable[[], object]]]:
    """The batch op with one thread; with it what waits for a run of it, and what lets one go on."""
    runs, gate = threading.Semaphore(0), threading.Semaphore(0)

    def hold(x: np.ndarray) -> np.ndarray:
        runs.release()
        assert gate.acquire(timeout=TIMEOUT_S)
        return x

    def body(x: Any) -> Any:
        held = tf.numpy_function(hold, [x], tf.float32)
        held.set_shape([None])
        return held

    yield in_tensorflow(0.0, body, max_enqueued_batches=2), lambda: runs.acquire(timeout=TIMEOUT_S), gate.release


def refusals(ask: Ask, entered: Callable[[], object], let_go: Callable[[], object]) -> None:
    """One runs and two wait; of four, so, one is refused while nothing goes on."""
    with ThreadPoolExecutor(4) as threads:
        running: Future[Any] = threads.submit(ask, [0] * 4)
        entered()
        others = [threads.submit(ask, [row] * 4) for row in (1, 2, 3)]
        (refused,), _ = wait(others, timeout=TIMEOUT_S, return_when=FIRST_COMPLETED)
        assert is_refused(refused.exception()), refused.exception()
        for _ in range(3):
            let_go()
        for row, each in enumerate([running, *others]):
            assert each is refused or each.result(TIMEOUT_S) == ([row + 1] * 4, [4] * 4)


@check
def a_full_queue_refuses_at_once() -> None:
    with held_in_tensorflow() as held:
        refusals(*held)
    gate = Gate("gated")
    for ask in (
        by_triton(tritonclient.http, "gated", MOUNTED),
        by_triton(tritonclient.grpc, "gated", MOUNTED_GRPC),
        by_stubs("gated", MOUNTED_GRPC),
    ):
        refusals(ask, gate.entered, gate.open)
        for _ in range(2):  # those that waited
            gate.entered()


@check
def the_last_allowed_size_is_the_cap_unless_requests_are_split() -> None:
    how: dict[str, Any] = {"max_batch_size": 8, "allowed_batch_sizes": [2, 4]}
    rows, answer = list(range(7)), (list(range(1, 8)), [4] * 7)
    assert in_tensorflow(0.05, enable_large_batch_splitting=True, **how)(rows) == answer
    for ask in peers("sized"):  # its first version, for it has no second one
        assert ask(rows) == answer
    try:
        in_tensorflow(0.05, **how)([1])
    except tf.errors.InvalidArgumentError as error:
        assert "allowed_batch_sizes must equal max_batch_size" in error.message, error.message
    else:
        raise AssertionError("no error")
    request = get_model_status_pb2.GetModelStatusRequest()
    request.model_spec.name = "sized"
    channel: Any = grpc.insecure_channel(GRPC)
    found = model_service_pb2_grpc.ModelServiceStub(channel).GetModelStatus(request).model_version_status
    states = get_model_status_pb2.ModelVersionStatus.State
    assert {each.version: each.state for each in found} == {1: states.AVAILABLE, 2: states.END}, found
    (wrong,) = (each.status for each in found if each.version == 2)
    assert wrong.error_code == tf.errors.INVALID_ARGUMENT, wrong
    assert "Last entry in allowed_batch_sizes must match max_batch_size" in wrong.error_message, wrong
