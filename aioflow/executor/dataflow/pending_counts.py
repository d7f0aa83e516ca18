"""PendingCounts: how many inputs each node of a frame still waits for in one iteration, and how many came dead.

For an ordinary node `wait` starts at the number of its in-edges, data and control. For a Merge it is
`1 + 2 * (number of control in-edges)`: bit 0 says "no live data input yet", the rest counts control inputs. A node that
was fired has `wait` 0 or below, and never fires again.
"""
from __future__ import annotations


class PendingCounts:
    """The counts of one iteration, indexed by a node's position in its frame."""

    # Two lists of integers, and not an object per node as in TensorFlow, which packs both counts into one byte where
    # they are small: copying a list is the cheapest way for Python to begin an iteration.
    __slots__ = ("dead", "wait")

    def __init__(self, initial_wait: list[int]) -> None:
        #: Inputs that have not arrived (a Merge: see above).
        self.wait = initial_wait.copy()
        #: Inputs that arrived dead; of a Merge, data inputs only.
        self.dead = [0] * len(initial_wait)

    def input_arrived(self, index: int, is_dead: bool) -> bool:
        """A data or control input of an ordinary node arrived; whether the node is ready now."""
        if is_dead:
            self.dead[index] += 1
        self.wait[index] -= 1
        return self.wait[index] == 0

    def live_data_at_merge(self, index: int) -> bool:
        """A live data input of a Merge arrived; whether the Merge fires (alive) now."""
        before = self.wait[index]
        if before > 0:
            self.wait[index] = before & ~1
        return before == 1  # no live input before, and no control input outstanding

    def dead_data_at_merge(self, index: int, num_data_inputs: int, from_enter: bool) -> bool:
        """A dead data input of a Merge arrived; whether the Merge fires (dead) now.

        A dead Enter ends it at once: its loop never starts, so the other input never comes.
        """
        if self.wait[index] <= 0:
            return False
        self.dead[index] += 1
        all_dead = from_enter or self.dead[index] == num_data_inputs
        # 1 says that only data was missing. An even number says that a live input came: controls will fire it alive.
        if all_dead and self.wait[index] == 1:
            self.wait[index] = 0
            return True
        return False

    def control_at_merge(self, index: int, num_data_inputs: int) -> bool:
        """A control input of a Merge arrived, dead or not; whether the Merge fires now (dead if `all_dead`)."""
        self.wait[index] -= 2  # bit 0 stays
        if self.wait[index] == 0:
            return True
        if self.wait[index] == 1 and self.all_dead(index, num_data_inputs):
            self.wait[index] = 0
            return True
        return False

    def all_dead(self, index: int, num_data_inputs: int) -> bool:
        """Whether every data input of a Merge came dead."""
        return self.dead[index] == num_data_inputs
