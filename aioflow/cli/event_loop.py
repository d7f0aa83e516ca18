"""run_async: the event loop of commands."""
from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from typing import Any

from aioflow.cli.exits import RunFailed

# An event loop of either kind opens so many, counted on Linux; on the main thread two more, by which signals reach it.
_NUM_DESCRIPTORS, _NUM_FOR_SIGNALS = 8, 2


def run_async(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine to its end, on uvloop where there is one.

    Raises:
        RunFailed: The process may not open enough files for an event loop.
    """
    try:
        _check_descriptors()
        try:
            import uvloop
        except ImportError:
            return asyncio.run(coroutine)
        return uvloop.run(coroutine)
    finally:
        # Changes nothing if it has ended; one that never began would be told of by a warning.
        coroutine.close()


def _check_descriptors() -> None:
    """Raises RunFailed if an event loop could not be made: libuv ends the process then."""
    needed = _NUM_DESCRIPTORS + (_NUM_FOR_SIGNALS if threading.current_thread() is threading.main_thread() else 0)
    taken: list[int] = []
    try:
        while len(taken) < needed:
            taken.append(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        raise RunFailed(
            f"an event loop needs {needed} more file descriptors, and there are {len(taken)}: "
            f"{error.strerror} (ulimit -n)"
        ) from None
    finally:
        for descriptor in taken:
            os.close(descriptor)
