"""Frames and iterations: their names, and when an iteration is over."""
from __future__ import annotations

from aioflow.executor.dataflow.frames import FrameState, IterationState
from aioflow.executor.dataflow.graph_view import FrameInfo


def entered(num_enters: int = 1) -> FrameState:
    """A loop that was entered from the root frame."""
    info = FrameInfo("loop")
    info.input_count = num_enters
    return FrameState(info, FrameState(FrameInfo(""), None).iterations[0])


def test_names() -> None:
    """A frame's name tells the way to it: frames and iterations, from the root on."""
    frame = entered()
    frame.iterations[7] = IterationState(frame, 7)
    inner = FrameState(FrameInfo("inner"), frame.iterations[7])
    assert (frame.name, inner.name) == (";0;loop", ";0;loop;7;inner")


def test_first_iteration_waits_for_all_enters() -> None:
    """Iteration 0 is not over before every Enter has arrived, even if nothing of it runs."""
    frame = entered(num_enters=1)
    first = frame.iterations[0]
    assert not frame.is_done(first)
    frame.pending_inputs = 0
    assert frame.is_done(first)


def test_what_keeps_an_iteration() -> None:
    """An iteration goes on while one of its nodes runs, or a loop that was entered from it."""
    frame = entered(num_enters=0)
    first = frame.iterations[0]
    first.running = 1
    assert not frame.is_done(first)
    first.running = 0
    first.children["inner"] = FrameState(FrameInfo("inner"), first)
    assert not frame.is_done(first)
    first.children.clear()
    assert frame.is_done(first)


def test_iterations_end_in_order() -> None:
    """A later iteration is not over while the one before lives, which may still send something into it."""
    frame = entered(num_enters=0)
    second = frame.iterations[1] = IterationState(frame, 1)
    assert not frame.is_done(second)
    del frame.iterations[0]
    assert frame.is_done(second)
