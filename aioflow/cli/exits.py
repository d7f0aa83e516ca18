"""How a command can end: its exit codes, and the exceptions that mean them."""
from __future__ import annotations

OK = 0
RUN_FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130  # as a shell reports a process that SIGINT ended

# Shells and scripts tell by the code whose fault it was: 2, as of argparse, for what the user can mend. The help of
# every command and the reference in docs/ show this.
EXIT_CODES = {
    OK: "success",
    RUN_FAILED: "the run failed: a kernel's error, a time-out, too little memory",
    BAD_INPUT: "the input cannot be used: arguments, files, feeds",
    INTERRUPTED: "interrupted (Ctrl-C)",
}
TRACEBACK_VARIABLE = "AIOFLOW_TRACEBACK"
"""Any text: a command that fails shows the whole traceback instead of one line. Default: one line."""


class BadInput(Exception):
    """A file or an argument of the user's cannot be used; the text is one line for them."""


class RunFailed(Exception):
    """The input was understood, but the run ended in an error; the text is one line for the user."""
