"""ClusterStep: one step on several workers."""
from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from aioflow import errors
from aioflow.distributed.interfaces.worker import GraphResult, GraphRun
from aioflow.distributed.transport.statuses import error_of, is_derived

_RULE = "\n====================="
_NAMES = {
    code: name for name, code in vars(errors).items() if isinstance(code, int) and name.isupper()
}  # fmt: skip


class RunsParts(Protocol):
    """A worker, as far as a step needs one."""

    async def run_graph(self, run: GraphRun) -> GraphResult:
        """Runs one step of a part to its end."""


class ClusterStep:
    """One step: all of its parts run at once, and the first error that is no consequence of others ends them.

    Args:
        parts: Task -> worker and what it is to run.
    """

    def __init__(self, parts: Mapping[str, tuple[RunsParts, GraphRun]]) -> None:
        self._parts = parts
        self._runs: dict[asyncio.Task[GraphResult], str] = {}
        self._errors: list[tuple[str, errors.OpError]] = []
        #: What ends it, if it was told to.
        self._told: errors.OpError | None = None
        self._num_running = 0
        #: Done when no part runs. Each part is noted when it ends, and none is looked at again: with a thousand of them
        #: a wait for the next one, made anew each time, would be most of what a step costs.
        self._over: asyncio.Future[None]

    @property
    def tasks(self) -> Collection[str]:
        """The tasks that have parts."""
        return self._parts.keys()

    async def run(self, timeout_s: float | None) -> dict[str, GraphResult]:
        """Runs it to its end; returns what has come of each part.

        Raises:
            DeadlineExceededError: It took longer than `timeout_s`.
            OpError: A part failed, or it was told to stop.
        """
        self._over = asyncio.get_running_loop().create_future()
        self._num_running = len(self._parts)
        for task, (worker, run) in self._parts.items():
            started = asyncio.ensure_future(worker.run_graph(run))
            self._runs[started] = task
            started.add_done_callback(self._note)
        try:
            async with asyncio.timeout(timeout_s):
                await self._over
        except TimeoutError:
            self._told = errors.deadline_exceeded(f"the step took longer than {timeout_s} s")
        finally:
            await self._end()
        if self._told is not None:
            raise self._told
        if self._errors:
            raise self._error()
        return {task: run.result() for run, task in self._runs.items()}

    def stop(self, error: errors.OpError) -> None:
        """Ends it with an error, unless it has ended."""
        if self._told is None:
            self._told = error
        for run in self._runs:
            run.cancel()

    def _note(self, run: asyncio.Task[GraphResult]) -> None:
        """Notes the end of a part; where it is an error that is no consequence of another one, it ends the others."""
        self._num_running -= 1
        if not self._num_running and not self._over.done():
            self._over.set_result(None)
        error = None if run.cancelled() else run.exception()
        if error is None:
            return
        if not isinstance(error, errors.OpError):
            error = errors.internal(f"internal error: {error!r}")
        self._errors.append((self._runs[run], error))
        if not is_derived(error):
            for other in self._runs:
                other.cancel()

    async def _end(self) -> None:
        """Cancels what still runs, and waits for it: nothing is to go on behind a caller who believes it over."""
        if self._num_running:
            for run in self._runs:
                run.cancel()
            await asyncio.wait(self._runs)

    def _error(self) -> errors.OpError:
        """The error of the whole: the first that is no consequence; all such, where there are several."""
        roots = [each for each in self._errors if not is_derived(each[1])] or self._errors[:1]
        # What is a consequence of the same error on another worker says the same.
        roots = [
            each for i, each in enumerate(roots) if all(each[1].code != other.code for _, other in roots[:i])
        ] if len(roots) > 1 else roots  # fmt: skip
        texts = [_text(task, error) for task, error in roots]
        text = texts[0]
        if len(texts) > 1:
            codes = [_NAMES.get(error.code, "UNKNOWN") for _, error in roots]
            text = "".join(f"{_RULE}\n{code}: {each}" for code, each in zip(codes, texts, strict=True))
        made = error_of(roots[0][1].code, text)
        made.experimental_payloads.update(roots[0][1].experimental_payloads)
        return made


def _text(task: str, error: errors.OpError) -> str:
    return error.message if error.message.startswith("From /job:") else f"From {task}:\n{error.message}"


def fetched(result: GraphResult, keys: Sequence[str]) -> list[object]:
    """The values of fetches in order.

    Raises:
        InternalError: One is dead, or missing.
    """
    values = []
    for key in keys:
        if key not in result.values:
            raise errors.internal(f"the worker's answer lacks {key}")
        value, is_dead = result.values[key]
        if is_dead:
            raise errors.internal(f"The tensor returned for {key} was not valid.")
        values.append(value)
    return values
