"""Executor: runs one partition, step after step, any number of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np

from aioflow.executor.codegen.whole_step import run_whole
from aioflow.executor.dataflow.graph_view import GraphView
from aioflow.executor.dataflow.kernel_stats import KernelStats
from aioflow.executor.memory_errors import explained
from aioflow.executor.node_errors import as_op_error
from aioflow.executor.run_end import Run
from aioflow.executor.segments.plan import Plan
from aioflow.executor.step import Step
from aioflow.framework.kernels import ROOT_FRAME_ITERATION, StepContext


class Executor:
    """Runs a `GraphView`, any number of steps at once.

    Args:
        view: The compiled partition.
        is_single_threaded: Whether the nodes of a step run one after the other on one thread.

    Attributes:
        stats: What a whole step costs in kernels and propagation.
        never_inline: Whether nodes stay off the event loop whatever they cost, in steps that have a pool.
    """

    def __init__(self, view: GraphView, is_single_threaded: bool = False) -> None:
        self.view = view
        self.is_single_threaded = is_single_threaded
        self.stats = KernelStats()
        self.never_inline = False
        self.plan = Plan(view)
        self._may_block = any(item.stats.is_blocking for item in view.nodes)

    @property
    def needs_thread(self) -> bool:
        """Whether a step is too long for the event loop, as far as is known, or may block."""
        return self.never_inline or self._may_block or self.stats.is_expensive

    def run_at_once(self, context: StepContext) -> bool:
        """Runs a whole step here if it is one cheap segment; whether it did. Nothing of it waits or uses a thread.

        Raises:
            OpError: The error of a node.
        """
        if self.stats.is_expensive or self.never_inline or context.collector is not None:
            return False
        segment = self.plan.next_only_segment()
        if segment is None:
            return False
        began = perf_counter()
        try:
            with np.errstate(all="ignore"):
                segment.code.call(context, (), ROOT_FRAME_ITERATION)
        except BaseException as error:
            raise explained(as_op_error(segment, error), None) from error.__cause__
        self.stats.add(perf_counter() - began)
        return True

    def run_whole(self, args: Sequence[Any]) -> list[Any] | None:
        """Runs a whole step here if it is one cheap segment that needs no context; None where it did not.

        Args:
            args: Values for the `_Arg` nodes, by index.

        Raises:
            OpError: The error of a node.
        """
        if self.never_inline or self.stats.is_expensive:
            return None
        segment = self.plan.next_only_segment(must_be_whole=True)
        if segment is None or segment.whole is None:
            return None
        began = perf_counter()
        try:
            results = run_whole(segment.whole, args)
        except BaseException as error:
            raise explained(as_op_error(segment, error), None) from error.__cause__
        if results is not None:
            self.stats.add(perf_counter() - began)
        return results

    def start(self, context: StepContext, whole: Run | None = None) -> Step:
        """Starts one step, on this thread as far as that is cheap. Called on an event loop.

        Args:
            context: What the step's kernels share: the pool where expensive nodes run, a call frame for the results.
            whole: The run that the step is a part of. It is stopped as soon as the step has an error, on any thread,
                while other nodes may still run.

        Returns:
            The step, which may have ended already.
        """
        step = Step(self, context, whole)
        step.start()
        return step
