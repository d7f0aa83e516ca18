"""The tasks that may share batches, in their order, and what makes the next batch.

TensorFlow Serving's queue holds batches: a task goes into the last one, or opens another. Here tasks wait, and batches
are cut from the front when they are run. In order of arrival both give the same batches, for filling up from the front
always ends where the last batch ended. But a task that leaves, or one that goes before others, needs no rearrangement.
"""
from __future__ import annotations

import math
from bisect import insort
from collections.abc import Sequence

from aioflow import errors
from aioflow.serving.batching.tasks import Part, Task
from aioflow.serving.settings.batching import Batching, QueuePolicy

#: What a level of priority is worth: a task goes before those of the level above it that came so much later. So each
#: level gets on, however much comes with a higher one.
AGEING_S = 1.0
#: How much longer than a mean batch the one may take that is to meet a deadline.
_MARGIN = 1.25


class BatchQueue:
    """Tasks in the order of their ranks: of arrival, and of priority.

    Args:
        settings: How large batches are, and how much may wait.
    """

    def __init__(self, settings: Batching) -> None:
        self._settings = settings
        self._batch_rows = max_batch_rows(settings)
        self._tasks: list[Task] = []
        self._num_rows = 0

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def num_rows(self) -> int:
        """Rows that wait."""
        return self._num_rows

    @property
    def is_full(self) -> bool:
        """Whether the next batch gets no larger."""
        return self._num_rows >= self._batch_rows or self._is_cut_short()

    @property
    def tasks(self) -> Sequence[Task]:
        """All that wait, the first first."""
        return self._tasks

    def add(self, task: Task) -> None:
        """Has a task wait.

        Raises:
            InvalidArgumentError: It is larger than any may be.
            UnavailableError: The queue is full.
        """
        if task.num_rows > self._settings.max_rows:
            self._check_size(task)
        policy = self._settings.queues.get(task.level, self._settings.queue)
        if policy.max_requests is not None or policy.max_rows is not None:
            self._check_level(task, policy)
        # What fits into one batch fits in.
        if self._num_rows + task.num_rows > self._batch_rows:
            if self._settings.splits:
                self._check_capacity(task)
            else:
                self._check_batches(task)
        self._insert(task, is_late=False)

    def discard(self, task: Task) -> bool:
        """Has a task leave, and says whether it was there."""
        if not task.num_left:  # as of most that have been answered, which then need not be looked for
            return False
        try:
            self._tasks.remove(task)  # by identity: tasks compare so
        except ValueError:
            return False
        self._num_rows -= task.num_left
        return True

    def put_behind(self, task: Task) -> None:
        """Puts a task that has waited too long, if it is there, behind all that have not, also those to come."""
        if self.discard(task):
            self._insert(task, is_late=True)

    def due_s(self, window_s: float, run_s: float = 0.0) -> float:
        """When the next batch is to run.

        Args:
            window_s: How long the first task waits for others.
            run_s: How long a batch takes: no task waits until its deadline leaves less than that.

        Returns:
            A time; minus infinity where waiting would bring nothing, infinity where nothing waits.
        """
        if not self._tasks:
            return math.inf
        if not window_s or self.is_full:
            return -math.inf
        return min(min(task.arrival_s + window_s, task.deadline_s - _MARGIN * run_s) for task in self._tasks)

    def take(self) -> list[Part]:
        """The parts of the next batch, which leave the queue; none if nothing waits."""
        parts: list[Part] = []
        room, count = self._batch_rows, 0
        for task in self._tasks:
            num_left = task.num_left
            num_rows = num_left if num_left <= room else room
            if not num_rows or (num_rows < num_left and not self._settings.splits):
                break
            start = task.num_rows - num_left
            parts.append(Part(task, start, start + num_rows))
            task.num_left = num_left - num_rows
            room -= num_rows
            count += num_rows == num_left
        del self._tasks[:count]
        self._num_rows -= self._batch_rows - room
        return parts

    def _insert(self, task: Task, *, is_late: bool) -> None:
        late_s = (task.level - 1) * AGEING_S if task.level > 1 else 0.0
        task.rank = rank = (is_late, task.arrival_s + late_s)
        if not self._tasks or self._tasks[-1].rank <= rank:
            self._tasks.append(task)
        else:
            insort(self._tasks, task, key=_rank)  # behind those of the same rank
        self._num_rows += task.num_left

    def _packed(self) -> tuple[int, int]:
        """How many batches the tasks make that are not split, and the room in the last."""
        count, room = 0, 0
        for task in self._tasks:
            if task.num_rows > room:
                count, room = count + 1, self._batch_rows
            room -= task.num_rows
        return count, room

    def _is_cut_short(self) -> bool:
        """Whether a task waits that does not fit into the first batch, so that this one gets no larger."""
        return not self._settings.splits and self._num_rows > self._batch_rows and self._packed()[0] > 1

    def _check_size(self, task: Task) -> None:
        settings = self._settings
        if settings.is_strict or not settings.splits:
            raise errors.invalid_argument(
                f"Task size {task.num_rows} is larger than maximum input batch size {settings.max_rows}"
            )

    def _check_level(self, task: Task, policy: QueuePolicy) -> None:
        others = [other for other in self._tasks if other.level == task.level]
        if policy.max_requests is not None and len(others) >= policy.max_requests:
            raise errors.unavailable(f"{len(others)} requests wait for a batch, of at most {policy.max_requests}")
        num_rows = sum(other.num_left for other in others)
        if policy.max_rows is not None and num_rows + task.num_rows > policy.max_rows:
            raise errors.unavailable(
                f"{num_rows} rows wait for a batch, of at most {policy.max_rows}: no room for {task.num_rows} more"
            )

    def _check_capacity(self, task: Task) -> None:
        capacity = self._settings.max_queued_batches * self._batch_rows - self._num_rows
        if task.num_rows > capacity:
            raise errors.unavailable(
                "The batch scheduling queue to which this task was submitted is full; task size is "
                f"{task.num_rows} but scheduling capacity is {capacity}"
            )

    def _check_batches(self, task: Task) -> None:
        count, room = self._packed()
        most = self._settings.max_queued_batches
        if task.num_rows > room and count >= most:
            raise errors.unavailable(
                "The batch scheduling queue to which this task was submitted is full; currently "
                f"{count} batches enqueued and max_enqueued_batches is {most}"
            )


def max_batch_rows(settings: Batching) -> int:
    """The rows of the largest batch."""
    if not settings.splits:
        return settings.max_rows
    # As TensorFlow's batch op has it, the largest allowed size is the cap where requests are split.
    cap = settings.max_execution_rows or settings.max_rows
    return min(cap, settings.allowed_rows[-1]) if settings.allowed_rows else cap


def policy_of(settings: Batching, level: int) -> QueuePolicy:
    """The bounds of a level of priority."""
    return settings.queues.get(level, settings.queue)


def _rank(task: Task) -> tuple[bool, float]:
    return task.rank
