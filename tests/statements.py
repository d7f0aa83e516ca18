"""What the behaviour specifications state, by number: how many statements there are, and which no test shows, and why.

A test shows a statement by naming it in its docstring: "E-49: feeding an intermediate tensor cuts off ...".
"""
from __future__ import annotations

NUM_STATEMENTS = {"E": 112, "S": 116, "R": 116, "V": 66, "D": 63, "O": 98}
"""Family -> number of its last statement: executor, sessions, resources and devices and ops, serving, distributed,
observability."""

ENFORCED: tuple[str, ...] = ("E", "S", "R", "V", "D")
"""The families of which every statement must be shown or skipped."""


def _numbered(family: str, first: int, last: int) -> list[str]:
    return [f"{family}-{number}" for number in range(first, last + 1)]


SKIPPED: dict[str, dict[str, str]] = {
    "E": {
        **dict.fromkeys(("E-111", "E-112"), "collectives come later"),
    },
    "S": dict.fromkeys(_numbered("S", 100, 110), "monitored sessions come with training"),
    "R": {
        "R-91": "the class Saver comes later; the graphs that it makes save and restore",
    },
    "V": {},
    "D": {
        **dict.fromkeys(
            [each for each in _numbered("D", 1, 55) if each not in ("D-6", "D-23", "D-29", "D-40", "D-52")],
            "sessions over several processes come later",
        ),
        **dict.fromkeys(_numbered("D", 57, 63), "sessions over several processes come later"),
    },
    "O": {
        "O-49": "workers of several tasks come later",
        "O-56": "tracebacks and sources are not sent to debuggers",
    },
}
"""Family -> statement -> why no test shows it."""
