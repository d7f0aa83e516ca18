"""batched: a decorator by which calls of a function at the same time become one."""
from __future__ import annotations

import asyncio
import functools
import inspect
import math
import weakref
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.serving.batching.batcher import Batcher, Call
from aioflow.serving.batching.executors import Executors
from aioflow.serving.settings.batching import Batching

Function = Callable[..., Any]
#: Begins the names of results that have none of their own: no name that a function gives begins so.
_UNNAMED = "\0"


def batched(settings: Batching | None = None) -> Callable[[Function], BatchedFunction]:
    """Makes a function of arrays wait for other calls, and run once for all of them.

        @batched(Batching(max_rows=64, timeout_s=0.005))
        async def embed(words):                # [rows, 10]
            return await encode(words)         # [rows, 300]

        vectors = await embed(two_rows)        # [2, 300], from a batch with whoever else calls now

    All arguments are arrays whose first dimension is rows, and so are its results: an array, a tuple of arrays, or a
    dict. The function may be `async`, as callables of sessions are; a plain one runs on a thread. Of methods each
    object has batches of its own. As in a server, a call that fails fails alone, after it has run once more by itself;
    one that is cancelled leaves the queue; `timeout_s=` and `priority=` are a call's own.

    Args:
        settings: How calls become batches; None for the usual way.
    """
    return lambda function: BatchedFunction(function, settings or Batching())


class BatchedFunction:
    """What `batched` makes of a function.

    Args:
        function: The function.
        settings: How calls become batches.
    """

    def __init__(self, function: Function, settings: Batching) -> None:
        functools.update_wrapper(self, function, updated=())
        self._function = function
        self._settings = settings
        self._is_async = inspect.iscoroutinefunction(inspect.unwrap(function))
        #: The loop on which calls wait, and their batcher: tests and scripts run several loops one after the other.
        self._batcher: tuple[weakref.ref[asyncio.AbstractEventLoop], Batcher] | None = None
        self._attribute = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._attribute = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        bound = BatchedFunction(self._function.__get__(instance, owner), self._settings)
        # In the object's own dict it comes before this one, which is looked up no more.
        instance.__dict__[self._attribute] = bound
        return bound

    async def __call__(
        self, *args: Any, timeout_s: float | None = None, priority: int = 0, **kwargs: Any
    ) -> Any:
        """Calls the function together with others.

        Args:
            args: Arrays, `[rows, ...]` each.
            timeout_s: Seconds until the result is of no use; None for any time.
            priority: Level, of which 1 is the highest; 0 for the default.
            kwargs: Further arrays.

        Raises:
            InvalidArgumentError: Rows are missing or unequal, or too many; the function's results have other rows.
            UnavailableError: The queue is full.
            DeadlineExceededError: The time is over.
            Exception: What the function raises.
        """
        # Digits are no names of arguments.
        inputs = {str(index): np.asarray(value) for index, value in enumerate(args)}
        inputs.update((name, np.asarray(value)) for name, value in kwargs.items())
        if any(not array.ndim for array in inputs.values()):
            raise errors.invalid_argument("batched functions take arrays with rows, no single values")
        if inputs and not any(len(array) for array in inputs.values()):
            # It alone knows what results without rows look like.
            return _as_returned(await self._run(inputs))
        loop = asyncio.get_running_loop()
        deadline_s = math.inf if timeout_s is None else loop.time() + timeout_s
        call = Call("", (), self._run, dict)
        return _as_returned(await self._batcher_of(loop).run(call, inputs, deadline_s=deadline_s, level=priority))

    async def _run(self, inputs: Mapping[str, Any], deadline_s: float = math.inf) -> dict[str, Any]:
        args = [inputs[str(index)] for index in range(len(inputs)) if str(index) in inputs]
        kwargs = {name: array for name, array in inputs.items() if not name.isdigit()}
        if self._is_async:
            found = self._function(*args, **kwargs)
        else:
            found = await asyncio.to_thread(self._function, *args, **kwargs)
        return _named(await found if inspect.isawaitable(found) else found)

    def _batcher_of(self, loop: asyncio.AbstractEventLoop) -> Batcher:
        if self._batcher is None or self._batcher[0]() is not loop:
            executors = Executors(self._settings.num_executors or 1)
            self._batcher = weakref.ref(loop), Batcher(self._settings, executors)
        return self._batcher[1]


def _named(found: Any) -> dict[str, Any]:
    """Results by name."""
    if isinstance(found, Mapping):
        return {name: np.asarray(value) for name, value in found.items()}
    if isinstance(found, tuple):
        return {f"{_UNNAMED}{index}": np.asarray(value) for index, value in enumerate(found)}
    return {_UNNAMED: np.asarray(found)}


def _as_returned(found: dict[str, Any]) -> Any:
    """Results as the function had them."""
    if _UNNAMED in found:
        return found[_UNNAMED]
    if f"{_UNNAMED}0" in found:
        return tuple(found.values())
    return found
