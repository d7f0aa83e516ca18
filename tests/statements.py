"""What the behaviour specifications state, by number: how many statements there are, and which no test shows, and why.

A test shows a statement by naming it in its docstring: "E-49: feeding an intermediate tensor cuts off ...".
"""
from __future__ import annotations

NUM_STATEMENTS = {"E": 112, "S": 116, "R": 116, "V": 66, "D": 63}
"""Family -> number of its last statement: executor, sessions, resources and devices and ops, serving, distributed."""

ENFORCED: tuple[str, ...] = ("E",)
"""The families of which every statement must be shown or skipped."""

SKIPPED: dict[str, dict[str, str]] = {
    "E": {
        "E-97": "gradients come with training",
        **dict.fromkeys(("E-109", "E-110"), "debug watches come later"),
        **dict.fromkeys(("E-111", "E-112"), "collectives come later"),
    },
    "S": {},
    "R": {},
    "V": {},
    "D": {},
}
"""Family -> statement -> why no test shows it."""
