"""Partial runs while somebody records: one run each, from its setup to its end."""
from __future__ import annotations

import asyncio
from functools import partial
from threading import get_ident
from time import perf_counter_ns

from aioflow.compiler.compiler import ExecutorEntry
from aioflow.executor.step_life import StepLife
from aioflow.framework.kernels import StepContext
from aioflow.pools.completion_queue import CompletionQueue
from aioflow.pools.pool_run import PoolRun
from aioflow.session.steps.run_log import RunNote, begin_note, end_note
from aioflow.session.steps.signature_labels import NamedSignature, label_of
from aioflow.session.steps.step_options import StepOptions
from aioflow.session.steps.step_runner import StepRunner


def begin_recorded(
    runner: StepRunner, entry: ExecutorEntry, context: StepContext, options: StepOptions
) -> RunNote:  # fmt: skip
    """Tells the listeners of a partial run that is about to start; has its nodes taken down where they want that.

    Args:
        runner: The session's.
        entry: The signature.
        context: The step, which has its place on a pool, if it needs one.
        options: The session's.
    """
    note = begin_note(context.step_id, NamedSignature(entry, label_of(entry)), runner, "partial run")
    if note.trace is not None and not runner.make_traceable(entry, options):
        note.trace = None  # what is missing for it is made meanwhile, for later runs
    context.trace = note.trace
    if isinstance(context.pool, PoolRun):
        context.pool.number = context.step_id
        note.admitted_ns, note.pool = perf_counter_ns(), context.pool.pool.name
    return note


def tell_of_end(note: RunNote, step: StepLife) -> None:
    """Has the listeners told when a step has ended: on the event loop that runs now, as they are of other runs."""
    # Noted when it is told to stop: whoever waits for its end may have raised the error, and taken it away, by then.
    found: list[BaseException | None] = []
    step.call_at_stop(lambda: found.append(step.error))
    step.call_at_end(partial(_ended, note, found, asyncio.get_running_loop(), get_ident()))


def _ended(
    note: RunNote, found: list[BaseException | None], loop: asyncio.AbstractEventLoop, loop_thread: int
) -> None:  # fmt: skip
    error = found.pop() if found else None
    if get_ident() == loop_thread:
        end_note(note, error)
    else:  # a loop that is closed hears nothing more
        CompletionQueue.for_loop(loop).post(end_note, note, error)
