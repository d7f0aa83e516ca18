"""Staging areas: tuples of tensors that wait between two parts of a pipeline, in a line or by key.

Unlike queues they promise no order among those who wait: whoever fits goes first.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.arrays import Array
from aioflow.kernels.waiting_room import NOT_YET, WaitingRoom

_STAGE_CANCELLED, _UNSTAGE_CANCELLED = "Stage operation was cancelled", "Unstage operation was cancelled"


def nbytes_of(tensors: Sequence[Array]) -> int:
    """Bytes that tensors take, with the contents of strings."""
    # The array of a string tensor holds pointers, TensorFlow counts the strings behind them as well.
    return sum(t.nbytes + (sum(map(len, t.flat)) if t.dtype.hasobject else 0) for t in tensors)


class _Limits:
    """The most that an area may hold. Guarded by the area's room.

    Args:
        what: The kind of area, for messages.
        capacity: Number of tuples; 0 for any.
        memory_limit: Bytes; 0 for any.

    Attributes:
        used_nbytes: Bytes of all tensors that are there, incomplete tuples included.
        promised: Bytes of tuples that are on their way: room is kept for them until their coroutine puts them.
    """

    def __init__(self, what: str, capacity: int, memory_limit: int) -> None:
        self.what = what
        self.capacity = capacity
        self.memory_limit = memory_limit
        self.used_nbytes = 0
        self.promised: list[int] = []

    def check(self, nbytes: int) -> None:
        """Raises `ResourceExhaustedError` when tensors will never fit."""
        if self.memory_limit and nbytes > self.memory_limit:
            raise errors.resource_exhausted(
                f"Attempted to insert tensors with combined size of '{nbytes}' bytes into {self.what} with a memory "
                f"limit of '{self.memory_limit}'."
            )

    def have_room(self, nbytes: int, count: int) -> bool:
        """Whether tensors fit beside `count` tuples that are there, and those that are on their way."""
        if self.capacity and count + len(self.promised) >= self.capacity:
            return False
        return not self.memory_limit or self.used_nbytes + sum(self.promised) + nbytes <= self.memory_limit


class StagingArea(Resource):
    """Tuples in a line.

    Args:
        capacity: How many fit; 0 for any number.
        memory_limit: How many bytes fit; 0 for any number.
    """

    def __init__(self, capacity: int, memory_limit: int) -> None:
        self._limits = _Limits("Staging Area", capacity, memory_limit)
        #: In the order in which they came; guarded by the room's lock, as are the limits.
        self._tuples: deque[tuple[Array, ...]] = deque()
        #: Not in order: a small tuple may fit where a large one, which came before it, does not, and a peek
        #: far behind must not hold up those who take.
        self._room = WaitingRoom("put", "get", in_order=False)

    async def put(self, tensors: Sequence[Array]) -> tuple[Array, ...]:
        """Adds a tuple when there is room, and returns it; `ResourceExhaustedError` when there never will be."""
        added, nbytes = tuple(tensors), nbytes_of(tensors)
        # What never fits must not wait for ever.
        self._limits.check(nbytes)

        def proceed() -> Any:
            if not self._limits.have_room(nbytes, len(self._tuples)):
                return NOT_YET
            self._limits.promised.append(nbytes)
            return None

        def add(_: None) -> None:
            self._limits.promised.remove(nbytes)
            self._limits.used_nbytes += nbytes
            self._tuples.append(added)

        # A call that is cancelled when there has just been room has put nothing, and may be made again.
        await self._room.attempt(
            "put", proceed, cancelled=_STAGE_CANCELLED, commit=add,
            give_back=lambda _: self._limits.promised.remove(nbytes),
        )  # fmt: skip
        return added

    def take_back(self, tensors: tuple[Array, ...]) -> None:
        """Takes a tuple back that a step has put which was stopped before its end, unless it has been taken."""

        def change() -> None:
            kept = [other for other in self._tuples if other is not tensors]
            if len(kept) < len(self._tuples):
                self._tuples = deque(kept)
                self._limits.used_nbytes -= nbytes_of(tensors)

        self._room.do(change)

    async def get(self) -> tuple[Array, ...]:
        """Takes the first tuple, when there is one."""

        def proceed() -> Any:
            if not self._tuples:
                return NOT_YET
            tensors = self._tuples.popleft()
            self._limits.used_nbytes -= nbytes_of(tensors)
            return tensors

        return await self._room.attempt("get", proceed, cancelled=_UNSTAGE_CANCELLED, give_back=self._return)

    def give_back(self, tensors: tuple[Array, ...]) -> None:
        """Puts a tuple back to the front that was taken by a step which was stopped before it could use it."""
        self._room.do(lambda: self._return(tensors))

    def _return(self, tensors: tuple[Array, ...]) -> None:
        self._limits.used_nbytes += nbytes_of(tensors)
        self._tuples.appendleft(tensors)

    async def peek(self, index: int) -> tuple[Array, ...]:
        """The tuple number `index`, when there is one; it stays."""
        if index < 0:
            raise errors.invalid_argument(f"index must be >= 0, got {index}")

        def proceed() -> Any:
            return self._tuples[index] if index < len(self._tuples) else NOT_YET

        return await self._room.attempt("get", proceed, cancelled=_UNSTAGE_CANCELLED)

    def clear(self) -> None:
        """Drops everything."""

        def empty() -> None:
            self._tuples.clear()
            self._limits.used_nbytes = 0

        self._room.do(empty)

    def size(self) -> int:
        """Number of tuples."""
        return len(self._tuples)


class StagingMap(Resource):
    """Tuples by key. The components of a tuple may come one by one, and be taken one by one.

    Args:
        dtypes: Of the components.
        capacity: How many tuples fit; 0 for any number.
        memory_limit: How many bytes fit; 0 for any number.
        is_ordered: Whether the smallest key comes first where no key is asked for; else the oldest.
    """

    def __init__(self, dtypes: Sequence[DType], capacity: int, memory_limit: int, is_ordered: bool) -> None:
        self.dtypes = list(dtypes)
        self._is_ordered = is_ordered
        self._limits = _Limits("Map Staging Area", capacity, memory_limit)
        #: Complete tuples in the order of their completion; None for a component that was taken already.
        self._complete: dict[int, list[Array | None]] = {}
        #: Tuples with components that are still to come (None). A key may be in both: then these are
        #: dropped when they are complete.
        self._incomplete: dict[int, list[Array | None]] = {}
        self._room = WaitingRoom("put", "get", in_order=False)

    # ---- put
    async def put(self, key: int, indices: Sequence[int], tensors: Sequence[Array], dtypes: Sequence[DType]) -> None:
        """Adds components of the tuple `key`; of a tuple that is complete already nothing is changed.

        Raises:
            InvalidArgumentError: An index is out of range or was given before, or a dtype is wrong.
            ResourceExhaustedError: They never fit.
        """
        self._check_indices(key, indices, len(tensors))
        for index, dtype in zip(indices, dtypes, strict=True):
            if dtype is not self.dtypes[index]:
                raise errors.invalid_argument(
                    f"Input type '{dtype.wire_name}' at index '{index}' does not match the declared "
                    f"'{self.dtypes[index].wire_name}'"
                )
        nbytes = nbytes_of(tensors)
        self._limits.check(nbytes)

        def proceed() -> Any:
            # Further components of a tuple that was begun take no place: else a full map could never complete anything.
            if not self._limits.have_room(nbytes, len(self._complete) + len(self._incomplete.keys() - {key})):
                return NOT_YET
            self._limits.promised.append(nbytes)
            return None

        fault: errors.OpError | None = None

        def add(_: None) -> None:
            nonlocal fault
            self._limits.promised.remove(nbytes)
            try:
                self._put(key, indices, tensors, nbytes)
            except errors.OpError as error:
                fault = error

        await self._room.attempt(
            "put", proceed, cancelled=_STAGE_CANCELLED, commit=add,
            give_back=lambda _: self._limits.promised.remove(nbytes),
        )  # fmt: skip
        if fault is not None:
            raise fault

    def _put(self, key: int, indices: Sequence[int], tensors: Sequence[Array], nbytes: int) -> None:
        """Adds components, under the lock; raises `InvalidArgumentError` for one that was given before."""
        components = self._incomplete.setdefault(key, [None] * len(self.dtypes))
        for index, tensor in zip(indices, tensors, strict=True):
            if components[index] is not None:
                raise errors.invalid_argument(
                    f"The tensor for index '{index}' for key '{key}' was already initialized '{len(self.dtypes)}'."
                )
            components[index] = tensor
        if any(component is None for component in components):
            self._limits.used_nbytes += nbytes
            return
        del self._incomplete[key]
        # The first complete tuple of a key stays until it is taken.
        if key not in self._complete:
            self._limits.used_nbytes += nbytes
            self._complete[key] = components

    def _check_indices(self, key: int, indices: Sequence[int], count: int) -> None:
        """Raises `InvalidArgumentError` unless there are `count` indices of components, rising."""
        if len(indices) != count:
            raise errors.invalid_argument(f"{count} tensors do not match {len(indices)} indices")
        for before, index in zip((-1, *indices), indices, strict=False):
            if not 0 <= index < len(self.dtypes):
                raise errors.invalid_argument(
                    f"Index '{index}' for key '{key}' was out of bounds '[0, {len(self.dtypes)})'."
                )
            if index <= before:
                raise errors.invalid_argument("Indices are not strictly ordered")

    # ---- get
    async def get(self, key: int, indices: Sequence[int], dtypes: Sequence[DType], keep: bool) -> list[Array]:
        """Components of the tuple `key`, when it is complete.

        Args:
            key: Which tuple.
            indices: Which components, ascending.
            dtypes: What they must be.
            keep: Whether they stay; else the tuple goes with its last component.

        Raises:
            InvalidArgumentError: An index or dtype is wrong, or a component was taken before.
        """
        self._check_indices(key, indices, len(dtypes))
        self._check_wanted(indices, dtypes)

        def proceed() -> Any:
            return self._take(key, indices, keep) if key in self._complete else NOT_YET

        def put_back(tensors: list[Array]) -> None:
            if not keep:
                self._return(key, indices, tensors)

        return await self._room.attempt("get", proceed, cancelled=_UNSTAGE_CANCELLED, give_back=put_back)

    async def get_any(self, indices: Sequence[int], dtypes: Sequence[DType]) -> tuple[int, list[Array]]:
        """Takes components of whichever complete tuple is first, when there is one; also returns its key."""
        self._check_indices(0, indices, len(dtypes))
        self._check_wanted(indices, dtypes)

        def proceed() -> Any:
            if not self._complete:
                return NOT_YET
            # A dict keeps the order of insertion, so the first key is that of the oldest tuple.
            key = min(self._complete) if self._is_ordered else next(iter(self._complete))
            return key, self._take(key, indices, False)

        def put_back(taken: tuple[int, list[Array]]) -> None:
            self._return(taken[0], indices, taken[1])

        return await self._room.attempt("get", proceed, cancelled=_UNSTAGE_CANCELLED, give_back=put_back)

    def give_back(self, key: int, indices: Sequence[int], tensors: Sequence[Array]) -> None:
        """Puts components back that were taken by a step which was stopped before it could use them."""
        self._room.do(lambda: self._return(key, indices, tensors))

    def _return(self, key: int, indices: Sequence[int], tensors: Sequence[Array]) -> None:
        # A tuple that had gone with them is the oldest again. Of one that came under the same key since then nothing is
        # lost but what these replace: the first complete one stays, as where it had not been taken.
        components = self._complete.get(key)
        if components is None:
            components = [None] * len(self.dtypes)
            self._complete = {key: components, **self._complete}
        for index, tensor in zip(indices, tensors, strict=True):
            replaced = components[index]
            self._limits.used_nbytes += nbytes_of([tensor]) - (0 if replaced is None else nbytes_of([replaced]))
            components[index] = tensor

    def _check_wanted(self, indices: Sequence[int], dtypes: Sequence[DType]) -> None:
        """Raises `InvalidArgumentError` when an output's dtype is not the component's."""
        for index, dtype in zip(indices, dtypes, strict=True):
            if dtype is not self.dtypes[index]:
                raise errors.invalid_argument(
                    f"Output type '{dtype.wire_name}' at index '{index}' does not match the declared "
                    f"'{self.dtypes[index].wire_name}'"
                )

    def _take(self, key: int, indices: Sequence[int], keep: bool) -> list[Array]:
        """The components, under the lock; raises `InvalidArgumentError` for one that was taken before."""
        components = self._complete[key]
        taken: list[Array] = []
        for index in indices:
            component = components[index]
            if component is None:
                raise errors.invalid_argument(f"Tensor at index '{index}' for key '{key}' has already been removed.")
            taken.append(component)
        # Only when all were found: an error takes nothing.
        if not keep:
            for index in indices:
                components[index] = None
            self._limits.used_nbytes -= nbytes_of(taken)
            if all(component is None for component in components):
                del self._complete[key]
        return taken

    # ---- the rest
    def clear(self) -> None:
        """Drops everything."""

        def empty() -> None:
            self._complete.clear()
            self._incomplete.clear()
            self._limits.used_nbytes = 0

        self._room.do(empty)

    def size(self) -> int:
        """Number of complete tuples."""
        return len(self._complete)

    def incomplete_size(self) -> int:
        """Number of tuples of which components are missing."""
        return len(self._incomplete)
