"""HopPrice: what it costs to hand work to another thread and to hear of its end, calibrated once per process.

Work goes to a thread only where it costs more than that. The price is assumed until the process has made enough hops
to know it; from then on it stays, so that decisions do not swing with the load.
"""
from __future__ import annotations

ASSUMED_S = 50e-6
NUM_SAMPLES = 32  # hops in each direction
_LOWEST_S, _HIGHEST_S = 10e-6, 250e-6  # what a system gives that can run two threads at once


class HopPrice:
    """The price, and the hops from which it is calibrated.

    Attributes:
        price_s: Seconds.
        is_open: Whether more hops are to be noted.
        is_measured: Whether the price comes from hops, and not from an assumption.
    """

    __slots__ = ("_back_ns", "_there_ns", "is_measured", "is_open", "price_s")

    def __init__(self) -> None:
        self._there_ns: list[int] = []
        self._back_ns: list[int] = []
        self.price_s = ASSUMED_S
        self.is_open = True
        self.is_measured = False

    def note_there(self, elapsed_ns: int) -> None:
        """Notes how long it took from a task's submission until the idle thread that was woken for it began."""
        self._note(self._there_ns, elapsed_ns)

    def note_back(self, elapsed_ns: int) -> None:
        """Notes how long it took from a thread's call for an event loop until the loop listened."""
        self._note(self._back_ns, elapsed_ns)

    def _note(self, samples: list[int], elapsed_ns: int) -> None:
        if self.is_open and len(samples) < NUM_SAMPLES:
            samples.append(elapsed_ns)
            if min(len(self._there_ns), len(self._back_ns)) >= NUM_SAMPLES:
                measured_s = (_lower_quartile(self._there_ns) + _lower_quartile(self._back_ns)) / 1e9
                self.price_s = min(max(measured_s, _LOWEST_S), _HIGHEST_S)
                self.is_open, self.is_measured = False, True

    def fix(self, price_s: float) -> None:
        """Sets the price for good; for tests, and to see what another price does."""
        self.price_s = price_s
        self.is_open = self.is_measured = False


def _lower_quartile(samples: list[int]) -> int:
    """A hop that had to wait for a busy CPU, or for the interpreter's lock, tells of the load and not of the price."""
    return sorted(samples)[len(samples) // 4]


HOP = HopPrice()
