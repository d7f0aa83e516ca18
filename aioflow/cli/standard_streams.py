"""Standard input, output and error: their numbers are taken, and what cannot be written is told by the exit code."""
from __future__ import annotations

import os
import sys
from typing import TextIO

from aioflow.cli.exits import OK, RUN_FAILED


def take_standard_numbers() -> None:
    """Opens nothing in particular under those of the numbers 0 to 2 that a caller has closed.

    The next file would get such a number else: text for the terminal would land in it, and libuv ends the process when
    it has to close one.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The system gives the lowest number that is free; those below are taken by now.
            os.open(os.devnull, os.O_RDWR)
    # Python has None for a stream that was closed at its start. For standard output that stays so, because a result
    # must not vanish; what is told beside results may.
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - lasts as long as the process
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows its escape.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def show_result(text: str) -> int:
    """Prints a result, which must not get lost; returns the exit code. An empty one is none."""
    if not text:
        return OK
    if sys.stdout is None:
        return complain("cannot write the result: standard output is closed", RUN_FAILED)
    fault = _write(sys.stdout, text)
    # Whoever read our output has seen enough.
    if isinstance(fault, BrokenPipeError):
        return RUN_FAILED
    return OK if fault is None else complain(f"cannot write the result: {fault.strerror or fault}", RUN_FAILED)


def complain(message: str, code: int) -> int:
    """Prints an error, if anybody can see it; returns the exit code."""
    say(f"aioflow: {message}")
    return code


def say(line: str, stream: TextIO | None = None) -> None:
    """Prints a line beside the results, to standard error or another stream, if anybody can see it."""
    _write(sys.stderr if stream is None else stream, line)


def end_output(code: int) -> int:
    """Writes what others have printed to standard output; returns `code`, or the code of what cannot be written."""
    return code if sys.stdout is None or _write(sys.stdout, None) is None else RUN_FAILED


def _write(stream: TextIO, line: str | None) -> OSError | None:
    """Writes a line, or nothing, and all that waits in the stream; returns what stood in the way."""
    try:
        # Flushed here, or a full disk would be told of by the interpreter's end.
        print(end="", file=stream, flush=True) if line is None else print(line, file=stream, flush=True)
    except OSError as fault:
        # Or Python would try again at its end, and fail.
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        return fault
    return None
