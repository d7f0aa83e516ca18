"""Coordinator: lets tasks that work together stop together, and passes on why they stopped."""
from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from aioflow import errors

Task = asyncio.Task[Any]


class Coordinator:
    """Tells tasks when to stop, and waits for them.

    Each task asks `should_stop()` between two pieces of work, or waits for `wait_for_stop()`; any of them may call
    `request_stop()`. Who started them calls `await join(tasks)`, which raises the error that stopped them.

        coordinator = tf.train.Coordinator()
        tasks = tf.train.start_queue_runners(session, coordinator)
        with coordinator.stop_on_exception():
            while not coordinator.should_stop():
                await session.run(train_op)
        coordinator.request_stop()
        await coordinator.join(tasks)

    What TensorFlow does with threads it does with tasks of one event loop, on which all its methods are to be called.

    Args:
        clean_stop_exception_types: Errors that end the work as it should end; `join` does not raise them. When None,
            `OutOfRangeError`, which is what dequeueing from a closed and empty queue ends with.
    """

    def __init__(self, clean_stop_exception_types: Iterable[type[BaseException]] | None = None) -> None:
        clean = (errors.OutOfRangeError,) if clean_stop_exception_types is None else clean_stop_exception_types
        self._clean_stop_exception_types = tuple(clean)
        self._stop = asyncio.Event()
        self._error: BaseException | None = None
        self._joined = False
        self._registered: dict[Task, None] = {}

    @property
    def joined(self) -> bool:
        """Whether `join` has returned since the last `clear_stop`."""
        return self._joined

    # ---- for the tasks
    def should_stop(self) -> bool:
        """Whether a stop was requested."""
        return self._stop.is_set()

    def request_stop(self, ex: BaseException | tuple[Any, ...] | None = None) -> None:
        """Asks all tasks to stop. A second request changes nothing.

        Args:
            ex: The error because of which they stop, or what `sys.exc_info()` gave; `join` raises it.

        Raises:
            BaseException: `ex`, when `join` has returned already and cannot raise it any more.
        """
        error = ex[1] if isinstance(ex, tuple) else ex
        if isinstance(error, self._clean_stop_exception_types):
            error = None
        if self._joined and error is not None:
            raise error
        if not self._stop.is_set():
            self._error = error
            self._stop.set()

    @contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """A context that requests a stop when its body fails; the error is passed on by `join` only."""
        try:
            yield
        except Exception as error:
            self.request_stop(error)

    async def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Waits until a stop is requested.

        Args:
            timeout: For how many seconds at most; for ever when None.

        Returns:
            Whether one was requested.
        """
        try:
            async with asyncio.timeout(timeout):
                await self._stop.wait()
        except TimeoutError:
            pass
        return self._stop.is_set()

    def register_thread(self, thread: Task) -> None:
        """Has `join` wait for a task, too."""
        self._registered[thread] = None

    # ---- for who started them
    def clear_stop(self) -> None:
        """Forgets that a stop was requested, so that other tasks can begin."""
        self._joined = False
        self._error = None
        self._stop.clear()

    async def join(
        self,
        threads: Iterable[Task] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Waits until all tasks have ended, or until a stop is requested and they had some time to end.

        A task that fails requests a stop with its error.

        Args:
            threads: The tasks, beside those that are registered.
            stop_grace_period_secs: For how many seconds it waits for them once a stop was requested.
            ignore_live_threads: Whether it returns when tasks are still running after that.

        Raises:
            BaseException: The error with which a stop was requested.
            RuntimeError: Tasks are still running. They are not cancelled.
        """
        tasks = [task for task in {**self._registered, **dict.fromkeys(threads or ())} if not _is_current(task)]
        running = await self._end_or_stop(tasks)
        if running:
            _, running = await asyncio.wait(running, timeout=stop_grace_period_secs)
        for task in tasks:
            if task not in running:
                self._note_failure(task)
        self._joined = True
        self._registered.clear()
        self.raise_requested_exception()
        if running and not ignore_live_threads:
            names = " ".join(sorted(task.get_name() for task in running))
            raise RuntimeError(f"Coordinator stopped with threads still running: {names}")

    async def _end_or_stop(self, tasks: list[Task]) -> set[Task]:
        """Waits until all tasks have ended or a stop is requested; returns those that still run."""
        running = set(tasks)
        stop = asyncio.create_task(self._stop.wait())
        try:
            while running and not stop.done():
                ended, _ = await asyncio.wait({*running, stop}, return_when=asyncio.FIRST_COMPLETED)
                for task in running & ended:
                    self._note_failure(task)
                running -= ended
        finally:
            stop.cancel()
        return running

    def _note_failure(self, task: Task) -> None:
        """Requests a stop if a task that has ended has failed."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.request_stop(error)

    def raise_requested_exception(self) -> None:
        """Raises the error with which a stop was requested, if there was one."""
        if self._error is not None:
            raise self._error


def _is_current(task: Task) -> bool:
    """Whether the caller would wait for itself."""
    return task is asyncio.current_task()
