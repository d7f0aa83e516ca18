"""Block: grows a random part of a graph, in one branch, loop body or function, from the values that are there."""
from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from random import Random
from typing import Any

import aioflow as tf
from aioflow.ops.generated.control_flow_ops import control_trigger, merge, switch
from tests.functions.building import call, define

NUM_DEVICES = 3
MAX_DEPTH = 3
Guards = frozenset[tuple[str, int]]
_BINARY: list[Callable[[Any, Any], Any]] = [tf.add, tf.subtract, tf.multiply, tf.maximum, tf.minimum]
_UNARY: list[Callable[[Any], Any]] = [
    tf.negative, tf.identity, tf.abs, lambda x: x + 1, lambda x: x * 1, lambda x: x - 0,
]  # fmt: skip
_COMPARE: list[Callable[[Any, Any], Any]] = [tf.less, tf.equal, tf.greater_equal]


def variable(number: int) -> tf.Tensor:
    """A handle of one of the variables (int64)."""
    attrs = {"dtype": tf.int64, "shape": tf.TensorShape([]), "shared_name": f"v{number}".encode()}
    with tf.device("/cpu:0"):  # each device has variables of its own
        return tf.get_default_graph().create_op("VarHandleOp", (), f"v{number}", attrs).outputs[0]


def add_to(number: int, value: tf.Tensor) -> tf.Operation:
    """Adds `value` to a variable; in whatever order that happens, the sum is the same."""
    inputs = [variable(number), tf.cast(value, tf.int64)]
    return tf.get_default_graph().create_op("AssignAddVariableOp", inputs, "add_to", {"dtype": tf.int64})


@dataclass(frozen=True)
class Value:
    """An int32 scalar, and branch sides (a condition and 0 or 1) that must be taken for it to be alive."""

    tensor: tf.Tensor
    guards: Guards = frozenset()


@dataclass
class Maker:
    """What all blocks of a graph share."""

    random: Random
    places_loops: bool
    has_functions: bool
    num_functions: int = 0


