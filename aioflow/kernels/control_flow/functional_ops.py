"""Arguments and return values of a step, and calls of functions."""

from __future__ import annotations

import math
from typing import Any

from aioflow import errors
from aioflow.framework import DType, FunctionName, TensorShape
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.graph.conditions import LOWERED, check_scalar
from aioflow.framework.kernels import ANY_DEVICE, KernelContext, kernel
from aioflow.framework.resources.ref_variable import is_reference_to
from aioflow.framework.resources.tensor_types import is_tensor_of
from aioflow.kernels.arrays import check_room
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.string_arrays import string_array


@kernel("_Arg", device=ANY_DEVICE, cheap=True)
def arg(ctx: KernelContext, *, T: DType, index: int) -> Any:
    """The argument number `index` of the step."""
    args = ctx.step.call_frame.args
    if index >= len(args):
        raise errors.invalid_argument(
            f"Function takes at least {index + 1} argument(s) but {len(args)} argument(s) were passed"
        )
    value = args[index]
    # Callers are not checked where they are built: graphs from elsewhere may pass anything.
    if not (is_reference_to(value, T) if T.is_ref else is_tensor_of(value, T)):
        actual = getattr(value, "dtype", type(value).__name__)
        raise errors.invalid_argument(f"Type mismatch: actual {actual} vs. expect {T.wire_name}")
    return value


@kernel("_Retval", device=ANY_DEVICE, cheap=True)
def retval(ctx: KernelContext, input: Any, *, index: int) -> None:
    """Stores the return value number `index` of the step."""
    ctx.step.call_frame.set_result(index, input)


async def call_function(ctx: KernelContext, *args: Any) -> list[Any]:
    """Calls the function that the node's op type names (there is one such op per function of a library)."""
    # The function takes its arguments one by one; an input that is a list stands for several.
    flat = [value for arg in args for value in (arg if isinstance(arg, list) else [arg])]
    results: list[Any] = await ctx.functions.call(
        ctx, FunctionName(ctx.kernel.op_def.name, dict(ctx.kernel.attrs)), flat
    )
    check_alive(results)
    return results[0] if ctx.kernel.single_output else results


@kernel("PartitionedCall", "StatefulPartitionedCall", device=ANY_DEVICE)
async def partitioned_call(ctx: KernelContext, args: list[Any], *, f: FunctionName, Tout: list[DType]) -> list[Any]:
    """Calls `f`; a dead result of `f` is a dead output."""
    results: list[Any] = await ctx.functions.call(ctx, f, args, Tout)
    return results


@kernel("SymbolicGradient", device=ANY_DEVICE)
async def symbolic_gradient(ctx: KernelContext, input: list[Any], *, f: FunctionName, Tout: list[DType]) -> list[Any]:
    """The gradient of `f` at its arguments, which are followed by the gradients of its results."""
    results: list[Any] = await ctx.functions.call(ctx, FunctionName("SymbolicGradient", {"f": f}), input)
    if len(results) != len(Tout):
        raise errors.invalid_argument(f"SymGrad expects to return {len(Tout)} tensor(s), but get {len(results)}")
    for i, (value, dtype) in enumerate(zip(results, Tout, strict=True)):
        if value is not None and not is_tensor_of(value, dtype):
            raise errors.invalid_argument(f"SymGrad expects tensor {i} to be {dtype.name}, but it is {value.dtype}")
    return results


@kernel("If", "StatelessIf", device=ANY_DEVICE)
async def if_(
    ctx: KernelContext, cond: Any, input: list[Any], *, then_branch: FunctionName, else_branch: FunctionName,
    Tout: list[DType],
) -> list[Any]:
    """Calls `then_branch` if `cond` counts as true, else `else_branch`."""
    # Marked nodes run as calls here, but in TensorFlow as Switch and Merge, which take scalars only.
    if ctx.kernel.attrs.get(LOWERED):
        check_scalar(cond)
    results: list[Any] = await ctx.functions.call(ctx, then_branch if truth(cond) else else_branch, input, Tout)
    return results


@kernel("Case", "StatelessCase", device=ANY_DEVICE)
async def case(
    ctx: KernelContext, branch_index: Any, input: list[Any], *, branches: list[FunctionName], Tout: list[DType]
) -> list[Any]:
    """Calls the branch number `branch_index` ([] int32); the last one for any number out of range."""
    check_scalar(branch_index)
    index = int(branch_index)
    chosen = branches[index if 0 <= index < len(branches) else -1]
    results: list[Any] = await ctx.functions.call(ctx, chosen, input, Tout)
    return results


