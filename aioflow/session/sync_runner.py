"""Running a coroutine from code without an event loop, on one private loop per thread."""
from __future__ import annotations

import asyncio
import atexit
import contextvars
import linecache
import os
import re
import threading
from collections.abc import Coroutine
from types import FrameType
from typing import Any


class _ThreadLoop:
    """The private event loop of one thread. It is closed with the thread, or when the process ends."""

    def __init__(self) -> None:
        self.process_id = os.getpid()
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._loop = self._runner.get_loop()

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Runs to the end; an interrupt from the keyboard cancels, and is raised when that is done."""
        # `Runner.run` would install a signal handler each time, which costs more than most steps.
        task = self._loop.create_task(coroutine, context=contextvars.copy_context())
        try:
            return self._loop.run_until_complete(task)
        except KeyboardInterrupt:
            task.cancel()
            self._loop.run_until_complete(asyncio.wait([task]))
            raise

    def __del__(self) -> None:
        if self.process_id == os.getpid():
            self._runner.close()


class _PerThread(threading.local):
    loop: _ThreadLoop | None = None


_per_thread = _PerThread()


def _forget_loop() -> None:
    _per_thread.loop = None


atexit.register(_forget_loop)


def run_to_end(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """What the coroutine returns. Called where no event loop runs; sees the caller's context variables."""
    loop = _per_thread.loop
    if loop is None or loop.process_id != os.getpid():  # a forked child must not touch its parent's loop
        loop = _per_thread.loop = _ThreadLoop()
    return loop.run(coroutine)


def is_loop_running() -> bool:
    """Whether this thread is inside an event loop."""
    return asyncio._get_running_loop() is not None


def refusal(caller: FrameType) -> RuntimeError:
    """The error for a `run_sync` inside an event loop: the line that was written, and the line that is right."""
    wrong = linecache.getline(caller.f_code.co_filename, caller.f_lineno).strip()
    if "run_sync(" not in wrong:
        wrong = "value = session.run_sync(fetches, feed_dict)"
    right = re.sub(r"([\w.]+)\.run_sync\(", r"await \1.run(", wrong)
    return RuntimeError(
        "run_sync() cannot be called where an event loop runs (in a coroutine, in a notebook): it would block it. "
        f"Instead of\n    {wrong}\nwrite\n    {right}"
    )
