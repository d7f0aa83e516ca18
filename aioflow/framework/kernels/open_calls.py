"""OpenCalls: the calls of functions that one run has open, and the order in which more of them begin."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

#: So many calls of a run begin as soon as they are asked for: more than the iterations of a loop that run at the same
#: time (`parallel_iterations`, 10 unless a graph says otherwise), and few enough for one turn of the event loop.
MAX_AT_ONCE = 32
#: Beyond that, as many at a time go as far as they can without waiting.
MAX_GOING = 2
#: Seconds after which one more begins anyway: those that go may be long kernels, and the pool may have more threads.
NEXT_AFTER_S = 1e-3


class OpenCalls:
    """The open calls of one run; touched on its event loop only.

    Functions that call functions twice, or themselves, are a tree of calls. If all of a level began at once, that would
    be twice as many with each level: the event loop would have no time for others, and memory would not do. So beyond
    `MAX_AT_ONCE` the newest begins first, and the next one when that waits: the tree is walked in depth. No call is
    held back for good, as it may be the one that the open ones wait for, by way of a queue for instance.
    """

    __slots__ = ("_num_going", "_num_open", "_timer", "_waiting")

    def __init__(self) -> None:
        self._num_open = 0
        #: Open calls that have not come to a node that waits, such as a call.
        self._num_going = 0
        #: Those that wait for their turn, the newest last.
        self._waiting: list[asyncio.Future[None]] = []
        #: Lets one in when nothing else does; there is one exactly while any wait.
        self._timer: asyncio.TimerHandle | None = None

    def enter(self) -> bool:
        """Begins one more call, which ends with `leave`; False where it has to wait for its turn."""
        if self._num_open >= MAX_AT_ONCE:
            return False
        self._num_open += 1
        self._num_going += 1
        return True

    async def turn(self) -> None:
        """Waits for the turn of a call that could not enter at once, and begins it."""
        import asyncio  # not above: `import aioflow` alone does not need it

        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        if self._timer is None:
            self._start_timer(turn.get_loop())
        turn.get_loop().call_soon(self._fill)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was let in, and its run was stopped before it came to that
                self.leave(has_settled=False)
            raise

    def settle(self) -> None:
        """Notes that a call has come to a node that waits; once for each, or never."""
        self._num_going -= 1
        if self._waiting:
            self._fill()

    def leave(self, has_settled: bool) -> None:
        """Ends a call that has begun."""
        self._num_open -= 1
        if not has_settled:
            self.settle()

    def _fill(self) -> None:
        if self._waiting and self._num_going < MAX_GOING:
            self._let_in()

    def _let_in(self) -> None:
        """Lets the newest one in, which counts from here on."""
        while self._waiting:
            turn = self._waiting.pop()
            if not turn.done():  # else its run was stopped
                self._num_open += 1
                self._num_going += 1
                turn.set_result(None)
                break
        if not self._waiting and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(NEXT_AFTER_S, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self._start_timer(loop)
        self._let_in()
