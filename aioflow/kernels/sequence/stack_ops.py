"""Stacks that live as long as a step; loops keep on them what their gradients need.

The forward loop pushes a value per iteration, the gradient's loop pops them in reverse. Control edges keep pushes and
pops of one loop in order; the lock is for iterations that overlap.
"""
from __future__ import annotations

import itertools
import threading
from typing import Any

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.handles import handle_output, new_handle, resource_of

# `next` on it is one operation: steps on other threads never get the same name.
_numbers = itertools.count()


class Stack(Resource):
    """Last in, first out. Every method may be called from any thread.

    Args:
        name: For messages.
        dtype: Element type.
        max_size: How many values it takes; any number if negative.
    """

    def __init__(self, name: str, dtype: DType, max_size: int) -> None:
        self.name = name
        self.dtype = dtype
        self.max_size = max_size
        #: The top is at the end.
        self._values: list[Array] = []
        #: Once True it stays so, and there are no values.
        self._closed = False
        # Guards both: between the comparison with `max_size` and the append no other push may come, and
        # none may come behind a close, whose values nobody would drop.
        self._lock = threading.Lock()

    def push(self, value: Array) -> None:
        """Puts a value on top; `InvalidArgumentError` when the stack is full or closed."""
        # The check for room and the append are one, see above.
        with self._lock:
            self._check_open()
            if 0 <= self.max_size <= len(self._values):
                raise errors.invalid_argument(f"Stack[{self.name}] overflowed its max_size ({self.max_size})")
            self._values.append(value)

    def pop(self) -> Array:
        """Takes the value on top; `InvalidArgumentError` when there is none or the stack is closed."""
        # Two pops of the last value at the same time: one of them must get the error.
        with self._lock:
            self._check_open()
            if not self._values:
                raise errors.invalid_argument(f"Stack[{self.name}] is empty when calling Pop().")
            return self._values.pop()

    def close(self) -> None:
        """Drops all values; the stack cannot be used any more."""
        # A push that was checked before must not put a value into a stack that is closed.
        with self._lock:
            self._closed = True
            # At once, not with the step: a loop's stack may hold much.
            self._values = []

    def _check_open(self) -> None:
        """Raises `InvalidArgumentError` if the stack is closed. The lock is held."""
        if self._closed:
            raise errors.invalid_argument(f"Stack[{self.name}] has already been closed.")

    def debug_string(self) -> str:
        """Name."""
        return f"Stack[{self.name}]"


@kernel("StackV2")
def stack_v2(ctx: KernelContext, max_size: Array, *, elem_type: DType, stack_name: bytes) -> Any:
    """The handle of a new stack with room for `max_size` values; for any number if that is negative."""
    require_scalar(max_size, "Stack size")
    return _new_stack(ctx, elem_type, stack_name, int(max_size))


@kernel("Stack")
def stack(ctx: KernelContext, *, elem_type: DType, stack_name: bytes) -> Any:
    return _new_stack(ctx, elem_type, stack_name, -1)


def _new_stack(ctx: KernelContext, elem_type: DType, stack_name: bytes, max_size: int) -> Any:
    """A handle that keeps a new stack alive; the node makes one in each call."""
    # Numbered: a node in a loop makes a stack per iteration.
    name = f"{stack_name.decode(errors='replace') or ctx.node_name}_{next(_numbers)}"
    made = Stack(name, elem_type, max_size)
    return handle_output(ctx, new_handle(ctx, ctx.step.resources.default_container, name, Stack, made))


@kernel("StackPushV2", "StackPush", cheap=True)
def stack_push(ctx: KernelContext, handle: Any, elem: Array, *, T: DType) -> Array:
    """Pushes `elem`, and forwards it."""
    target = resource_of(ctx, handle, Stack)
    if T is not target.dtype:
        raise _wrong_type(target, T)
    # Kept as it is, without a copy; `swap_memory` is for devices with memory of their own.
    target.push(elem)
    return elem


@kernel("StackPopV2", "StackPop", cheap=True)
def stack_pop(ctx: KernelContext, handle: Any, *, elem_type: DType) -> Array:
    target = resource_of(ctx, handle, Stack)
    if elem_type is not target.dtype:
        raise _wrong_type(target, elem_type)
    return target.pop()


@kernel("StackCloseV2", "StackClose", cheap=True)
def stack_close(ctx: KernelContext, handle: Any) -> None:
    resource_of(ctx, handle, Stack).close()


def _wrong_type(target: Stack, dtype: DType) -> errors.OpError:
    """The error for an op of another dtype."""
    return errors.invalid_argument(
        f"Must have type {target.dtype.as_datatype_enum} but got {dtype.as_datatype_enum} (stack {target.name})"
    )