@kernel("While", "StatelessWhile", device=ANY_DEVICE)
async def while_(
    ctx: KernelContext, input: list[Any], *, cond: FunctionName, body: FunctionName, T: list[DType]
) -> list[Any]:
    """Calls `body` on the loop variables as long as `cond` of them counts as true."""
    variables = list(input)
    while True:
        # One iteration after the other: the condition of the next one needs the variables of this one.
        verdict = await ctx.functions.call(ctx, cond, variables, gives_on_host=True)
        if len(verdict) != 1:
            raise errors.invalid_argument(
                f"Expected a single scalar return value from WhileOp cond, got {len(verdict)} tensors."
            )
        check_alive(verdict)
        if ctx.kernel.attrs.get(LOWERED):
            check_scalar(verdict[0])
        if not truth(verdict[0]):
            return variables
        variables = await ctx.functions.call(ctx, body, variables, T)
        check_alive(variables)


@kernel("DeviceIndex", device=ANY_DEVICE, cheap=True)
def device_index(ctx: KernelContext, *, device_names: list[bytes]) -> Any:
    """The place of the node's device type in `device_names` ([] int32), or their number: chooses a branch of a Case."""
    names = [name.decode(errors="replace") for name in device_names]
    device_type = ctx.device.device_type
    return ctx.xp.int32(names.index(device_type) if device_type in names else len(names))


@kernel("FakeParam", device=ANY_DEVICE)
def fake_param(xp: Any, *, dtype: DType, shape: TensorShape) -> Any:
    """Stands for a value that the branch taken does not make: zeros, or empty strings (in TensorFlow, anything)."""
    # Nothing reads it, so unknown sizes may be any; zero takes no memory.
    sizes = () if shape.rank is None else tuple(size or 0 for size in shape.as_list())
    check_room(sizes, dtype.numpy_dtype)
    return string_array([b""] * math.prod(sizes), sizes) if dtype.is_object else xp.zeros(sizes, dtype.numpy_dtype)


@kernel("ToBool", device=ANY_DEVICE, cheap=True)
def to_bool(xp: Any, input: Any) -> Any:
    """Whether If and While take the value for true ([] bool)."""
    return xp.bool_(truth(input))


@kernel("_ListToArray", device=ANY_DEVICE, cheap=True)
def list_to_array(xp: Any, input: list[Any], *, N: int) -> list[Any]:
    """A list of tensors as a list of tensors of one dtype."""
    return _as_many(input, N)


@kernel("_ArrayToList", device=ANY_DEVICE, cheap=True)
def array_to_list(xp: Any, input: list[Any], *, out_types: list[DType]) -> list[Any]:
    """A list of tensors of one dtype as a list of tensors."""
    return _as_many(input, len(out_types))


def _as_many(values: list[Any], number: int) -> list[Any]:
    """The values; raises `InvalidArgumentError` unless they are so many."""
    if len(values) != number:
        raise errors.invalid_argument(f"a list of {len(values)} tensors cannot become one of {number}")
    return list(values)


@kernel("For", device=ANY_DEVICE)
async def for_(
    ctx: KernelContext, start: Any, limit: Any, delta: Any, input: list[Any], *, body: FunctionName, T: list[DType]
) -> list[Any]:
    """Calls `body` on (i, loop variables) for i from `start` to before `limit` in steps of `delta` ([] int32 each)."""
    for value, name in ((start, "start"), (limit, "limit"), (delta, "delta")):
        require_scalar(value, name)
    # TensorFlow refuses a loop that would not end, also one that would not begin because it leads away from its
    # limit.
    if delta == 0 or (limit - start) * delta < 0:
        raise errors.invalid_argument(f"a loop from {start} to {limit} in steps of {delta} does not end")
    variables = list(input)
    for i in range(int(start), int(limit), int(delta)):
        variables = await ctx.functions.call(ctx, body, [ctx.xp.int32(i), *variables], T)
        check_alive(variables)
    return variables


@kernel("RemoteCall", device=ANY_DEVICE)
async def remote_call(
    ctx: KernelContext, target: Any, args: list[Any], *, f: FunctionName, Tout: list[DType]
) -> list[Any]:
    """Calls `f` on the device that `target` ([] string) names, which must be one of this session's."""
    require_scalar(target, "target")
    name = target.item().decode(errors="replace")
    if not any(DeviceSpec.parse(name).matches(device.spec) for device in ctx.session.devices):
        raise errors.unimplemented(f"RemoteCall: {name!r} is not a device of this session, and calls do not leave it")
    results: list[Any] = await ctx.functions.call(ctx, f, args, Tout)
    return results


def check_alive(results: list[Any]) -> None:
    """Checks that no result of a function is dead, where that would be lost; `InternalError`, as in TensorFlow."""
    for index, value in enumerate(results):
        if value is None:
            raise errors.internal(f"Retval[{index}] does not have value")


def truth(value: Any) -> bool:
    """Whether a condition counts as true: a scalar that is not zero or not empty, anything else that has elements."""
    # TensorFlow's ToBool, which If and While apply to conditions that need not be scalars.
    if value.shape != ():
        return bool(value.size)
    scalar = value.item()
    return len(scalar) > 0 if isinstance(scalar, (bytes, str)) else bool(scalar)
