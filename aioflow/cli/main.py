"""The command line: arguments in; text or JSON, one exit code, and never a traceback out."""
from __future__ import annotations

import argparse
import errno
import math
import os
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import aioflow
from aioflow import errors
from aioflow.cli import demo, doctor, inspect, pools, run
from aioflow.cli.event_loop import run_async
from aioflow.cli.exits import BAD_INPUT, EXIT_CODES, INTERRUPTED, RUN_FAILED, BadInput, RunFailed
from aioflow.cli.inspection_text import inspection_text
from aioflow.cli.model_file import CAREFUL, LARGE, read_model
from aioflow.cli.pool_experiment.result_table import result_text
from aioflow.cli.run_results import values_for_json, values_text
from aioflow.cli.standard_streams import complain, end_output, say, show_result, take_standard_numbers
from aioflow.cli.terminal import json_text, one_line

Command = Callable[[argparse.Namespace], str]
_TRACEBACK_VARIABLE = "AIOFLOW_TRACEBACK"
"""Any text: a command that fails shows the whole traceback instead of one line. Default: one line."""
_EXIT_CODES = "\n".join(f"  {code:<3}  {meaning}" for code, meaning in EXIT_CODES.items())
_EPILOG = f"""exit codes:
{_EXIT_CODES}
Results go to stdout, errors as one line to stderr ({_TRACEBACK_VARIABLE}=1 shows where they come from).
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        arguments: The words behind the program's name; None for the process's own.

    Returns:
        The exit code.
    """
    try:
        take_standard_numbers()
        options = _parser().parse_args(arguments)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are for those who write code, and would stand between the results
            text = options.command(options)
        return show_result(text)
    except SystemExit as end:  # argparse, which has said why
        return end_output(end.code if isinstance(end.code, int) else BAD_INPUT)  # --help and --version end with 0
    except KeyboardInterrupt:
        return complain("interrupted", INTERRUPTED)
    except BaseException as error:  # also groups of errors, and whatever a graph's Python code has raised
        if os.environ.get(_TRACEBACK_VARIABLE):
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


# ---- arguments
class _OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> Any:
        # argparse prints the whole usage first, which hides the one line that matters.
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _OneLineParser(
        prog="aioflow",
        allow_abbrev=False,
        description="Dataflow graphs inside asyncio programs.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-V", "--version", action="version", version=f"aioflow {aioflow.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_inspect(commands)
    _add_run(commands)
    _add_command(commands, "doctor", _doctor, "show Python, numpy, BLAS, CPUs, pools and dependencies")
    _add_demo(commands)
    _add_pools(commands)
    return parser


def _add_command(commands: Any, name: str, command: Command, purpose: str) -> argparse.ArgumentParser:
    parser = _add_parser(commands, name, command, purpose)
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    return parser


def _add_parser(commands: Any, name: str, command: Command, purpose: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        allow_abbrev=False,
        help=purpose,
        description=purpose[0].upper() + purpose[1:] + ".",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=command)
    return parser


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "model",
        metavar="MODEL",
        type=_path,
        help="a GraphDef (.pb, .pbtxt) or a SavedModel (its folder or saved_model.pb)",
    )
    parser.add_argument("--tag", metavar="TAG[,TAG]", help='tags of a SavedModel\'s graph (default: "serve")')
    parser.add_argument(
        "--large", action="store_true", help="accept a model that takes long to read or needs much memory"
    )


def _add_inspect(commands: Any) -> None:
    parser = _add_command(commands, "inspect", _inspect, "show the inputs, outputs and ops of a model")
    _add_model(parser)


