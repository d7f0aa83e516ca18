"""Predictions over HTTP that no task awaits: their batch calls them back."""
from __future__ import annotations

import asyncio
import gc
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow.serving.metrics.serving_metrics import ServingMetrics
from aioflow.serving.rest.options import RestOptions
from aioflow.serving.rest.requests import PendingRequest
from aioflow.serving.server.events import BatchingCancelled, BatchRetried, RequestEnded
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.settings.batching import Batching, QueuePolicy
from aioflow.serving.settings.loading import Loading
from aioflow.serving.settings.model import Model
from tests.serving.rest.test_direct_protocol import Connection, Running, running

PATH = "/v1/models/root:predict"
#: Batches of as many rows, or none.
FOUR = Batching(max_rows=4, timeout_s=60.0, is_adaptive=False)


class Serving:
    """A server, and what it told.

    Attributes:
        server: It.
        http: Listens.
        ended: Of each request how it ended.
        others: Other events.
    """

    def __init__(self, server: ModelServer, http: Running) -> None:
        self.server, self.http = server, http
        self.ended: list[Any] = []
        self.others: list[Any] = []
        server.listeners.append(self._note)

    def _note(self, event: Any) -> None:
        if isinstance(event, RequestEnded):
            self.ended.append("OK" if event.error is None else type(event.error).__name__)
        else:
            self.others.append(event)

    def known_heads(self) -> list[bytes]:
        """The heads that are not parsed again; there is a connection."""
        connection: Any
        connection, *_ = self.http.server_state.connections
        return list(connection.known_heads)

    async def send(self, *values: float, **how: Any) -> Connection:
        """A connection on which a request was sent."""
        client = await self.http.connect()
        client.send(body(*values), path=PATH, **how)
        await client.writer.drain()
        return client


def body(*values: float) -> bytes:
    return json.dumps({"instances": values}).encode()


async def until(found: Callable[[], object]) -> None:
    """Lets the event loop turn until something is so."""
    async with asyncio.timeout(20):
        while not found():
            await asyncio.sleep(0)


