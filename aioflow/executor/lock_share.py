"""LockShare: the part of a step's time in which it needs the interpreter's lock, learned from how long it takes beside
others. No threads and no clocks.
"""
from __future__ import annotations

#: From this share on, two steps on two threads take at least as long as one after the other: what they gain beside each
#: other, at most 1 / share, is less than what changing hands costs each time that numpy gives the lock up for a moment.
BOUND_FROM = 0.65
#: Below it they run beside each other again. The gap keeps a step whose share is in between where it is.
BOUND_UNTIL = 0.5
#: One in so many steps that are bound runs beside others all the same, to see whether that is still so.
TRIAL_PERIOD = 64
_WEIGHT = 0.25  # of a new sample


class LockShare:
    """What is known of a partition's steps. Threads may overwrite each other's samples, which does no harm.

    Attributes:
        is_bound: Whether its steps are not worth being run beside others of their kind.
    """

    __slots__ = ("_alone", "_num_steps", "_share", "is_bound")

    def __init__(self) -> None:
        #: How many times its CPU time a step takes when it runs alone: the event loop wants the lock, too, and other
        #: processes want the CPU.
        self._alone = 1.0
        self._share = 0.0
        self._num_steps = 0
        self.is_bound = False

    def runs_alone(self) -> bool:
        """Whether the next step is to wait until no other one of its kind runs."""
        self._num_steps += 1
        return self.is_bound and self._num_steps % TRIAL_PERIOD != 0

    def note(self, elapsed_s: float, cpu_s: float, num_beside: int) -> None:
        """Learns from a step.

        Args:
            elapsed_s: Seconds that it took.
            cpu_s: Seconds of CPU time of its thread.
            num_beside: Number of other steps that were at work when it began or ended, whichever is less.
        """
        if cpu_s <= 0:  # shorter than the clock can tell
            return
        stretch = max(1.0, elapsed_s / cpu_s)
        if num_beside == 0:
            # The lower ones count more: what disturbs a measurement makes it longer.
            self._alone += (_WEIGHT if stretch < self._alone else _WEIGHT / 4) * (stretch - self._alone)
            return
        # Steps that need the lock all the time take as many times longer as there are; others no longer at all.
        share = min(1.0, max(0.0, (stretch / self._alone - 1) / num_beside))
        self._share += _WEIGHT * (share - self._share)
        self.is_bound = self._share > (BOUND_UNTIL if self.is_bound else BOUND_FROM)
