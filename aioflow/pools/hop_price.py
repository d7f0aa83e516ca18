"""HopPrice: the time of handing work to another thread and hearing of its end, calibrated once per process.

Work goes to a thread only where it costs more than that. The price is assumed until the process has made enough hops
to know it; from then on it stays, so that decisions do not swing with the load.
"""
from __future__ import annotations

# About three times what a hop between threads of a pool took where it was measured (`thread_pool`): the way back leads
# through an event loop, which has to be woken and may have other things to do.
ASSUMED_S = 50e-6
NUM_SAMPLES = 32  # hops in each direction; their lower quartile is the ninth, which one odd hop does not move
# What a system gives that can run two threads at once. A process that had one CPU, or a debugger, while it measured
# would else keep everything on one thread for ever, or hand out what is cheaper than the handing.
_LOWEST_S, _HIGHEST_S = 10e-6, 250e-6


class HopPrice:
    """The price, and the hops from which it is calibrated.

    Attributes:
        price_s: Seconds.
        is_open: Whether more hops are to be noted.
        is_measured: Whether the price comes from hops, and not from an assumption.
    """

    __slots__ = ("_submit_delays_ns", "_wakeup_delays_ns", "is_measured", "is_open", "price_s")

    def __init__(self) -> None:
        # No lock guards these, though all threads note hops. Appending is atomic, one sample too many does no harm, and
        # two threads that complete the samples at once find nearly the same price.
        self._submit_delays_ns: list[int] = []
        self._wakeup_delays_ns: list[int] = []
        self.price_s = ASSUMED_S
        #: False from the end of the calibration on. Whoever notes hops looks here first, and then need not compute one.
        self.is_open = True
        #: Implies not `is_open`.
        self.is_measured = False

    def note_submit_delay(self, elapsed_ns: int) -> None:
        """Notes how long it took from a task's submission until the idle thread that was woken for it began."""
        self._note(self._submit_delays_ns, elapsed_ns)

    def note_wakeup_delay(self, elapsed_ns: int) -> None:
        """Notes how long it took from a thread's call for an event loop until the loop listened."""
        self._note(self._wakeup_delays_ns, elapsed_ns)

    def _note(self, samples: list[int], elapsed_ns: int) -> None:
        if self.is_open and len(samples) < NUM_SAMPLES:
            samples.append(elapsed_ns)
            if min(len(self._submit_delays_ns), len(self._wakeup_delays_ns)) >= NUM_SAMPLES:
                measured_s = (_lower_quartile(self._submit_delays_ns) + _lower_quartile(self._wakeup_delays_ns)) / 1e9
                self.price_s = min(max(measured_s, _LOWEST_S), _HIGHEST_S)
                self.is_open, self.is_measured = False, True

    def fix(self, price_s: float) -> None:
        """Sets the price, in seconds, for good; for tests, and to try out another price."""
        self.price_s = price_s
        self.is_open = self.is_measured = False


def _lower_quartile(samples: list[int]) -> int:
    # Not the mean, and not the median: a hop that had to wait for a busy CPU, or for the interpreter's lock, tells of
    # the load and not of the price, and under load that may be most of them.
    return sorted(samples)[len(samples) // 4]


HOP = HopPrice()
