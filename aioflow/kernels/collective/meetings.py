"""Meetings: where the members of a collective that are all on one task bring their values, within one step."""
from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.arrays import Array

#: From what the members bring, by rank, makes what each of them gets.
Combine = Callable[[Sequence[Any]], Awaitable[Sequence[Array]]]


class Meetings(Resource):
    """The collectives of one step for which members wait. No lock: all of a step's waiting is on one event loop."""

    def __init__(self) -> None:
        #: The open ones of each key, the oldest first: in a loop a member may come again before others have come once.
        self._open: dict[str, deque[_Meeting]] = {}

    async def meet(self, key: str, size: int, rank: int, brought: Any, combine: Combine) -> Array:
        """Waits until all members have come.

        Args:
            key: Names the collective and its execution.
            size: The number of members.
            rank: Which of them this is.
            brought: What it brings.
            combine: Called by the member that comes last.

        Returns:
            The member's share of what `combine` has made.
        """
        line = self._open.setdefault(key, deque())
        meeting = next((each for each in line if rank not in each.brought), None)
        if meeting is None:
            meeting = _Meeting()
            line.append(meeting)
        meeting.brought[rank] = brought
        if len(meeting.brought) < size:
            await meeting.is_over.wait()
            return meeting.results[rank]
        line.remove(meeting)
        if not line:
            del self._open[key]
        # Where this fails, so does the step, which cancels those that wait.
        meeting.results = await combine([meeting.brought[each] for each in range(size)])
        meeting.is_over.set()
        return meeting.results[rank]


class _Meeting:
    def __init__(self) -> None:
        self.brought: dict[int, Any] = {}
        self.results: Sequence[Array] = ()
        self.is_over = asyncio.Event()
