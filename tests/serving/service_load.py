"""`python -m tests.serving.service_load [--minutes N]`: a server under load, and whatever goes wrong in a service.

Callers over REST and gRPC send one request after the other; then requests come by chance, then in bursts. Some hang up,
some send nonsense; meanwhile new versions of the model come, and some of them are broken. Everything is counted in
requests and turns of the event loop, so that a slow machine sees the same.
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import gc
import itertools
import logging
import mmap
import random
import shutil
import sys
import tempfile
import time
from array import array
from collections import Counter
from pathlib import Path
from typing import Any

import grpc.aio
import numpy as np

import aioflow as tf
from aioflow._proto.serving.predict_pb2 import PredictRequest, PredictResponse
from aioflow.framework.tensors import tensor_from_proto, tensor_to_proto
from aioflow.serving import Batching, GrpcServer, Loading, Model, ModelServer, RestApp, RestOptions, ServingMetrics
from aioflow.serving.rest.requests import Receive, Scope, Send
from aioflow.serving.server.events import Event, RequestEnded
from tests.serving.models import save_affine
from tests.serving.rest.client import Client

NUM_REST_CALLERS, NUM_GRPC_CALLERS = 256, 16
#: Requests at a time where they come by chance or in bursts; more would wait outside the server.
MAX_OUTSTANDING = 512
BURST = 256
TURNS_BETWEEN = 2.0  # on average, where requests come by chance
PATTERNS = ("closed", "poisson", "bursts")
HANGING_UP = 0.05
REQUESTS_PER_MALFORMED = 1000
REQUESTS_PER_VERSION = 400
VERSIONS_PER_BROKEN = 4  # every fourth version cannot be loaded
OFFSET = 3.0
#: More versions than this would not be told apart exactly by float32; by then the numbers begin anew as slopes.
NUM_SLOPES = 1000
REST_PATH = "/v1/models/m:predict"
GRPC_PATH = "/tensorflow.serving.PredictionService/Predict"
#: Path and body of requests that no server answers, with the status that they deserve.
MALFORMED = (
    (REST_PATH, b'{"instances": [1, 2', 400),
    (REST_PATH, b'{"instances": ["a"]}', 400),
    (REST_PATH, b'{"instances": [[1], [2]]}', 400),
    (REST_PATH, b'{"instances": [1], "inputs": [1]}', 400),
    (REST_PATH, b'{"instances": [1], "signature_name": "none"}', 400),
    ("/v1/models/nobody:predict", b'{"instances": [1]}', 404),
    ("/v1/models/m/versions/999999:predict", b'{"instances": [1]}', 404),
    ("/v1/models/m:guess", b"", 400),
)


@dataclasses.dataclass
class Report:
    """What a load showed.

    Attributes:
        counts: How many requests ended in which way, and what else happened.
        problems: What must not be.
        latencies_s: Of answered requests.
        memory_nbytes: Of the process, when each round began and when the last one ended.
    """

    counts: Counter[str] = dataclasses.field(default_factory=Counter)
    problems: list[str] = dataclasses.field(default_factory=list)
    latencies_s: array[float] = dataclasses.field(default_factory=lambda: array("d"))  # one block, however many
    memory_nbytes: list[int] = dataclasses.field(default_factory=list)

    def __str__(self) -> str:
        ordered = sorted(self.latencies_s)
        p50, p99 = (1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
        counts = ", ".join(f"{name} {count}" for name, count in sorted(self.counts.items()))
        sizes = ", ".join(f"{nbytes >> 20}" for nbytes in self.memory_nbytes)
        return f"{counts}; p50 {p50:.1f} ms, p99 {p99:.1f} ms; memory {sizes} MB"

    def check(self, holds: object, problem: str) -> None:
        """Notes a problem unless something holds; of many the first ones tell enough."""
        if not holds and len(self.problems) < 20:
            self.problems.append(problem)


class Counted:
    """An application that sees whether another one answers a request more than once.

    Args:
        app: The other one.
        report: Gets what is seen.
    """

    def __init__(self, app: RestApp, report: Report) -> None:
        self._app = app
        self._report = report

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a request."""
        sent: list[str] = []

        async def noted(message: Any) -> None:
            sent.append(message["type"])
            await send(message)

        await self._app(scope, receive, noted)
        self._report.check(sent in ([], ["http.response.start", "http.response.body"]), f"a request was sent {sent}")


