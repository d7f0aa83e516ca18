"""Amounts of work, for tests that something does not take too much of it: they are the same on each machine."""
from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any


class TooManyCallsError(BaseException):
    """More functions were called than a test allows. No `except Exception` of what is tested takes it for its own."""


def num_calls(function: Callable[[], Any], most: int) -> int:
    """How many functions of Python and of C are called on this thread while a function runs.

    Raises:
        TooManyCallsError: They are more than `most`; the function has been stopped.
    """
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")
        if count > most:
            raise TooManyCallsError(f"more than {most} calls")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(before)
    return count


def cpu_of_a_sum() -> float:
    """The CPU time that this machine takes to add up 2,000,000 numbers in Python, in seconds: a unit for others."""
    shortest_s = math.inf
    for _ in range(5):
        began_s = time.thread_time()
        sum(range(2_000_000))
        shortest_s = min(shortest_s, time.thread_time() - began_s)
    return shortest_s
