"""Rows of sessions beyond one process: client and servers of aioflow against client and servers of TensorFlow.

Each has a cluster of two tasks, in processes of their own. TensorFlow's client has one, too; aioflow's is in this one.
"""
from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import aioflow as tf
from benchmarks import distributed_ray
from benchmarks.distributed_peer import steps
from benchmarks.measuring import Contender, Figure, Row, interleave

PYTHON = os.environ.get("AIOFLOW_TENSORFLOW_PYTHON", sys.executable)
ROOT = Path(__file__).resolve().parents[1]
#: Work and callers -> calls of a round.
CALLS = {("one task", 1): 300, ("one task", 64): 1920, ("two tasks", 1): 150, ("40 MB", 1): 5}


def rows(rounds: int) -> list[Row]:
    """All rows of this file."""
    with ExitStack() as stack:
        ours = stack.enter_context(_servers(False))
        has_peer = _has_tensorflow()
        peer = stack.enter_context(_tensorflow_client(stack.enter_context(_servers(True)))) if has_peer else None

        def row(text: str, work: str, callers: int, target: str) -> Row:
            theirs = None if peer is None else _asked(peer, work, callers)
            measured = interleave(Row(text), {"aioflow": _own(ours, work, callers), "tensorflow": theirs}, rounds, True)
            measured.ratio("tensorflow", "aioflow", target)
            return measured

        one = row("trivial graph at a server, one by one", "one task", 1, ">= 1")
        many = row("trivial graph at a server, 64 in flight", "one task", 64, ">= 1.5")
        two = row("a step of two tasks", "two tasks", 1, "")
        large = row("40 MB from one task to another", "40 MB", 1, ">= 0.9")
    two.figures += _growth(one, two)
    return [one, many, two, large, *distributed_ray.rows(rounds)]


def _growth(one: Row, two: Row) -> list[Figure]:
    """How much longer a step of two tasks takes than one of one task, here and there: as a ratio, and what is added.

    The ratio punishes whoever is fast with one task; the difference is what calls between tasks cost.
    """
    growth = {
        name: [long / short for long, short in zip(two.seconds[name], one.seconds[name], strict=True)]
        for name in two.seconds
    }
    figures = [Figure(f"{name}, two tasks / one task", values) for name, values in growth.items()]
    if "tensorflow" in growth:
        values = [a / b for a, b in zip(growth["aioflow"], growth["tensorflow"], strict=True)]
        figures.append(Figure("growth, aioflow / tensorflow", values, "x", "<= 1"))
        added = [
            [long - short for long, short in zip(two.seconds[name], one.seconds[name], strict=True)]
            for name in ("aioflow", "tensorflow")
        ]
        values = [a / b for a, b in zip(*added, strict=True)]
        figures.append(Figure("what the second task adds, aioflow / tensorflow", values))
    return figures


def _own(target: str, work: str, callers: int) -> Contender:
    async def measure() -> float:
        with tf.Graph().as_default():
            fetch, init = steps(tf)[work]
            async with tf.Session(target) as session:
                await session.run(init)
                call = session.make_callable(fetch)
                await call()
                each = CALLS[work, callers] // callers

                async def one_caller() -> None:
                    for _ in range(each):
                        await call()

                began = time.perf_counter()
                await asyncio.gather(*(one_caller() for _ in range(callers)))
                return (time.perf_counter() - began) / (each * callers)

    return lambda: asyncio.run(measure())


def _asked(peer: subprocess.Popen[str], work: str, callers: int) -> Contender:
    def measure() -> float:
        assert peer.stdin is not None and peer.stdout is not None
        peer.stdin.write(f"{work},{CALLS[work, callers]},{callers}\n")
        peer.stdin.flush()
        return float(peer.stdout.readline())

    return measure


# ---- processes
def _has_tensorflow() -> bool:
    look = "import importlib.util as u, sys; sys.exit(u.find_spec('tensorflow') is None)"
    return subprocess.run([PYTHON, "-c", look], check=False).returncode == 0


@contextmanager
def _servers(is_tensorflow: bool) -> Iterator[str]:
    """Two tasks; gives the target of the first."""
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        cluster = {"w": [f"127.0.0.1:{each.getsockname()[1]}" for each in sockets]}
        for each in sockets:
            each.close()
        file = Path(folder) / "cluster.json"
        file.write_text(json.dumps(cluster))
        for task in ("0", "1"):
            if is_tensorflow:
                theirs = ["benchmarks.distributed_peer", "server", json.dumps(cluster), task]
                stack.enter_context(_process(PYTHON, *theirs))
            else:
                ours = ["aioflow", "server", "--cluster", str(file), "--job", "w", "--task", task]
                stack.enter_context(_process(sys.executable, *ours))
        yield f"grpc://{cluster['w'][0]}"


@contextmanager
def _tensorflow_client(target: str) -> Iterator[subprocess.Popen[str]]:
    with _process(PYTHON, "benchmarks.distributed_peer", "client", target) as process:
        yield process


@contextmanager
def _process(python: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Runs a module until the end of the context; it has said that it is ready."""
    command = [python, "-m", *arguments]
    is_own = arguments[0] == "aioflow"  # says it on stderr
    process = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True, stdin=subprocess.PIPE,
        stdout=None if is_own else subprocess.PIPE, stderr=subprocess.PIPE if is_own else subprocess.DEVNULL,
    )  # fmt: skip
    with process:
        try:
            said: IO[str] | None = process.stderr if is_own else process.stdout
            assert said is not None
            if not any(line.startswith("ready") for line in iter(said.readline, "")):
                raise RuntimeError(f"{' '.join(arguments[:2])} did not start")
            yield process
        finally:
            process.kill()
