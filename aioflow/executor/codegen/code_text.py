"""CodeText: the lines of a generated function, which node each stands for, and the objects that they name.

Each variable is dropped behind the statement that reads it last, in the innermost block around all its uses. So values
go as soon as they can, and those that a loop hands on stay until it ends.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.kernels import ROOT_FRAME_ITERATION, KernelContext

Origin = tuple[NodeItem, ...]
"""A node and the calls around it, innermost first."""
KernelCall = tuple[Callable[..., Any], tuple[str, ...]]
"""A node's kernel, and the variables that it takes."""


class CodeText:
    """The text of one function while it is written.

    Args:
        has_step: Whether the function is given the step that it runs in.
        is_traced: Whether it tells the trace of its step when each of its nodes has ended.
    """

    def __init__(self, has_step: bool = True, is_traced: bool = False) -> None:
        self.has_step = has_step
        self.is_traced = is_traced
        #: The function's globals: kernels, constants, and the few names that the text itself uses.
        self.names: dict[str, Any] = {"KernelContext": KernelContext, "ROOT": ROOT_FRAME_ITERATION}
        self.names["count"] = itertools.count  # a `range` without an end
        #: Line number -> the node that it stands for; known when the text is finished.
        self.origins: dict[int, Origin] = {}
        #: Line number -> the call of a kernel in whose place something faster stands there; known then, too.
        self.replaced: dict[int, KernelCall] = {}
        #: Whether there are loops in it, in which it yields now and then.
        self.has_loops = False
        #: Whether a kernel in it flushes denormals.
        self.flushes = False
        #: Whether it yields, and so is a generator.
        self.may_pause = False
        self._lines: list[tuple[int, str, Origin]] = []
        #: As `replaced`, by positions in `_lines`: dropping variables adds lines, so that numbers are known last.
        self._replaced: dict[int, KernelCall] = {}
        self._number = 0
        #: Identity of an object -> its global. `names` keeps the objects, so that no identity is used again.
        self._known: dict[int, str] = {}

    def line(self, indent: int, text: str, origin: Origin = (), replaced: KernelCall | None = None) -> None:
        """Adds a line."""
        if replaced is not None:
            self._replaced[len(self._lines)] = replaced
        if self.is_traced and origin:
            text = self._marked(text, origin[0])
        self._lines.append((indent, text, origin))

    def _marked(self, text: str, item: NodeItem) -> str:
        """A statement of a node, and the note of when it has ended."""
        # Behind it on its line, so that errors find the same nodes by the same numbers of lines.
        if "yield " in text:  # whoever goes on with the function may be another thread, and the pause is no node's
            return f"{text}; mark = step.trace.begin(SEGMENT)"
        return text if text.endswith((":", "break", "pass")) else f"{text}; mark(({self.constant(item)}, now()))"

    def variable(self, prefix: str = "v") -> str:
        """A new name for a local variable."""
        self._number += 1
        return f"{prefix}{self._number}"

    def constant(self, value: Any) -> str:
        """The name of a global that is `value`; always the same one for one object."""
        name = self._known.get(id(value))
        if name is None:
            name = self._known[id(value)] = self.variable("C")
            self.names[name] = value
        return name

    def finish(self) -> str:
        """The whole text; nothing can be added any more."""
        written: list[str] = []
        dropped = _last_uses(self._lines)
        for number, (indent, text, origin) in enumerate(self._lines):
            written.append(f"{'    ' * indent}{text}")
            if origin:
                self.origins[len(written)] = origin
            if number in self._replaced:
                self.replaced[len(written)] = self._replaced[number]
            for depth, names in sorted(dropped.get(number, {}).items(), reverse=True):
                # None instead of `del`: a variable of a branch that was not taken does not exist, and `del` would fail.
                drop = f"{' = '.join(names)} = None"
                # A line that opens a block, or leaves the function, cannot go on with another statement.
                if depth == indent and not text.endswith(":") and not text.startswith(_HEADERS):
                    written[-1] += f"; {drop}"
                else:
                    written.append(f"{'    ' * depth}{drop}")
        return "\n".join([*written, ""])


_VARIABLE = re.compile(r"\bv\d+\b")
_HEADERS = ("if ", "else:", "elif ", "for ", "return ")


def _last_uses(lines: list[tuple[int, str, Origin]]) -> dict[int, dict[int, list[str]]]:
    """For each line number, the variables to drop behind it, by the indentation of the block that they belong to."""
    # By the text alone: the names of variables occur nowhere else in it, because constants are globals of other names.
    blocks: list[tuple[int, ...]] = []  # of each line: the lines that begin the blocks around it
    stack: list[int] = []
    uses: dict[str, tuple[tuple[int, ...], int]] = {}  # variable -> the block around its uses, and the last one
    for number, (indent, text, _) in enumerate(lines):
        del stack[indent:]
        block = tuple(stack)
        blocks.append(block)
        for name in _VARIABLE.findall(text):
            around = uses[name][0] if name in uses else block
            while around != block[: len(around)]:  # outward, to the innermost block around both uses
                around = around[:-1]
            uses[name] = around, number
        stack.append(number)
    ends = _ends(lines)
    dropped: dict[int, dict[int, list[str]]] = {}
    for name, (around, last) in uses.items():
        # Within that block, the last use may be deep in another statement, such as a loop, behind which to drop it: an
        # iteration must not take away what the next one reads.
        statement = blocks[last][len(around)] if len(blocks[last]) > len(around) else last
        if not lines[statement][1].startswith("return "):
            dropped.setdefault(ends[statement], {}).setdefault(len(around), []).append(name)
    return dropped


def _ends(lines: list[tuple[int, str, Origin]]) -> list[int]:
    """For each line, the last one of the statement that it begins or, as `else`, goes on with."""
    ends = list(range(len(lines)))
    # An `if` ends with its last `else`: a variable that one branch reads may not be dropped between the two.
    last_at: list[int] = []  # for each indentation, the line that a statement might begin with there
    chains: dict[int, list[int]] = {}
    for number, (indent, text, _) in enumerate(lines):
        if text.startswith(("else:", "elif ")) and len(last_at) > indent:
            first = last_at[indent]
            chains.setdefault(first, [first]).append(number)
            del last_at[indent + 1 :]
        else:
            del last_at[indent:]
            last_at.append(number)
        for open_line in last_at:
            ends[open_line] = number
    for first, others in chains.items():
        for other in others:
            ends[other] = ends[first]
    return ends

