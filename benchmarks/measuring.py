"""Interleaved timing: all contenders of a row take turns, so that a machine that changes its speed favours none."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass
class Row:
    """One line of the report.

    Attributes:
        work: What is measured.
        target: What is wanted of it.
        seconds: Contender -> seconds per unit of work, one entry per round.
        ratios: Text -> (contender, the one it is compared with).
        numbers: Further figures, ready to print.
    """

    work: str
    target: str
    seconds: dict[str, list[float]] = field(default_factory=dict)
    ratios: dict[str, tuple[str, str]] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)

    def median(self, contender: str) -> float:
        """Median seconds per unit of work."""
        return statistics.median(self.seconds[contender])

    def as_json(self) -> dict[str, object]:
        """The row as plain data."""
        medians = {name: self.median(name) for name in self.seconds}
        return {"work": self.work, "target": self.target, "median_s": medians, "rounds_s": self.seconds,
                "ratios": {text: medians[a] / medians[b] for text, (a, b) in self.ratios.items() if b in medians},
                "numbers": self.numbers}  # fmt: skip


def interleave(contenders: Mapping[str, Callable[[], float]], rounds: int = 7) -> dict[str, list[float]]:
    """Lets each contender measure itself once per round.

    Args:
        contenders: Name -> a function that does its work and returns seconds per unit of it.
        rounds: How many rounds count; one more warms up.

    Returns:
        Name -> seconds per unit of work, one entry per round.
    """
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for round_number in range(rounds + 1):
        for name, measure in contenders.items():
            gc.collect()
            elapsed = measure()
            if round_number:
                seconds[name].append(elapsed)
    return seconds


def per_call(function: Callable[[], object], calls: int) -> Callable[[], float]:
    """A contender that calls `function` a number of times."""

    def measure() -> float:
        began = time.perf_counter()
        for _ in range(calls):
            function()
        return (time.perf_counter() - began) / calls

    return measure


def percentile(values: list[float], share: float) -> float:
    """The value below which `share` (0 to 1) of `values` lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def shown(seconds: float) -> str:
    """Seconds with a unit that suits them."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1 or unit == "µs":
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"
