"""Steps of optimizers on ref variables and on resource variables."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.kernels.state_programs import FLOATS, Steps, program, scalars, value

TRAINED = [*FLOATS, "complex64", "complex128"]


class Slots:
    """Variables of three numbers, all ref variables or all resources."""

    def __init__(self, tf: Any, dtype: str, is_resource: bool) -> None:
        self._tf, self._dtype, self._is_resource = tf, dtype, is_resource
        self.steps: Steps = []

    def __call__(self, name: str, *numbers: float) -> Any:
        """A new variable; the steps begin with its assignment."""
        raw, T = self._tf.raw_ops, self._tf.as_dtype(self._dtype)
        given = value(self._tf, self._dtype, *numbers)
        if self._is_resource:
            variable = raw.VarHandleOp(dtype=T, shape=[len(numbers)], shared_name=name)
            self.steps.append(raw.AssignVariableOp(resource=variable, value=given))
        else:
            variable = raw.VariableV2(shape=[len(numbers)], dtype=T, name=name)
            self.steps.append(raw.Assign(ref=variable, value=given))
        return variable

    def read(self, variable: Any) -> Any:
        """What a variable holds."""
        if self._is_resource:
            return self._tf.raw_ops.ReadVariableOp(resource=variable, dtype=self._tf.as_dtype(self._dtype))
        return self._tf.raw_ops.Identity(input=variable)


Update = Callable[[Any, Slots, list[Any], Any], Any]  # op, variables by name, variables, gradient -> node


def updated(tf: Any, dtype: str, op: str, update: Update) -> Steps:
    """Two steps with good gradients, one that is not finite, and ones with wrong shapes."""
    slots = Slots(tf, dtype, op.startswith("Resource"))
    variables = [slots("var", 1, 2, 3), slots("first", 0.5, 0, 1), slots("second", 1, 2, 0.25)]
    large = 7 if dtype.startswith("complex") else float("inf")
    gradients = [value(tf, dtype, *g) for g in ([1, 2, 0.5], [3, 0, 1], [large, 1, 1], [1, 2], [[1, 2, 3]])]
    build = getattr(tf.raw_ops, op)
    for gradient in gradients:
        slots.steps += [update(build, slots, variables, gradient), *map(slots.read, variables)]
    return slots.steps


def both(name: str, update: Callable[[Any, str], Update], has_ref: bool = True) -> None:
    """Adds the programs of an update of ref variables and of resources."""
    for op in ([name] if has_ref else []) + [f"Resource{name}"]:

        def build(tf: Any, dtype: str, op: str = op) -> Steps:
            return updated(tf, dtype, op, update(tf, dtype))

        build.__name__ = op
        program(TRAINED)(build)


def descent(tf: Any, dtype: str) -> Any:
    (rate,) = scalars(tf, dtype, 0.5)
    return lambda op, slots, v, g: op(var=v[0], alpha=rate, delta=g)


def momentum(tf: Any, dtype: str) -> Any:
    rate, decay = scalars(tf, dtype, 0.5, 0.75)
    return lambda op, slots, v, g: op(var=v[0], accum=v[1], lr=rate, grad=g, momentum=decay)


def nesterov(tf: Any, dtype: str) -> Any:
    rate, decay = scalars(tf, dtype, 0.5, 0.75)
    return lambda op, slots, v, g: op(var=v[0], accum=v[1], lr=rate, grad=g, momentum=decay, use_nesterov=True)


def adam(tf: Any, dtype: str) -> Any:
    first, second, rate, b1, b2, epsilon = scalars(tf, dtype, 0.5, 0.75, 0.25, 0.5, 0.75, 0.125)
    return lambda op, slots, v, g: op(
        var=v[0], m=v[1], v=v[2], beta1_power=first, beta2_power=second, lr=rate, beta1=b1, beta2=b2, epsilon=epsilon,
        grad=g,
    )  # fmt: skip


def rms_prop(tf: Any, dtype: str) -> Any:
    rate, rho, decay, epsilon = scalars(tf, dtype, 0.5, 0.75, 0.25, 0.125)
    return lambda op, slots, v, g: op(
        var=v[0], ms=v[2], mom=v[1], lr=rate, rho=rho, momentum=decay, epsilon=epsilon, grad=g
    )


both("ApplyGradientDescent", descent)
both("ApplyMomentum", momentum)
both("ApplyKerasMomentum", nesterov, has_ref=False)
both("ApplyAdam", adam)
both("ApplyRMSProp", rms_prop)
