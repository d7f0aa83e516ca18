"""WatchedStep: one run of which tensors are watched, from its plan to the end of its streams."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import replace
from functools import partial
from typing import Any

from aioflow import errors
from aioflow.compiler.compiler import ExecutorEntry
from aioflow.framework.kernels import StepContext
from aioflow.session.steps.step_options import StepOptions
from aioflow.session.watching.run_watcher import RunWatcher

OnThread = Callable[[Hashable, Callable[[], Any], StepOptions], Awaitable[Any]]
"""Calls a function on a thread of the step's pool; see `StepRunner`."""


class WatchedStep:
    """A run of which tensors are watched.

    Args:
        entry: The signature.
        options: The options of the run.
        on_thread: Calls what takes long.
    """

    def __init__(self, entry: ExecutorEntry, options: StepOptions, on_thread: OnThread) -> None:
        self._entry = entry
        self._options = options
        self._on_thread = on_thread
        self._watcher = RunWatcher(options.debug, options.values)

    async def compiled(self) -> ExecutorEntry:
        """The signature with nodes that show what is watched; the signature itself where that is nothing of it.

        Raises:
            FailedPreconditionError: A watch cannot be had.
        """
        entry, watches = self._entry, self._watcher.watches
        if entry.has_watched(watches):
            return entry.watched(watches)
        found: ExecutorEntry = await self._on_thread((entry, watches), partial(entry.watched, watches), self._options)
        return found

    async def begin(self, entry: ExecutorEntry, context: StepContext) -> StepOptions:
        """Tells debuggers of the run, which does not begin before they know.

        Args:
            entry: What `compiled` gave.
            context: The step, which gets its watcher.

        Returns:
            The options of the run, with the time that is left.

        Raises:
            DeadlineExceededError: A debugger did not answer in time.
            OpError: It cannot be told.
        """
        if entry.compiled.watched is None:
            return self._options
        context.watcher = self._watcher
        if self._options.debug is None:
            self._watcher.run_index = context.step_id
            return self._options
        loop, timeout_s = asyncio.get_running_loop(), self._options.timeout_s
        began_s = loop.time()
        try:
            async with asyncio.timeout(timeout_s):
                # Each run by itself: none of them may take what another one has published for its own.
                publish = partial(self._watcher.begin, entry, context.step_id)
                await self._on_thread(context, publish, self._options)
                await self._watcher.begin_streams(entry)
        except BaseException as error:
            await self._watcher.end()
            if isinstance(error, TimeoutError):
                raise errors.deadline_exceeded("Timed out waiting for a debugger to take what it watches") from None
            raise
        if timeout_s is None:
            return self._options
        return replace(self._options, timeout_s=max(1e-3, timeout_s - (loop.time() - began_s)))

    def partition_graphs(self, entry: ExecutorEntry) -> list[Any]:
        """The graphs that have run, as messages; none where nothing was watched."""
        watched = entry.compiled.watched
        return [] if watched is None else [graph_def for _, graph_def in self._watcher.graphs(watched)]

    async def end(self) -> None:
        """Ends the streams to debuggers."""
        await self._watcher.end()
