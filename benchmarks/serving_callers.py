"""`python -m benchmarks.serving_callers PROTOCOL PORT CLIENTS REQUESTS SHAPE`: callers in a process of their own.

Each sends a request when the one before has been answered. What is printed is JSON: seconds, and p99 in seconds.
"""
from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import numpy as np

from benchmarks.measuring import percentile

GRPC_PATH = "/tensorflow.serving.PredictionService/Predict"


class Caller(asyncio.Protocol):
    """One connection of HTTP, without pipelining.

    Args:
        request: What to send.
        load: Counts.
    """

    def __init__(self, request: bytes, load: Load) -> None:
        self._request = request
        self._load = load
        self._began_s = 0.0
        self._received = b""
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Sends the first request."""
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        """Sends the next request once an answer is complete."""
        self._received += data
        head, end, body = self._received.partition(b"\r\n\r\n")
        if not end:
            return
        length = head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]
        if len(body) < int(length) if length else not body.endswith(b"0\r\n\r\n"):  # the last piece of those in pieces
            return
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"the server answers {self._received!r}")
        self._received = b""
        self._load.latencies_s.append(time.perf_counter() - self._began_s)
        self._send()

    def _send(self) -> None:
        if self._load.takes_one():
            self._began_s = time.perf_counter()
            self._transport.write(self._request)
        else:
            self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Counts down."""
        self._load.caller_ended()


class Load:
    """So many requests of so many callers."""

    def __init__(self, num_callers: int, num_requests: int) -> None:
        self.latencies_s: list[float] = []
        self.over = asyncio.get_running_loop().create_future()
        self._num_callers = num_callers
        self._num_left = num_requests

    def takes_one(self) -> bool:
        """Whether there is to be one more request."""
        self._num_left -= 1
        return self._num_left >= 0

    def caller_ended(self) -> None:
        """Is over with the last caller."""
        self._num_callers -= 1
        if not self._num_callers:
            self.over.set_result(None)


async def over_http(port: int, num_callers: int, num_requests: int, values: Any) -> list[float]:
    """The latencies, in seconds."""
    body = json.dumps({"instances": [values.tolist()]}).encode()
    request = (
        b"POST /v1/models/m:predict HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    )
    load, loop = Load(num_callers, num_requests), asyncio.get_running_loop()
    for _ in range(num_callers):
        await loop.create_connection(lambda: Caller(request, load), "127.0.0.1", port)
    await load.over
    return load.latencies_s


async def over_grpc(port: int, num_callers: int, num_requests: int, values: Any) -> list[float]:
    """The latencies, in seconds."""
    import grpc.aio

    from aioflow._proto.serving.predict_pb2 import PredictRequest
    from aioflow.framework.tensors import tensor_to_proto

    message = PredictRequest()
    message.model_spec.name = "m"
    message.inputs["images" if values.ndim > 1 else "x"].CopyFrom(tensor_to_proto(values[None]))
    load, body = Load(num_callers, num_requests), message.SerializeToString()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        call = channel.unary_unary(GRPC_PATH)

        async def caller() -> None:
            while load.takes_one():
                began_s = time.perf_counter()
                await call(body)
                load.latencies_s.append(time.perf_counter() - began_s)

        await asyncio.gather(*(caller() for _ in range(num_callers)))
    return load.latencies_s


def main() -> None:
    """Sends all and prints what it took."""
    protocol, port, num_callers, num_requests = sys.argv[1], *map(int, sys.argv[2:5])
    shape = json.loads(sys.argv[5])
    values = np.random.default_rng(0).random(shape).astype(np.float32).round(4)
    began_s, send = time.perf_counter(), over_grpc if protocol == "grpc" else over_http
    latencies_s = asyncio.run(send(port, num_callers, num_requests, values))
    print(json.dumps({"seconds": time.perf_counter() - began_s, "p99_s": percentile(latencies_s, 0.99)}))


if __name__ == "__main__":
    main()