def _add_run(commands: Any) -> None:
    parser = _add_command(commands, "run", _run, "run one step of a frozen graph or a SavedModel")
    _add_model(parser)
    parser.add_argument(
        "--feed",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help='feed a tensor: a .npy file, or a literal such as 3.5, [[1,2],[3,4]] or "text" (repeatable)',
    )
    parser.add_argument(
        "--fetch",
        metavar="NAME[,NAME]",
        action="append",
        type=_names,
        default=[],
        help="tensors or operations to run (repeatable; default: the outputs of the signature, or of the graph)",
    )
    parser.add_argument(
        "--signature", metavar="NAME", help='the signature of a SavedModel whose keys --feed and --fetch may name '
        '(default: "serving_default", or the only one)',
    )  # fmt: skip
    parser.add_argument("--output", metavar="FILE", help="save to FILE.npy (one fetch) or FILE.npz instead of printing")
    parser.add_argument("--trace", metavar="FILE", help="save when each node ran, for a trace viewer (Perfetto)")
    parser.add_argument(
        "--trust",
        choices=("untrusted", "full"),
        default="untrusted",
        help="full: it may touch files, processes and the network",
    )
    parser.add_argument(
        "--timeout-s", metavar="S", type=_seconds, default=60.0, help="end after S seconds (default: 60; 0: never)"
    )
    parser.add_argument(
        "--memory-mb",
        metavar="N",
        type=_megabytes,
        default=4096,
        help="memory of the run beside the model's file (default: 4096; Linux only)",
    )


def _megabytes(text: str) -> int:
    return _whole_number(text, 1, 1 << 30)


def _add_demo(commands: Any) -> None:
    parser = _add_command(commands, "demo", _demo, "classify handwritten digits with 64 callers, and measure it")
    parser.add_argument("--seconds", metavar="S", type=_seconds, default=4.0, help="duration (default: 4)")
    parser.add_argument("--callers", metavar="N", type=_num_callers, default=64, help="number (default: 64)")


def _add_pools(commands: Any) -> None:
    purpose = "compare shared, separate and chosen pools under the same traffic"
    parser = _add_parser(commands, "pools", _pools, purpose)
    parser.add_argument(
        "experiment", metavar="EXPERIMENT.toml", type=_path, help="the experiment; see examples/pools/"
    )
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON, too")
    parser.add_argument("--html", metavar="FILE", help="write a page with plots, too")


def _path(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("must name a file, not ''")
    return text


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError(f"must be names with commas between them, not {text!r}")
    return names


def _num_callers(text: str) -> int:
    return _whole_number(text, 2, 10_000)


def _whole_number(text: str, low: int, high: int) -> int:
    # Not by `int` alone, which takes "1_000", " 7 " and digits of other scripts, and works long on many digits.
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high}, not {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= 1e6:  # false for nan, too
        raise argparse.ArgumentTypeError(f"must be a number of seconds from 0 to 1000000, not {text!r}")
    return seconds


# ---- commands
def _inspect(options: argparse.Namespace) -> str:
    limits = LARGE if options.large else CAREFUL
    document = inspect.inspect_model(read_model(options.model, options.tag, limits), limits)
    return json_text(document) if options.json else inspection_text(document)


def _run(options: argparse.Namespace) -> str:
    limits = LARGE if options.large else CAREFUL
    model = read_model(options.model, options.tag, limits)
    request = run.Request(
        feeds=options.feed,
        fetches=[name for names in options.fetch for name in names],
        signature=options.signature,
        trust=options.trust,
        timeout_s=options.timeout_s or None,
        memory_nbytes=options.memory_mb << 20,
        output=options.output,
        trace=options.trace,
    )
    document = run.run_model(model, request, limits, run_async)
    return json_text(values_for_json(document), indent=None) if options.json else values_text(document)


def _doctor(options: argparse.Namespace) -> str:
    document = doctor.diagnose()
    return json_text(document) if options.json else doctor.diagnosis_text(document)


def _demo(options: argparse.Namespace) -> str:
    # Who reads JSON is a program, which may read stderr as well.
    progress = _no_progress if options.json else say
    document = run_async(demo.run_demo(options.seconds, options.callers, progress))
    return json_text(document) if options.json else demo.demo_text(document)


def _pools(options: argparse.Namespace) -> str:
    document = pools.compare_pools(options.experiment, options.json, options.html, say, run_async)
    return result_text(document)


def _no_progress(text: str) -> None:
    pass
