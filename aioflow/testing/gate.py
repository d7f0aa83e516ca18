"""Gate: a place in a graph where a node stops until the test lets it go on."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.process_locks import process_lock
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.control_flow.script_ops import async_py_func, py_func
from aioflow.pools.completion_queue import resolve

_GIVE_UP_S = 30.0  # a thread that is never let go must end some day
# Guards the state of all gates, and _blocked. There is one for all gates, so that `blocked_threads` sees all of them at
# one moment. Nobody is called under it.
_lock = process_lock()
_blocked: set[threading.Thread] = set()


def blocked_threads(threads: Iterable[threading.Thread]) -> set[threading.Thread]:
    """Finds those of `threads` that stand at gates now."""
    with _lock:
        return _blocked.intersection(threads)


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    # Compared by identity: two nodes that wait on one loop have equal fields, and either of them may be cancelled.
    let_go: Callable[[], object]
    thread: threading.Thread | None  # the one that is blocked meanwhile


class Gate:
    """Nodes that pass through it report that they entered, and wait until they are let go.

    One gate may have many nodes, and a node may run many times. Its methods may be called from any thread.

    Args:
        is_open: Whether nodes pass without waiting, from the beginning.

    Attributes:
        num_entered: Number of entries of nodes.
        num_inside: Number of nodes that wait now.
        max_inside: The most that ever waited at the same time.
        num_cancelled: Number of waiting nodes that were cancelled.
    """

    def __init__(self, is_open: bool = False) -> None:
        self.num_entered = self.num_inside = self.max_inside = self.num_cancelled = 0
        self._is_open = is_open
        self._permits = 0  # releases that no node has used yet; 0 whenever somebody waits
        self._waiting: list[_Waiting] = []  # the oldest first
        self._watching: list[tuple[int, Callable[[], object]]] = []  # from how many entries on, what to call

    # ---- in the graph
    def node(self, value: Any = 0.0, name: str | None = None) -> Tensor:
        """Makes a node that hands `value` on once it is let go; it waits on the event loop and can be cancelled."""
        tensor = convert_to_tensor(value)
        result: Tensor = async_py_func(self._wait, [tensor], tensor.dtype.base_dtype, name=name or "gate")
        result.set_shape(tensor.shape)
        return result

    def blocking_node(self, value: Any = 0.0, name: str | None = None) -> Tensor:
        """Makes the same, but one that blocks the thread on which it runs."""
        tensor = convert_to_tensor(value)
        result: Tensor = py_func(self._block, [tensor], tensor.dtype.base_dtype, name=name or "gate")
        result.set_shape(tensor.shape)
        return result

    def operation(self, name: str | None = None) -> Operation:
        """Makes a waiting node without outputs."""
        operation: Operation = async_py_func(self.wait, [], [], name=name or "gate")
        return operation

    async def _wait(self, value: Any) -> Any:
        await self.wait()
        return value

    async def wait(self) -> None:
        """Enters and waits; for coroutine functions that are nodes themselves."""
        loop = asyncio.get_running_loop()
        released: asyncio.Future[None] = loop.create_future()

        waiting = _Waiting(lambda: loop.call_soon_threadsafe(resolve, released), None)
        if not self._enter(waiting):
            return
        try:
            await released
        except asyncio.CancelledError:
            self._cancelled(waiting)
            raise

    def _block(self, value: Any) -> Any:
        released = threading.Event()
        if self._enter(_Waiting(released.set, threading.current_thread())) and not released.wait(_GIVE_UP_S):
            raise TimeoutError(f"nobody released the gate within {_GIVE_UP_S} s")
        return value

    def _enter(self, waiting: _Waiting) -> bool:
        """Notes an entry; whether the node has to wait."""
        with _lock:
            self.num_entered += 1
            waits = not self._is_open and not self._permits
            if waits:
                self._waiting.append(waiting)
                self.num_inside += 1
                self.max_inside = max(self.max_inside, self.num_inside)
            elif not self._is_open:
                self._permits -= 1
            reached = [notify for count, notify in self._watching if count <= self.num_entered]
            self._watching = [watch for watch in self._watching if watch[0] > self.num_entered]
        for notify in reached:  # outside the lock: it wakes another loop, which may ask at once
            notify()
        # Behind that: a loop whose clock jumps when all threads stand at gates has to hear of the entry before.
        if waits and waiting.thread is not None:
            with _lock:
                if waiting in self._waiting:  # else it was let go meanwhile
                    _blocked.add(waiting.thread)
        return waits

    def _cancelled(self, waiting: _Waiting) -> None:
        with _lock:
            self.num_cancelled += 1
            if waiting in self._waiting:  # else it was let go at the same time, and has left already
                self._waiting.remove(waiting)
                self.num_inside -= 1

    # ---- in the test
    async def entered(self, times: int = 1) -> None:
        """Waits until a node has entered `times` times in all."""
        loop = asyncio.get_running_loop()
        reached: asyncio.Future[None] = loop.create_future()
        with _lock:
            if self.num_entered >= times:
                return
            self._watching.append((times, lambda: loop.call_soon_threadsafe(resolve, reached)))
        await reached

    def release(self, count: int = 1) -> None:
        """Lets `count` nodes go on: those that wait longest, or those that enter next."""
        with _lock:
            self._permits += count
            freed = self._take(self._permits)
            self._permits -= len(freed)
        _let_go(freed)

    def open(self) -> None:
        """Lets all nodes go on, also those that enter later."""
        with _lock:
            self._is_open = True
            freed = self._take(len(self._waiting))
        _let_go(freed)

    def _take(self, count: int) -> list[_Waiting]:
        freed, self._waiting = self._waiting[:count], self._waiting[count:]
        self.num_inside -= len(freed)
        _blocked.difference_update(waiting.thread for waiting in freed if waiting.thread is not None)
        return freed


def _let_go(freed: list[_Waiting]) -> None:
    for waiting in freed:
        waiting.let_go()
