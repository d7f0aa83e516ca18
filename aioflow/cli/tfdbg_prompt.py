"""`aioflow tfdbg --prompt`: commands that look at a dump, one by one, by the names that TensorFlow's debugger has."""
from __future__ import annotations

import argparse
import cmd
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TextIO

import numpy as np

from aioflow import errors
from aioflow.cli.exits import BadInput
from aioflow.cli.terminal import counted, one_line, printable
from aioflow.cli.tfdbg import FILTERS, dump_folders, node_lines, node_of, tensor_lines, tensor_of
from aioflow.tf_debug import DebugDumpDir, DebugTensorDatum

_INDEXED = re.compile(r"(?P<tensor>.+?)(?P<index>\[[^\]]*\])?")
_INDEX = re.compile(r"-?\d+|\.\.\.|(-?\d+)?:(-?\d+)?(:(-?\d+)?)?")
_MAX_DEPTH = 20  # of lists of inputs and outputs


def run_prompt(folder: str, source: TextIO, out: TextIO) -> None:
    """Carries out commands until there are no more.

    Args:
        folder: The folder of a run, or of a session's runs, of which the last one is looked at first.
        source: Where commands come from, a line each. A terminal gets a prompt, and its lines can be edited.
        out: Where to say what they find.

    Raises:
        BadInput: There is no such dump, or commands that come from no terminal could not be carried out.
    """
    prompt = DumpPrompt(folder, source, out)
    while True:
        try:
            prompt.cmdloop()
            break
        except KeyboardInterrupt:  # ends a command, not the prompt
            prompt.say("")
    if prompt.num_failed and not source.isatty():
        raise BadInput(f"{counted(prompt.num_failed, 'command')} could not be carried out")


