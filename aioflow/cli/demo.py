"""`aioflow demo`: callers classify handwritten digits through two sessions, while a heartbeat watches the loop."""
from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from aioflow._proto.config_pb2 import ConfigProto, ThreadPoolOptionProto
from aioflow.cli.exits import BadInput, RunFailed
from aioflow.cli.model_file import CAREFUL, read_model
from aioflow.cli.progress import Progress
from aioflow.cli.terminal import counted
from aioflow.framework.graph.graph import Graph
from aioflow.framework.importing import import_graph_def
from aioflow.framework.kernels.kernel_packs import NO_ENGINE
from aioflow.pools.cpus import usable_cpus
from aioflow.pools.open_pools import open_pools
from aioflow.session.session import Session
from aioflow.testing.load_report import Durations

Document = dict[str, Any]
_PACKAGED = Path(__file__).parent / "data"  # in an installed wheel
_IN_REPOSITORY = Path(__file__).parents[2] / "examples" / "digits"
_HEARTBEAT_S = 0.002  # short against the lags worth seeing, and long against what a wake-up costs
_REPORT_EVERY_S = 1.0
_OWN = "aioflow's own (with the extra onnx, ONNX Runtime computes the model several times faster)"
_BACKGROUND_SHARE = 4  # every fourth caller is a background caller


@dataclass(frozen=True, slots=True)
class Digits:
    """The classifier, and digits that it never saw in training.

    Attributes:
        graph: The frozen graph.
        images: float32 [count, 8, 8, 1], pixels from 0 (paper) to 16 (ink).
        labels: int64 [count], the digits that were meant.
        tensorflow_predictions: int64 [count], TensorFlow's classes of them.
    """

    graph: Graph
    images: Any
    labels: Any
    tensorflow_predictions: Any


@dataclass(slots=True)
class PoolReport:
    """The experience of one pool's callers.

    Attributes:
        num_threads: Size of the pool.
        num_callers: Number of callers that use it.
        latencies_s: Seconds that each request took.
    """

    num_threads: int
    num_callers: int
    latencies_s: list[float] = field(default_factory=list)


def load_digits() -> Digits:
    """Loads model and digits, from the installed package or from the repository.

    Raises:
        BadInput: They are in neither place, or damaged.
    """
    folder = _PACKAGED if _PACKAGED.is_dir() else _IN_REPOSITORY
    graph = Graph()
    try:
        with graph.as_default():
            import_graph_def(read_model(str(folder / "digits_cnn.pb"), None, CAREFUL).graph_def, name="")
        with np.load(folder / "held_back.npz", allow_pickle=False) as held_back:
            images = held_back["images"].astype(np.float32)
            return Digits(graph, images, held_back["labels"], held_back["tensorflow_predictions"])
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"the demo's model and digits cannot be loaded from {folder}: {error}") from error


