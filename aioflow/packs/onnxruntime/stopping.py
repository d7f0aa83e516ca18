"""Stopping runs of ONNX Runtime: between two of its nodes, when the step that waits for it is stopped."""
from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aioflow.framework.kernels.stopping import MustStop
from aioflow.framework.process_locks import process_lock

_PERIOD_S = 5e-3
"""How often steps are asked. Runs that take less are not watched at all."""

WORTH_WATCHING_S = 2 * _PERIOD_S


class StopWatch:
    """Asks the steps of long runs whether they are to go on, from a thread that is there while there are any.

    A run of ONNX Runtime is one call, which cannot ask by itself as our kernels do.
    """

    def __init__(self) -> None:
        # Guards both: the thread that finds nothing to watch says in the same moment that it is none any more, so that
        # whoever adds an entry knows whether to start one.
        self._lock = process_lock()
        self._watched: dict[object, tuple[MustStop, Any]] = {}
        self._has_thread = False

    @contextmanager
    def over(self, must_stop: MustStop, options: Any) -> Iterator[None]:
        """Watches over a run.

        Args:
            must_stop: Asked now and then; from a thread of the watch.
            options: The run's own `RunOptions`, whose flag ends it.
        """
        key = object()
        with self._lock:
            self._watched[key] = must_stop, options
            starts, self._has_thread = not self._has_thread, True
        if starts:
            threading.Thread(target=self._watch, name="aioflow_region_watch", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                del self._watched[key]

    def start_anew(self) -> None:
        """Forgets what is watched, and the thread that did."""
        self._watched.clear()
        self._has_thread = False

    def _watch(self) -> None:
        time.sleep(_PERIOD_S)
        while self._ask_all():
            time.sleep(_PERIOD_S)

    def _ask_all(self) -> bool:
        """Asks each step once; whether there are any. In a function of its own: a thread that sleeps holds no step."""
        with self._lock:
            watched = list(self._watched.values())
            self._has_thread = bool(watched)
        for must_stop, options in watched:
            if must_stop():
                options.terminate = True
        return bool(watched)


WATCH = StopWatch()

# A forked child has no thread of a watch, and nobody in it waits for the runs of its parent.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WATCH.start_anew)
