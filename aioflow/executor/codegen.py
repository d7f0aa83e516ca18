"""A segment as one Python function: straight-line code, one statement per node.

The function takes the step, the segment's inputs and where in a loop it runs, and returns its outputs. A dead value is
None: a statement whose inputs may be dead begins with a test. Names are dropped after their last use. A table from line
numbers to nodes lets an error name its node at no cost.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from types import CodeType, TracebackType
from typing import Any

from aioflow.executor.graph_view import NodeItem
from aioflow.framework.kernel import KernelKind
from aioflow.framework.kernel_context import KernelContext

Slot = tuple[NodeItem, int]  # an output of an item; slot -1 is "it ran", for control edges
RAN = -1
_FORWARDS = frozenset({"Identity", "StopGradient", "PreventGradient", "Snapshot", "LoopCond"})
_numbers = itertools.count()


class SegmentCode:
    """The generated function of one segment.

    Attributes:
        call: `call(step, inputs, frame_iteration) -> outputs` of a `StepContext`; the rest as in `KernelContext`.
        source: Its text.
    """

    __slots__ = ("_code", "_lines", "call", "source")

    def __init__(self, source: str, names: dict[str, Any], lines: dict[int, NodeItem]) -> None:
        self.source = source
        self._lines = lines
        exec(compile(source, f"<segment {next(_numbers)}>", "exec"), names)  # the text is ours, names in it are numbers
        self.call: Callable[..., list[Any]] = names["segment"]
        self._code: CodeType = self.call.__code__

    def failing_item(self, error: BaseException) -> NodeItem | None:
        """The node whose statement raised `error`."""
        traceback: TracebackType | None = error.__traceback__
        while traceback is not None:
            if traceback.tb_frame.f_code is self._code:
                return self._lines.get(traceback.tb_lineno)
            traceback = traceback.tb_next
        return None


def generate(items: Sequence[NodeItem], inputs: Sequence[Slot], outputs: Sequence[Slot]) -> SegmentCode:
    """Generates the function of a segment.

    Args:
        items: Its nodes, in an order in which they can run.
        inputs: What comes from outside, in the order of the function's inputs.
        outputs: What goes outside, in the order of its outputs.
    """
    return _Writer(items, inputs, outputs).write()


class _Writer:
    def __init__(self, items: Sequence[NodeItem], inputs: Sequence[Slot], outputs: Sequence[Slot]) -> None:
        self.items = items
        self.inputs = inputs
        self.outputs = outputs
        self.names: dict[str, Any] = {"KernelContext": KernelContext}
        self.variable: dict[Slot, str] = {slot: f"x{i}" for i, slot in enumerate(inputs)}
        self.may_be_dead: set[str] = set()
        self.lines: list[str] = []
        self.line_items: dict[int, NodeItem] = {}
        self.inside = set(items)
        self.ran_wanted = {slot[0] for slot in outputs if slot[1] == RAN}
        for item in items:
            self.ran_wanted.update(p for p in item.control_producers if p in self.inside and p.may_be_dead)

    def write(self) -> SegmentCode:
        for slot in self.inputs:
            if _slot_may_be_dead(slot):
                self.may_be_dead.add(self.variable[slot])
        for item in self.items:
            self._statements(item)
        self._return()
        header = ["def segment(step, inputs, frame_iteration):"]
        if self.inputs:
            header.append(f"    {', '.join(f'x{i}' for i in range(len(self.inputs)))}, = inputs")
        lines = {line + len(header): item for line, item in self.line_items.items()}
        return SegmentCode("\n".join([*header, *self.lines, ""]), self.names, lines)

    # ---- one node
    def _statements(self, item: NodeItem) -> None:
        number = len(self.line_items)
        arguments = [self.variable[slot] for slot in item.data_producers]
        if item.is_merge:
            self._merge(item, arguments, number)
            return
        guards = self._guards(item, arguments)
        values = [self._argument(item, i, name) for i, name in enumerate(arguments)]
        targets = [f"v{number}_{i}" for i in range(item.num_outputs)]
        for i, target in enumerate(targets):
            self.variable[item, i] = target
            if guards or item.is_switch:
                self.may_be_dead.add(target)
        self._emit(item, self._assignment(item, number, targets, values), guards, targets)
        if item in self.ran_wanted:
            self._note_ran(item, number, guards)

    def _argument(self, item: NodeItem, slot: int, name: str) -> str:
        return f"{name}.read()" if slot in item.deref else name

    def _guards(self, item: NodeItem, arguments: Sequence[str]) -> list[str]:
        """The variables that must not be None for the node to be alive."""
        guards = [name for name in dict.fromkeys(arguments) if name in self.may_be_dead]
        guards += [self.variable[p, RAN] for p in item.control_producers if (p, RAN) in self.variable and p.may_be_dead]
        return list(dict.fromkeys(guards))

    def _assignment(self, item: NodeItem, number: int, targets: Sequence[str], values: Sequence[str]) -> str:
        """The statement that computes the node; "" when there is nothing to compute."""
        if item.const_outputs is not None:
            if not targets:
                return ""
            self.names[f"c{number}"] = item.const_outputs[0]
            return f"{targets[0]} = c{number}"
        if item.op.type in _FORWARDS and not item.deref:
            return f"{targets[0]} = {values[0]}"
        kernel = item.kernel
        self.names[f"k{number}"] = kernel.compute
        first = []
        if kernel.definition.kind is not KernelKind.PURE:
            self.names[f"K{number}"] = kernel
            first = [f"KernelContext(step, K{number}, False, frame_iteration)"]
        call = f"k{number}({', '.join([*first, *values])})"
        if item.op.type == "_Arg":
            self.names[f"d{number}"] = kernel.output_dtypes[0]
            value = f"step.call_frame.args[{item.op.attrs['index']}]"
            return f"{targets[0]} = {value} if {value}.dtype is d{number} else {call}"
        if item.op.type == "_Retval":
            return f"step.call_frame.set_result({item.op.attrs['index']}, {values[0]})"
        if not targets:
            return call
        if kernel.gives_plain_outputs:
            return f"{targets[0]} = {call}" if kernel.single_output else f"{', '.join(targets)}, = {call}"
        self.names[f"o{number}"] = kernel.outputs
        return f"{', '.join(targets)}, = o{number}({call})"

    def _emit(self, item: NodeItem, statement: str, guards: Sequence[str], targets: Sequence[str]) -> None:
        if not statement:
            return
        if not guards:
            self._line(item, f"    {statement}")
            return
        condition = " and ".join(f"{name} is not None" for name in guards)
        self._line(item, f"    if {condition}: {statement}")
        if targets:
            self._line(item, f"    else: {' = '.join(targets)} = None")

    def _merge(self, item: NodeItem, arguments: Sequence[str], number: int) -> None:
        value, index = f"v{number}_0", f"v{number}_1"
        self.variable[item, 0], self.variable[item, 1] = value, index
        self.may_be_dead.update((value, index) if item.may_be_dead else ())
        self.names[f"k{number}"] = item.kernel.compute
        alive = " or ".join(f"{name} is not None" for name in dict.fromkeys(arguments))
        self._line(item, f"    if {alive}: {value}, {index} = k{number}({', '.join(arguments)})")
        self._line(item, f"    else: {value} = {index} = None")
        if item in self.ran_wanted:
            self.variable[item, RAN] = value

    def _note_ran(self, item: NodeItem, number: int, guards: Sequence[str]) -> None:
        """A variable that is None just if the node was dead."""
        if not guards:
            self.names["ran"] = True
            self.variable[item, RAN] = "ran"
        elif item.num_outputs and not item.is_switch:
            self.variable[item, RAN] = f"v{number}_0"
        else:
            name = self.variable[item, RAN] = f"t{number}"
            self.may_be_dead.add(name)
            condition = " and ".join(f"{guard} is not None" for guard in guards)
            self._line(item, f"    {name} = True if {condition} else None")

    def _line(self, item: NodeItem, text: str) -> None:
        self.lines.append(text)
        self.line_items[len(self.lines)] = item

    def _return(self) -> None:
        self.lines.append(f"    return [{', '.join(self.variable[slot] for slot in self.outputs)}]")


def _slot_may_be_dead(slot: Slot) -> bool:
    item, index = slot
    return item.may_be_dead or (item.is_switch and index != RAN)
