"""The arguments of the command line."""
from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import zip_longest
from typing import Any

import aioflow
from aioflow.cli.completion import SHELLS
from aioflow.cli.exits import BAD_INPUT, EXIT_CODES, TRACEBACK_VARIABLE
from aioflow.cli.terminal import one_line

Command = Callable[[argparse.Namespace], str]
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}
_EXIT_CODES = "\n".join(f"  {code:<3}  {meaning}" for code, meaning in EXIT_CODES.items())
_EPILOG = f"""exit codes:
{_EXIT_CODES}
Results go to stdout, errors as one line to stderr ({TRACEBACK_VARIABLE}=1 shows where they come from).
"""
_EXPERIMENT_KEYS = """an experiment (where a value may be a list, marked *, all combinations are compared):
  title = "..."; seconds = 1.5; warm_up_seconds = 0.5; repeats = 3; seed = 1
  [models.NAME]
    kind = "digits"                     the classifier of `aioflow demo`
    kind = "bulk"; elements; nodes      a chain of elementwise nodes over so many float32
    kind = "graph"; path; fetch; feeds  a frozen GraphDef; feeds = { "x:0" = [1, 8] } has shapes of random inputs;
                                        check = false if its results differ from run to run
    kind = "saved_model"; path; feeds   a folder; signature = "serving_default"; feeds and check as above, by the
                                        names of tensors or the keys of inputs
  [traffic.NAME]
    model*; sessions*                   a name; a number
    arrivals*                           { pattern = "closed", callers = 8 }, { pattern = "poisson", rate_per_s = 100 }
                                        or { pattern = "burst", size = 50, every_s = 0.5 }
  [pools]
    layouts*                            "shared", "separate" (a pool per session), "chosen" (a pool per traffic)
    threads*                            the size of each pool, or one per traffic: { serving = 1, bulk = 1 }
    max_queue*; nice*; priority*        as in AioflowPoolOptions; numbers, or one per traffic: { bulk = 19 }
    cpu_affinity*                       CPUs of the threads: [0, 1], or per traffic: { serving = [0], bulk = [1] }
    blas_threads*                       threads of a product of matrices, in the whole process
    never_inline*                       true: every node on a thread of its pool
"""


