"""A whole step as one function of its feeds, where none of its nodes needs to know of the step.

That is so where all of them compute from their inputs alone, none can be dead at the end, and none loops. Such a step
makes no context, no frame and no task, and so costs little more than the calls of its kernels.
"""
from __future__ import annotations

import contextvars
from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow.executor.analysis.inlining import Native
from aioflow.executor.analysis.loop_shapes import LoopShape
from aioflow.executor.analysis.node_order import Unit
from aioflow.executor.codegen.code_scope import Scope
from aioflow.executor.codegen.code_text import CodeText
from aioflow.executor.codegen.segment_code import SegmentCode
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.kernels.kernel import KernelKind

_ENDS = ("_Arg", "_Retval")


class _WholeScope(Scope):
    """Writes arguments and return values as those of the function itself."""

    def __init__(self, text: CodeText, native: Native) -> None:
        super().__init__(text, native, "ROOT", indent=1)
        self.results: dict[int, str] = {}

    def _arg(self, item: NodeItem, target: str) -> None:
        self.line(item, f"{target} = args[{item.op.attrs['index']}]")
        wanted = self.text.constant(item.kernel.output_dtypes[0])
        self.line(item, f"if {target}.dtype is not {wanted}: return None")

    def _retval(self, item: NodeItem) -> None:
        self.results[item.op.attrs["index"]] = self.argument(item, 0)


def generate_whole(native: Native, units: Sequence[Unit]) -> SegmentCode | None:
    """Generates the function of a step: `call(args) -> results`, or None where a fed value is missing or not fitting.

    Args:
        native: The view of the step.
        units: All that is in it, in an order in which it can run.

    Returns:
        None where a step needs a context, or its results are not numbered from 0 on.
    """
    items = [unit for unit in units if not isinstance(unit, LoopShape) and unit not in native.calls]
    retvals = [item for item in items if item.op.type == "_Retval"]
    if len(items) < len(units) or not all(map(_is_pure, items)) or any(native.liveness.guards[r] for r in retvals):
        return None
    if sorted(item.op.attrs["index"] for item in retvals) != list(range(len(retvals))):
        return None
    text = CodeText()
    scope = _WholeScope(text, native)
    text.line(0, "def segment(args):")
    num_args = 1 + max((item.op.attrs["index"] for item in items if item.op.type == "_Arg"), default=-1)
    if num_args:
        text.line(1, f"if len(args) < {num_args}: return None")
    scope.add(units)
    text.line(1, f"return [{', '.join(scope.results[i] for i in range(len(retvals)))}]")
    return SegmentCode(text)


def _is_pure(item: NodeItem) -> bool:
    return item.op.type in _ENDS or item.kernel.definition.kind is KernelKind.PURE


def _quiet_context() -> contextvars.Context:
    """Where numpy says nothing of overflows and the like: what they give is in the results."""
    context = contextvars.Context()
    context.run(np.seterr, all="ignore")
    return context


_QUIET = _quiet_context()


def run_whole(code: SegmentCode, args: Sequence[Any]) -> list[Any] | None:
    """Calls what `generate_whole` has made; kernels that only compute need none of the caller's context variables."""
    results: list[Any] | None = _QUIET.copy().run(code.call, args)
    return results