class Block:
    """A level of a graph while it grows.

    Args:
        maker: What all levels share.
        depth: How many branches, loops and functions are around it.
        may_place: Whether its nodes may ask for devices.

    Attributes:
        ints: Values to compute with.
    """

    def __init__(self, maker: Maker, depth: int = 0, may_place: bool = True) -> None:
        self.maker = maker
        self.random = maker.random
        self.depth = depth
        self.may_place = may_place
        self.ints: list[Value] = []
        self._bools: list[Value] = []

    def add_int(self, tensor: tf.Tensor, guards: Guards = frozenset()) -> Value:
        """Adds an int32 scalar to what there is to compute with."""
        tensor.set_shape([])
        value = Value(tensor, guards)
        self.ints.append(value)
        return value

    def add_bool(self, tensor: tf.Tensor, guards: Guards = frozenset()) -> None:
        """Adds a condition."""
        self._bools.append(Value(tensor, guards))

    def grow(self, count: int) -> None:
        """Computes `count` more things."""
        kinds = [self._binary] * 6 + [self._unary] * 4 + [self._compare] * 3 + [self._switch] * 3 + [self._merge] * 4
        kinds += [self._wait] * 2 + [self._trigger, self._effect, self._constant]
        if self.depth < MAX_DEPTH:
            kinds += [self._cond] * 2 + [self._loop] * 2 + ([self._function] * 3 if self.maker.has_functions else [])
        for _ in range(count):
            with self._device():
                self.random.choice(kinds)()

    # ---- choices
    def _device(self) -> AbstractContextManager[Any]:
        if not self.may_place or self.random.random() < 0.6:
            return nullcontext()
        return tf.device(f"/cpu:{self.random.randrange(NUM_DEVICES)}")

    def _int(self) -> Value:
        # Mostly something new, so that graphs become deep.
        return self.random.choice(self.ints[-8:] if self.random.random() < 0.7 else self.ints)

    def _bool(self) -> Value:
        if not self._bools or self.random.random() < 0.3:
            self._compare()
        return self.random.choice(self._bools)

    # ---- nodes
    def _constant(self) -> None:
        self.add_int(tf.constant(self.random.randrange(-3, 7)))

    def _binary(self) -> None:
        a, b = self._int(), self._int()
        self.add_int(self.random.choice(_BINARY)(a.tensor, b.tensor), a.guards | b.guards)

    def _unary(self) -> None:
        a = self._int()
        self.add_int(self.random.choice(_UNARY)(a.tensor), a.guards)

    def _compare(self) -> None:
        a, b = self._int(), self._int()
        self.add_bool(self.random.choice(_COMPARE)(a.tensor, b.tensor), a.guards | b.guards)

    def _switch(self) -> None:
        a, p = self._int(), self._bool()
        for side, tensor in enumerate(switch(a.tensor, p.tensor)):
            self.add_int(tensor, a.guards | p.guards | {(p.tensor.name, side)})

    def _merge(self) -> None:
        """Merges two values that are never alive together, one of which is often alive."""
        pairs = [(a, b) for a in self.ints[-12:] for b in self.ints[-12:] if _exclude_each_other(a, b)]
        if not pairs:
            self._switch()
            return
        a, b = self.random.choice(pairs)
        merged = merge([a.tensor, b.tensor])
        self.add_int(self.random.choice(list(merged)), a.guards & b.guards)

    def _wait(self) -> None:
        """A value that also waits for others."""
        a = self._int()
        others = [self._int() for _ in range(self.random.randint(1, 2))]
        with tf.control_dependencies([other.tensor for other in others]):
            waiting = tf.identity(a.tensor)
        # A Switch runs whichever side it takes.
        self.add_int(waiting, a.guards.union(*(o.guards for o in others if o.tensor.op.type != "Switch")))

    def _trigger(self) -> None:
        a, b = self._int(), self._int()
        with tf.control_dependencies([b.tensor]):
            trigger = control_trigger()
        with tf.control_dependencies([trigger]):
            self.add_int(tf.identity(a.tensor), a.guards)

    def _effect(self) -> None:
        """Adds to a variable, and a value that waits for it."""
        a, b = self._int(), self._int()
        with tf.control_dependencies([add_to(self.random.randrange(2), a.tensor)]):
            self.add_int(tf.identity(b.tensor), a.guards | b.guards)

    # ---- levels within
    def _inner(self, may_place: bool = True) -> Block:
        return Block(self.maker, self.depth + 1, self.may_place and may_place)

    def _grown(self, ints: list[tf.Tensor], num_results: int, may_place: bool = True) -> list[tf.Tensor]:
        """Results of a new level that begins with `ints`, mostly such as are always alive."""
        inner = self._inner(may_place)
        for tensor in ints:
            inner.add_int(tensor)
        inner.grow(self.random.randint(1, 6))
        alive = [value for value in inner.ints if not value.guards]
        return [self.random.choice(alive[-4:]).tensor for _ in range(num_results)]

    def _cond(self) -> None:
        p, captured = self._bool(), [self._int() for _ in range(2)]
        num_results = self.random.randint(1, 2)

        def branch() -> list[tf.Tensor]:
            start = [value.tensor for value in captured] if self.random.random() < 0.7 else [tf.constant(3)]
            return self._grown(start, num_results)

        for result in tf.cond(p.tensor, branch, branch, strict=True):
            self.add_int(result, p.guards)

    def _loop(self) -> None:
        bound = self._int()
        n = tf.floormod(bound.tensor, 4) if self.random.random() < 0.7 else tf.constant(self.random.randrange(4))
        variables, captured = [self._int() for _ in range(self.random.randint(1, 2))], self._int()

        def body(i: tf.Tensor, *values: tf.Tensor) -> list[tf.Tensor]:
            extra = [captured.tensor] if self.random.random() < 0.5 else []
            return [i + 1, *self._grown([i, *values, *extra], len(values), self.maker.places_loops)]

        start = [tf.constant(0), *(value.tensor for value in variables)]
        parallel = self.random.choice([1, 2, 3, 10])
        last = tf.while_loop(lambda i, *values: i < n, body, start, parallel_iterations=parallel)
        for result, value in zip(last[1:], variables, strict=True):
            self.add_int(result, value.guards)

    # ---- functions
    def _define(self, num_arguments: int, num_results: int, result: Any = None) -> Any:
        """A function of ints; `result` makes its only result of its first argument and what it computed."""
        self.maker.num_functions += 1
        name = f"f{self.maker.num_functions}"

        def body(*arguments: tf.Tensor) -> Any:
            grown = self._grown(list(arguments), num_results)
            return result(arguments[0], grown) if result is not None else grown

        return define(name, [tf.int32] * num_arguments, body)

    def _function(self) -> None:
        arguments = [self._int() for _ in range(2)]
        guards = arguments[0].guards | arguments[1].guards
        inputs = [value.tensor for value in arguments]
        kind = self.random.choice(["call", "call", "if", "case", "while"])
        if kind == "call":
            op = self.random.choice(["PartitionedCall", "StatefulPartitionedCall"])
            results = call(self._define(2, 2), inputs, [tf.int32] * 2, op=op)
        elif kind == "while":
            results = self._functional_while(inputs)
        else:
            chosen = self._bool() if kind == "if" else self._int()
            guards |= chosen.guards
            results = self._functional_branch(kind, chosen.tensor, inputs)
        for result in results:
            self.add_int(result, guards)

    def _functional_branch(self, kind: str, chosen: tf.Tensor, inputs: list[tf.Tensor]) -> list[tf.Tensor]:
        functions = [self._define(2, 2) for _ in range(2)]
        attrs = {"then_branch": functions[0], "else_branch": functions[1], "Tcond": tf.bool}
        if kind == "case":
            attrs = {"branches": functions}
        common = {"Tin": [tf.int32] * 2, "Tout": [tf.int32] * 2, "output_shapes": []}
        op = tf.get_default_graph().create_op(kind.capitalize(), [chosen, *inputs], None, attrs | common)
        return list(op.outputs)

    def _functional_while(self, inputs: list[tf.Tensor]) -> list[tf.Tensor]:
        """A While of a counter and the inputs."""
        goes_on = self._define(3, 1, lambda i, grown: tf.logical_and(i < 3, tf.less(tf.floormod(grown[0], 5), 4)))
        next_values = self._define(3, 2, None)
        step = define(
            f"{next_values.name}_step", [tf.int32] * 3,
            lambda i, a, b: [i + 1, *call(next_values, [i, a, b], [tf.int32] * 2)],
        )  # fmt: skip
        attrs = {"cond": goes_on, "body": step, "T": [tf.int32] * 3, "output_shapes": [], "parallel_iterations": 10}
        op = tf.get_default_graph().create_op("While", [tf.constant(0), *inputs], None, attrs)
        return list(op.outputs[1:])


def _exclude_each_other(a: Value, b: Value) -> bool:
    return any((name, 1 - side) in b.guards for name, side in a.guards)
