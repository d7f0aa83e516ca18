"""Memory that is only numbers, for allocators under test: with a capacity, in places of the test's choice."""
from __future__ import annotations

from collections.abc import Callable

from aioflow.framework.memory.allocator import SubAllocator
from aioflow.framework.memory.bfc_allocator import FreedSignal

BASE = 1 << 40
GAP = 1 << 30


class SimulatedMemory(SubAllocator):
    """Gives pieces one behind the other, each adjoining the last one or far from it.

    Args:
        capacity: Bytes that it has.
        adjoins: Whether a piece begins where the last one ended, and may be joined with it.

    Attributes:
        pieces: Address -> size of what it has given and not got back.
        requests: All sizes that were asked for.
    """

    def __init__(self, capacity: int = 1 << 40, adjoins: bool = False) -> None:
        self.capacity = capacity
        self.pieces: dict[int, int] = {}
        self.requests: list[int] = []
        self._adjoins = adjoins
        self._next = BASE

    def allocate(self, alignment: int, num_bytes: int) -> tuple[int, int] | None:
        """See `SubAllocator`."""
        self.requests.append(num_bytes)
        if sum(self.pieces.values()) + num_bytes > self.capacity:
            return None
        address = self._next
        self.pieces[address] = num_bytes
        self._next = address + num_bytes + (0 if self._adjoins else GAP)
        return address, num_bytes

    def free(self, address: int, num_bytes: int) -> None:
        """See `SubAllocator`."""
        assert self.pieces.pop(address) == num_bytes

    @property
    def supports_coalescing(self) -> bool:
        """See `SubAllocator`."""
        return self._adjoins


class ScriptedSignal(FreedSignal):
    """Takes no time: each wait does what the test wants to happen meanwhile, and says whether memory was freed.

    Attributes:
        waits_s: How long each wait was to take at most, in seconds.
        meanwhile: Called in turn, one during each wait; when none is left the time is up.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waits_s: list[float] = []
        self.meanwhile: list[Callable[[], object]] = []

    def wait(self, timeout_s: float) -> bool:
        """See `FreedSignal`."""
        self.waits_s.append(timeout_s)
        if not self.meanwhile:
            return False
        self.meanwhile.pop(0)()
        return True
