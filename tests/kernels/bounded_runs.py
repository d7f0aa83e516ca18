"""Runs with room for little: what they need is small, or is refused before there is any memory for it."""
from __future__ import annotations

import asyncio
import os
import re
import threading
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.cli.memory import memory_limit
from aioflow.framework.limits import TENSOR_VARIABLE
from tests.kernels.live_graph import LiveGraph

LIMIT_NBYTES = 32 << 20  # of a tensor; a kernel may take more than one
_THREAD_NBYTES = 136 << 20  # of addresses: a stack, and what malloc sets aside
_ROOM_NBYTES = (1 << 30) + _THREAD_NBYTES * (os.cpu_count() or 1)  # pools start in the course of a test
_PATIENCE_S = 5.0  # of a clock that ages
_MAX_THREADS = 500
# What is wrong with files and slices is an internal error in TensorFlow, too.
_MEANT = [
    "within its header", "out of bounds: shape", "Failed to find the saved tensor slices", "Overlapping slices",
    "Mismatching shapes", "Mismatching ranks", "Mismatching types", "Incompatible tensor shapes",
]  # fmt: skip
_NO_MEMORY = re.compile(r"OOM when allocating (for op|tensor with shape\[([\d,]*)\])")


class BoundedGraph(LiveGraph):
    """A graph whose runs end in time, with little memory and few threads, and with errors of ours alone."""

    async def run(self, fetches: Any, feeds: Any = None) -> Any:
        """Runs one step within the bounds.

        Raises:
            TimeoutError: It waited, or had much to do, and was stopped.
        """
        try:
            with memory_limit(_ROOM_NBYTES), np.errstate(all="ignore"):
                return await asyncio.wait_for(super().run(fetches, feeds), _PATIENCE_S)
        except errors.OpError as error:
            check_is_no_fault(error)
            raise
        finally:
            assert threading.active_count() < _MAX_THREADS


def check_is_no_fault(error: errors.OpError) -> None:
    """Fails for an error that is none of ours, or that came when there was no more memory."""
    is_meant = any(text in error.message for text in _MEANT)
    assert is_meant or not isinstance(error, errors.InternalError), error.message
    assert not is_for_lack_of_memory(error), f"took memory without asking whether there is room: {error.message}"


def is_for_lack_of_memory(error: errors.OpError) -> bool:
    """Whether memory ended; what is refused before that names the variable, or is an array of nothing."""
    lack = _NO_MEMORY.search(error.message)
    return lack is not None and TENSOR_VARIABLE not in error.message and "0" not in (lack[2] or "").split(",")
