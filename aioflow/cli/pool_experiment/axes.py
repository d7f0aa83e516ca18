"""Axes: places of values and ticks in a drawing."""
from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Axis:
    """A horizontal axis (or a vertical one, with `start` below `end`).

    Attributes:
        low, high: The values at its ends.
        start, end: Coordinates of these.
        is_logarithmic: Whether equal ratios have equal lengths.
    """

    low: float
    high: float
    start: float
    end: float
    is_logarithmic: bool = False

    def place(self, value: float) -> float:
        """Gives the coordinate of a value; values beyond the ends are drawn at the ends."""
        value = min(max(value, self.low), self.high)
        if self.is_logarithmic:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Gives round values to write on it."""
        if not self.is_logarithmic:
            return self._multiples()
        # On a short axis powers of ten alone would be one, or none.
        return self._round_values((1,) if self.high / self.low >= 100 else (1, 2, 5))

    def _round_values(self, factors: Sequence[int]) -> list[float]:
        values = (factor * 10.0**power for power in range(*_powers(self.low, self.high)) for factor in factors)
        # A power of ten may lie just beside the number, on either side of it.
        return [value for value in values if self.low * (1 - 1e-9) <= value <= self.high * (1 + 1e-9)]

    def _multiples(self) -> list[float]:
        # The smallest of 1, 2, 5, 10 times a power of ten that makes about four ticks.
        rough = (self.high - self.low) / 4
        size = 10.0 ** math.floor(math.log10(rough))
        step = next(factor * size for factor in (1, 2, 5, 10) if factor * size >= rough * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        return [(first + i) * step for i in range(int((self.high - first * step) / step + 1e-9) + 1)]


def logarithmic_axis(values: Iterable[float], start: float, end: float) -> Axis:
    """Makes an axis from the 1, 2 or 5 times a power of ten below all positive `values` to the one above."""
    positive = [value for value in values if value > 0] or [1.0]
    least, most = min(positive), max(positive)
    ends = [factor * 10.0**power for power in range(*_powers(least, 10 * most)) for factor in (1, 2, 5)]
    low = max(value for value in ends if value <= least * (1 + 1e-9))
    high = min(value for value in ends if value >= most * (1 - 1e-9))
    return Axis(low, high if high > 2.5 * low else 10 * low, start, end, is_logarithmic=True)


def _powers(low: float, high: float) -> tuple[int, int]:
    """The powers of ten at or below `low`, and behind `high`, as `range` takes them."""
    return math.floor(math.log10(low) + 1e-9), math.floor(math.log10(high) + 1e-9) + 2


def linear_axis(values: Iterable[float], start: float, end: float) -> Axis:
    """Makes an axis from 0 to the largest of `values`."""
    return Axis(0.0, max((value for value in values), default=0.0) or 1.0, start, end)
