"""Numbers of an experiment as text."""
from __future__ import annotations


def range_text(values: list[float | None]) -> str:
    """Writes the lowest and the highest, such as "1.2 .. 3.4"."""
    known = [value for value in values if value is not None]
    return f"{number_text(min(known))} .. {number_text(max(known))}" if known else "-"


def number_text(value: float | None) -> str:
    """Writes a number with about three digits."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
