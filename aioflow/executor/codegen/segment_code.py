"""A segment as one Python function.

The function takes the step, the segment's inputs and where in a loop it runs, and returns its outputs; a dead value
is None there. A table from line numbers to nodes lets an error name its node at no cost. A function with loops in it,
or with more nodes than should run at a stretch, is a generator: every so often it yields the node that stands for the
loop, or comes next, so that whoever runs it can stop it, or go on with it later, on another thread.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Generator, Sequence
from time import perf_counter_ns
from types import CodeType, TracebackType
from typing import Any

from aioflow.executor.analysis.inline_plan import InlinePlan
from aioflow.executor.analysis.liveness import RAN, Slot
from aioflow.executor.analysis.units import Unit
from aioflow.executor.codegen.code_blocks import write_units
from aioflow.executor.codegen.code_scope import Scope
from aioflow.executor.codegen.code_text import CodeText, Origin
from aioflow.executor.codegen.joined_calls import JoinedCalls
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.denormals import flush_denormals, keep_denormals
from aioflow.framework.kernels.stopping import StepStoppedError

_numbers = itertools.count()


class SegmentCode:
    """The generated function of one segment."""

    __slots__ = ("_code", "_origins", "_replaced", "call", "flushes", "has_loops", "may_pause", "source")

    def __init__(self, text: CodeText) -> None:
        #: Its text.
        self.source = text.finish()
        #: Whether it is a generator that yields a node wherever it can pause, and returns the outputs.
        self.may_pause = text.may_pause
        self.has_loops = text.has_loops
        #: Whether denormals are to be flushed while it runs, by who goes on with a generator.
        self.flushes = text.flushes
        self._origins = text.origins
        self._replaced = text.replaced
        # Numbered, so that tracebacks, profiles and `linecache` keep the functions apart.
        exec(compile(self.source, f"<segment {next(_numbers)}>", "exec"), text.names)  # the text is ours
        #: `call(step, inputs, frame_iteration) -> outputs` of a `StepContext`; the rest as in `KernelContext`.
        self.call: Any = text.names["segment"]
        self._code: CodeType = self.call.__code__
        if self.flushes and not self.may_pause:
            self.call = _flushing(self.call)

    def failing_items(self, error: BaseException) -> Origin:
        """The node whose statement raised `error`, and the calls around it, innermost first."""
        place = self._place(error)
        return () if place is None else self._origins.get(place.tb_lineno, ())

    def kernel_error(self, error: BaseException) -> BaseException:
        """The kernel's own error where something else failed in its place; else `error`.

        The kernel is called again with the same inputs, which the failed call still has.
        """
        place = self._place(error)
        if place is None or place.tb_lineno not in self._replaced or not isinstance(error, Exception):
            return error
        if isinstance(error, StepStoppedError):  # which no kernel is to be called after
            return error
        compute, names = self._replaced[place.tb_lineno]
        # Variables are dropped behind the statement, so that those of the one that failed are all there.
        known = place.tb_frame.f_globals | place.tb_frame.f_locals
        try:
            compute(*[known[name] for name in names])
        except Exception as told:
            return told
        return error

    def _place(self, error: BaseException) -> TracebackType | None:
        """The frame of the function in which `error` was raised."""
        # By the code object: kernels may run other segments inside, whose places would be others' lines.
        traceback: TracebackType | None = error.__traceback__
        while traceback is not None and traceback.tb_frame.f_code is not self._code:
            traceback = traceback.tb_next
        return traceback


def _flushing(call: Any) -> Any:
    """A function of a segment that flushes denormals: once, and not at each node that wants it."""

    def run(step: Any, inputs: Any, frame_iteration: Any) -> Any:
        is_begun = flush_denormals()
        try:
            return call(step, inputs, frame_iteration)
        finally:
            if is_begun:
                keep_denormals()

    return run


# Between two pauses nobody else runs the generator; after one, any thread may go on with it.
LoopRun = Generator[NodeItem, None, list[Any]]
"""A call of a function that may pause."""


def generate(
    inlined: InlinePlan, units: Sequence[Unit], inputs: Sequence[Slot], outputs: Sequence[Slot],
    pause_s: float = math.inf, traced_as: NodeItem | None = None,
) -> SegmentCode:
    """Generates the function of a segment.

    Args:
        inlined: The plan of the view that it is part of.
        units: Its nodes, loops and calls, in an order in which they can run.
        inputs: The values from outside, in the order of the function's inputs.
        outputs: The values for outside, in the order of its outputs.
        pause_s: Seconds, by what its nodes have cost, behind which it pauses.
        traced_as: Has it tell the trace of its step when its nodes ran, as parts of this item.
    """
    text = CodeText(is_traced=traced_as is not None)
    scope = Scope(text, inlined, "frame_iteration", indent=1)
    text.line(0, "def segment(step, inputs, frame_iteration):")
    if traced_as is not None:
        text.names.update(now=perf_counter_ns, SEGMENT=traced_as)
        text.line(1, "mark = step.trace.begin(SEGMENT)")
    if inputs:
        names = [text.variable() for _ in inputs]
        # The caller's list must not keep a value alive that the function drops behind its last use.
        text.line(1, f"{', '.join(names)}, = inputs; inputs.clear()")
        for slot, name in zip(inputs, names, strict=True):
            scope.receive(slot, name, inlined.liveness.of(slot))
    write_units(scope, units, pause_s, JoinedCalls(scope))
    text.line(1, f"return [{', '.join(_output(scope, slot) for slot in outputs)}]")
    return SegmentCode(text)


def _output(scope: Scope, slot: Slot) -> str:
    value = "True" if slot[1] == RAN else scope.name(slot)
    test = scope.test(scope.inlined.liveness.of(slot))
    return f"{value} if {test} else None" if test else value
