"""Memory of unloaded versions goes back to the system, and the collector of cycles rests while a process serves."""
from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
from collections.abc import Iterator
from typing import Any

from aioflow.framework.collection_pause import all_frozen

#: New objects from which on the collector looks at them. Of Python's 700 most belong to requests in flight, of which
#: 64 have some 5000: they were looked at again and again, for 10 of 61 us a request. From 5000 on more brings nothing.
_YOUNG_OBJECTS = 10_000


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


@contextlib.contextmanager
def resting_collector() -> Iterator[None]:
    """A context for a process that serves: what there is by then is not looked at any more, and new objects less often.

    Nor are the versions that are loaded later: behind a load the collector would look at all of them at once. Beginning
    it takes a whole collection; so it belongs between the loading of models and the first request.
    """
    before = gc.get_threshold()
    with all_frozen():
        gc.set_threshold(_YOUNG_OBJECTS, *before[1:])
        try:
            yield
        finally:
            gc.set_threshold(*before)


def _malloc_trim() -> Any:
    """`malloc_trim` of glibc; None where the C library is another one."""
    if sys.platform != "linux":
        return None
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError):
        return None
