"""Axes: places of values and ticks in a drawing."""
from __future__ import annotations

import math
from collections.abc import Iterable
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
        return self._powers_of_ten() if self.is_logarithmic else self._multiples()

    def _powers_of_ten(self) -> list[float]:
        # The logarithm of a power of ten may lie just beside the whole number, on either side of it.
        first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
        return [10.0**power for power in range(first, last + 1)]

    def _multiples(self) -> list[float]:
        # The smallest of 1, 2, 5, 10 times a power of ten that makes about four ticks.
        rough = (self.high - self.low) / 4
        size = 10.0 ** math.floor(math.log10(rough))
        step = next(factor * size for factor in (1, 2, 5, 10) if factor * size >= rough * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        return [(first + i) * step for i in range(int((self.high - first * step) / step + 1e-9) + 1)]


def logarithmic_axis(values: Iterable[float], start: float, end: float) -> Axis:
    """Makes an axis from the power of ten below all positive `values` to the one above."""
    positive = [value for value in values if value > 0] or [1.0]
    low = 10.0 ** math.floor(math.log10(min(positive)))
    high = 10.0 ** math.ceil(math.log10(max(positive)) + 1e-9)
    return Axis(low, high if high > low else 10 * low, start, end, is_logarithmic=True)


def linear_axis(values: Iterable[float], start: float, end: float) -> Axis:
    """Makes an axis from 0 to the largest of `values`."""
    return Axis(0.0, max((value for value in values), default=0.0) or 1.0, start, end)
