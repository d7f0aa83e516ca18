"""Block: grows a random part of a graph, in one branch, loop body or function, from the values that are there."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from random import Random
from typing import Any

import aioflow as tf
from aioflow.framework.op_def import FunctionName
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


def add_to(handle: tf.Tensor, value: tf.Tensor) -> tf.Operation:
    """Adds `value` to a variable; in whatever order that happens, the sum is the same."""
    inputs = [handle, tf.cast(value, tf.int64)]
    return tf.get_default_graph().create_op("AssignAddVariableOp", inputs, "add_to", {"dtype": tf.int64})


@dataclass(frozen=True)
class Value:
    """A scalar.

    Attributes:
        guards: Branch sides (a condition and 0 or 1) that must be taken for it to be alive.
        is_exact: Whether it is alive whenever they are taken.
    """

    tensor: tf.Tensor
    guards: Guards = frozenset()
    is_exact: bool = True

    @property
    def is_sure(self) -> bool:
        """Whether it is alive whenever its level runs."""
        return self.is_exact and not self.guards


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
        handles: Handles of the variables, or nothing where new ones are to be made.

    Attributes:
        ints: Values to compute with.
    """

    def __init__(
        self, maker: Maker, depth: int = 0, may_place: bool = True, handles: Sequence[tf.Tensor] = ()
    ) -> None:
        self.handles = handles
        self.maker = maker
        self.random = maker.random
        self.depth = depth
        self.may_place = may_place
        self.ints: list[Value] = []
        self._bools: list[Value] = []

    def add_int(
        self, tensor: tf.Tensor, *depends_on: Value, guards: Guards = frozenset(), is_exact: bool = True
    ) -> None:
        """Adds an int32 scalar, and what it needs to be alive, to what there is to compute with."""
        tensor.set_shape([])
        self.ints.append(_value(tensor, depends_on, guards, is_exact))

    def add_bool(self, tensor: tf.Tensor, *depends_on: Value) -> None:
        """Adds a condition."""
        self._bools.append(_value(tensor, depends_on, frozenset(), True))

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
        self.add_int(self.random.choice(_BINARY)(a.tensor, b.tensor), a, b)

    def _unary(self) -> None:
        a = self._int()
        self.add_int(self.random.choice(_UNARY)(a.tensor), a)

    def _compare(self) -> None:
        a, b = self._int(), self._int()
        self.add_bool(self.random.choice(_COMPARE)(a.tensor, b.tensor), a, b)

    def _switch(self) -> None:
        a, p = self._int(), self._bool()
        for side, tensor in enumerate(switch(a.tensor, p.tensor)):
            self.add_int(tensor, a, p, guards=frozenset({(p.tensor.name, side)}))

    def _merge(self) -> None:
        """Merges two values that are never alive together, one of which is often alive."""
        pairs = [(a, b) for a in self.ints[-12:] for b in self.ints[-12:] if _exclude_each_other(a, b)]
        if not pairs:
            self._switch()
            return
        a, b = self.random.choice(pairs)
        merged = merge([a.tensor, b.tensor])
        is_exact = a.is_exact and b.is_exact and len(a.guards ^ b.guards) == 2
        self.add_int(self.random.choice(list(merged)), guards=a.guards & b.guards, is_exact=is_exact)

    def _wait(self) -> None:
        """A value that also waits for others."""
        a = self._int()
        others = [self._int() for _ in range(self.random.randint(1, 2))]
        with tf.control_dependencies([other.tensor for other in others]):
            waiting = tf.identity(a.tensor)
        # A Switch runs whichever side it takes.
        needed = [other for other in others if other.tensor.op.type != "Switch"]
        self.add_int(waiting, a, *needed, is_exact=len(needed) == len(others))

    def _trigger(self) -> None:
        a, b = self._int(), self._int()
        with tf.control_dependencies([b.tensor]):
            trigger = control_trigger()
        with tf.control_dependencies([trigger]):
            self.add_int(tf.identity(a.tensor), a)

    def _effect(self) -> None:
        """Adds to a variable, and a value that waits for it."""
        a, b = self._int(), self._int()
        number = self.random.randrange(2)
        handle = self.handles[number] if self.handles else variable(number)
        with tf.control_dependencies([add_to(handle, a.tensor)]):
            self.add_int(tf.identity(b.tensor), a, b)

    # ---- levels within
    def _grown(
        self, ints: list[tf.Tensor], num_results: int, may_place: bool = True,
        handles: Sequence[tf.Tensor] | None = None,
    ) -> list[tf.Tensor]:
        """Results of a new level that begins with `ints`; they are always alive."""
        handles = self.handles if handles is None else handles
        inner = Block(self.maker, self.depth + 1, self.may_place and may_place, handles)
        for tensor in ints:
            inner.add_int(tensor)
        inner.grow(self.random.randint(1, 6))
        alive = [value for value in inner.ints if value.is_sure]
        return [self.random.choice(alive[-4:]).tensor for _ in range(num_results)]

    def _cond(self) -> None:
        p, captured = self._bool(), [self._int() for _ in range(2)]
        num_results = self.random.randint(1, 2)

        def branch() -> list[tf.Tensor]:
            start = [value.tensor for value in captured] if self.random.random() < 0.7 else [tf.constant(3)]
            return self._grown(start, num_results)

        for result in tf.cond(p.tensor, branch, branch, strict=True):
            self.add_int(result, p, is_exact=all(value.is_sure for value in captured))

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
        is_exact = all(value.is_sure for value in (bound, captured, *variables))
        for result, value in zip(last[1:], variables, strict=True):
            self.add_int(result, value, is_exact=is_exact)

    # ---- functions
    def _define(
        self, num_arguments: int, num_results: int, result: Any = None, takes_handles: bool = False
    ) -> FunctionName:
        """A function of ints; `result` makes its only result of its first argument and what it computed."""
        self.maker.num_functions += 1
        name = f"f{self.maker.num_functions}"

        def body(*arguments: tf.Tensor) -> Any:
            grown = self._grown(list(arguments[:num_arguments]), num_results, handles=arguments[num_arguments:])
            return result(arguments[0], grown) if result is not None else grown

        return define(name, [tf.int32] * num_arguments + [tf.resource] * 2 * takes_handles, body)

    def _function(self) -> None:
        needed = [self._int() for _ in range(2)]
        inputs = [value.tensor for value in needed]
        kind = self.random.choice(["call", "call", "if", "case", "while"])
        if kind == "call":
            op = self.random.choice(["PartitionedCall", "StatefulPartitionedCall"])
            handles = [*(self.handles or map(variable, range(2)))] if self.random.random() < 0.5 else []
            function = self._define(2, 2, takes_handles=bool(handles))
            results = call(function, inputs + handles, [tf.int32] * 2, op=op)
        elif kind == "while":
            results = self._functional_while(inputs)
        else:
            needed.append(self._bool() if kind == "if" else self._int())
            results = self._functional_branch(kind, needed[-1].tensor, inputs)
        for result in results:
            self.add_int(result, *needed)

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


def _value(tensor: tf.Tensor, depends_on: Sequence[Value], guards: Guards, is_exact: bool) -> Value:
    all_guards = guards.union(*(value.guards for value in depends_on))
    return Value(tensor, all_guards, is_exact and all(value.is_exact for value in depends_on))


def _exclude_each_other(a: Value, b: Value) -> bool:
    return any((name, 1 - side) in b.guards for name, side in a.guards)
