"""Queues: elements on their way between steps, with a limit on how many may wait.

Enqueues wait in one line, dequeues in another, each first come, first served. One that handles many elements takes them
or puts them as they come, and nobody behind it in its line gets any before it is done, so batches do not mix.
"""
from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import shown_partial
from aioflow.kernels.data_flow.element_stores import Element, ElementStore
from aioflow.kernels.new_arrays import zeros
from aioflow.kernels.waiting_room import NOT_YET, WaitingRoom

UNBOUNDED = 2**31 - 1
MAX_ELEMENTS_ON_LOOP = 2048
"""Elements that a batch is made or taken apart of on the event loop: half a millisecond's work."""
_ENQUEUE_CANCELLED, _DEQUEUE_CANCELLED = "Enqueue operation was cancelled", "Dequeue operation was cancelled"


@dataclass(eq=False, slots=True)
class _Entry:
    """Elements of one enqueue on their way into a queue, all that there was room for.

    Attributes:
        elements: The elements. They go in at once: of a million each would cost its own time under the lock.
        is_sure: Whether their enqueue cannot be cancelled any more.
    """

    elements: Sequence[Element]
    is_sure: bool = False


class _NextTurn:
    """Lets an attempt go on in a later turn of its event loop, where all at once would take long.

    Args:
        room: Where the attempt waits; its lock is held whenever this is used.

    Attributes:
        has_come: Whether it goes on now. False while it waits, however often its line is tried meanwhile.
    """

    def __init__(self, room: WaitingRoom) -> None:
        self.has_come = True
        self._room = room
        self._loop = asyncio.get_running_loop()

    def wait(self) -> None:
        """Has the attempt tried again in the loop's next turn."""
        self.has_come = False
        with suppress(RuntimeError):  # the loop is closed, and what the attempt waited for is for others
            self._loop.call_soon_threadsafe(self._room.do, self._come)

    def _come(self) -> None:
        self.has_come = True


