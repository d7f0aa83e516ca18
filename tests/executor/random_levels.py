"""Level: a block that also has branches, loops and calls, whose insides are levels of their own."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import aioflow as tf
from aioflow.framework.op_def import FunctionName
from tests.functions.building import call, define, legacy_call

from .random_blocks import NUM_DEVICES, Block, on_device
from .random_effects import variable
from .random_values import Value

MAX_DEPTH = 3


class Level(Block):
    """A block with levels within."""

    def kinds(self) -> list[Callable[[], None]]:
        """What `grow` chooses from."""
        kinds = super().kinds()
        if self.around.depth >= MAX_DEPTH:
            return kinds
        if self.recipe.has_branches:
            kinds += [self._cond] * 2 + [self._loop] * 3
        if self.recipe.has_functions:
            kinds += [self._call] * 2 + [self._functional_branch, self._functional_loop]
        return kinds

    def _grown(self, start: Sequence[tf.Tensor], wanted: Sequence[Any], **around: Any) -> list[tf.Tensor]:
        """Results of a new level; they are alive if what it starts with is.

        Args:
            start: What it starts with.
            wanted: Their dtypes.
            around: What changes of the surroundings.
        """
        inner = type(self)(self.recipe, replace(self.around, depth=self.around.depth + 1, **around))
        for tensor in start:
            inner.add(tensor)
        inner.grow(self.random.randint(1, 6))
        return [inner.sure(dtype) for dtype in wanted]

    def sure(self, dtype: Any) -> tf.Tensor:
        """A value that is alive whenever this level runs."""
        alive = [value.tensor for value in self.values[dtype] if value.is_sure]
        return self.random.choice(alive[-4:]) if alive else tf.cast(self.sure(tf.int32), dtype) * 0.25

    def _like(self, first: Value, dtype: Any = tf.int32) -> Value:
        """Another value, which lives as the first one unless that does not matter."""
        if self.recipe.mixes:
            return self.pick(dtype)
        alike = [value for value in self.values[dtype] if value.lives_as(first)]
        if alike:
            return self.random.choice(alike[-6:])
        return first if dtype is tf.int32 else Value(tf.cast(first.tensor, dtype), first.guards, first.is_exact)

    # ---- branches and loops of Switches and Merges
    def _cond(self) -> None:
        p, captured = self.pick(tf.bool), [self.pick() for _ in range(2)]
        wanted = self._some_dtypes()

        def branch() -> list[tf.Tensor]:
            start = [value.tensor for value in captured] if self.random.random() < 0.7 else [tf.constant(3)]
            return self._grown(start, wanted, has_effects=self._has_effects_within())

        for result in tf.cond(p.tensor, branch, branch, strict=True):
            self.add(result, p, is_exact=all(value.is_sure for value in captured))

    def _loop(self) -> None:
        if self.recipe.places_loops or not self.around.may_place:
            self._add_loop(has_effects=self._has_effects_within())
            return
        number = self.random.randrange(NUM_DEVICES)
        with on_device(number):  # variables are on the first device
            self._add_loop(may_place=False, has_effects=number == 0 and self._has_effects_within())

    def _has_effects_within(self) -> bool:
        # A call cannot wait for what happens in a branch or a loop of Switches in its body.
        return self.around.has_effects and not self.around.in_function

    def _add_loop(self, **around: bool) -> None:
        first = self.pick()
        bound, captured = self._like(first), self._like(first)
        variables = [first, *(self._like(first, dtype) for dtype in self._some_dtypes()[1:])]
        dtypes = [value.tensor.dtype for value in variables]
        n = tf.floormod(bound.tensor, 4) if self.random.random() < 0.7 else tf.constant(self.random.randrange(4))
        zero = tf.constant(0) if self.recipe.mixes else first.tensor - first.tensor

        def body(i: tf.Tensor, *values: tf.Tensor) -> list[tf.Tensor]:
            extra = [captured.tensor] if self.random.random() < 0.5 else []
            return [i + 1, *self._grown([i, *values, *extra], dtypes, **around)]

        start = [zero, *(value.tensor for value in variables)]
        parallel = self.random.choice([1, 2, 3, 10])
        last = tf.while_loop(lambda i, *values: i < n, body, start, parallel_iterations=parallel)
        needed = [bound, captured, *variables]
        for result in last[1:]:
            if self.recipe.mixes:  # what is dead in the first iteration may be alive in the next one
                self.add(result, is_exact=all(value.is_sure for value in needed))
            else:
                self.add(result, *needed)

    def _some_dtypes(self) -> list[Any]:
        return [tf.int32, *self.random.choice([[], [tf.int32], [tf.float32]])]

    # ---- functions
    def _define(self, num_arguments: int, num_results: int, takes_handles: bool = False) -> FunctionName:
        """A function of ints."""

        def body(*arguments: tf.Tensor) -> Any:
            ints, handles = arguments[:num_arguments], arguments[num_arguments:]
            return self._grown(ints, [tf.int32] * num_results, handles=handles, in_function=True)

        return self._defined(body, [tf.int32] * num_arguments + [tf.resource] * 3 * takes_handles)

    def _defined(self, body: Callable[..., Any], dtypes: Sequence[Any]) -> FunctionName:
        self.recipe.num_functions += 1

        def scoped(*arguments: tf.Tensor) -> Any:
            # Names beside those that branches and loops make of the call's own: TensorFlow's inlining dies otherwise.
            with tf.name_scope("body"):
                return body(*arguments)

        return define(f"f{self.recipe.num_functions}", dtypes, scoped, _effects)

    def _call(self) -> None:
        needed = [self.pick(), self.pick()]
        takes_handles = self.around.has_effects and self.random.random() < 0.5
        function, inputs = self._define(2, 2, takes_handles), [value.tensor for value in needed]
        op_types = ["StatefulPartitionedCall"] * self.around.has_effects + ["legacy"]
        op_type = self.random.choice(op_types + ["PartitionedCall"] * (not _is_stateful(function)))
        with _beside_variables(takes_handles or _is_stateful(function)):
            inputs += [*(self.around.handles or map(variable, range(3)))] if takes_handles else []
            if op_type == "legacy":
                results = legacy_call(function, inputs)
            else:
                results = call(function, inputs, [tf.int32] * 2, op=op_type)
        for result in results:
            self.add(result, *needed)

    def _functional_branch(self) -> None:
        functions, needed = [self._define(2, 2) for _ in range(2)], [self.pick(), self.pick()]
        has_effects = any(map(_is_stateful, functions))
        if self.random.random() < 0.5:
            op_type = "If" if has_effects else "StatelessIf"
            attrs = {"then_branch": functions[0], "else_branch": functions[1], "Tcond": tf.bool}
            needed.insert(0, self.pick(tf.bool))
        else:
            op_type, attrs = "Case" if has_effects else "StatelessCase", {"branches": functions}
            needed.insert(0, self.pick())
        attrs |= {"Tin": [tf.int32] * 2, "Tout": [tf.int32] * 2}
        self._functional(op_type, has_effects, needed, attrs, needed)

    def _functional_loop(self) -> None:
        """A While of a counter and two ints."""
        grown, next_values, needed = self._define(3, 1), self._define(3, 2), [self.pick(), self.pick()]
        has_effects = _is_stateful(grown) or _is_stateful(next_values)
        op = "StatefulPartitionedCall" if has_effects else "PartitionedCall"

        def goes_on(*values: tf.Tensor) -> tf.Tensor:
            return tf.logical_and(values[0] < 3, tf.floormod(call(grown, values, [tf.int32], op=op)[0], 5) < 4)

        def body(*values: tf.Tensor) -> list[tf.Tensor]:
            return [values[0] + 1, *call(next_values, values, [tf.int32] * 2, op=op)]

        functions = [self._defined(function, [tf.int32] * 3) for function in (goes_on, body)]
        attrs = {"cond": functions[0], "body": functions[1], "T": [tf.int32] * 3, "parallel_iterations": 10}
        op_type = "While" if has_effects else "StatelessWhile"
        self._functional(op_type, has_effects, [Value(tf.constant(0)), *needed], attrs, needed)

    def _functional(
        self, op_type: str, has_effects: bool, inputs: list[Value], attrs: dict[str, Any], needed: list[Value]
    ) -> None:
        tensors = [value.tensor for value in inputs]
        with _beside_variables(has_effects):
            op = tf.get_default_graph().create_op(op_type, tensors, None, attrs | {"output_shapes": []})
        for result in op.outputs[len(op.outputs) - 2 :]:
            self.add(result, *needed)


def _beside_variables(has_effects: bool) -> AbstractContextManager[Any]:
    """A context in which calls with effects run on the first device, where they must be to find the variables."""
    return on_device(0) if has_effects else nullcontext()


def _is_stateful(function: FunctionName) -> bool:
    signature = tf.get_default_graph().functions[function.name].signature
    return bool(signature.is_stateful)


def _effects(body: tf.Graph) -> list[str]:
    """The nodes of a function's body that run for their effect."""
    ops = [op for op in body.get_operations() if op.op_def.is_stateful]
    return [op.name for op in ops if op.type not in ("VarHandleOp", "Placeholder")]
