"""Scope: what is known at one place of a generated function, and where its statements go.

Nodes with equal guards (`liveness.py`) are alive together. Those that follow each other share one `if`, whose test is a
truth value that was worked out once. What a node that is not alive would have computed is never read, so that nothing
needs to be said about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from aioflow.executor.analysis.inline_plan import InlinePlan
from aioflow.executor.analysis.liveness import ALWAYS, Guards, Slot
from aioflow.executor.codegen.code_text import CodeText, KernelCall, Origin
from aioflow.executor.dataflow.graph_view import NodeItem


class Scope:
    """The body of a function, a loop or a branch, while it is written.

    Args:
        text: Where it is written.
        inlined: The plan of the view whose nodes are written here.
        frame_iteration: An expression for the loop iteration in which they run.
        indent: How deep its statements are indented.
        known: Guards that are known to hold here.
        calls: The calls around it, innermost first.
    """

    def __init__(
        self, text: CodeText, inlined: InlinePlan, frame_iteration: str, indent: int, known: Guards = ALWAYS,
        calls: Origin = (),
    ) -> None:  # fmt: skip
        self.text = text
        self.inlined = inlined
        self.frame_iteration = frame_iteration
        self.indent = indent
        self.known = known
        self.calls = calls
        #: Value -> the variable that holds it where it is alive; elsewhere the variable may hold anything.
        self._names: dict[Slot, str] = {}
        #: Guards, without those that are known -> an expression that is true exactly when they hold; "" for always.
        self._tests: dict[Guards, str] = {}
        #: The guards of the `if` that is open. Invariant: the next statement goes into it, or, where this is empty,
        #: directly into the scope; one level is enough, because each test says all that its nodes need.
        self._open: Guards = ALWAYS
        #: Truth values that are set within the open `if`, and so must be None where it is not entered.
        self._else: list[str] = []

    def inside(
        self, inlined: InlinePlan, frame_iteration: str, known: Guards, deeper: int = 1, calls: Origin | None = None
    ) -> Scope:
        """A scope for a block behind the last statement.

        Args:
            inlined: See above, as for `frame_iteration`, `known` and `calls`; None for the calls around this one.
            deeper: 1 for a block of its own, 0 for the same one.
        """
        # Names are not handed down: a block reads only what it is given, as a loop its constants and first values.
        calls = self.calls if calls is None else calls
        return Scope(self.text, inlined, frame_iteration, self.depth + deeper, known, calls)

    # ---- values
    def receive(self, slot: Slot, name: str, guards: Guards = ALWAYS) -> None:
        """Says which variable holds a value that comes from outside; it is None when the value is dead."""
        self._names[slot] = name
        # The first value with these guards tells for all of them; any other would tell the same.
        self._tests.setdefault(guards - self.known, f"{name} is not None")

    def name(self, slot: Slot) -> str:
        """The variable of a value."""
        return self._names[slot]

    def has_name(self, slot: Slot) -> bool:
        """Whether a value has a variable."""
        return slot in self._names

    def set_name(self, slot: Slot, name: str) -> None:
        """Says which variable holds a value when it is alive."""
        self._names[slot] = name

    def take_over(self, other: Scope) -> None:
        """Shares the variables and tests of a scope whose statements have all run when those of this one do."""
        self._names, self._tests = other._names, other._tests

    def argument(self, item: NodeItem, position: int) -> str:
        """An expression for an input of a node."""
        # A reference is read where its value is used, and not before: another node may assign to the variable between.
        name = self._names[item.data_producers[position]]
        return f"{name}.read()" if position in item.deref else name

    def arguments(self, item: NodeItem) -> list[str]:
        """Expressions for all inputs of a node."""
        return [self.argument(item, i) for i in range(len(item.data_producers))]

    # ---- tests
    def test(self, guards: Guards) -> str:
        """An expression that is true exactly when `guards` hold; "" where they are known to."""
        missing = guards - self.known
        return self._tests[missing] if missing else ""

    def can_test(self, guards: Guards) -> bool:
        """Whether there is such an expression already."""
        missing = guards - self.known
        return not missing or missing in self._tests

    def set_test(self, guards: Guards, test: str, variable: str = "") -> None:
        """Says what tells whether `guards` hold.

        Args:
            guards: The guards.
            test: The expression.
            variable: The variable in it that the last statement has set; it is None where that statement did not run.
        """
        self._tests[guards - self.known] = test
        if variable and self._open:
            self._else.append(variable)

    def combine_tests(self, guards: Guards, tests: Sequence[str], operator: str) -> None:
        """Makes tests, joined by "and" or "or", the test of `guards`."""
        if len(tests) == 1:
            self.set_test(guards, tests[0])
            return
        # Worked out before the `if`, and once: nodes with these guards may come again, behind others.
        name = self.text.variable("t")
        self.set_test(guards, name)
        joined = f" {operator} ".join(f"({test})" for test in tests)
        self.text.line(self.indent, f"{name} = {joined}")

    # ---- statements
    @property
    def depth(self) -> int:
        """The indentation of the next statement, in levels."""
        return self.indent + bool(self._open)

    def line(self, item: NodeItem, text: str, replaced: KernelCall | None = None) -> None:
        """Adds a statement for a node, where the last `enter` said; see `CodeText.line`."""
        self.text.line(self.depth, text, (item, *self.calls), replaced)

    def enter(self, guards: Guards, sources: Sequence[Guards]) -> None:
        """Goes to where `guards` are known to hold.

        Args:
            guards: Those of the next node.
            sources: Guards whose tests together tell whether it is alive.
        """
        missing = guards - self.known
        if missing == self._open:  # the usual case: neighbours in a branch share its `if`
            return
        self.leave()
        if not missing:
            return
        if missing not in self._tests:
            tests = dict.fromkeys(self.test(source) for source in sources)
            self.combine_tests(missing, [test for test in tests if test], "and")
        self.text.line(self.indent, f"if {self._tests[missing]}:")
        self.text.line(self.indent + 1, "pass")  # constants and forwarded values write nothing
        self._open = missing

    def leave(self) -> None:
        """Goes to where only the known guards hold."""
        # A test that was set inside must be None, which is neither side, where the `if` was not entered: the variable
        # may be there from an iteration before, or not at all.
        if self._open and self._else:
            self.text.line(self.indent, f"else: {' = '.join(self._else)} = None")
        self._open, self._else = ALWAYS, []
