"""Interleaved timing: all contenders of a row take turns, so that a machine that changes its speed favours none."""
from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aioflow.pools.histogram import nearest_rank

Contender = Callable[[], float]


@dataclass
class Figure:
    """One number of a row.

    Attributes:
        text: What it is.
        values: One per round.
        unit: "x" for a ratio, "s", "MB", ...
        target: What is wanted of the median: "<= 1.8", ">= 15", or "" where nothing is.
    """

    text: str
    values: list[float]
    unit: str = "x"
    target: str = ""

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.values)

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met, or None where there is none."""
        if not self.target:
            return None
        relation, bound = self.target.split()
        return self.median <= float(bound) if relation == "<=" else self.median >= float(bound)

    def as_json(self) -> dict[str, Any]:
        """The figure as plain data."""
        low, high = min(self.values), max(self.values)
        return {"text": self.text, "median": _rounded(self.median), "low": _rounded(low), "high": _rounded(high),
                "unit": self.unit, "target": self.target, "is_met": self.is_met}  # fmt: skip


@dataclass
class Row:
    """One line of the report.

    Attributes:
        work: What is measured.
        seconds: Contender -> seconds per unit of work, one entry per round.
        cpu_shares: Contender -> CPU seconds of the process per second, one entry per round.
        figures: What the row shows.
        absent: Peers that are not installed.
    """

    work: str
    seconds: dict[str, list[float]] = field(default_factory=dict)
    cpu_shares: dict[str, list[float]] = field(default_factory=dict)
    figures: list[Figure] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)

    def ratio(self, one: str, other: str, target: str = "") -> None:
        """Adds how many times longer `one` takes than `other`, round by round, if both were measured."""
        if one in self.seconds and other in self.seconds:
            values = [a / b for a, b in zip(self.seconds[one], self.seconds[other], strict=True)]
            self.figures.append(Figure(f"{one} / {other}", values, "x", target))

    def figure(self, text: str, values: list[float], unit: str, target: str = "") -> None:
        """Adds a number, measured in each round."""
        self.figures.append(Figure(text, values, unit, target))

    def as_json(self) -> dict[str, Any]:
        """The row as plain data."""
        contenders = {name: _summary(values, self.cpu_shares.get(name, [])) for name, values in self.seconds.items()}
        figures = [figure.as_json() for figure in self.figures]
        return {"work": self.work, "contenders": contenders, "figures": figures, "absent": self.absent}


def _summary(seconds: list[float], cpu_shares: list[float]) -> dict[str, float]:
    summary = {"median_s": statistics.median(seconds), "low_s": min(seconds), "high_s": max(seconds)}
    if cpu_shares:
        summary["cpu_share"] = statistics.median(cpu_shares)
    return {name: _rounded(value) for name, value in summary.items()}


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


class Clock:
    """Which seconds are compared.

    Attributes:
        is_cpu: Those that the process's threads have computed, instead of those that passed; for machines that others
            use, too.
    """

    is_cpu = False


def interleave(
    row: Row, contenders: Mapping[str, Contender | None], rounds: int, is_about_threads: bool = False
) -> Row:
    """Lets each contender measure itself once per round; the row gets the seconds.

    Args:
        row: Where to write.
        contenders: Name -> a function that does its work and returns seconds per unit of it; None for an absent peer.
        rounds: How many rounds count; one more warms up.
        is_about_threads: Whether elapsed seconds count in any case.
    """
    is_cpu = Clock.is_cpu and not is_about_threads
    present = {name: measure for name, measure in contenders.items() if measure is not None}
    row.absent += [name for name in contenders if name not in present]
    for name in present:
        row.seconds[name], row.cpu_shares[name] = [], []
    for round_number in range(rounds + 1):
        for name, measure in present.items():
            gc.collect()
            began, cpu_began = time.perf_counter(), time.process_time()
            elapsed = measure()
            if round_number:
                share = (time.process_time() - cpu_began) / (time.perf_counter() - began)
                row.seconds[name].append(elapsed * share if is_cpu else elapsed)
                row.cpu_shares[name].append(share)
    return row


def per_call(function: Callable[[], object], calls: int) -> Contender:
    """A contender that calls `function` a number of times."""

    def measure() -> float:
        began = time.perf_counter()
        for _ in range(calls):
            function()
        return (time.perf_counter() - began) / calls

    return measure


def percentile(values: list[float], share: float) -> float:
    """The smallest of `values` that `share` (0 to 1) of them do not exceed."""
    return nearest_rank(sorted(values), share)


def shown(value: float, unit: str) -> str:
    """A number with its unit; seconds with one that suits them."""
    if unit != "s":
        return f"{value:.3g}{'×' if unit == 'x' else ' ' + unit if unit else ''}"
    for name, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 1 or name == "µs":
            return f"{value * factor:.3g} {name}"
    return f"{value:.3g} s"
