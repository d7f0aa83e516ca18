"""How long the first task of a batch waits for others, learned from what batches cost and how fast rows come.

A batch of n rows takes a + b n seconds. Waiting shares the part a among more rows, which matters only while batches
take up most of the time: a server with nothing to do answers at once.
"""
from __future__ import annotations

#: Weight of the newest sample, of arrivals and of batches: some twenty of them count.
_NEWEST = 0.05
#: Share of the time that batches take up, below which nobody waits, and above which the window has its full size.
_IDLE_SHARE, _FULL_SHARE = 0.5, 0.9


class AdaptiveWindow:
    """Learns a window.

    Args:
        max_s: The longest one.
        num_slots: How many batches run at a time.
    """

    def __init__(self, max_s: float, num_slots: int = 1) -> None:
        self._max_s = max_s
        self._num_slots = num_slots
        self._cost = _Line()
        self._row_interval_s: float | None = None
        self._last_arrival_s: float | None = None

    def arrived(self, num_rows: int, now_s: float) -> None:
        """Learns from a task."""
        if self._last_arrival_s is not None:
            interval_s, known_s = (now_s - self._last_arrival_s) / num_rows, self._row_interval_s
            self._row_interval_s = interval_s if known_s is None else known_s + _NEWEST * (interval_s - known_s)
        self._last_arrival_s = now_s

    def ran(self, num_rows: int, seconds: float) -> None:
        """Learns from a batch."""
        self._cost.add(num_rows, seconds)

    def window_s(self) -> float:
        """How long to wait, between 0 and the longest window."""
        if not self._row_interval_s or not self._cost.count:
            return 0.0
        base_s = max(0.0, self._cost.at(0.0))
        per_row_s = max(0.0, self._cost.at(1.0) - self._cost.at(0.0))
        # With one row in each batch, as it would be if nobody waited.
        share = (base_s + per_row_s) / self._row_interval_s / self._num_slots
        grown = (share - _IDLE_SHARE) / (_FULL_SHARE - _IDLE_SHARE)
        return min(self._max_s, base_s) * min(max(grown, 0.0), 1.0)

    def run_s(self, num_rows: int) -> float:
        """What a batch is expected to take; 0 while nothing is known."""
        return max(0.0, self._cost.at(num_rows)) if self._cost.count else 0.0


class _Line:
    """A line through samples, by least squares, in which older ones count less and less."""

    def __init__(self) -> None:
        self.count = 0
        self._x = self._y = self._xx = self._xy = 0.0

    def add(self, x: float, y: float) -> None:
        self.count += 1
        newest = max(_NEWEST, 1 / self.count)
        self._x += newest * (x - self._x)
        self._y += newest * (y - self._y)
        self._xx += newest * (x * x - self._xx)
        self._xy += newest * (x * y - self._xy)

    def at(self, x: float) -> float:
        spread = self._xx - self._x * self._x
        # Batches of one size only: all of the cost is taken for the part that does not grow.
        slope = (self._xy - self._x * self._y) / spread if spread > 1e-9 * max(self._xx, 1.0) else 0.0
        slope = max(slope, 0.0)
        return self._y + slope * (x - self._x)
