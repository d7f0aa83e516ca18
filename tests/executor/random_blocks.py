"""Block: grows a random part of a graph, in one branch, loop body or function, from the values that are there."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from random import Random
from typing import Any

import aioflow as tf
from aioflow.ops.generated.control_flow import control_trigger, merge, switch

from .random_effects import add_to, and_then, through_queue, variable
from .random_values import Guards, Value, depending_value, exclude_each_other

NUM_DEVICES = 3
_names = [f"/cpu:{number}" for number in range(NUM_DEVICES)]
_BINARY: list[Callable[[Any, Any], Any]] = [
    tf.add, tf.subtract, tf.multiply, tf.maximum, tf.minimum,
    lambda x, y: tf.reduce_sum(tf.stack([x, y, x])), lambda x, y: tf.gather(tf.stack([x, y]), tf.floormod(x, 2)),
]  # fmt: skip
_UNARY: list[Callable[[Any], Any]] = [
    tf.negative, tf.identity, tf.abs, lambda x: x + 1, lambda x: x * 1, lambda x: x - 0,
]  # fmt: skip
_FLOAT: list[Callable[[Any, Any], Any]] = [
    tf.add, tf.subtract, tf.maximum, lambda x, y: tf.tanh(x) * 3.0 - y, lambda x, y: tf.where(x < y, x * 0.5, y),
]  # fmt: skip
_COMPARE: list[Callable[[Any, Any], Any]] = [tf.less, tf.equal, tf.greater_equal]


def on_device(number: int) -> AbstractContextManager[Any]:
    """A context in which nodes ask for a device."""
    return tf.device(_names[number])


@contextmanager
def asking_for(names: Sequence[str]) -> Iterator[None]:
    """A context in which nodes ask for other devices than CPUs, of these names."""
    saved, _names[:] = _names[:], names
    try:
        yield
    finally:
        _names[:] = saved


@dataclass
class Recipe:
    """What all blocks of a graph share.

    Attributes:
        has_branches: Whether there are Switches, Merges and loops outside of functional ops.
        has_functions: Whether there are calls and functional branches and loops.
        places_loops: Whether the nodes of one loop may be on different devices.
        mixes: Whether a loop may start with values of which only some are alive. What leaves such a loop may be
            neither alive nor dead, so that no other device may wait for it.
        fails: Whether nodes may fail.
        budget: How many more things may be computed.
    """

    random: Random
    has_branches: bool
    has_functions: bool
    places_loops: bool
    mixes: bool
    fails: bool
    budget: int
    num_functions: int = 0


@dataclass(frozen=True)
class Surroundings:
    """Where a block is.

    Attributes:
        depth: How many branches, loops and functions are around it.
        may_place: Whether its nodes may ask for devices.
        handles: Handles of the variables, or nothing where new ones are to be made.
        has_effects: Whether nodes may run for their effect.
        in_function: Whether it is in the body of a function.
    """

    depth: int = 0
    may_place: bool = True
    handles: Sequence[tf.Tensor] = ()
    has_effects: bool = True
    in_function: bool = False


class Block:
    """A level of a graph while it grows: single nodes; `Level` has branches, loops and calls beside them.

    Args:
        recipe: What all levels share.
        around: Where it is.
    """

    def __init__(self, recipe: Recipe, around: Surroundings) -> None:
        self.recipe = recipe
        self.random = recipe.random
        self.around = around
        self.values: dict[Any, list[Value]] = {tf.int32: [], tf.float32: [], tf.bool: []}
        self._last_step: Value | None = None

    def add(
        self, tensor: tf.Tensor, *depends_on: Value, guards: Guards = frozenset(), is_exact: bool = True
    ) -> None:
        """Adds a scalar, and what it needs to be alive, to what there is to compute with."""
        tensor.set_shape([])
        self.values[tensor.dtype.base_dtype].append(depending_value(tensor, depends_on, guards, is_exact))

    def grow(self, count: int) -> None:
        """Computes `count` more things, or fewer when the budget ends."""
        kinds = self.kinds()
        for _ in range(count):
            if self.recipe.budget <= 0:
                return
            self.recipe.budget -= 1
            with self._device():
                self.random.choice(kinds)()

    def kinds(self) -> list[Callable[[], None]]:
        """What `grow` chooses from."""
        kinds = [self._binary] * 5 + [self._unary] * 3 + [self._compare] * 2 + [self._float] * 3
        kinds += [self._wait] * 2 + [self._constant, self._trigger]
        if self.recipe.has_branches:
            kinds += [self._switch] * 3 + [self._merge] * 4
        if self.recipe.fails and not self.around.in_function:  # what no result needs may be left out with inlining
            kinds.append(self._divide)
        if self.around.has_effects:
            kinds += [self._effect] * 2 + [self._assert] * self.recipe.fails
        if self.around.depth == 0:
            kinds += [self._step] + ([] if self.recipe.fails else [self._queue])
        return kinds

    # ---- choices
    def _device(self) -> AbstractContextManager[Any]:
        if not self.around.may_place or self.random.random() < 0.6:
            return nullcontext()
        return on_device(self.random.randrange(NUM_DEVICES))

    def pick(self, dtype: Any = tf.int32) -> Value:
        """One of the values, mostly a new one, so that graphs become deep, and often one that is alive."""
        values = self.values[dtype]
        if dtype is not tf.int32 and (not values or self.random.random() < 0.3):
            self._compare() if dtype is tf.bool else self._float()
        recent = values[-8:] if self.random.random() < 0.7 else values
        sure = [value for value in recent if value.is_sure]
        return self.random.choice(sure if sure and self.random.random() < 0.5 else recent)

    # ---- nodes
    def _constant(self) -> None:
        self.add(tf.constant(self.random.randrange(-3, 7)))

    def _binary(self) -> None:
        a, b = self.pick(), self.pick()
        self.add(self.random.choice(_BINARY)(a.tensor, b.tensor), a, b)

    def _unary(self) -> None:
        a = self.pick()
        self.add(self.random.choice(_UNARY)(a.tensor), a)

    def _compare(self) -> None:
        a, b = self.pick(), self.pick()
        self.add(self.random.choice(_COMPARE)(a.tensor, b.tensor), a, b)

    def _float(self) -> None:
        a = self.pick()
        tensor, needed = tf.cast(a.tensor, tf.float32) / 7.0, [a]
        if self.values[tf.float32] and self.random.random() < 0.7:
            needed.append(self.random.choice(self.values[tf.float32][-4:]))
            tensor = self.random.choice(_FLOAT)(tensor, needed[1].tensor)
        self.add(tensor, *needed)

    def _switch(self) -> None:
        a, p = self.pick(), self.pick(tf.bool)
        for side, tensor in enumerate(switch(a.tensor, p.tensor)):
            self.add(tensor, a, p, guards=frozenset({(p.tensor.name, side)}))

    def _merge(self) -> None:
        """Merges two values that are never alive together, one of which is often alive."""
        recent = self.values[tf.int32][-12:]
        pairs = [(a, b) for a in recent for b in recent if exclude_each_other(a, b)]
        if not pairs:
            self._switch()
            return
        a, b = self.random.choice(pairs)
        is_exact = a.is_exact and b.is_exact and len(a.guards ^ b.guards) == 2
        for tensor in merge([a.tensor, b.tensor]):
            self.add(tensor, guards=a.guards & b.guards, is_exact=is_exact)

    def _wait(self) -> None:
        """A value that also waits for others."""
        a = self.pick()
        others = [self.pick() for _ in range(self.random.randint(1, 2))]
        with tf.control_dependencies([other.tensor for other in others]):
            waiting = tf.identity(a.tensor)
        # A Switch runs whichever side it takes.
        needed = [other for other in others if other.tensor.op.type != "Switch"]
        self.add(waiting, a, *needed, is_exact=len(needed) == len(others))

    def _trigger(self) -> None:
        a, b = self.pick(), self.pick()
        with tf.control_dependencies([b.tensor]):
            trigger = control_trigger()
        with tf.control_dependencies([trigger]):
            self.add(tf.identity(a.tensor), a)

    # ---- effects and failures
    def _effect(self) -> None:
        """Adds to a variable, and a value that waits for it."""
        a, b, number = self.pick(), self.pick(), self.random.randrange(2)
        handle = self.around.handles[number] if self.around.handles else variable(number)
        self.add(and_then(add_to(handle, a.tensor), b.tensor), a, b)

    def _step(self) -> None:
        """Changes a variable in a way that depends on the order, after the step before."""
        a, before, handle = self.pick(), self._last_step, variable(2)
        graph, attrs = tf.get_default_graph(), {"dtype": tf.int64}
        with tf.control_dependencies([] if before is None else [before.tensor]):
            read = graph.create_op("ReadVariableOp", [handle], None, attrs).outputs[0]
        changed = graph.create_op("AssignVariableOp", [handle, read * 3 + tf.cast(a.tensor, tf.int64)], None, attrs)
        self.add(and_then(changed, tf.cast(read, tf.int32)), a, *([] if before is None else [before]))
        self._last_step = self.values[tf.int32][-1]

    def _queue(self) -> None:
        a = self.pick()
        self.add(through_queue(a.tensor), a)

    def _divide(self) -> None:
        a, b = self.pick(), self.pick()
        self.add(tf.floordiv(a.tensor, tf.floormod(b.tensor, 5)), a, b)

    def _assert(self) -> None:
        a, p = self.pick(), self.pick(tf.bool)
        self.add(and_then(tf.Assert(p.tensor, [a.tensor]), a.tensor), a, p)