class _OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line.

    Attributes:
        truths: Options that are true by themselves, and otherwise take true or false.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.truths: set[str] = set()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses arguments, as argparse does; behind `--enable_batching` may stand a model."""
        if args is None or not self.truths:
            return super().parse_known_args(args, namespace)
        written = [
            f"{each}=true" if each in self.truths and after.lower() not in _TRUTHS else each
            for each, after in zip_longest(args, args[1:], fillvalue="")
        ]
        return super().parse_known_args(written, namespace)

    def error(self, message: str) -> Any:
        # argparse prints the whole usage first, which hides the one line that matters.
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")

_TRACE_HELP = "save what ran when: .pftrace and .json for Perfetto, .html for any browser"

def parser_of(commands: Mapping[str, Command]) -> argparse.ArgumentParser:
    """Makes the parser.

    Args:
        commands: Name -> what runs the command of that name, of all that there are.
    """
    parser = _OneLineParser(
        prog="aioflow",
        allow_abbrev=False,
        description="Dataflow graphs inside asyncio programs.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-V", "--version", action="version", version=f"aioflow {aioflow.__version__}")
    known = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for add in (
        _add_inspect, _add_graph, _add_run, _add_doctor, _add_demo, _add_pools, _add_migrate, _add_serve, _add_server,
        _add_top, _add_tfdbg, _add_completion,
    ):  # fmt: skip
        command = add(known)
        command.set_defaults(command=commands[command.prog.split()[-1]])
    return parser


def _add_command(commands: Any, name: str, purpose: str) -> argparse.ArgumentParser:
    parser = _add_parser(commands, name, purpose)
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    return parser


def _add_parser(commands: Any, name: str, purpose: str) -> _OneLineParser:
    parser: _OneLineParser = commands.add_parser(
        name,
        allow_abbrev=False,
        help=purpose,
        description=purpose[0].upper() + purpose[1:] + ".",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="no progress, and nothing that a graph prints"
    )
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


def _add_inspect(commands: Any) -> argparse.ArgumentParser:
    parser = _add_command(commands, "inspect", "show the inputs, outputs and ops of a model")
    _add_model(parser)
    return parser


def _add_doctor(commands: Any) -> argparse.ArgumentParser:
    return _add_command(commands, "doctor", "show Python, numpy, BLAS, CPUs, pools and dependencies")


def _add_run(commands: Any) -> argparse.ArgumentParser:
    parser = _add_command(commands, "run", "run one step of a frozen graph or a SavedModel")
    _add_model(parser)
    _add_step(parser)
    parser.add_argument("--output", metavar="FILE", help="save to FILE.npy (one fetch) or FILE.npz instead of printing")
    parser.add_argument("--trace", metavar="FILE", help=_TRACE_HELP)
    return parser


def _add_graph(commands: Any) -> argparse.ArgumentParser:
    parser = _add_parser(commands, "graph", "draw a model's graph as a page, with costs where values are fed")
    _add_model(parser)
    parser.add_argument("--html", metavar="FILE", required=True, help="where to write the page")
    _add_step(parser)
    return parser


def _add_step(parser: argparse.ArgumentParser) -> None:
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


def _add_demo(commands: Any) -> argparse.ArgumentParser:
    parser = _add_command(commands, "demo", "classify handwritten digits with 64 callers, and measure it")
    parser.add_argument("--seconds", metavar="S", type=_seconds, default=4.0, help="duration (default: 4)")
    parser.add_argument("--callers", metavar="N", type=_num_callers, default=64, help="number (default: 64)")
    parser.add_argument(
        "--kernels", choices=("auto", "own"), default="auto",
        help="auto: ONNX Runtime computes the model where it is installed; own: aioflow's kernels do (default: auto)",
    )  # fmt: skip
    return parser


def _add_pools(commands: Any) -> argparse.ArgumentParser:
    purpose = "compare shared, separate and chosen pools under the same traffic"
    parser = _add_parser(commands, "pools", purpose)
    parser.epilog = f"{_EXPERIMENT_KEYS}\n{_EPILOG}"
    parser.add_argument(
        "experiment", metavar="EXPERIMENT.toml", type=_path, help="the experiment, a TOML file"
    )
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON, too (-: print them, no table)")
    parser.add_argument("--html", metavar="FILE", help="write a page with plots, too")
    parser.add_argument("--trace", metavar="FILE", help=_TRACE_HELP)
    parser.add_argument("--compare", metavar="FILE", help="compare with what --json wrote earlier, below the table")
    parser.add_argument(
        "--fail-above", metavar="RATIO", type=_ratio,
        help="with --compare: end with 1 where a p99 or a throughput has become worse than so many times, by more than "
        "the spread of repeats",
    )  # fmt: skip
    return parser


def _add_migrate(commands: Any) -> argparse.ArgumentParser:
    parser = _add_parser(commands, "migrate", "rewrite scripts of TensorFlow 1 for aioflow, and say what is left to do")
    parser.add_argument("script", metavar="SCRIPT.py", nargs="+", type=_path, help="a Python 3 script")
    parser.add_argument(
        "--async",
        dest="coroutines",
        action="store_true",
        help="make coroutines of functions that run a session, for programs with an event loop (default: run_sync)",
    )
    parser.add_argument(
        "-w", "--write", action="store_true", help="write the scripts in place (default: show the changes as a diff)"
    )
    return parser


def _add_serve(commands: Any) -> _OneLineParser:
    parser = _add_parser(commands, "serve", "serve models over HTTP and gRPC, with TensorFlow Serving's flags")
    parser.add_argument(
        "model", metavar="MODEL_OR_CONFIG", nargs="?", type=_path,
        help="a folder with a folder per version, a SavedModel, a frozen graph, or a file with a ModelServerConfig",
    )  # fmt: skip
    # Their names have underscores: command lines that start TensorFlow Serving start this.
    texts = {
        "model_name": "what requests call the model (default: its file's name; with --model_base_path: default)",
        "model_base_path": "the same as MODEL_OR_CONFIG, for a model",
        "model_config_file": "the same, for a file with a ModelServerConfig",
        "batching_parameters_file": "a file with BatchingParameters",
        "ssl_config_file": "a file with an SSLConfig, with keys and certificates for gRPC",
        "monitoring_config_file": "a file with a MonitoringConfig, which says where metrics are told over HTTP",
        "grpc_socket_path": "a UNIX socket for gRPC, beside the port",
        "rest_api_ssl_config_file": "the same for HTTP, which is HTTPS then",
        "token_file": "a file with tokens, one a line, of which requests need one: authorization: Bearer TOKEN",
        "admin_token_file": "a file with the token that the live page asks for",
    }
    for name, purpose in texts.items():
        parser.add_argument(f"--{name}", metavar="TEXT" if name == "model_name" else "PATH", type=_path, help=purpose)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: 127.0.0.1)")
    parser.add_argument("--admin_host", metavar="HOST", default="127.0.0.1",
                        help="the address of the live page, whatever --host says; another one than this machine's own "
                        "needs --admin_token_file (default: 127.0.0.1)")  # fmt: skip
    parser.add_argument("--trust", choices=("untrusted", "full"), default="untrusted",
                        help="full: models may touch files, processes and the network")  # fmt: skip
    numbers = {
        "port": (8500, 65535, "port for gRPC; 0: none"), "rest_api_port": (8501, 65535, "port for HTTP; 0: none"),
        "admin_port": (0, 65535, "port for the live page; 0: none"),
        "rest_api_timeout_in_ms": (30_000, 10**9, "milliseconds that a request over HTTP may take"),
        "num_load_threads": (0, 1000, "versions that are loaded at once; 0: one"),
        "max_num_load_retries": (5, 10**6, "how often a failed load is tried again"),
        "load_retry_interval_micros": (60_000_000, 10**12, "microseconds between two tries"),
    }  # fmt: skip
    for name, (default, most, purpose) in numbers.items():
        parser.add_argument(f"--{name}", metavar="N", type=partial(_whole_number, low=0, high=most), default=default,
                            help=f"{purpose} (default: {default})")  # fmt: skip
    seconds = {
        "file_system_poll_wait_seconds": (1.0, "seconds between two looks for new versions; 0: look once"),
        "model_config_file_poll_wait_seconds": (0.0, "seconds between two looks at the configuration; 0: look once"),
        "drain_seconds": (10.0, "seconds that requests in flight get to end"),
    }
    for name, (wait, purpose) in seconds.items():
        parser.add_argument(f"--{name}", metavar="S", type=_seconds, default=wait,
                            help=f"{purpose} (default: {wait:g})")  # fmt: skip
    flags = {
        "access_log": "a line of JSON per request, to stderr",
        "enable_all_batch_sizes_warmup": "warm-up requests run in batches of all allowed sizes",
        "enable_batching": "requests become batches",
        "allow_version_labels_for_unavailable_models": "new labels may name versions that do not serve yet",
        "rest_api_enable_cors_support": "pages of any origin may send requests",
    }
    for name, purpose in flags.items():
        parser.add_argument(
            f"--{name}", metavar="BOOL", nargs="?", type=_truth, const=True, default=False, help=purpose
        )  # fmt: skip
        parser.truths.add(f"--{name}")
    return parser


def _add_tfdbg(commands: Any) -> argparse.ArgumentParser:
    parser = _add_command(commands, "tfdbg", "show the tensors that a debugger has dumped")
    parser.add_argument(
        "dump", metavar="DUMP_DIR", type=_path, help="the folder of a run, or one with a folder run_... for each run"
    )
    parser.add_argument(
        "--filter", choices=("has_inf_or_nan",), help="tensors alone that hold an infinite number or one that is none"
    )
    parser.add_argument(
        "--tensor", metavar="NODE:SLOT[:OP]", help="the values of a tensor (default OP: DebugIdentity)"
    )
    parser.add_argument("--node", metavar="NODE", help="what a node reads, who reads it, and where it was made")
    parser.add_argument(
        "--prompt", action="store_true", help="read commands (lt, pt, ni, li, lo, help) from the terminal or a pipe"
    )
    return parser


def _truth(text: str) -> bool:
    if text.lower() not in _TRUTHS:
        raise argparse.ArgumentTypeError(f"must be true or false, not {text!r}")
    return _TRUTHS[text.lower()]


def _add_top(commands: Any) -> argparse.ArgumentParser:
    parser = _add_command(commands, "top", "show what a process that serves its status does, again and again")
    parser.add_argument(
        "pid", metavar="PID", nargs="?", type=partial(_whole_number, low=1, high=2**31 - 1),
        help="the process (default: the only one; several are listed)",
    )  # fmt: skip
    parser.add_argument("--once", action="store_true", help="show it once, after a second in which things are counted")
    parser.add_argument(
        "--interval-s", metavar="S", type=_seconds, default=1.0, help="seconds between two looks (default: 1)"
    )
    return parser


def _add_server(commands: Any) -> argparse.ArgumentParser:
    parser = _add_parser(commands, "server", "run one task of a TensorFlow cluster, for sessions at grpc://HOST:PORT")
    parser.add_argument(
        "--cluster", metavar="PATH", type=_path, required=True,
        help='a file with the addresses of all tasks: JSON such as {"ps": ["host:2222"]}, or a ClusterDef as text',
    )  # fmt: skip
    parser.add_argument("--job", metavar="NAME", help="this task's job (default: the only one)")
    parser.add_argument(
        "--task", metavar="N", type=partial(_whole_number, low=0, high=2**31 - 1),
        help="this task's number in its job (default: the only one)",
    )  # fmt: skip
    parser.add_argument("--token-file", metavar="PATH", type=_path, help="a file with a token that all calls must have")
    parser.add_argument(
        "--ssl-config-file", metavar="PATH", type=_path,
        help="a file with an SSLConfig, as for serve: keys and certificates for calls of sessions and between tasks",
    )  # fmt: skip
    parser.add_argument(
        "--cluster-address", metavar="PATTERN", dest="cluster_addresses", action="append", default=[], type=_path,
        help='where clients may say, by cluster_def, that there are more tasks: "10.0.0.*:2222"; may be repeated',
    )  # fmt: skip
    parser.add_argument("--share-token", action="store_true", help="send the token also to tasks at those addresses")
    parser.add_argument("--insecure", action="store_true", help="listen where others reach it without encryption")
    parser.add_argument("--unsafe-ops", action="store_true", help="graphs may touch files, processes and the network")
    parser.add_argument("--grace-s", metavar="S", type=_seconds, default=10.0,
                        help="seconds that steps in flight get to end (default: 10)")  # fmt: skip
    return parser


def _add_completion(commands: Any) -> argparse.ArgumentParser:
    parser = _add_parser(commands, "completion", "print a script that completes this command in a shell")
    parser.add_argument(
        "shell", choices=SHELLS, help='in bash, put `eval "$(aioflow completion bash)"` into ~/.bashrc'
    )
    return parser


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


def _ratio(text: str) -> float:
    ratio = _seconds(text)
    if not 1 <= ratio <= 1000:
        raise argparse.ArgumentTypeError(f"must be a number from 1 to 1000, not {text!r}")
    return ratio


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= 1e6:  # false for nan, too
        raise argparse.ArgumentTypeError(f"must be a number of seconds from 0 to 1000000, not {text!r}")
    return seconds
