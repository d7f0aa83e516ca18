"""Updates of variables that are known, by constants: what is the same in each call is done once.

Generated code has such a function in place of the kernel (see `WithConstants`). Updates of rows by one rule, as of the
tables of many features, are made together: a rule costs the same for 30 rows as for 600.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import Compute, JoinableCall, KernelContext, WithConstants
from aioflow.framework.resources.ref_variable import RefVariable
from aioflow.kernels.arrays import Array
from aioflow.kernels.state.locked_variables import writing
from aioflow.kernels.training.variable_updates import (
    BLOCK,
    FEW,
    Rule,
    run,
    scalar_values,
    targets_of,
    update,
    update_rows,
)


def prepared(
    rule: Rule, variables: Sequence[str], scalars: Sequence[str], grad_name: str = "grad", of_rows: bool = False,
    check: Callable[[Mapping[str, Any]], None] | None = None,
    check_grad: Callable[[Array], None] | None = None, options: Sequence[str] = (),
) -> WithConstants:  # fmt: skip
    """`apply_dense` or `apply_sparse` for nodes whose variables and hyperparameters are mostly the same in each call.

    Args:
        rule: What to do.
        variables: Names of the inputs that are variables, in the rule's order.
        scalars: Names of those that are hyperparameters.
        grad_name: Name of the gradient's input.
        of_rows: Whether only some rows change.
        check: Raises an error for hyperparameters and options that the op does not take; all must be constants then.
        check_grad: Raises an error for a gradient that the op does not take, before anything is looked up.
        options: Names of the attributes that the rule wants.
    """

    def prepare(
        xp: Any, attrs: Mapping[str, Any], constants: Mapping[str, Any], others: Sequence[str]
    ) -> Compute | None:
        if not constants.keys() >= {*variables} or (check is not None and not constants.keys() >= {*scalars}):
            return None
        if grad_name in constants or "indices" in constants:
            return None
        fixed = {name: constants[name] for name in scalars if name in constants}
        chosen = {name: attrs[name] for name in options}
        try:
            if check is not None:
                check(fixed | chosen)
            values = scalar_values(fixed, attrs["T"].numpy_dtype)
        except errors.OpError:
            return None
        known = {name: constants[name] for name in variables}
        call = _PreparedUpdate(rule, known, values, others, grad_name, of_rows, check_grad, chosen)
        # Joined only where all is a constant, and each element of what the rule computes does not depend on others.
        is_joinable = of_rows and list(others) == [grad_name, "indices"] and call.refs is not None
        if is_joinable and values.get("lr_power", -0.5) == -0.5:
            return JoinableUpdate(call, attrs["T"].numpy_dtype)
        if not of_rows and check_grad is None and call.refs is not None and _is_small(call.refs[0]):
            return JoinableWholeUpdate(call, attrs["T"].numpy_dtype, others)
        return call

    return prepare


class _PreparedUpdate:
    """The function of a context and the values of the inputs `others`; see `prepared` for the arguments."""

    def __init__(
        self, rule: Rule, variables: Mapping[str, Any], values: dict[str, Any], others: Sequence[str], grad_name: str,
        of_rows: bool, check_grad: Callable[[Array], None] | None, options: dict[str, Any],
    ) -> None:  # fmt: skip
        self.rule, self.values, self.options = rule, values, options
        self.variables, self.names = variables, tuple(variables)
        self.grad_name, self.of_rows, self.check_grad = grad_name, of_rows, check_grad
        self.places = {name: place for place, name in enumerate(others)}
        self.at_grad = self.places.pop(grad_name)
        self.at_indices = self.places.pop("indices") if of_rows else 0
        # Handles lead to variables that may be others in the next step.
        refs = [value for value in variables.values() if isinstance(value, RefVariable)]
        self.refs = refs if len(refs) == len(variables) else None
        self.locked = writing(*refs) if self.refs is not None else None

    def __call__(self, ctx: KernelContext, *inputs: Any) -> RefVariable | None:
        grad = inputs[self.at_grad]
        if self.check_grad is not None:
            self.check_grad(grad)
        locked = self.locked or writing(*targets_of(ctx, self.variables))
        scalars = {name: inputs[place] for name, place in self.places.items()}
        if self.of_rows:
            indices = inputs[self.at_indices]
            update_rows(self.rule, locked, self.names, grad, indices, self.values, scalars, self.options)
        else:
            update(self.rule, locked, self.names, self.grad_name, grad, self.values, scalars, self.options)
        return None if self.refs is None else self.refs[0]


class JoinableUpdate(JoinableCall):
    """An update of some rows of known variables, which may be one of many that are made together."""

    def __init__(self, single: _PreparedUpdate, dtype: Any) -> None:
        self.single = single
        assert single.refs is not None
        self.refs: list[RefVariable] = single.refs
        self.key = (single.rule, dtype, len(self.refs), *single.values.items(), *single.options.items())
        self.result = self.refs[0]

    def __call__(self, ctx: KernelContext, *inputs: Any) -> RefVariable | None:
        return self.single(ctx, *inputs)

    def join(self, calls: Sequence[Any]) -> Compute | None:
        """See `JoinableCall.join`."""
        refs = [ref for call in calls for ref in call.refs]
        if len(set(refs)) < len(refs):
            return None
        locked, num_slots, single = writing(*refs), len(self.refs), self.single

        def update_if_usual(*inputs: Array) -> bool:
            try:
                return update_all(*inputs)
            except errors.OpError:  # a variable has no value
                return False

        def update_all(*inputs: Array) -> bool:
            grads, indices = inputs[::2], inputs[1::2]
            total = sum(map(len, indices))
            inner = grads[0].shape[1:]
            with locked as arrays:
                groups = [arrays[start : start + num_slots] for start in range(0, len(arrays), num_slots)]
                if not all(map(_are_few_rows, groups, grads, indices, [inner] * len(groups))):
                    return False
                grad = np.concatenate(grads)
                if grad.size > BLOCK:
                    return False
                parts = [np.empty(grad.shape, grad.dtype) for _ in range(num_slots)]
                rows = [numbers.astype(np.intp, copy=False) for numbers in indices]
                for array, place, part in _places(groups, rows, parts, total):
                    array.take(place, 0, out=part, mode="clip")  # all are in range
                run(single.rule, parts, grad, single.values, single.options)
                is_vector = grad.size == total
                for array, place, part in _places(groups, rows, parts, total):
                    if is_vector:
                        array.put(place, part)
                    else:
                        array[place] = part
            return True

        return update_if_usual


class JoinableWholeUpdate(JoinableCall):
    """An update of whole variables, small ones, which may be one of many that are made together.

    Their gradients are kept until then, which is why large ones are not among them.
    """

    def __init__(self, single: _PreparedUpdate, dtype: Any, others: Sequence[str]) -> None:
        self.single = single
        assert single.refs is not None
        self.refs: list[RefVariable] = single.refs
        self.key = (single.rule, dtype, *others, *single.values.items(), *single.options.items())
        self.result = self.refs[0]

    def __call__(self, ctx: KernelContext, *inputs: Any) -> RefVariable | None:
        return self.single(ctx, *inputs)

    def join(self, calls: Sequence[Any]) -> Compute | None:
        """See `JoinableCall.join`."""
        refs = [ref for call in calls for ref in call.refs]
        if len(set(refs)) < len(refs):
            return None
        locked, num_slots, single = writing(*refs), len(self.refs), self.single
        num_inputs, at_grad = 1 + len(single.places), single.at_grad

        def update_if_usual(*inputs: Array) -> bool:
            grads = inputs[at_grad::num_inputs]
            scalars = {name: inputs[place] for name, place in single.places.items()}
            # Hyperparameters are those of one optimizer, so that they are the same arrays.
            if any(given is not inputs[i % num_inputs] for i, given in enumerate(inputs) if i % num_inputs != at_grad):
                return False
            try:
                values = single.values | scalar_values(scalars, grads[0].dtype)
                with locked as arrays:
                    groups = [arrays[start : start + num_slots] for start in range(0, len(arrays), num_slots)]
                    if not all(map(_is_whole, groups, grads)):
                        return False
                    for group, grad in zip(groups, grads, strict=True):
                        run(single.rule, group, grad, values, single.options)
            except errors.OpError:  # a variable has no value, or a hyperparameter is no scalar
                return False
            return True

        return update_if_usual


def _is_small(variable: RefVariable) -> bool:
    size = variable.shape.num_elements()
    return size is not None and size <= BLOCK


def _is_whole(arrays: Sequence[Array], grad: Array) -> bool:
    """Whether all have the gradient's shape, which is small and none of a scalar."""
    return grad.ndim > 0 and grad.size <= BLOCK and all(array.shape == grad.shape for array in arrays)


def _are_few_rows(arrays: Sequence[Array], grad: Array, indices: Array, inner: tuple[int, ...]) -> bool:
    """Whether all is as usual: few rows [n, *inner], none of which comes twice, and all of which there are."""
    shape = arrays[0].shape
    if not shape or shape[1:] != inner or grad.shape[1:] != inner or any(array.shape != shape for array in arrays):
        return False
    if indices.ndim != 1 or not 0 < len(indices) <= FEW or len(indices) != grad.shape[0] or not grad.size:
        return False
    rows = indices.tolist()
    return min(rows) >= 0 and max(rows) < shape[0] and len(set(rows)) == len(rows)


def _places(
    groups: Sequence[Sequence[Array]], rows: Sequence[Array], parts: Sequence[Array], total: int
) -> Iterator[tuple[Array, Array, Array]]:
    """Each variable, which of its rows, and where they stand in the part of its slot [total, ...]."""
    begin = 0
    for arrays, numbers in zip(groups, rows, strict=True):
        end = begin + len(numbers)
        for array, part in zip(arrays, parts, strict=True):
            yield array, numbers, part[begin:end]
        begin = end
