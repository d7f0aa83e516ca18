"""WaitingNodes: the kernels of one step that are coroutines, each a task of its event loop. Only here they are awaited.

TensorFlow's asynchronous kernels get a callback and may call it on any thread. A coroutine has a loop and a task
instead: it can be cancelled, sees the caller's context variables, and ends on the loop.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Sequence
from threading import get_ident
from typing import Any

from aioflow.executor.dataflow.propagator import TaggedNode
from aioflow.executor.node_calls import NodeCalls
from aioflow.pools.completion_queue import CompletionQueue

#: Delivers a node's outputs; returns what became ready.
Deliver = Callable[[TaggedNode, Sequence[Any]], Sequence[TaggedNode]]
#: Told once per node that was started, on the loop: the node, what became ready, and the error if it has failed.
End = Callable[[TaggedNode, Sequence[TaggedNode], BaseException | None], None]


class WaitingNodes:
    """The waiting nodes of one step.

    Args:
        calls: Calls the kernels.
        variables: The context variables that they see.

    Attributes:
        tasks: Those that have begun and have not ended; changed on the event loop only, read on any thread.
        is_closed: Whether the step has been stopped. Set on any thread, before the tasks are cancelled on the loop: a
            kernel whose start was posted meanwhile must not begin.
    """

    __slots__ = ("_calls", "_loop", "_loop_thread", "_variables", "is_closed", "tasks")

    def __init__(self, calls: NodeCalls, variables: contextvars.Context) -> None:
        self._calls = calls
        self._variables = variables
        #: The loop of the caller, who gets the cancellation of the step and its end there, too.
        self._loop = asyncio.get_running_loop()
        self._loop_thread = get_ident()
        self.tasks: dict[TaggedNode, asyncio.Task[None]] = {}
        self.is_closed = False

    @property
    def is_here(self) -> bool:
        """Whether this is the event loop's thread."""
        return get_ident() == self._loop_thread

    def start(self, node: TaggedNode, deliver: Deliver, end: End) -> bool:
        """Starts a node, on any thread; False if the event loop was closed, so that it never will run.

        The callables are handed in for each node and kept by its task alone: a step that held them would hold itself.
        """
        # Here and not in the task: until it begins the iteration would keep what nobody else needs any more.
        inputs = self._calls.inputs(node)
        if self.is_here:
            self._create_task(node, inputs, deliver, end)
            return True
        return self.post(self._create_task, node, inputs, deliver, end)

    def _create_task(self, node: TaggedNode, inputs: list[Any], deliver: Deliver, end: End) -> None:
        if self.is_closed:
            end(node, (), None)
            return
        task = self._loop.create_task(self._run(node, inputs, deliver, end), context=self._variables.copy())
        if task.done():  # an eager task may have ended already
            return
        self.tasks[node] = task
        # A task that is cancelled before its first turn never enters its coroutine, which would have told the end.
        task.add_done_callback(lambda _: end(node, (), None) if self.tasks.pop(node, None) is not None else None)
        if self.is_closed:  # in the first turn of an eager task, when it could not be found yet
            task.cancel()

    async def _run(self, node: TaggedNode, inputs: list[Any], deliver: Deliver, end: End) -> None:
        try:
            ready = deliver(node, await self._calls.call_waiting(node, inputs))
        except BaseException as error:  # also the cancellation, which ends this task only, and the step's error is set
            self.tasks.pop(node, None)
            end(node, (), error)
        else:
            self.tasks.pop(node, None)
            end(node, ready, None)

    def cancel(self) -> bool:
        """Cancels what waits, on any thread; False if the event loop was closed, so that nothing will go on anyway."""
        if not self.is_here:  # a task may be cancelled by its own loop only
            return self.post(self.cancel)
        if self._loop.is_closed():
            return False
        for task in list(self.tasks.values()):
            task.cancel()
        return True

    def post(self, function: Callable[..., Any], *args: Any) -> bool:
        """Posts a call to the event loop, from any thread; False if the loop was closed."""
        return CompletionQueue.for_loop(self._loop).post(function, *args)

    def call_soon(self, function: Callable[..., Any], *args: Any) -> None:
        """On the loop's thread: has it call `function(*args)` in its next turn."""
        self._loop.call_soon(function, *args)
