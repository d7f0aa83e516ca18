"""Scope: writes nodes, one after the other, as the statements of a function, a loop or a branch.

Nodes with equal guards (`liveness.py`) are alive together. Those that follow each other share one `if`, whose test is a
truth value that was worked out once. What a node that is not alive would have computed is never read, so that nothing
needs to be said about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from aioflow.executor.analysis.inlining import Native
from aioflow.executor.analysis.liveness import ALWAYS, RAN, Guards, Slot
from aioflow.executor.analysis.loop_shapes import LoopShape
from aioflow.executor.analysis.node_order import Unit
from aioflow.executor.codegen import code_blocks
from aioflow.executor.codegen.code_text import CodeText, KernelCall, Origin
from aioflow.executor.codegen.direct_calls import direct_call
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.kernels.kernel import KernelKind

_FORWARDS = frozenset({
    "Identity", "StopGradient", "PreventGradient", "Snapshot", "LoopCond", "Exit", "RefExit", "NextIteration",
    "RefNextIteration",
})  # fmt: skip


class Scope:
    """Where statements go, and what is known there.

    Args:
        text: What it writes to.
        native: The view whose nodes it writes.
        frame_iteration: An expression for the loop iteration in which they run.
        indent: How deep its statements are indented.
        known: Guards that are known to hold there.
        calls: The calls around it, innermost first.
    """

    def __init__(
        self, text: CodeText, native: Native, frame_iteration: str, indent: int, known: Guards = ALWAYS,
        calls: Origin = (),
    ) -> None:  # fmt: skip
        self.text = text
        self.native = native
        self.frame_iteration = frame_iteration
        self.indent = indent
        self.known = known
        self.calls = calls
        self._names: dict[Slot, str] = {}
        self._tests: dict[Guards, str] = {}  # by the guards that are not known
        self._open: Guards = ALWAYS  # those of the `if` in which the next statement would be
        self._else: list[str] = []  # truth values to set when that one is not entered

    def inside(
        self, native: Native, frame_iteration: str, known: Guards, deeper: int = 1, calls: Origin | None = None
    ) -> Scope:
        """A scope for a block behind the last statement.

        Args:
            native: See above, as for `frame_iteration`, `known` and `calls`; None for the calls around this one.
            deeper: 1 for a block of its own, 0 for the same one.
        """
        calls = self.calls if calls is None else calls
        return Scope(self.text, native, frame_iteration, self.depth + deeper, known, calls)

    # ---- what is known
    def give(self, slot: Slot, name: str, guards: Guards = ALWAYS) -> None:
        """Says which variable holds a value; it is None when the value is dead."""
        self._names[slot] = name
        self._tests.setdefault(guards - self.known, f"{name} is not None")

    def name(self, slot: Slot) -> str:
        """The variable of a value."""
        return self._names[slot]

    def set_name(self, slot: Slot, name: str) -> None:
        """Says which variable holds a value when it is alive."""
        self._names[slot] = name

    def take_names(self, other: Scope) -> None:
        """Knows the variables that another scope knows, and which tests tell what is alive."""
        self._names, self._tests = other._names, other._tests

    def expect_condition(self, loop: LoopShape) -> None:
        """Says that the Switches by a loop's condition need no tests: the loop is left where it does not hold."""
        self._tests[frozenset({loop.goes_on})] = self._tests[frozenset({loop.ends})] = ""

    def test(self, guards: Guards) -> str:
        """An expression that is true just if `guards` hold; "" where they are known to."""
        missing = guards - self.known
        return self._tests[missing] if missing else ""

    def argument(self, item: NodeItem, position: int) -> str:
        """An expression for an input of a node."""
        name = self._names[item.data_producers[position]]
        return f"{name}.read()" if position in item.deref else name

    def arguments(self, item: NodeItem) -> list[str]:
        """Expressions for all inputs of a node."""
        return [self.argument(item, i) for i in range(len(item.data_producers))]

    def line(self, item: NodeItem, text: str, replaced: KernelCall | None = None) -> None:
        """Adds a statement for a node, where the last `enter` said; see `CodeText.line`."""
        self.text.line(self.depth, text, (item, *self.calls), replaced)

    @property
    def depth(self) -> int:
        """How deep the next statement is indented."""
        return self.indent + bool(self._open)

    # ---- units
    def add(self, units: Sequence[Unit]) -> None:
        """Writes nodes, loops and calls; ends outside of any `if`."""
        for unit in units:
            self._add(unit)
        self.leave()

    def _add(self, unit: Unit) -> None:
        if isinstance(unit, LoopShape):
            self.enter(unit.guards, [self.native.liveness.of(slot) for enter in unit.enters for slot in _slots(enter)])
            code_blocks.write_loop(self, unit)
        elif unit in self.native.calls:
            self._enter_for(unit)
            code_blocks.write_call(self, unit, self.native.calls[unit])
        elif unit.is_merge:
            if (unit, 0) not in self._names:  # which a loop's variables have
                self._merge(unit)
        else:
            self._enter_for(unit)
            self._node(unit)

    def _enter_for(self, item: NodeItem) -> None:
        liveness = self.native.liveness
        sources = [liveness.of(slot) for slot in _slots(item)]
        # What an Exit needs inside is not what its consumers see.
        guards = ALWAYS.union(*sources) if item.is_exit else liveness.guards[item]
        self.enter(guards, sources)

    def enter(self, guards: Guards, sources: Sequence[Guards]) -> None:
        """Goes to where `guards` are known to hold.

        Args:
            guards: Those of the next node.
            sources: Guards whose tests together tell whether it is alive.
        """
        missing = guards - self.known
        if missing == self._open:
            return
        self.leave()
        if not missing:
            return
        if missing not in self._tests:
            tests = dict.fromkeys(self.test(source) for source in sources)
            self._note_test(missing, [test for test in tests if test], "and")
        self.text.line(self.indent, f"if {self._tests[missing]}:")
        self.text.line(self.indent + 1, "pass")
        self._open = missing

    def leave(self) -> None:
        """Goes to where only what is known holds."""
        if self._open and self._else:
            self.text.line(self.indent, f"else: {' = '.join(self._else)} = None")
        self._open, self._else = ALWAYS, []

    def _note_test(self, missing: Guards, tests: Sequence[str], operator: str) -> None:
        if len(tests) == 1:
            self._tests[missing] = tests[0]
            return
        name = self._tests[missing] = self.text.variable("t")
        joined = f" {operator} ".join(f"({test})" for test in tests)
        self.text.line(self.indent, f"{name} = {joined}")

    # ---- nodes
    def _node(self, item: NodeItem) -> None:
        if item.const_outputs is not None:
            if item.const_outputs:
                self._names[item, 0] = self.text.constant(item.const_outputs[0])
        elif item.op.type in _FORWARDS:
            self._forward(item)
        elif item.op.type == "Switch" and not item.deref:
            self._switch(item)
        else:
            self._compute(item)

    def _forward(self, item: NodeItem) -> None:
        name = self.argument(item, 0)
        if item.deref:
            value = self.text.variable()
            self.line(item, f"{value} = {name}")
            name = value
        self._names[item, 0] = name

    def _switch(self, item: NodeItem) -> None:
        """Both outputs are the input; the tests of what depends on them tell them apart."""
        data, condition = self.arguments(item)
        self._names[item, 0] = self._names[item, 1] = data
        guards = self.native.liveness.guards[item]
        taken, not_taken = ((guards | {(item.data_producers[1], side)}) - self.known for side in (1, 0))
        if all(side in self._tests or not side for side in (taken, not_taken)):
            return
        self.check_condition(item)
        name = self.text.variable("t")
        self.line(item, f"{name} = True if {condition} else False")
        if self._open:
            self._else.append(name)
        self._tests[taken], self._tests[not_taken] = name, f"{name} is False"

    def check_condition(self, switch: NodeItem) -> None:
        """Has the kernel raise its error when a Switch's condition is no scalar."""
        data, condition = self.arguments(switch)
        self.line(switch, f"if {condition}.shape: {self.text.constant(switch.kernel.compute)}({data}, {condition})")

    def _merge(self, item: NodeItem) -> None:
        liveness = self.native.liveness
        sources = [liveness.of(slot) for slot in item.data_producers]
        guards = liveness.guards[item]
        missing = guards - self.known
        tests = [self.test(source) for source in sources]
        if missing and missing not in self._tests:
            self.leave()
            self._note_test(missing, ["True"] if "" in tests else list(dict.fromkeys(tests)), "or")
        self.enter(guards, ())
        if "" in tests:
            tests = tests[: tests.index("") + 1]
        values = [self.argument(item, i) for i in range(len(tests))]
        for output, choices in enumerate((values, [self.merge_index(item, i) for i in range(len(tests))])):
            if output and not any(slot == 1 for slot, _, _ in item.data_out):
                break
            name = self._names[item, output] = self.text.variable()
            chosen = choices[-1]
            for test, value in reversed(list(zip(tests[:-1], choices[:-1], strict=True))):
                chosen = f"{value} if {test} else {chosen}"
            self.line(item, f"{name} = {chosen}")

    def merge_index(self, item: NodeItem, index: int) -> str:
        """What a Merge's second output is when it takes the input number `index`."""
        inputs: list[Any] = [None] * len(item.data_producers)
        inputs[index] = True
        return self.text.constant(item.kernel.compute(*inputs)[1])

    def _compute(self, item: NodeItem) -> None:
        text, kernel = self.text, item.kernel
        targets = [text.variable() for _ in range(item.num_outputs)]
        self._names.update(((item, i), target) for i, target in enumerate(targets))
        call = self._call(item)
        replaced = None
        if item.op.type == "_Arg":
            self._arg(item, targets[0])
            return
        if item.op.type == "_Retval":
            self._retval(item)
            return
        if not targets:
            statement = call
        elif (direct := direct_call(text, item, self.arguments(item), call)) is not None:
            expression, replaced = direct
            statement = f"{targets[0]} = {expression}"
        elif kernel.gives_plain_outputs:
            statement = f"{targets[0]} = {call}" if kernel.single_output else f"{', '.join(targets)}, = {call}"
        else:
            statement = f"{', '.join(targets)}, = {text.constant(kernel.outputs)}({call})"
        self.line(item, statement, replaced)
        if item.is_switch:  # any but the plain ones: they say by None which output is dead
            guards = self.native.liveness.guards[item]
            for i, target in enumerate(targets):
                side = (guards | {(item.data_producers[1], i)}) - self.known
                self._tests[side] = f"{target} is not None"
                if self._open:
                    self._else.append(target)

    def _arg(self, item: NodeItem, target: str) -> None:
        args, index = "step.call_frame.args", item.op.attrs["index"]  # which may be any in a graph from elsewhere
        wanted = self.text.constant(item.kernel.output_dtypes[0])
        fits = f"{index} < len({args}) and {args}[{index}].dtype is {wanted}"
        self.line(item, f"{target} = {args}[{index}] if {fits} else {self._call(item)}")

    def _retval(self, item: NodeItem) -> None:
        self.line(item, f"step.call_frame.set_result({item.op.attrs['index']}, {self.argument(item, 0)})")

    def _call(self, item: NodeItem) -> str:
        """The call of a node's kernel; the function behind it, where that saves a call."""
        text, kernel = self.text, item.kernel
        arguments = self.arguments(item)
        if kernel.definition.kind is not KernelKind.PURE:
            context = f"KernelContext(step, {text.constant(kernel)}, False, {self.frame_iteration})"
            return f"{text.constant(kernel.compute)}({', '.join([context, *arguments])})"
        compute: Any = kernel.compute
        if isinstance(compute, partial):
            arguments = [*(text.constant(value) for value in compute.args), *arguments]
            arguments += [f"{key}={text.constant(value)}" for key, value in compute.keywords.items()]
            compute = compute.func
        return f"{text.constant(compute)}({', '.join(arguments)})"


def _slots(item: NodeItem) -> list[Slot]:
    """All that an item depends on."""
    return [*item.data_producers, *((control, RAN) for control in item.control_producers)]
