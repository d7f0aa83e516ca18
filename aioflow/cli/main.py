"""The command line: arguments in; text or JSON, one exit code, and never a traceback out."""
from __future__ import annotations

import errno
import os
import warnings
from collections.abc import Sequence

from aioflow import errors
from aioflow.cli.arguments import parser_of
from aioflow.cli.commands import COMMANDS
from aioflow.cli.exits import BAD_INPUT, INTERRUPTED, RUN_FAILED, TRACEBACK_VARIABLE, BadInput, RunFailed
from aioflow.cli.standard_streams import complain, end_output, show_result, take_standard_numbers
from aioflow.cli.terminal import one_line


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        arguments: The words behind the program's name; None for the process's own.

    Returns:
        The exit code.
    """
    try:
        take_standard_numbers()
        options = parser_of(COMMANDS).parse_args(arguments)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are for those who write code, and would stand between the results
            text = options.command(options)
        return show_result(text)
    except SystemExit as end:  # argparse, which has said why
        return end_output(end.code if isinstance(end.code, int) else BAD_INPUT)  # --help and --version end with 0
    except KeyboardInterrupt:
        return complain("interrupted", INTERRUPTED)
    except BaseException as error:  # also groups of errors, and whatever a graph's Python code has raised
        if os.environ.get(TRACEBACK_VARIABLE):
            raise
        return complain(*_blame(error))


def _blame(error: BaseException) -> tuple[str, int]:
    if isinstance(error, BaseExceptionGroup):  # several callers failed together; the first one tells
        return _blame(error.exceptions[0])
    if _lacks_descriptors(error):  # whoever wanted to open the file: it is not the file's fault
        return f"{one_line(error)} (ulimit -n)", RUN_FAILED
    if isinstance(error, BadInput):
        return str(error), BAD_INPUT
    if isinstance(error, RunFailed):
        return str(error), RUN_FAILED
    if isinstance(error, errors.OpError):
        return f"{type(error).__name__}: {one_line(error.message)}", RUN_FAILED
    if isinstance(error, MemoryError):  # outside a run: while the model was read
        return "this needs more memory than there is", BAD_INPUT
    return f"internal error, please report it: {type(error).__name__}: {one_line(error)}", RUN_FAILED


def _lacks_descriptors(error: BaseException) -> bool:
    # By its words, which are still there when an error of a file has become one of a model.
    return any(os.strerror(number) in str(error) for number in (errno.EMFILE, errno.ENFILE)) and not isinstance(
        error, RunFailed
    )
