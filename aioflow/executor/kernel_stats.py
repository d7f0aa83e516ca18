"""KernelStats: what a node's kernel costs, learned while it runs, to decide between inline and a thread.

A node starts as expensive (unknown) and becomes cheap when its decayed cost falls below the price of a thread hop.
Expensive nodes are measured each time, cheap ones in every sixteenth step only.
"""
from __future__ import annotations

HOP_PRICE_S = 50e-6  # handing work to another thread and hearing of its end (run_in_executor: 55 µs, measured)
SAMPLED_STEPS = 16
_UNKNOWN_S = 1.0
_DECAY = 0.9
_MAX_JUMP = 10.0


class KernelStats:
    """The cost of one node.

    Args:
        is_cheap: It only moves references; never worth a thread, never measured.
        is_blocking: It may block for reasons of its own; always worth a thread.

    Attributes:
        cost_s: Decayed average of measured run times, in seconds.
    """

    __slots__ = ("cost_s", "is_blocking", "is_cheap", "measured")

    def __init__(self, is_cheap: bool = False, is_blocking: bool = False) -> None:
        self.is_cheap = is_cheap
        self.is_blocking = is_blocking
        self.measured = False
        self.cost_s = 0.0 if is_cheap else _UNKNOWN_S

    @property
    def is_expensive(self) -> bool:
        """Whether the node is worth a thread of its own."""
        return self.is_blocking or self.cost_s > HOP_PRICE_S

    def add(self, elapsed_s: float) -> None:
        """Learns from one run of the kernel."""
        if not self.measured:
            self.measured = True
            self.cost_s = elapsed_s
        else:
            # One sample may be far off because the thread was not running; a real change shows again and again.
            sample_s = min(elapsed_s, _MAX_JUMP * self.cost_s)
            self.cost_s = _DECAY * self.cost_s + (1 - _DECAY) * sample_s