class ServiceLoad:
    """A server, its callers, and the versions of its model.

    Args:
        base_path: A folder for the model.
        seed: Of all chance.
    """

    def __init__(self, base_path: Path, seed: int = 0) -> None:
        self.report = Report()
        self._base_path = base_path
        self._dice = random.Random(seed)
        self._numbers = itertools.count(1)
        self._limit = 0
        self._newest = 0
        self._is_version_due = asyncio.Event()
        self._has_version_come = asyncio.Event()
        self._is_over = False
        self._num_ended = 0
        self._model = Model("m", base_path)

    async def __aenter__(self) -> ServiceLoad:
        """Starts a server with one version."""
        await self._write_version()
        batching = Batching(max_rows=64, timeout_s=0.002, max_queued_batches=50, num_executors=2)
        loading = Loading(poll_wait_s=0, max_retries=0)
        async with contextlib.AsyncExitStack() as stack:
            server = ModelServer([self._model], batching=batching, loading=loading)
            self.server = await stack.enter_async_context(server)
            self.server.listeners.append(self._note)
            self.metrics = await stack.enter_async_context(ServingMetrics(self.server))
            # Clients are looked after from the first moment on, so that hanging up has an effect however fast we are.
            app = RestApp(self.server, options=RestOptions(patience_s=0.0))
            self._client = Client(Counted(app, self.report))  # type: ignore[arg-type] # it is called as an application
            listening = await stack.enter_async_context(GrpcServer(self.server, "127.0.0.1:0"))
            channel = grpc.aio.insecure_channel(f"127.0.0.1:{listening.port}")
            self._call: Any = (await stack.enter_async_context(channel)).unary_unary(GRPC_PATH)
            self._closing = stack.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        """Stops the server, as one that has nothing left to do."""
        await self._closing.aclose()

    async def send(self, num_requests: int, pattern: str = "closed") -> None:
        """Sends so many requests, and returns when each has ended.

        Args:
            num_requests: How many.
            pattern: One of `PATTERNS`.
        """
        self._limit += num_requests
        num_ended, num_sent = self._num_ended, self.report.counts["reached the model"]
        self._is_over, renewing = False, asyncio.create_task(self._renew())
        if pattern == "closed":
            callers = [self._rest_caller] * NUM_REST_CALLERS + [self._grpc_caller] * NUM_GRPC_CALLERS
            await asyncio.gather(*(caller() for caller in callers))
        else:
            await self._send_apart(is_in_bursts=pattern == "bursts")
        self._is_over = True
        self._is_version_due.set()
        await renewing
        check = self.report.check
        check(not self.server.num_in_flight, f"{self.server.num_in_flight} requests in flight")
        check(not any(self.server.rows_waiting().values()), f"rows wait: {self.server.rows_waiting()}")
        # Of those that hung up nobody knows how far they came.
        answered = self.report.counts["reached the model"] - num_sent
        check(self._num_ended - num_ended >= answered, f"{self._num_ended - num_ended} ended, {answered} answered")

    def _note(self, event: Event) -> None:
        self._num_ended += isinstance(event, RequestEnded)

    async def _number(self) -> int | None:
        """The number of the next request; None if there is to be none."""
        if self._limit <= 0:
            return None
        self._limit -= 1
        number = next(self._numbers)
        if number % REQUESTS_PER_VERSION == 0:
            # Loading goes on while requests are answered, but not for longer than until the next one is due.
            while self._is_version_due.is_set():
                await self._has_version_come.wait()
            self._has_version_come.clear()
            self._is_version_due.set()
        return number

    async def _send_apart(self, is_in_bursts: bool) -> None:
        """Sends requests that do not wait for each other's answers."""
        room = asyncio.Semaphore(MAX_OUTSTANDING)

        async def ask(number: int) -> None:
            is_rest = self._dice.random() < NUM_REST_CALLERS / (NUM_REST_CALLERS + NUM_GRPC_CALLERS)
            await (self._rest_call(number) if is_rest else self._grpc_call(number))
            room.release()

        async with asyncio.TaskGroup() as outstanding:
            while (number := await self._number()) is not None:
                await room.acquire()
                outstanding.create_task(ask(number))
                if not is_in_bursts:
                    await _turns(int(self._dice.expovariate(1 / TURNS_BETWEEN)))
                elif number % BURST == 0:
                    await _turns(BURST)

    # ---- callers
    async def _rest_caller(self) -> None:
        while (number := await self._number()) is not None:
            await self._rest_call(number)

    async def _rest_call(self, number: int) -> None:
        if number % REQUESTS_PER_MALFORMED == 0:
            await self._send_malformed(number // REQUESTS_PER_MALFORMED)
        else:
            await self._ask_rest(number)

    async def _ask_rest(self, number: int) -> None:
        x, oldest, began_s = self._values(), self._serving(), time.perf_counter()
        hung_up = asyncio.Event()
        leaving = self._leaves() and asyncio.create_task(_set_after(hung_up, self._dice.randrange(12)))
        body = b'{"instances": %s}' % str(x).encode()
        reply = await self._client.send("POST", REST_PATH, body, {"x-request-id": f"r{number}"}, hung_up=hung_up)
        if leaving:
            await leaving
            self.report.counts["hung up"] += 1
            if not reply.status:
                self.report.counts["left without an answer"] += 1
                return
        self.report.check(reply.status == 200, f"request {number}: {reply.status} {reply.body!r}")
        if reply.status == 200:
            self.report.check(reply.headers["x-request-id"] == f"r{number}", f"request {number}: {reply.headers}")
            self._note_answer(number, x, reply.json()["predictions"], oldest, began_s)

    async def _send_malformed(self, kind: int) -> None:
        path, body, status = MALFORMED[kind % len(MALFORMED)]
        reply = await self._client.post(path, body)
        self.report.counts["malformed"] += 1
        self.report.check(reply.status == status and reply.error, f"{path} {body!r}: {reply.status} {reply.body!r}")

    async def _grpc_caller(self) -> None:
        while (number := await self._number()) is not None:
            await self._grpc_call(number)

    async def _grpc_call(self, number: int) -> None:
        x, oldest, began_s = self._values(), self._serving(), time.perf_counter()
        message = PredictRequest()
        message.model_spec.name = "m"
        message.inputs["x"].CopyFrom(tensor_to_proto(np.array(x, np.float32)))
        is_malformed = number % REQUESTS_PER_MALFORMED == 0
        body = message.SerializeToString()
        asked = self._call(body[:-1] if is_malformed else body)
        if self._leaves():
            await _turns(self._dice.randrange(12))
            asked.cancel()
        await self._take(number, asked, x, oldest, began_s, is_malformed)

    async def _take(
        self, number: int, asked: Any, x: list[int], oldest: int, began_s: float, is_malformed: bool
    ) -> None:  # fmt: skip
        try:
            response = PredictResponse.FromString(await asked)
        except asyncio.CancelledError:
            self.report.check(asked.cancelled(), f"call {number} was cancelled by nobody")
            self.report.counts["hung up"] += 1
            self.report.counts["left without an answer"] += 1
        except grpc.aio.AioRpcError as error:
            is_right = is_malformed and error.code() is grpc.StatusCode.INVALID_ARGUMENT
            self.report.counts["malformed"] += is_malformed
            self.report.check(is_right, f"call {number}: {error.code()} {error.details()}")
        else:
            found = tensor_from_proto(response.outputs["y"]).tolist()
            version = self._note_answer(number, x, found, oldest, began_s)
            named = (response.model_spec.version.value - 1) % NUM_SLOPES + 1
            self.report.check(version == named, f"call {number}: version {named} is named, {version} has run")

    def _leaves(self) -> bool:
        return self._dice.random() < HANGING_UP

    def _values(self) -> list[int]:
        return [self._dice.randrange(1, 1000) for _ in range(self._dice.randrange(1, 4))]

    def _serving(self) -> int:
        return self.server.metadata("m").version

    def _note_answer(self, number: int, x: list[int], y: list[float], oldest: int, began_s: float) -> float:
        """Checks an answer: all rows are of one version, that has served meanwhile. Returns its slope."""
        self.report.latencies_s.append(time.perf_counter() - began_s)
        self.report.counts["reached the model"] += 1
        slopes = {(value - OFFSET) / each for each, value in zip(x, y, strict=True)}
        allowed = {_slope(version) for version in range(oldest, self._serving() + 1)}
        self.report.check(
            len(slopes) == 1 and slopes <= allowed,
            f"request {number}: {x} gave {y}, which is of the versions {slopes}; {allowed} served meanwhile",
        )
        return slopes.pop()

    # ---- versions
    async def _renew(self) -> None:
        """Has a version come whenever one is due, until the callers have ended."""
        while not self._is_over:
            await self._is_version_due.wait()
            if self._is_over:
                break
            await self._write_version()
            is_broken = self._newest % VERSIONS_PER_BROKEN == 0
            try:
                await self.server.reload([self._model])
            except tf.errors.UnknownError:
                self.report.check(is_broken, f"version {self._newest} could not be loaded")
                self.report.counts["broken versions"] += 1
            else:
                self.report.check(not is_broken, f"version {self._newest} was loaded")
                self.report.check(self._serving() == self._newest, f"version {self._newest} does not serve")
                self.report.counts["versions"] += 1
            for path in self._base_path.iterdir():
                if int(path.name) < self._newest - VERSIONS_PER_BROKEN:
                    shutil.rmtree(path)
            self._is_version_due.clear()
            self._has_version_come.set()
        self._is_version_due.clear()

    async def _write_version(self) -> None:
        version = self._newest + 1
        folder = self._base_path / str(version)
        if version % VERSIONS_PER_BROKEN == 0:
            folder.mkdir()
            (folder / "saved_model.pb").write_bytes(b"broken")
        else:
            await save_affine(folder, _slope(version), OFFSET)
        self._newest = version


def _slope(version: int) -> float:
    return (version - 1) % NUM_SLOPES + 1.0


async def _turns(count: int) -> None:
    """Lets so many turns of the event loop pass."""
    for _ in range(count):
        await asyncio.sleep(0)


async def _set_after(event: asyncio.Event, count: int) -> None:
    await _turns(count)
    event.set()


async def run_service_load(base_path: Path, num_requests: int, seed: int = 0, seconds: float = 0.0) -> Report:
    """Loads a server in rounds of all patterns; those behind the first one must leave nothing behind.

    Args:
        base_path: A folder for the model.
        num_requests: Requests of the first two rounds, and of any two that follow.
        seed: Of all chance.
        seconds: Further rounds follow until so many seconds have passed.
    """
    ends_s = time.perf_counter() + seconds
    before = asyncio.all_tasks()
    async with ServiceLoad(base_path, seed) as load:
        part = num_requests // 2 // len(PATTERNS)
        num_rounds, half = 1, part * len(PATTERNS)
        await _round(load, part)
        first, num_blocks = _live(), _num_blocks()  # the blocks with those of the first count, which stays
        while num_rounds < 2 or time.perf_counter() < ends_s:
            await _round(load, part)
            num_rounds += 1
        grown, second = _num_blocks() - num_blocks, _live()
        load.report.memory_nbytes.append(memory_nbytes())
        report, server = load.report, load.server
    await _turns(10)
    left = asyncio.all_tasks() - before
    report.check(not left, f"tasks are left: {left}")
    report.check(not server.num_in_flight, "requests are in flight in a server that has stopped")
    num_counted = (num_rounds - 1) * half
    for kind, count in [("blocks", grown), *(second - first).most_common()]:
        # Of whatever a request leaves behind there would be as many as requests. Versions leave their statuses, and
        # metrics their last lags, of which there are never more than so many.
        bound = num_counted / 20 + 1000 * (kind == "blocks")
        report.check(count < bound, f"{count} more {kind} after {num_counted} requests")
    report.counts["requests"] = num_rounds * half
    return report


async def _round(load: ServiceLoad, num_requests: int) -> None:
    load.report.memory_nbytes.append(memory_nbytes())
    for pattern in PATTERNS:
        await load.send(num_requests, pattern)


def memory_nbytes() -> int:
    """What the process has in memory now; 0 where nobody tells."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * mmap.PAGESIZE if statm.exists() else 0


def _live() -> Counter[str]:
    """How many objects of each kind are alive, of those that the collector knows."""
    gc.collect()
    return Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects())


def _num_blocks() -> int:
    """How many blocks of memory Python holds for objects: also those that the collector does not know."""
    gc.collect()
    return sys.getallocatedblocks()


def main() -> None:
    """Runs a load and says what it showed; exit code 1 if anything is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.serving.service_load", description=__doc__)
    parser.add_argument("--requests", type=int, default=200_000, help="of the first two rounds (200,000)")
    parser.add_argument("--minutes", type=float, default=0.0, help="as many further rounds as it takes (none)")
    parser.add_argument("--seed", type=int, default=0, help="of all chance")
    options = parser.parse_args()
    logging.disable(logging.ERROR)  # of broken versions
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            run_service_load(Path(folder), options.requests, options.seed, 60 * options.minutes)
        )
    print(report)
    if report.problems:
        raise SystemExit("\n".join(report.problems))


if __name__ == "__main__":
    main()