async def run_demo(seconds: float, num_callers: int, progress: Progress, kernels: str = "own") -> Document:
    """Classifies all held-back digits again and again.

    Args:
        seconds: For so long new requests are started; every digit is classified at least once.
        num_callers: Number of requests under way at any time.
        progress: Called about once a second.
        kernels: "auto" for ONNX Runtime where it is installed, "own" for none but aioflow's.

    Returns:
        Accuracy, requests per second, latencies per pool and lags of the event loop, as a document for JSON.

    Raises:
        RunFailed: A prediction differs from TensorFlow's.
    """
    digits = load_digits()
    num_background = max(1, num_callers // _BACKGROUND_SHARE)
    pools = {
        "serving": PoolReport(max(2, usable_cpus()), num_callers - num_background),
        "background": PoolReport(1, num_background),
    }
    predictions = np.full(len(digits.images), -1, np.int64)  # -1: not classified yet
    try:
        engine = "onnxruntime" if kernels == "auto" and find_spec("onnxruntime") is not None else NO_ENGINE
        lags_s, elapsed_s = await _measure(digits, pools, engine, seconds, predictions, progress)
    finally:
        for pool in open_pools():
            if pool.name in pools:
                pool.close()  # named ones outlive their sessions
    return {"region_engine": engine, **_document(digits, predictions, pools, lags_s, elapsed_s)}


async def _measure(
    digits: Digits,
    pools: dict[str, PoolReport],
    engine: str,
    seconds: float,
    predictions: Any,
    progress: Progress,
) -> tuple[list[float], float]:
    """Lets all callers work; returns the lags of the event loop and how long it took, both in seconds."""
    began = time.perf_counter()
    requests = _requests(len(digits.images), began + seconds)
    lags_s: list[float] = []
    # Two groups, one inside the other: an error of a caller ends all, while the watchers end when the callers have.
    async with asyncio.TaskGroup() as watchers:
        watching = [
            watchers.create_task(_heartbeat(lags_s)),
            watchers.create_task(_report(pools, began, seconds, progress)),
        ]
        async with asyncio.TaskGroup() as groups:
            for name, report in pools.items():
                groups.create_task(_serve(name, report, engine, digits, requests, predictions))
        elapsed_s = time.perf_counter() - began
        for task in watching:
            task.cancel()
    return lags_s, elapsed_s


def _requests(num_images: int, until: float) -> Iterator[int]:
    """Gives numbers of images, in rounds over all of them, until the time is over; one round at least."""
    for number in itertools.count():
        if number >= num_images and time.perf_counter() > until:
            return
        yield number % num_images


async def _serve(
    name: str, report: PoolReport, engine: str, digits: Digits, requests: Iterator[int], predictions: Any
) -> None:
    """Runs all callers of one pool: each asks a session on the named pool for one image at a time."""
    pool = ThreadPoolOptionProto(num_threads=report.num_threads, global_name=name)
    config = ConfigProto(session_inter_op_thread_pool=[pool])
    config.aioflow.region_engine = engine

    async def caller() -> None:
        # All callers take from one iterator, so that none is idle while another has a backlog.
        for number in requests:
            image = digits.images[number : number + 1]
            began = time.perf_counter()
            prediction = await session.run("predictions:0", {"images:0": image})
            report.latencies_s.append(time.perf_counter() - began)
            _check(digits, number, prediction[0])
            predictions[number] = prediction[0]

    async with Session(graph=digits.graph, config=config) as session, asyncio.TaskGroup() as callers:
        for _ in range(report.num_callers):
            callers.create_task(caller())


def _check(digits: Digits, number: int, prediction: int) -> None:
    expected = digits.tensorflow_predictions[number]
    if prediction != expected:
        raise RunFailed(f"digit {number} was classified as {prediction}; TensorFlow says {expected}")


async def _heartbeat(lags_s: list[float]) -> None:
    """Sleeps and notes by how much too late it woke up."""
    while True:
        due = time.perf_counter() + _HEARTBEAT_S
        await asyncio.sleep(_HEARTBEAT_S)
        lags_s.append(max(0.0, time.perf_counter() - due))


async def _report(pools: dict[str, PoolReport], began: float, seconds: float, progress: Progress) -> None:
    while True:
        await asyncio.sleep(_REPORT_EVERY_S)
        done = sum(len(report.latencies_s) for report in pools.values())
        elapsed_s = time.perf_counter() - began
        progress(f"{done:,} requests in {elapsed_s:.0f} of {seconds:g} s", elapsed_s / max(seconds, elapsed_s))


# ---- results
def _document(
    digits: Digits, predictions: Any, pools: dict[str, PoolReport], lags_s: list[float], elapsed_s: float
) -> Document:
    num_requests = sum(len(report.latencies_s) for report in pools.values())
    return {
        "num_digits": len(predictions),
        "num_correct": int(np.sum(predictions == digits.labels)),
        "accuracy": float(np.mean(predictions == digits.labels)),
        "tensorflow_accuracy": float(np.mean(digits.tensorflow_predictions == digits.labels)),
        "predictions_equal_tensorflow": bool(np.array_equal(predictions, digits.tensorflow_predictions)),
        "event_loop": type(asyncio.get_running_loop()).__module__.partition(".")[0],
        "num_requests": num_requests,
        "elapsed_s": elapsed_s,
        "requests_per_s": num_requests / elapsed_s,
        "pools": {name: _pool_document(report, elapsed_s) for name, report in pools.items()},
        "loop_lag_ms": _percentiles_ms(lags_s),
    }


def _pool_document(report: PoolReport, elapsed_s: float) -> Document:
    return {
        "num_threads": report.num_threads,
        "num_callers": report.num_callers,
        "num_requests": len(report.latencies_s),
        "requests_per_s": len(report.latencies_s) / elapsed_s,
        "latency_ms": _percentiles_ms(report.latencies_s),
    }


def _percentiles_ms(values_s: list[float]) -> Document:
    """Median, 99th percentile and maximum, in ms; None where there are no values."""
    found = Durations(values_s)
    named = {"p50": found.p50_s, "p99": found.p99_s, "max": found.max_s}
    return {name: 1000 * value if values_s else None for name, value in named.items()}


def demo_text(document: Document) -> str:
    """Writes the document as text."""
    lines = [
        f"accuracy   {document['num_correct']} of {document['num_digits']} held-back digits "
        f"({document['accuracy']:.1%}); every prediction equals TensorFlow's",
        f"requests   {document['num_requests']:,} of one image each in {document['elapsed_s']:.1f} s: "
        f"{document['requests_per_s']:,.0f}/s",
    ]
    for name, pool in document["pools"].items():
        lines.append(
            f"{name:<10} {counted(pool['num_callers'], 'caller')} on {counted(pool['num_threads'], 'thread')}: "
            f"{pool['requests_per_s']:,.0f}/s, latency {_percentiles_text(pool['latency_ms'])}"
        )
    is_own = document["region_engine"] == NO_ENGINE
    lines.append("kernels    " + (_OWN if is_own else "regions of ONNX Runtime (--kernels own: none but aioflow's)"))
    lines.append(f"loop lag   {_percentiles_text(document['loop_lag_ms'])} ({document['event_loop']})")
    return "\n".join(lines)


def _percentiles_text(percentiles: Document) -> str:
    return ", ".join(f"{name} {value:.2f} ms" for name, value in percentiles.items() if value is not None)
