"""Builds of regions: on a thread of their own, while signatures run without them."""
from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Protocol
from weakref import ref

from aioflow.compiler.compiler import ExecutorEntry
from aioflow.framework.process_locks import process_lock
from aioflow.pools.open_pools import make_pool
from aioflow.pools.thread_pool import ThreadPool
from aioflow.session.steps.fed_shapes import FedShapes
from aioflow.session.steps.region_use import Look, RegionForm, RegionUse

_LOG = logging.getLogger(__name__)
_lock = process_lock()  # guards `_pool` against two threads that make it at once
_pool: ThreadPool | None = None

at_once = False
"""Whether regions are built where they are asked for, before the first run: for tests, which would else see none."""


class Prepared(Protocol):
    """A compiled signature that can have further forms."""

    regions: RegionUse | None

    @property
    def is_open(self) -> bool:
        """Whether anybody may still run it."""


Build = Callable[[FedShapes, bool], "RegionForm | None"]
"""Makes a form with regions, which takes long, for fed values of given shapes, and with variables as constants or not;
None where it would have no regions."""


def use_regions(prepared: Prepared, plain: ExecutorEntry, build: Build, look: Look) -> None:
    """Has runs of a signature use regions, which a thread builds when the first run has shown what is fed.

    Args:
        prepared: The signature. Nothing is built when it is gone or closed by then.
        plain: The signature without regions.
        build: Makes its forms.
        look: Tells of nodes outside of regions.
    """
    prepared.regions = RegionUse(plain, partial(_build_soon, build, ref(prepared)), look)


def _build_soon(
    build: Build, target: Callable[[], Prepared | None], fed_shapes: FedShapes, freezes: bool
) -> None:
    def build_it() -> None:
        found = target()
        if found is None or found.regions is None or not found.is_open:
            return
        try:
            form = build(fed_shapes, freezes)
            if form is not None:
                found.regions.use(form)
        except Exception:
            # What is wrong with the signature has been told by its runs; this is a defect of the regions.
            _LOG.warning("regions could not be built; the signature keeps its kernels", exc_info=True)

    if at_once:
        build_it()
    else:
        # One at a time: each takes a CPU that runs need, and whatever waits is served meanwhile all the same.
        _builders().submit(build_it)


def wait_for_builds() -> None:
    """Waits, on this thread, until all regions that were asked for so far are built; for tests and measurements."""
    done = threading.Event()
    _builders().submit(done.set)
    done.wait()


def _builders() -> ThreadPool:
    global _pool
    with _lock:
        if _pool is None or _pool.closed:
            _pool = make_pool("regions", 1)
        return _pool
