"""How a command can end: its exit codes, and the exceptions that mean them."""
from __future__ import annotations

OK = 0
RUN_FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130  # as a shell reports a process that SIGINT ended


class BadInput(Exception):
    """A file or an argument of the user's cannot be used; the text is one line for them."""


class RunFailed(Exception):
    """The input was understood, but the run ended in an error; the text is one line for the user."""
