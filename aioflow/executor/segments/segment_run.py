"""SegmentRun: an execution of a segment that has loops, which may pause and go on elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from aioflow.executor.codegen.segment_code import LoopRun
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.executor.segments.segmented_view import SegmentItem
from aioflow.framework.denormals import flush_denormals, keep_denormals
from aioflow.framework.kernels import StepContext


class SegmentRun:
    """An execution that has begun; one thread at a time goes on with it.

    Args:
        segment: What runs.
        context: The step.
        inputs: The segment's inputs.
        frame_iteration: See `KernelContext`.

    Attributes:
        loop: The node that stands for the loop it was in when it last could pause.
    """

    __slots__ = ("_code", "_elapsed_s", "_segment", "loop")

    def __init__(
        self, segment: SegmentItem, context: StepContext, inputs: list[Any], frame_iteration: tuple[str, int]
    ) -> None:
        self.loop: NodeItem = segment
        self._segment = segment
        self._elapsed_s = 0.0
        code = segment.code if context.trace is None else segment.traced
        self._code: LoopRun = code.call(context, inputs, frame_iteration)

    def go_on(self, end: float, must_pause: Callable[[], bool]) -> list[Any] | None:
        """Runs on.

        Args:
            end: When to pause (`perf_counter`).
            must_pause: Asked now and then whether to pause before.

        Returns:
            The outputs, or None where it has paused.
        """
        # Only time in which it runs counts, not the pauses: `stats` decides whether it is worth a thread.
        code = self._code
        began = perf_counter()
        is_flushing = self._segment.code.flushes and flush_denormals()
        try:
            while True:
                self.loop = next(code)
                if must_pause() or perf_counter() > end:
                    self._elapsed_s += perf_counter() - began
                    return None
        except StopIteration as ended:
            self._segment.has_run = True
            self._segment.stats.add(self._elapsed_s + perf_counter() - began)
            outputs: list[Any] = ended.value
            return outputs
        finally:
            # Whoever goes on may be another thread.
            if is_flushing:
                keep_denormals()
