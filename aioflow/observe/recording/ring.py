"""Ring: the newest of many records."""
from __future__ import annotations

import itertools
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Record = TypeVar("Record")


class Ring(Generic[Record]):
    """Keeps so many records. Any thread adds one, by `count()` and `append(record)`, which are in C and take no lock.

    Args:
        size: How many it keeps.

    Attributes:
        append: Adds a record, in place of the oldest one where it is full.
        count: Counts one.
    """

    def __init__(self, size: int) -> None:
        # A deque takes a tuple in a tenth of the time that a row of numpy takes.
        self._records: deque[Record] = deque(maxlen=size)
        # A count can only be read by counting, so that readings are counted, too; the lock is for those who read.
        self._numbers = itertools.count()
        self._num_readings = 0
        self._lock = threading.Lock()
        self.append: Callable[[Record], None] = self._records.append
        self.count: Callable[[], int] = self._numbers.__next__

    def add(self, record: Record) -> None:
        """Counts and adds a record."""
        self.count()
        self.append(record)

    @property
    def num_dropped(self) -> int:
        """How many records made room for newer ones."""
        with self._lock:
            total = next(self._numbers) - self._num_readings
            self._num_readings += 1
        return max(0, total - len(self._records))

    def copy(self) -> list[Record]:
        """What it holds, the oldest first."""
        return list(self._records)  # one operation of the interpreter, whoever adds meanwhile
