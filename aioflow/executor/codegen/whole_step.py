"""A whole step as one function of its feeds, where none of its nodes needs to know of the step.

That is so where all of them compute from their inputs alone, none can be dead at the end, and none loops. Such a step
makes no context, no frame and no task, and so costs little more than the calls of its kernels.
"""
from __future__ import annotations

import contextvars
from collections.abc import Sequence

import numpy as np

from aioflow.executor.analysis.function_calls import CALL_ENDS
from aioflow.executor.analysis.inline_plan import InlinePlan
from aioflow.executor.analysis.units import LoopShape, Unit
from aioflow.executor.codegen.code_blocks import without_ends, write_units
from aioflow.executor.codegen.code_scope import Scope
from aioflow.executor.codegen.code_text import CodeText
from aioflow.executor.codegen.segment_code import SegmentCode
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.kernels import KernelKind


def generate_whole(
    inlined: InlinePlan, units: Sequence[Unit], limits: Sequence[int] = (), varying: Sequence[int] = ()
) -> SegmentCode | None:
    """Generates the function of a step: `call(args) -> results`, or None where a fed value is missing or not fitting.

    Args:
        inlined: The plan of the step's view.
        units: All that is in it, in an order in which it can run.
        limits: How many elements fed values may have (see `FeedSizes`), by index; read in each call.
        varying: The indices of those for which that is asked.

    Returns:
        None where a step needs a context, or its results are not numbered from 0 on.
    """
    items = [unit for unit in units if not isinstance(unit, LoopShape) and unit not in inlined.calls]
    retvals = sorted((item for item in items if item.op.type == "_Retval"), key=_index)
    if len(items) < len(units) or not all(map(_is_pure, items)):
        return None
    if any(inlined.liveness.guards[item] for item in retvals):  # a dead result is an error, which others tell
        return None
    if list(map(_index, retvals)) != list(range(len(retvals))):  # a graph from elsewhere may number them at will
        return None
    # As a function's body: arguments first, results last, and "ROOT" for an iteration of which no pure kernel hears.
    text = CodeText(has_step=False)
    scope = Scope(text, inlined, "ROOT", indent=1)
    text.line(0, "def segment(args):")
    _write_args(scope, [item for item in items if item.op.type == "_Arg"], limits, varying)
    write_units(scope, without_ends(units))
    text.line(1, f"return [{', '.join(scope.argument(item, 0) for item in retvals)}]")
    return SegmentCode(text)


def _write_args(scope: Scope, items: Sequence[NodeItem], limits: Sequence[int], varying: Sequence[int]) -> None:
    """Names the fed values; leaves the step to others, before anything has run, where one is missing or does not fit.

    Such a step has its error from the kernels of its `_Arg` nodes, and says which one it is.
    """
    num_args = 1 + max(map(_index, items), default=-1)
    if num_args:
        scope.text.line(1, f"if len(args) < {num_args}: return None")
    for item in items:
        name = scope.text.variable()
        scope.set_name((item, 0), name)
        scope.line(item, f"{name} = args[{_index(item)}]")
        wanted = scope.text.constant(item.kernel.output_dtypes[0])
        # numpy has one object for each of its dtypes, so that `is` will do; where it does not, the step is only slower.
        unfit = f"{name}.dtype is not {wanted}"
        if _index(item) in varying:
            unfit += f" or {name}.size > {scope.text.constant(limits)}[{_index(item)}]"
        scope.line(item, f"if {unfit}: return None")


def _index(item: NodeItem) -> int:
    """The number of the argument or result for which a node stands."""
    index: int = item.op.attrs["index"]
    return index


def _is_pure(item: NodeItem) -> bool:
    return item.op.type in CALL_ENDS or item.kernel.definition.kind is KernelKind.PURE


def _quiet_context() -> contextvars.Context:
    """A context in which numpy says nothing of overflows and the like: what they give is in the results."""
    # numpy keeps its error state in a context variable. `np.errstate` would set it anew, and back, in each step; a copy
    # of a context that has it shares all that is in it, and is made in no time.
    context = contextvars.Context()
    context.run(np.seterr, all="ignore")
    return context


# Kernels that only compute need none of the caller's context variables. A context cannot be entered twice, and steps
# run on several event loops.
QUIET = _quiet_context()
"""The context variables under which a whole step runs; to be copied for each."""
