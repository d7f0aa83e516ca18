"""PendingCounts: when a node of one iteration is ready, and whether it is dead."""
from __future__ import annotations

from aioflow.executor.dataflow.pending_counts import PendingCounts


def test_ordinary_node() -> None:
    """A node is ready with its last input; dead ones count as arrived, and are counted apart."""
    counts = PendingCounts([3])
    assert not counts.input_arrived(0, is_dead=False)
    assert not counts.input_arrived(0, is_dead=True)
    assert counts.input_arrived(0, is_dead=False)
    assert counts.dead == [1]


def test_iterations_count_apart() -> None:
    """What arrives in one iteration changes neither the counts of another one nor those with which all begin."""
    initial = [1, 2]
    first, second = PendingCounts(initial), PendingCounts(initial)
    assert first.input_arrived(0, is_dead=False)
    assert (initial, second.wait) == ([1, 2], [1, 2])


def test_merge_takes_the_first_live_input() -> None:
    """A Merge fires with its first live input, and with no further one."""
    counts = PendingCounts([1])
    assert counts.live_data_at_merge(0)
    assert not counts.live_data_at_merge(0)
    assert not counts.dead_data_at_merge(0, 2, from_enter=False)


def test_merge_is_dead_when_all_inputs_are() -> None:
    """A Merge fires dead with its last dead input, and not before."""
    counts = PendingCounts([1])
    assert not counts.dead_data_at_merge(0, 2, from_enter=False)
    assert counts.dead_data_at_merge(0, 2, from_enter=False)
    assert counts.all_dead(0, 2)


def test_dead_enter_ends_a_merge() -> None:
    """A loop that is entered dead never goes on: its Merge does not wait for the NextIteration."""
    assert PendingCounts([1]).dead_data_at_merge(0, 2, from_enter=True)


def test_merge_waits_for_controls() -> None:
    """A live input alone does not fire a Merge with control inputs; the last of these does."""
    counts = PendingCounts([1 + 2 * 2])
    assert not counts.live_data_at_merge(0)
    assert not counts.control_at_merge(0, 2)
    assert counts.control_at_merge(0, 2)


def test_controls_before_the_data() -> None:
    """The first live input fires a Merge whose control inputs are all there, also after dead data."""
    counts = PendingCounts([1 + 2])
    assert not counts.control_at_merge(0, 2)
    assert not counts.dead_data_at_merge(0, 2, from_enter=False)
    assert counts.live_data_at_merge(0)


def test_last_control_of_a_dead_merge() -> None:
    """Where all data came dead, the last control input fires the Merge, which is dead then."""
    counts = PendingCounts([1 + 2])
    assert not counts.dead_data_at_merge(0, 1, from_enter=False)
    assert counts.control_at_merge(0, 1)
    assert counts.all_dead(0, 1) and not counts.live_data_at_merge(0)
