"""KernelStats: what a kernel or a whole step costs, learned while it runs, to decide between inline and a thread.

A node starts as expensive (unknown) and becomes cheap when its decayed cost falls below the price of a thread hop; it
becomes expensive again only when that is clearly exceeded, so that one which costs about as much does not change sides
all the time. Expensive nodes are measured each time, cheap ones in every sixteenth step only.
"""
from __future__ import annotations

from aioflow.pools.hop_price import HOP

SAMPLED_STEPS = 16  # one in so many measures its cheap nodes: reading the clock takes time, too
STICKINESS = 2.0  # how many times the price a cheap node must cost to count as expensive
_UNKNOWN_S = 1.0  # longer than any hop costs: what has not run yet may take long, and must not hold up an event loop
_NUM_COLD_RUNS = 2  # of which the shorter one counts: a first run loads, allocates, and starts threads
_DECAY = 0.9  # the weight of what was known, when a sample is longer
_DECAY_DOWN = 0.5  # what disturbs a measurement makes it longer, so shorter ones are to be trusted
_MAX_JUMP = 10.0  # times the cost: what one sample can count at most


class KernelStats:
    """The cost of one node.

    Args:
        is_cheap: It only moves references; never worth a thread, never measured.
        is_blocking: It may block for reasons of its own; always worth a thread.

    Attributes:
        cost_s: Decayed average of measured run times, in seconds.
        counts_as_cheap: The opposite of `is_expensive`, as it was when the last sample was added.
    """

    __slots__ = ("_last_s", "_num_samples", "cost_s", "counts_as_cheap", "is_blocking", "is_cheap")

    def __init__(self, is_cheap: bool = False, is_blocking: bool = False) -> None:
        self.is_cheap = is_cheap
        self.is_blocking = is_blocking
        self._num_samples = 0
        self._last_s = 0.0 if is_cheap else _UNKNOWN_S  # the sample before, as it was measured
        self.counts_as_cheap = is_cheap
        self.cost_s = 0.0 if is_cheap else _UNKNOWN_S

    @property
    def is_measured(self) -> bool:
        """Whether `cost_s` tells anything."""
        return self._num_samples > 0

    @property
    def limit_s(self) -> float:
        """The cost beyond which it counts as expensive, in seconds; it depends on what it counts as now."""
        return STICKINESS * HOP.price_s if self.counts_as_cheap else HOP.price_s

    @property
    def is_expensive(self) -> bool:
        """Whether the node, or the step, is worth a thread of its own."""
        # `limit_s`, written out: this is asked for every node of every step, and a property costs a call.
        return self.is_blocking or self.cost_s > (STICKINESS * HOP.price_s if self.counts_as_cheap else HOP.price_s)

    def forget(self) -> None:
        """Learns anew: what was measured holds until the next sample, which takes its place."""
        self._num_samples = 0

    def note(self, elapsed_s: float) -> None:
        """Learns from one run of a node, of which a plan is made that may hold for many steps; see `add`.

        A longer run counts when the one before was longer, too: of two in a row the shorter one is hardly ever noise.
        """
        # The lower of two, and not the thread's own CPU time: a kernel may wait for a file, a device, or the threads
        # that it has divided its work among, and is as long as that for whoever waits for it.
        last_s, self._last_s = self._last_s, elapsed_s
        self.add(min(elapsed_s, max(last_s, self.cost_s)))

    def add(self, elapsed_s: float) -> None:
        """Learns from one run of the kernel, or of a whole step; from any thread.

        Threads may overwrite each other's samples. A lost sample does no harm, and a lock here would cost every node.
        """
        cost_s = self.cost_s
        # Written out, without a call: a whole step may take no longer than a few of them.
        if self._num_samples >= _NUM_COLD_RUNS:
            # One sample may be far off because the thread was not running; a real change shows again and again.
            if elapsed_s > cost_s:
                sample_s = elapsed_s if elapsed_s < _MAX_JUMP * cost_s else _MAX_JUMP * cost_s
                cost_s = _DECAY * cost_s + (1 - _DECAY) * sample_s
            else:
                cost_s = _DECAY_DOWN * cost_s + (1 - _DECAY_DOWN) * elapsed_s
        else:
            self._num_samples += 1
            cost_s = elapsed_s if self._num_samples == 1 else min(cost_s, elapsed_s)
        self.cost_s = cost_s
        # As `is_expensive`.
        price_s = HOP.price_s
        self.counts_as_cheap = not self.is_blocking and (
            cost_s <= price_s or (self.counts_as_cheap and cost_s <= STICKINESS * price_s)
        )
