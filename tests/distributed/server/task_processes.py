"""Tasks of a cluster in processes of their own, which can be killed in any phase of what they do.

`python -m tests.distributed.server.task_processes` imports all that a task needs, and makes one by a fork for each line
of its input: a cluster, a job, the number of a task, and the method of its worker at which it stops, or "". What it
says, "NUMBER ready PID" and "NUMBER reached METHOD", goes to its output.
"""
from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from typing import Any

from aioflow.distributed.server.server import Server
from aioflow.distributed.worker.worker import Worker


class TaskProcess:
    """A task in a process of its own.

    Attributes:
        ready: Done when it listens.
        reached: Done when it has stopped at the method that it was told.
    """

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[int] = loop.create_future()
        self.reached: asyncio.Future[None] = loop.create_future()

    def note(self, word: str, rest: str) -> None:
        """Takes in what it says."""
        if word == "ready":
            self.ready.set_result(int(rest))
        elif not self.reached.done():
            self.reached.set_result(None)

    def signal(self, number: int) -> None:
        """Sends it a signal, if it is there."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.ready.result(), number)


class TaskProcesses:
    """Starts tasks; all are killed at the end."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._made: list[TaskProcess] = []

    async def start(self, cluster: dict[str, list[str]], job: str, index: int = 0, stops_at: str = "") -> TaskProcess:
        """Starts one; returns when it listens."""
        assert self._process.stdin is not None
        made = TaskProcess()
        self._made.append(made)
        line = json.dumps([len(self._made) - 1, cluster, job, index, stops_at]) + "\n"
        self._process.stdin.write(line.encode())
        await made.ready
        return made

    async def listen(self) -> None:
        """Takes in what they say."""
        assert self._process.stdout is not None
        while line := (await self._process.stdout.readline()).decode():
            number, word, rest = line.split()
            self._made[int(number)].note(word, rest)

    def kill(self) -> None:
        """Kills all."""
        for made in self._made:
            if made.ready.done():
                made.signal(signal.SIGKILL)


@contextlib.asynccontextmanager
async def task_processes() -> AsyncIterator[TaskProcesses]:
    """What starts tasks."""
    command = [sys.executable, "-m", __name__]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    made = TaskProcesses(process)
    listening = asyncio.ensure_future(made.listen())
    try:
        yield made
    finally:
        made.kill()
        process.kill()
        await process.wait()
        await listening


def free_addresses(count: int) -> list[str]:
    """Addresses of this machine at which nobody listens."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    addresses = [f"127.0.0.1:{each.getsockname()[1]}" for each in sockets]
    for each in sockets:
        each.close()
    return addresses


def _main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who are killed
    for line in sys.stdin:
        if os.fork() == 0:
            asyncio.run(_serve(*json.loads(line)))


async def _serve(number: int, cluster: dict[str, list[str]], job: str, index: int, stops_at: str) -> None:
    def say(*words: Any) -> None:
        os.write(1, (" ".join(map(str, (number, *words))) + "\n").encode())

    async def stop(*_: Any) -> None:
        say("reached", stops_at)
        await asyncio.Event().wait()

    if stops_at:
        setattr(Worker, stops_at, stop)
    async with Server(cluster, job, index) as server:
        say("ready", os.getpid())
        await server.join()


if __name__ == "__main__":
    _main()
