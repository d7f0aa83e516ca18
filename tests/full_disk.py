"""`full_disk`: files cannot grow any more, as on a disk that is full."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def full_disk(nbytes: int) -> Iterator[None]:
    """Gives a context in which no file of this process grows beyond `nbytes`; where systems know no such limit, skips.

    The system's error is "File too large" instead of "No space left on device"; a write is torn in the same way.
    """
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (nbytes, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