class Queue(Resource):
    """A queue of any kind. Enqueues and dequeues are served in the order in which they came.

    Args:
        kind_name: "FIFOQueue", ..., for messages and to tell shared queues apart.
        name: Resource name.
        dtypes: One per component.
        shapes: One per component, or none at all.
        capacity: How many elements fit; any number if negative.
        store: Keeps the elements.
        min_after_dequeue: How many elements stay in it as long as it is open.
        seeds: What its random order was made from; (0, 0) if that does not matter.

    Attributes:
        is_padding: Whether elements of one batch may differ in the sizes that `shapes` leaves open.
    """

    def __init__(
        self, kind_name: str, name: str, dtypes: Sequence[DType], shapes: Sequence[TensorShape], capacity: int,
        store: ElementStore, min_after_dequeue: int = 0, seeds: tuple[int, int] = (0, 0),
    ) -> None:  # fmt: skip
        if shapes and len(shapes) != len(dtypes):
            raise errors.invalid_argument(
                f"Different number of component types.  Types: {len(dtypes)}, Shapes: {len(shapes)}"
            )
        self.kind_name = kind_name
        self.name = name
        self.dtypes = list(dtypes)
        self.shapes = list(shapes)
        self.capacity = capacity if capacity >= 0 else UNBOUNDED
        self.min_after_dequeue = min_after_dequeue
        self.seeds = seeds
        self.is_padding = kind_name == "PaddingFIFOQueue"
        #: Guarded by the room's lock, as is `_closed`. It holds more than `capacity` only when a cancelled
        #: dequeue has given back what it had.
        self._store = store
        #: Once True it stays so: nothing is put any more, and `min_after_dequeue` does not count.
        self._closed = False
        #: On their way in, in order, and counted as if they were in it. The first belongs to an enqueue that has waited
        #: for its place and has not heard yet that it has one.
        self._entrance: deque[_Entry] = deque()
        self._num_entering = 0
        #: Whether a batch is being taken that needs several turns. Nothing is put meanwhile: it gets what it would get
        #: at once.
        self._is_taking = False
        #: Enqueues first: of a pass through both lines the dequeues see what the enqueues have put.
        self._room = WaitingRoom("enqueue", "dequeue")

    # ---- enqueue
    async def enqueue(self, elements: Sequence[Element]) -> None:
        """Adds the elements one by one, as soon as there is room.

        Raises:
            CancelledError: The queue is or gets closed, or the step is cancelled.
        """
        num_entered = 0

        def proceed() -> Any:
            nonlocal num_entered
            if self._closed:
                raise errors.cancelled(f"{self.kind_name} '{self.name}' is closed.")
            # Put as places become free, so that many elements can pass through a queue that holds few. What is put
            # stays when the wait is cancelled, as in TensorFlow.
            num_places = self.capacity - len(self._store) - self._num_entering
            if num_places <= 0 or self._is_taking:
                return NOT_YET
            entry = _Entry(elements[num_entered : num_entered + num_places])
            num_entered += len(entry.elements)
            self._entrance.append(entry)
            self._num_entering += len(entry.elements)
            # The last ones, which for most are the only one, wait for their coroutine: a call that is cancelled at
            # this moment has not put them, and may be made again.
            if num_entered == len(elements):
                return entry
            put(entry)
            return NOT_YET

        def put(entry: _Entry) -> None:
            entry.is_sure = True
            self._let_in()

        def leave(entry: _Entry) -> None:
            self._entrance.remove(entry)
            self._num_entering -= len(entry.elements)
            self._let_in()

        # Nothing to put need not wait behind others, and does not fail on a closed queue.
        if elements:
            await self._room.attempt(
                "enqueue", proceed, cancelled=_ENQUEUE_CANCELLED, give_back=leave, commit=put
            )

    def take_back(self, elements: Sequence[Element]) -> None:
        """Takes elements back that a step has put which was stopped before its end, unless one has been taken."""
        put = set(map(id, elements))  # the very same tuples: arrays have no equality

        def others(found: Iterable[Element]) -> list[Element]:
            return [element for element in found if id(element) not in put]

        def change() -> None:
            stored = others(self._store.listed())
            entering = {entry: others(entry.elements) for entry in self._entrance}
            num_kept = len(stored) + sum(map(len, entering.values()))
            if len(self._store) + self._num_entering - num_kept < len(elements):
                return
            self._store.keep(stored)
            for entry, kept in entering.items():
                self._num_entering -= len(entry.elements) - len(kept)
                entry.elements = kept

        self._room.do(change)

    def _let_in(self) -> None:
        """Puts what stands before the first element that is not sure to come."""
        while self._entrance and self._entrance[0].is_sure and not self._is_taking:
            entry = self._entrance.popleft()
            self._num_entering -= len(entry.elements)
            self._store.put(entry.elements)
            self._room.note_progress()  # dequeues may go on although the enqueue is not done

    def check_element(self, components: Sequence[Array], dtypes: Sequence[DType]) -> None:
        """Checks the components of one element, [component shape] each.

        Raises:
            InvalidArgumentError: Number, dtypes or shapes are not the queue's.
        """
        self.check_signature(dtypes)
        for i, (shape, value) in enumerate(zip(self.shapes, components, strict=bool(self.shapes))):
            if not shape.is_compatible_with(value.shape):
                raise errors.invalid_argument(
                    f"Shape mismatch in tuple component {i}. Expected {shown_partial(shape)}, got {shown(value.shape)}"
                )

    def check_batch(self, components: Sequence[Array], dtypes: Sequence[DType]) -> int:
        """Checks the components of many elements, [batch, component shape] each; returns the batch size.

        Raises:
            InvalidArgumentError: Number, dtypes, shapes or batch sizes do not fit.
        """
        self.check_signature(dtypes)
        for i, value in enumerate(components):
            if not value.ndim:
                raise errors.invalid_argument(
                    f"Shape mismatch in tuple component {i}. Expected at least a vector, got []"
                )
            if value.shape[0] != components[0].shape[0]:
                raise errors.invalid_argument(
                    "All input tensors must have the same size in the 0th dimension. Component "
                    f"{i} has {value.shape[0]}, and should have {components[0].shape[0]}"
                )
            if self.shapes and not self.shapes[i].is_compatible_with(value.shape[1:]):
                raise errors.invalid_argument(
                    f"Shape mismatch in tuple component {i}. Expected {shown_partial(self.shapes[i])}, "
                    f"got {shown(value.shape[1:])}"
                )
        return int(components[0].shape[0])

    def check_signature(self, dtypes: Sequence[DType]) -> None:
        """Raises `InvalidArgumentError` when an op's components have other dtypes than the queue's."""
        if list(dtypes) != self.dtypes:
            have, expected = (", ".join(dtype.wire_name for dtype in types) for types in (dtypes, self.dtypes))
            raise errors.invalid_argument(f"Signature mismatch, have: {have} expected: {expected}")

    # ---- dequeue
    async def dequeue(self) -> Element:
        """Takes one element.

        Raises:
            OutOfRangeError: The queue is closed and empty.
            CancelledError: The step is cancelled.
        """
        next_turn = _NextTurn(self._room)

        def proceed() -> Any:
            # Closed is not the end: what is still there, or is sure to come, can be taken.
            if self._closed and not len(self._store) and not self._entrance:
                raise self._insufficient(1)
            if self._num_available() <= 0 or not next_turn.has_come:
                return NOT_YET
            if self._store.settle():
                return self._store.take()
            next_turn.wait()
            return NOT_YET

        element: Element = await self._room.attempt(
            "dequeue", proceed, cancelled=_DEQUEUE_CANCELLED, give_back=lambda element: self._store.give_back([element])
        )
        return element

    async def dequeue_many(self, count: int, allow_fewer: bool) -> list[Element]:
        """Takes `count` elements, as they come.

        Args:
            count: How many.
            allow_fewer: Whether a closed queue may give fewer, but at least one.

        Raises:
            InvalidArgumentError: `count` is negative, or the queue's shapes are not known.
            OutOfRangeError: The queue is closed and has too few; it then keeps them.
            CancelledError: The step is cancelled.
        """
        if count < 0:
            raise errors.invalid_argument(f"DequeueManyOp requested {count} < 0 elements")
        if not self.shapes or any(shape.rank is None for shape in self.shapes):
            raise errors.invalid_argument(
                f"{self.kind_name}'s DequeueMany and DequeueUpTo require the components to have specified shapes."
            )
        # Elements leave the store as they come; until the attempt is done they are here, and go back if it fails.
        taken: list[Element] = []
        next_turn = _NextTurn(self._room)
        num_left = 0  # of what is being taken in several turns

        def take(number: int) -> None:
            """Takes so many; where that is long, some, and the rest in later turns of the event loop."""
            nonlocal num_left
            num_now = min(number, self._store.most_at_once)
            taken.extend(self._store.take() for _ in range(num_now))
            num_left = number - num_now
            if not num_left:
                let_others_in()
                self._room.note_progress()
                return
            self._is_taking = True
            next_turn.wait()

        def give_back() -> None:
            self._store.give_back(taken)
            taken.clear()
            let_others_in()

        def let_others_in() -> None:
            if self._is_taking:
                self._is_taking = False
                self._let_in()
                self._room.note_progress()

        def proceed() -> Any:
            if not next_turn.has_come:
                return NOT_YET
            if len(self._store) and not self._store.settle():
                next_turn.wait()
                return NOT_YET
            if num_left:
                take(num_left)
                if num_left:
                    return NOT_YET
            missing = count - len(taken)
            if self._closed and len(self._store) < missing:
                if self._entrance:
                    return NOT_YET
                if not allow_fewer or not (taken or len(self._store)):
                    # Enqueues that are still in line have their turn first: they add what is missing, or fail.
                    if allow_fewer and self._room.is_waited_in("enqueue"):
                        return NOT_YET
                    # Made before the elements go back, for its message counts those that are in the store.
                    fault = self._insufficient(missing)
                    give_back()
                    raise fault
                take(len(self._store))
                return NOT_YET if num_left else taken
            num_here = min(missing, self._num_available())
            if num_here > 0:
                take(num_here)
            return taken if len(taken) == count else NOT_YET

        if not count:
            return []
        return await self._room.attempt("dequeue", proceed, give_back, _DEQUEUE_CANCELLED, lambda taken: give_back())

    def give_back(self, elements: Sequence[Element]) -> None:
        """Puts elements back that were taken, in that order, by a step which was stopped before it could use them."""
        self._room.do(lambda: self._store.give_back(elements))

    def _num_available(self) -> int:
        """Number of elements that may be taken now; may be negative."""
        return len(self._store) - (0 if self._closed else self.min_after_dequeue)

    def _insufficient(self, requested: int) -> errors.OpError:
        """The error for a closed queue with too few elements."""
        return errors.out_of_range(
            f"{self.kind_name} '{self.name}' is closed and has insufficient elements (requested {requested}, current "
            f"size {len(self._store)})"
        )

    def batched(self, elements: Sequence[Element]) -> list[Array]:
        """The components of many elements as [len(elements), component shape] each."""
        return [self._batch(i, [element[i] for element in elements]) for i in range(len(self.dtypes))]

    def _batch(self, component: int, values: Sequence[Array]) -> Array:
        """One component of many elements as an array; shorter ones of a PaddingFIFOQueue are padded with zeros."""
        # Without elements the sizes that are left open are 0.
        dims: Any = [0 if size is None else size for size in self.shapes[component].as_list()]
        if values and not self.shapes[component].is_fully_defined():
            # The largest of each dimension; they differ in padding queues only.
            dims = np.max([value.shape for value in values], axis=0).astype(int).tolist() if dims else []
        dtype = self.dtypes[component].numpy_dtype
        result = zeros(np, (len(values), *dims), dtype)
        for i, value in enumerate(values):
            result[(i, *map(slice, value.shape), ...)] = value
        return result

    # ---- the rest
    async def close(self, cancel_pending_enqueues: bool) -> None:
        """Takes no elements any more: behind the enqueues that wait, or at once, and they fail.

        Raises:
            CancelledError: It was closed before, and nothing is to be cancelled.
        """

        def close_at_once() -> None:
            # Under one lock, so that no enqueue slips in between.
            self._closed = True
            self._room.fail_line("enqueue", _ENQUEUE_CANCELLED)

        def close_in_turn() -> None:
            if self._closed:
                raise errors.cancelled(f"Queue '{self.name}' is already closed.")
            self._closed = True

        if cancel_pending_enqueues:
            self._room.do(close_at_once)
        else:
            # In the line of enqueues: those that came before it still put their elements, those behind it fail.
            await self._room.attempt("enqueue", close_in_turn, cancelled="Close operation was cancelled")

    def size(self) -> int:
        """Number of elements that it holds."""
        # Not in the middle of an attempt, which takes or puts several.
        return self._room.do(lambda: len(self._store))

    @property
    def is_closed(self) -> bool:
        """Whether it takes no elements any more."""
        return self._closed

    def check_same(self, other: Queue, node_name: str) -> None:
        """Checks that a queue found under a shared name is as a node declares it.

        Args:
            other: A queue made from the node's declaration.
            node_name: The node.

        Raises:
            InvalidArgumentError: It is not.
        """
        for what, mine, theirs in (
            ("type", self.kind_name, other.kind_name),
            ("capacity", self.capacity, other.capacity),
            ("min_after_dequeue", self.min_after_dequeue, other.min_after_dequeue),
            ("component types", self.dtypes, other.dtypes),
            ("component shapes", self.shapes, other.shapes),
            # A node without seeds takes any order.
            ("random seeds", self.seeds if other.seeds != (0, 0) else other.seeds, other.seeds),
        ):
            if mine != theirs:
                raise errors.invalid_argument(
                    f"Shared queue '{self.name}' has {what} {_listed(mine)} but requested {what} was {_listed(theirs)} "
                    f"(node {node_name})"
                )

    def debug_string(self) -> str:
        """Kind, name and size."""
        return f"{self.kind_name}[{self.name}, {len(self._store)} elements]"


def _listed(value: Any) -> str:
    """A value as messages have it."""
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
