"""Arrivals: the times at which requests are sent. `ClosedLoop`, `Poisson`, `Burst`.

A closed loop slows down with the server, and so never shows how long a queue becomes; open arrivals do, and find out at
which rate a server no longer keeps up.
"""
from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ClosedLoop:
    """Callers each of which sends its next request when its last one has ended: a fixed number in flight.

    Args:
        num_callers: Number of callers, at least 1.
        think_s: Seconds from a caller's answer to its next request.

    Raises:
        ValueError: A number is out of range.
    """

    num_callers: int = 1
    think_s: float = 0.0

    def __post_init__(self) -> None:
        if self.num_callers < 1:
            raise ValueError(f"a closed loop needs at least one caller, not {self.num_callers}")
        _check_not_negative("think_s", self.think_s)


class OpenArrivals(Protocol):
    """Requests that come whether or not earlier ones have been answered."""

    def gaps_s(self, random_numbers: random.Random) -> Iterator[float]:
        """Seconds before each request since the one before it, without end."""


@dataclass(frozen=True, slots=True)
class Poisson:
    """Requests that know nothing of each other.

    Args:
        rate_per_s: Average number of requests in a second.

    Raises:
        ValueError: It is not positive.
    """

    rate_per_s: float

    def __post_init__(self) -> None:
        _check_positive("rate_per_s", self.rate_per_s)

    def gaps_s(self, random_numbers: random.Random) -> Iterator[float]:
        """Gives the gaps; see `OpenArrivals`."""
        while True:
            yield random_numbers.expovariate(self.rate_per_s)  # the gaps of a Poisson process


@dataclass(frozen=True, slots=True)
class Burst:
    """Requests that come many at once.

    Args:
        size: Number of requests in a burst, at least 1.
        every_s: Seconds from one burst to the next; the first comes at once.

    Raises:
        ValueError: A number is out of range.
    """

    size: int
    every_s: float

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ValueError(f"a burst has at least one request, not {self.size}")
        _check_positive("every_s", self.every_s)

    def gaps_s(self, random_numbers: random.Random) -> Iterator[float]:
        """Gives the gaps; see `OpenArrivals`."""
        gap_s = 0.0
        while True:
            yield gap_s
            for _ in range(self.size - 1):
                yield 0.0
            gap_s = self.every_s


Arrivals = ClosedLoop | OpenArrivals


def _check_positive(name: str, value: float) -> None:
    if not value > 0:  # true for nan, too
        raise ValueError(f"{name} must be positive, but is {value}")


def _check_not_negative(name: str, value: float) -> None:
    if not value >= 0:
        raise ValueError(f"{name} must not be negative, but is {value}")
