"""RequestIds: what has been asked before, so that nothing is done twice."""
from __future__ import annotations

from collections import deque

from aioflow import errors


class RequestIds:
    """The latest ids of requests.

    Args:
        what: What they ask for, for the message.
        size: How many are kept.
    """

    def __init__(self, what: str, size: int) -> None:
        self._what = what
        self._order: deque[int] = deque()
        self._seen: set[int] = set()
        self._size = size

    def check(self, request_id: int) -> None:
        """Notes an id; 0 stands for a request that may come twice.

        Raises:
            AbortedError: It was there before.
        """
        if not request_id:
            return
        if request_id in self._seen:
            raise errors.aborted(
                f"The same {self._what} request was received twice. The request may have been retried by the "
                f"transport; request_id {request_id}"
            )
        self._seen.add(request_id)
        self._order.append(request_id)
        if len(self._order) > self._size:
            self._seen.discard(self._order.popleft())