class DumpPrompt(cmd.Cmd):
    """The commands. Each prints its own help; what is wrong with one is said, and the next one follows.

    Args:
        folder: The folder of a run, or of a session's runs.
        source: Where commands come from.
        out: Where to say what they find.

    Attributes:
        num_failed: How many could not be carried out.
    """

    doc_header = "commands (help COMMAND says more):"

    def __init__(self, folder: str, source: TextIO, out: TextIO) -> None:
        super().__init__(stdin=source, stdout=out)
        self._folders = dump_folders(folder)
        self._at = len(self._folders) - 1
        self._dump = self._read(self._at)
        self.num_failed = 0
        # `input` edits lines with readline where both ends are terminals; else lines are read as they come.
        self.use_rawinput = source.isatty() and source is sys.stdin
        self.prompt = "tfdbg> " if self.use_rawinput else ""
        if self.use_rawinput:
            self.intro = f"{self._where()}; help lists the commands"

    def _read(self, at: int) -> DebugDumpDir:
        try:
            return DebugDumpDir(self._folders[at])
        except (OSError, ValueError, KeyError, LookupError, errors.OpError) as error:
            raise BadInput(f"{printable(str(self._folders[at]))}: {one_line(error)}") from error

    def _where(self) -> str:
        return printable(f"{self._folders[self._at]}: {self._dump.size} tensors")

    def say(self, line: str) -> None:
        """Prints a line."""
        print(line, file=self.stdout)

    # ---- as `cmd.Cmd` wants it
    def onecmd(self, line: str) -> bool:
        """Carries out a line; whether it was the last one."""
        try:
            return bool(super().onecmd(line))
        except (OSError, ValueError, KeyError, LookupError, errors.OpError, BadInput) as error:
            self.num_failed += 1
            print(f"error: {one_line(error)}", file=self.stdout)
            return False

    def default(self, line: str) -> None:
        """Says that there is no such command; a line that begins with "#" is none."""
        if not line.startswith("#"):
            raise BadInput(f"no command {printable(line.split()[0])!r}; help lists them")

    def emptyline(self) -> bool:
        """Does nothing; `Cmd` would carry out the line before again."""
        return False

    def completedefault(self, text: str, line: str, begidx: int, endidx: int) -> list[str]:
        """Names of nodes and tensors that begin as what was typed."""
        # readline hands over what follows the last delimiter, and "/" and ":" are some.
        typed = line[:endidx].split()[-1] if line[:endidx].split() else ""
        start = len(typed) - len(text)
        names = {datum.tensor_name for datum in self._dump.dumped_tensor_data} if ":" in typed else set(self._nodes())
        return sorted(name[start:] for name in names if name.startswith(typed))

    def _nodes(self) -> Sequence[str]:
        return self._dump.nodes() if self._dump.loaded_partition_graphs() else ()

    # ---- runs
    def do_runs(self, line: str) -> None:
        """runs: lists the folders of runs; the one that is looked at has a star."""
        _parsed("runs", line)
        for number, folder in enumerate(self._folders):
            self.say(printable(f"{'*' if number == self._at else ' '} {number} {folder.name}"))

    def do_use(self, line: str) -> None:
        """use NUMBER: looks at another run, by its number in `runs`."""
        number = _parsed("use", line, lambda parser: parser.add_argument("number", type=int)).number
        if not 0 <= number < len(self._folders):
            raise BadInput(f"there are runs 0 to {len(self._folders) - 1}")
        self._dump = self._read(number)
        self._at = number
        self.say(self._where())

    # ---- tensors
    def do_lt(self, line: str) -> None:
        """lt [-f has_inf_or_nan] [-n NODE_REGEX] [-t OP_REGEX]: lists dumped tensors, in order of time."""

        def declare(parser: argparse.ArgumentParser) -> None:
            parser.add_argument("-f", "--tensor_filter", choices=tuple(FILTERS))
            parser.add_argument("-n", "--node_name_filter", type=re.compile)
            parser.add_argument("-t", "--op_type_filter", type=re.compile)

        options = _parsed("lt", line, declare)
        data = self._dump.dumped_tensor_data
        if options.node_name_filter:
            data = [datum for datum in data if options.node_name_filter.match(datum.node_name)]
        if options.op_type_filter:
            data = [datum for datum in data if options.op_type_filter.match(self._dump.node_op_type(datum.node_name))]
        if options.tensor_filter:
            passes = FILTERS[options.tensor_filter]
            data = [datum for datum in data if passes(datum, datum.get_tensor())]
        self.say(f"{len(data)} of {self._dump.size} dumped tensors")
        for text in tensor_lines([tensor_of(self._dump, datum, False) for datum in data]):
            self.say(text)

    do_list_tensors = do_lt

    def do_pt(self, line: str) -> None:
        """pt TENSOR[INDEX] [-n NUMBER] [-a]: prints values, as in pt loop/v:0[0, :3]; -n one of several, -a in full."""

        def declare(parser: argparse.ArgumentParser) -> None:
            parser.add_argument("tensor")
            parser.add_argument("-n", "--number", type=int)
            parser.add_argument("-a", "--all", action="store_true")

        # Without blanks: one of them, and a number below 0 behind it would look like an option.
        options = _parsed("pt", re.sub(r"\[[^\]]*\]", lambda found: re.sub(r"\s", "", found[0]), line), declare)
        match = _INDEXED.fullmatch(options.tensor)
        assert match is not None, "there is something, and it matches anything"
        data = self._watched(match["tensor"])
        if options.number is not None:
            if not -len(data) <= options.number < len(data):
                raise BadInput(f"it was dumped {len(data)} times")
            data = [data[options.number]]
        index = None if match["index"] is None else _index(match["index"][1:-1])
        for datum in data:
            self._print(datum, index, options.all)

    do_print_tensor = do_pt

    def _watched(self, name: str) -> list[DebugTensorDatum]:
        name = name if ":" in name else f"{name}:0"
        data = [datum for datum in self._dump.dumped_tensor_data if name in (datum.watch_key, datum.tensor_name)]
        if not data:
            raise BadInput(f"no tensor {printable(name)!r} was dumped")
        return data

    def _print(self, datum: DebugTensorDatum, index: tuple[Any, ...] | None, prints_all: bool) -> None:
        value = datum.get_tensor()
        for text in tensor_lines([tensor_of(self._dump, datum, False)]):
            self.say(text)
        if isinstance(value, np.ndarray) and index is not None:
            value = np.asarray(value[index])
        threshold = sys.maxsize if prints_all else 1000
        shown = np.array2string(value, threshold=threshold) if isinstance(value, np.ndarray) else str(value)
        for text in shown.splitlines():
            self.say(f"    {printable(text)}")

    # ---- nodes
    def do_ni(self, line: str) -> None:
        """ni NODE [-a]: what a node reads, who reads it, what was dumped, where it was made; -a its attributes."""

        def declare(parser: argparse.ArgumentParser) -> None:
            parser.add_argument("node")
            parser.add_argument("-a", "--attributes", action="store_true")

        options = _parsed("ni", line, declare)
        node = _node_name(options.node)
        for text in node_lines(node_of(self._dump, node)):
            self.say(text)
        if options.attributes:
            for name, value in sorted(self._dump.node_attributes(node).items()):
                self.say(printable(f"  attribute {name}: {one_line(value)}"))

    do_node_info = do_ni

    def do_li(self, line: str) -> None:
        """li NODE [-c] [-r] [-d DEPTH]: what a node reads; -c what it waits for, too; -r what that reads, and so on."""
        self._list("li", line, lambda name, is_control: self._dump.node_inputs(name, is_control))

    do_list_inputs = do_li

    def do_lo(self, line: str) -> None:
        """lo NODE [-c] [-r] [-d DEPTH]: who reads a node; -c who waits for it, too; -r who reads those, and so on."""
        self._list("lo", line, lambda name, is_control: self._dump.node_recipients(name, is_control))

    do_list_outputs = do_lo

    def _list(self, name: str, line: str, neighbors: Callable[[str, bool], list[str]]) -> None:
        def declare(parser: argparse.ArgumentParser) -> None:
            parser.add_argument("node")
            parser.add_argument("-c", "--control", action="store_true")
            parser.add_argument("-r", "--recursive", action="store_true")
            parser.add_argument("-d", "--depth", type=int, default=_MAX_DEPTH)

        options = _parsed(name, line, declare)
        depth = min(max(options.depth, 1), _MAX_DEPTH) if options.recursive else 1
        node = _node_name(options.node)
        self.say(printable(f"{node} ({self._dump.node_op_type(node)})"))
        seen = {node}
        stack = [(node, 0, "")]
        while stack:
            each, level, shown = stack.pop()
            if shown:
                self.say(printable(shown))
            if level == depth:
                continue
            found = [(other, "") for other in neighbors(each, False)]
            found += [(other, "^") for other in neighbors(each, True)] if options.control else []
            below = []
            for other, mark in found:
                known = _node_name(other) in seen
                seen.add(_node_name(other))
                text = f"{'  ' * (level + 1)}{mark}{other} ({self._dump.node_op_type(_node_name(other))})"
                # Told once: what follows on a node is the same wherever it is come upon.
                below.append((_node_name(other), depth if known else level + 1, text))
            stack += reversed(below)

    # ---- the end
    def do_exit(self, line: str) -> bool:
        """exit: ends."""
        return True

    do_quit = do_exit

    def do_EOF(self, line: str) -> bool:
        """Ends, where there are no more lines."""
        return True


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{self.prog}: {message}")


def _parsed(
    name: str, line: str, declare: Callable[[argparse.ArgumentParser], object] = lambda parser: None
) -> argparse.Namespace:
    parser = _Parser(prog=name, add_help=False, allow_abbrev=False)
    declare(parser)
    try:
        return parser.parse_args(shlex.split(line))
    except argparse.ArgumentError as error:
        raise BadInput(f"{name}: {error}") from error


def _index(text: str) -> tuple[Any, ...]:
    """An index as numpy's, from whole numbers, slices and "...": nothing of it is evaluated."""
    parts: list[Any] = []
    for part in text.split(","):
        if not _INDEX.fullmatch(part):
            raise BadInput(f"no index: [{printable(text)}]; as in [0, 2:5, ..., -1]")
        if part == "...":
            parts.append(...)
        elif ":" in part:
            parts.append(slice(*(int(number) if number else None for number in part.split(":"))))
        else:
            parts.append(int(part))
    return tuple(parts)


def _node_name(name: str) -> str:
    """The node of a tensor's name, or of its own."""
    head, _, slot = name.rpartition(":")
    return head if head and slot.isdigit() else name
