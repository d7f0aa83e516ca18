"""What the behaviour specifications state, by number: how many statements there are, and which no test shows, and why.

A test shows a statement by naming it in its docstring: "E-49: feeding an intermediate tensor cuts off ...".
"""
from __future__ import annotations

NUM_STATEMENTS = {"E": 112, "S": 116, "R": 116, "V": 66, "D": 63, "O": 98}
"""Family -> number of its last statement: executor, sessions, resources and devices and ops, serving, distributed,
observability."""

ENFORCED: tuple[str, ...] = ("E", "S", "R", "V", "D", "O")
"""The families of which every statement must be shown or skipped."""

SKIPPED: dict[str, dict[str, str]] = {
    "E": {},
    "S": {},
    "R": {},
    "V": {},
    "D": {
        "D-22": "strings are sent in tensor_content, which TensorFlow's client reads; string_val is not written",
        "D-45": "clients' values pass the master's own device, so that no part on a TensorFlow worker is fed itself",
        "D-63": "there is no compile(): Ray's compiled graphs take synchronous actors alone, and tasks are not",
    },
    "O": {
        "O-17": "tests hold no times; by `benchmarks.recording` it is 4 us, 6.5 with what running alone costs the node",
        "O-18": "tests hold no times; `benchmarks.recording` measures these",
        "O-96": "on torch's CPU, where the tests run, no index poisons a device",
        "O-97": "a job of CI replays the corpus with nodes on a device of type GPU; no test of the suite does",
    },
}
"""Family -> statement -> why no test shows it."""
