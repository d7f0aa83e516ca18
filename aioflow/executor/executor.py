"""Executor: runs one partition, step after step, any number of them at once."""

from __future__ import annotations

from aioflow.executor.program import Program, Stepwise
from aioflow.executor.step import Step
from aioflow.executor.step_life import StepLife
from aioflow.framework.kernels import StepContext


class Executor(Program):
    """A `Program` that starts steps."""

    def start(self, context: StepContext, group: StepLife | None = None, choice: Stepwise | None = None) -> Step:
        """Starts one step, on this thread as far as that is cheap. Called on an event loop.

        Args:
            context: What the step's kernels share: the pool where expensive nodes run, a call frame for the results.
            group: The run that the step is a part of. It is stopped as soon as the step has an error, on any thread,
                while other nodes may still run.
            choice: The choice for this step where it has been made already.

        Returns:
            The step, which may have ended already.
        """
        # Parts of a step are never one call: each has to let the others run that it waits for.
        if choice is None:
            choice = self.choose_view(context.functions, shows_nodes=context.collector is not None)
        step = Step(self, context, choice, group)
        step.start()
        return step
