"""Memory of unloaded versions goes back to the system."""
from __future__ import annotations

import ctypes
import sys
from typing import Any


def give_back() -> None:
    """Returns free memory of the C library to the system; call it on a thread.

    Cycles are not collected here: that would look at all objects of the process, for a large one hundreds of
    milliseconds in which no thread has a turn. Versions are taken apart when they are closed, so that nothing of any
    size waits for a collection.
    """
    # A call by ctypes gives Python's lock away.
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


def _malloc_trim() -> Any:
    """`malloc_trim` of glibc; None where the C library is another one."""
    if sys.platform != "linux":
        return None
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError):
        return None
