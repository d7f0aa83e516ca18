"""The connection of this process to Ray: made where there is none, and then ended with the last who needs it."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

from aioflow.distributed.transport.ray_actors import ray_module
from aioflow.framework.process_locks import process_lock


class _Runtime(threading.Thread):
    """Ray, from `ray.init` to `ray.shutdown`.

    Both block for seconds, and what they start ends with the thread that has started it (`PR_SET_PDEATHSIG`): so it is
    a thread of its own, which stays.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        super().__init__(name="aioflow-ray", daemon=True)
        self._options = options
        self._is_over = threading.Event()
        self._is_connected = threading.Event()
        self._error: BaseException | None = None
        self.num_users = 0

    def run(self) -> None:
        ray = ray_module()
        try:
            ray.init(**{"include_dashboard": False, **self._options})
        except BaseException as error:
            self._error = error
            return
        finally:
            self._is_connected.set()
        self._is_over.wait()
        ray.shutdown()

    async def started(self) -> None:
        """Waits until it has started; raises what kept it from that."""
        await asyncio.to_thread(self._is_connected.wait)
        if self._error is not None:
            raise self._error

    async def end(self) -> None:
        """Ends it, and waits for that."""
        self._is_over.set()
        await asyncio.to_thread(self.join)


_runtime: _Runtime | None = None
_lock = process_lock()  # around it and its number of users: event loops may be in several threads


async def use_ray(options: Mapping[str, Any]) -> None:
    """Connects this process to Ray, unless it is; `leave_ray` belongs to it.

    Args:
        options: For `ray.init`.
    """
    global _runtime
    with _lock:
        if _runtime is None:
            if ray_module().is_initialized():
                return
            _runtime = _Runtime(options)
            _runtime.start()
        runtime = _runtime
        runtime.num_users += 1
    try:
        await runtime.started()
    except BaseException:
        await leave_ray()
        raise


async def leave_ray() -> None:
    """Ends the connection if it was made here, and nobody else needs it."""
    global _runtime
    with _lock:
        runtime = _runtime
        if runtime is None:
            return
        runtime.num_users -= 1
        if runtime.num_users:
            return
        _runtime = None
    await runtime.end()
