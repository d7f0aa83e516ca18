"""What must hold of a step's frames and counts at every moment."""
from __future__ import annotations

from collections import Counter
from operator import gt

from aioflow.executor.dataflow.frames import FrameState, IterationState
from aioflow.testing.scheduled_step import ScheduledStep


def check_step(step: ScheduledStep) -> None:
    """Checks a step between two moves, and once more when it has come to rest.

    Raises:
        AssertionError: Something does not hold.
    """
    given_out = Counter([id(node.iteration) for node in (*step.ready, *step.running, *step.dropped)])
    assert step.num_outstanding == given_out.total(), "nodes are counted that are not there"
    for frame in (step.state.root, *step.state.live_frames()):
        _check_frame(frame)
        for iteration in frame.iterations.values():
            running = given_out.pop(id(iteration), 0)
            assert iteration.running == running, f"{_name(iteration)}: running are {running}, not {iteration.running}"
            assert frame.parent is None or not frame.is_done(iteration), f"{_name(iteration)} is kept though it is done"
            _check_counts(iteration)
    assert not given_out, "a node is ready or running in an iteration that was given up"
    if not step.ready and not step.running and not step.is_stopped:
        _check_end(step)


def _name(iteration: IterationState) -> str:
    return f"iteration {iteration.number} of {iteration.frame.name!r}"


def _check_frame(frame: FrameState) -> None:
    numbers = sorted(frame.iterations)
    info = frame.info
    assert numbers == [*range(numbers[0], frame.newest + 1)], f"iterations of {frame.name}: {numbers}"
    limit = max(1, info.parallel_iterations)
    assert len(numbers) <= limit, f"{frame.name} has {len(numbers)} iterations at once, {limit} are allowed"
    assert not frame.deferred or len(numbers) == limit, f"{frame.name} defers an iteration although there is a place"
    assert 0 <= frame.pending_inputs <= info.input_count, f"{frame.name} misses {frame.pending_inputs} Enters"


def _check_counts(iteration: IterationState) -> None:
    wait, initial = iteration.counts.wait, iteration.frame.info.initial_wait
    is_right = min(wait) >= 0 and not any(map(gt, wait, initial))
    assert is_right, f"{_name(iteration)}: nodes wait for {wait}, at first for {initial}"


def _check_end(step: ScheduledStep) -> None:
    """Nothing is left but the root frame, in which what has run waits for nothing, and the rest for something."""
    root = step.state.root
    assert not step.num_outstanding and not step.state.live_frames(), "frames are left"
    (iteration,) = root.iterations.values()
    assert not iteration.running and not iteration.children and not root.deferred
    ran = {name for frame, _, name in step.values if not frame}
    for item in root.info.nodes:
        wait = iteration.counts.wait[item.index]
        assert (wait == 0) == (item.name in ran), f"{item.name} waits for {wait}, and ran: {item.name in ran}"
        if not item.is_merge:  # which may get a second value when it has run
            kept = iteration.inputs[item.input_start : item.input_start + item.num_inputs]
            assert all(value is None for value in kept), f"values are kept for {item.name}"