@asynccontextmanager
async def serving(folder: Path, batching: Batching = FOUR, **options: Any) -> AsyncIterator[Serving]:
    """Serves `root`, y = the square root of x, which fails for what has none."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        tf.debugging.check_numerics(tf.sqrt(x), "no root", name="y")
    path = folder / "root.pb"
    path.write_bytes(graph.as_graph_def().SerializeToString())
    models = [Model("root", path, inputs=("x",), outputs=("y",))]
    async with (
        ModelServer(models, batching=batching, loading=Loading(poll_wait_s=0)) as server,
        running(server, RestOptions(**options)) as http,
    ):
        yield Serving(server, http)


async def test_requests_of_a_batch_have_no_tasks(tmp_path: Path) -> None:
    """And are answered, each with its rows, when it is full."""
    async with serving(tmp_path) as found:
        clients = [await found.send(float(number) ** 2) for number in range(3)]
        await until(lambda: found.server.num_in_flight == 3)
        assert not found.http.server_state.tasks and found.http.app.num_by_asgi == 0
        clients.append(await found.send(9.0))
        answers = [json.loads((await client.reply())[2])["predictions"] for client in clients]
        assert answers == [[0.0], [1.0], [2.0], [3.0]]
        assert found.ended == ["OK"] * 4 and found.server.num_in_flight == 0


async def test_a_client_that_hangs_up_frees_its_place(tmp_path: Path) -> None:
    """At once: the queue has room for others, and metrics say so."""
    async with serving(tmp_path) as found:
        client = await found.send(1.0, 4.0)
        await until(lambda: found.server.num_in_flight == 1)
        client.writer.close()
        await until(lambda: found.ended)
        assert found.ended == ["CancelledError"] and found.server.num_in_flight == 0
        assert list(found.server.rows_waiting().values()) == [0]
        assert BatchingCancelled("root", "queue") in found.others
        clients = [await found.send(4.0) for _ in range(4)]
        assert [json.loads((await client.reply())[2])["predictions"] for client in clients] == [[2.0]] * 4


async def test_nothing_of_a_request_is_left_to_the_collector(tmp_path: Path) -> None:
    """Of those that were answered, that failed and that nobody waited for."""
    async with serving(tmp_path, Batching()) as found:
        gc.collect()
        gc.disable()
        try:
            for value in (1.0, -1.0, 4.0):
                client = await found.send(value)
                await client.reply()
            client = await found.send(1.0)
            client.writer.close()
            await until(lambda: len(found.ended) == 4)
            for client in found.http.clients:
                client.writer.close()
            await until(lambda: not found.http.server_state.connections)
            await until(lambda: not [each for each in gc.get_objects() if isinstance(each, PendingRequest)])
        finally:
            gc.enable()


async def test_a_client_that_does_not_read(tmp_path: Path) -> None:
    """Gets its answer when it has read what was sent before."""
    async with serving(tmp_path, Batching()) as found:
        client = await found.http.connect()
        await until(lambda: found.http.server_state.connections)
        connection: Any
        (connection,) = found.http.server_state.connections
        connection.pause_writing()
        client.send(body(4.0), path=PATH)
        await until(lambda: found.ended)
        assert len(found.http.server_state.tasks) == 1
        connection.resume_writing()
        assert json.loads((await client.reply())[2])["predictions"] == [2.0]
        connection.pause_writing()
        client.send(body(9.0), path=PATH)
        await until(lambda: len(found.ended) == 2)
        client.writer.close()
        await until(lambda: not found.http.server_state.tasks)
        assert found.server.num_in_flight == 0


async def test_a_deadline_in_the_queue(tmp_path: Path) -> None:
    """Ends the request alone."""
    async with serving(tmp_path, timeout_s=0.05) as found:
        client = await found.send(1.0)
        status, _, text = await client.reply()
        assert status == 504 and b"passed while waiting for a batch" in text
        assert found.ended == ["DeadlineExceededError"] and found.server.num_in_flight == 0


async def test_a_full_queue(tmp_path: Path) -> None:
    """Refuses at once, counted once."""
    batching = Batching(max_rows=4, timeout_s=60.0, is_adaptive=False, queue=QueuePolicy(max_requests=1))
    async with serving(tmp_path, batching) as found:
        await found.send(1.0)
        await until(lambda: found.server.num_in_flight == 1)
        status, headers, _ = await (await found.send(1.0)).reply()
        assert (status, headers["retry-after"]) == (503, "1")
        assert found.ended == ["UnavailableError"] and found.server.num_in_flight == 1


async def test_one_that_fails_fails_alone(tmp_path: Path) -> None:
    """The others of its batch are run again."""
    async with serving(tmp_path) as found:
        clients = [await found.send(value) for value in (1.0, -1.0, 4.0, 9.0)]
        replies = [await client.reply() for client in clients]
        assert [status for status, _, _ in replies] == [200, 400, 200, 200]
        assert b"no root" in replies[1][2]
        assert sorted(found.ended) == ["InvalidArgumentError", "OK", "OK", "OK"]
        assert found.others.count(BatchRetried("root")) == 4 and found.server.num_in_flight == 0


async def test_requests_in_several_batches(tmp_path: Path) -> None:
    """Are answered once, when all of their rows are there."""
    async with serving(tmp_path, Batching(max_rows=8, max_execution_rows=2)) as found:
        client = await found.send(1.0, 4.0, 9.0, 16.0, 25.0)
        assert json.loads((await client.reply())[2])["predictions"] == [1.0, 2.0, 3.0, 4.0, 5.0]
        assert found.ended == ["OK"]


_BAD = [
    b"{", b'{"instances": [[1.0], [2.0]]}', b'{"instances": []}', b'{"instances": [true]}', b"[]",
    b'{"instances": [1.0], "signature_name": "none"}',
]  # fmt: skip


async def test_bodies_that_are_wrong(tmp_path: Path) -> None:
    """Are refused as they are where each request is awaited."""
    replies = []
    for batching in (FOUR, Batching(preserves_order=True)):
        async with serving(tmp_path, batching) as found:
            client = await found.http.connect()
            for bad in _BAD:
                client.send(bad, path=PATH)
                status, _, text = await client.reply()
                replies.append((status, text, tuple(found.ended)))
                assert status == 400 and found.server.num_in_flight == 0
    assert replies[: len(_BAD)] == replies[len(_BAD) :]


async def test_the_server_stops_behind_what_it_has(tmp_path: Path) -> None:
    """What waits is answered; what comes later is told to go elsewhere."""
    async with serving(tmp_path) as found:
        client = await found.send(4.0)
        await until(lambda: found.server.num_in_flight == 1)
        await found.server.stop()
        assert json.loads((await client.reply())[2])["predictions"] == [2.0]
        assert (await (await found.send(4.0)).reply())[0] == 503


async def test_metrics_count_each_once(tmp_path: Path) -> None:
    """With ids and traces as without."""
    async with serving(tmp_path, Batching()) as found, ServingMetrics(found.server) as metrics:
        for number in range(7):
            headers = {"x_request_id": "n"} if number % 2 else {}
            assert (await (await found.send(4.0, **headers)).reply())[0] == 200
        text = (await metrics.text()).decode()
        assert ':tensorflow:serving:request_count{model_name="root",status="OK"} 7' in text


async def test_many_callers_of_whom_some_hang_up(tmp_path: Path) -> None:
    """Nothing is lost, answered twice, or somebody else's; neither beside those that fail nor those that go."""
    sent, got = 0, Counter[str]()

    async def call(found: Serving, chance: random.Random) -> None:
        nonlocal sent
        client = await found.http.connect()
        for _ in range(25):
            kind = chance.choices(["good", "bad", "broken", "gone"], [80, 5, 5, 10])[0]
            values = [float(chance.randrange(1000)) ** 2 for _ in range(chance.randrange(1, 4))]
            text = {"bad": body(*values, -1.0), "broken": b"[1"}.get(kind, body(*values))
            client.send(text[: len(text) // 2], path=PATH, content_length=str(len(text)))
            if chance.random() < 0.3:
                await client.writer.drain()
                await asyncio.sleep(0)
            client.writer.write(text[len(text) // 2 :])
            sent += kind != "broken"  # which never gets as far as to a model
            if kind == "gone":
                await client.writer.drain()
                client.writer.close()
                client = await found.http.connect()
                continue
            status, _, answer = await client.reply()
            got[f"{kind} {status}"] += 1
            if kind == "good":
                assert json.loads(answer) == {"predictions": [value**0.5 for value in values]}

    async with serving(tmp_path, Batching(max_rows=16)) as found, ServingMetrics(found.server) as metrics:
        await asyncio.gather(*(call(found, random.Random(number)) for number in range(16)))
        await until(lambda: not found.server.num_in_flight)
        assert set(got) == {"good 200", "bad 400", "broken 400"}
        ended = Counter(found.ended)
        assert ended["InvalidArgumentError"] == got["bad 400"] and ended["OK"] >= got["good 200"]
        assert ended.keys() == {"OK", "InvalidArgumentError", "CancelledError"} and ended.total() <= sent
        assert f'{{model_name="root",status="OK"}} {ended["OK"]}' in (await metrics.text()).decode()
        assert found.http.app.num_by_asgi == 0 and list(found.server.rows_waiting().values()) == [0]


# ---- heads that are known
async def test_heads_are_parsed_once(tmp_path: Path) -> None:
    """Those that come again; not those that are other ones each time."""
    async with serving(tmp_path, Batching()) as found:
        client = await found.http.connect()
        for number in range(9):
            client.send(body(float(number)), path=PATH)
            assert (await client.reply())[0] == 200
            client.send(body(1.0), path=PATH, x_request_id=str(number))
            assert (await client.reply())[1]["x-request-id"] == str(number)
        assert len(found.known_heads()) == 1


@pytest.mark.parametrize("head", [
    b"POST %b HTTP/1.1\nhost: h\ncontent-length: %d\n\n",
    b"\r\n\r\nPOST %b HTTP/1.1\r\nhost: h\r\ncontent-length: %d\r\n\r\n",
    b"POST %b HTTP/1.1\r\nhost: h\r\ncontent-length: %d\n\r\n",
])  # fmt: skip
async def test_heads_with_other_ends_of_lines(tmp_path: Path, head: bytes) -> None:
    """Are not remembered, whatever the parser thinks of them: the blank line need not be where this one looks."""
    async with serving(tmp_path, Batching()) as found:
        client = await found.http.connect()
        sent = body(4.0)
        client.writer.write(head % (PATH.encode(), len(sent)) + sent)
        await client.writer.drain()
        await client.reader.readuntil(b"\r\n\r\n")
        client.writer.close()
        good = await found.send(9.0)
        assert json.loads((await good.reply())[2])["predictions"] == [3.0]
        (known,) = found.known_heads()
        assert known.startswith(b"POST ") and known.count(b"\n") == 4


async def test_streams_cut_anywhere(tmp_path: Path) -> None:
    """Requests of several kinds on one connection, however their bytes arrive, are answered in their order."""
    chance = random.Random(7)
    async with serving(tmp_path, Batching()) as found:
        for _ in range(12):
            client = await found.http.connect()
            wanted, stream = [], b""
            for _ in range(chance.randrange(1, 9)):
                value = chance.randrange(10)
                kind = chance.choice(["plain", "plain", "plain", "id", "status", "unknown"])
                wanted.append((kind, value))
                stream += message(kind, value)
            while stream:
                end = chance.choice([len(stream), chance.randrange(1, len(stream) + 1), len(message("plain", 1))])
                client.writer.write(stream[:end])
                stream = stream[end:]
                await client.writer.drain()
                for _ in range(chance.randrange(3)):
                    await asyncio.sleep(0)
            for kind, value in wanted:
                status, headers, text = await client.reply()
                assert status == (404 if kind == "unknown" else 200)
                if kind in ("plain", "id"):
                    assert json.loads(text)["predictions"] == [value]
                assert headers.get("x-request-id") == (str(value) if kind == "id" else None)


def message(kind: str, value: int) -> bytes:
    """A request as bytes."""
    if kind == "status":
        return b"GET /v1/models/root HTTP/1.1\r\nhost: h\r\n\r\n"
    sent = body(float(value * value))
    path = "/none" if kind == "unknown" else PATH
    more = f"x-request-id: {value}\r\n" if kind == "id" else ""
    return f"POST {path} HTTP/1.1\r\nhost: h\r\n{more}content-length: {len(sent)}\r\n\r\n".encode() + sent
