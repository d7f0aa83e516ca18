"""Signals that end a serving process."""
from __future__ import annotations

import asyncio
import contextlib
import signal


class Signals:
    """SIGTERM and SIGINT as events, while the context lasts.

    Attributes:
        first: Set by the first signal.
        second: Set by the second one.
    """

    def __init__(self) -> None:
        self.first, self.second = asyncio.Event(), asyncio.Event()
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Signals:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self._note)
            except (NotImplementedError, RuntimeError, ValueError):  # on Windows, or not the main thread
                continue
            self._stack.callback(loop.remove_signal_handler, number)
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def _note(self) -> None:
        (self.second if self.first.is_set() else self.first).set()
