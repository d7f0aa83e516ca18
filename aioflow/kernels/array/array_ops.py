"""Array ops that pass values on, look at shapes, or make new arrays."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import methodcaller
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import ALL, COMPLEX, FLOATING, INTEGER, DType, bool_, resource, variant
from aioflow.framework.kernels import ANY_DEVICE, Compute, KernelContext, kernel
from aioflow.framework.shapes import TensorShape
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import dims_from, require_vector, scalar_int, shown_partial
from aioflow.kernels.new_arrays import filled, zeros
from aioflow.kernels.variants import zeros_of


@kernel("Const", cheap=True)
@kernel("HostConst", device=ANY_DEVICE, cheap=True)
def const(xp: Any, *, value: Array) -> Array:
    """The constant itself; arrays are immutable, so everyone may share it."""
    return value


@kernel("Identity", device=ANY_DEVICE, cheap=True)  # for what transfers bring to devices without one
@kernel(
    "Identity", "StopGradient", "PreventGradient", "Snapshot", "PlaceholderWithDefault", "GuaranteeConst",
    "DebugGradientIdentity", cheap=True,
)  # fmt: skip
def identity(xp: Any, input: Array) -> Array:
    return input


@kernel("DeepCopy", cheap=True)
def deep_copy(xp: Any, x: Array) -> Array:
    """`x` itself: no op writes into its input, so nobody can tell it from a copy."""
    return x


@kernel("IdentityN", device=ANY_DEVICE, cheap=True)  # stands for a call, on its device, where its body was put
@kernel("IdentityN", cheap=True)
def identity_n(xp: Any, input: Array) -> Array:
    return input


@kernel("Placeholder", "PlaceholderV2", cheap=True)
def placeholder(ctx: KernelContext, *, dtype: DType, shape: TensorShape) -> Array:
    """Runs only when the placeholder was not fed."""
    # Rank 0 counts as unknown: graphs of before a shape could be unknown
    # wrote [] for that, so TensorFlow names neither.
    of_shape = f" and shape {shown_partial(shape)}" if shape.rank else ""
    raise errors.invalid_argument(
        f"You must feed a value for placeholder tensor '{ctx.node_name}' with dtype {dtype.wire_name}{of_shape}"
    )


@kernel("EnsureShape", cheap=True)
def ensure_shape(xp: Any, input: Array, *, shape: TensorShape) -> Array:
    """`input` itself; `InvalidArgumentError` if its shape is not compatible with `shape`."""
    wanted = shape.sizes
    if wanted is not None and (
        len(wanted) != input.ndim or any(w is not None and w != n for w, n in zip(wanted, input.shape, strict=True))
    ):
        raise errors.invalid_argument(
            f"Shape of tensor {shown(input.shape)} is not compatible with expected shape {shown_partial(shape)}."
        )
    return input


@kernel("CheckNumerics")
def check_numerics(xp: Any, tensor: Array, *, message: bytes) -> Array:
    """Passes `tensor` on, or raises `InvalidArgumentError` if it holds an infinity or a NaN."""
    # One pass decides the usual case; what kinds there are matters to the message only.
    if not xp.isfinite(tensor).all():
        found = {"Inf": xp.isinf(tensor).any(), "NaN": xp.isnan(tensor).any()}
        raise _bad_numbers(message, found)
    return tensor


@kernel("CheckNumericsV2")
def check_numerics_v2(xp: Any, tensor: Array, *, message: bytes) -> Array:
    """Like CheckNumerics, but tells -Inf from +Inf."""
    if not xp.isfinite(tensor).all():
        infinite = xp.isinf(tensor)
        negative, positive = infinite & (tensor < 0), infinite & (tensor > 0)
        raise _bad_numbers(message, {"-Inf": negative.any(), "+Inf": positive.any(), "NaN": xp.isnan(tensor).any()})
    return tensor


def _bad_numbers(message: bytes, found: dict[str, Any]) -> errors.OpError:
    kinds = [kind for kind, present in found.items() if present]
    listed = " and ".join(kinds) if len(kinds) < 3 else f"{kinds[0]}, {kinds[1]}, and {kinds[2]}"
    return errors.invalid_argument(f"{message.decode(errors='replace')} : Tensor had {listed} values")


@kernel("Shape", cheap=True)
def shape_of(xp: Any, input: Array, *, out_type: DType) -> Array:
    return np.array(input.shape, out_type.numpy_dtype)


@kernel("ShapeN", cheap=True)
def shapes_of(xp: Any, input: Array, *, out_type: DType) -> Array:
    return [np.array(array.shape, out_type.numpy_dtype) for array in input]


@kernel("Size", cheap=True)
def size_of(xp: Any, input: Array, *, out_type: DType) -> Array:
    return out_type.numpy_dtype.type(input.size)


@kernel("Rank", cheap=True)
def rank_of(xp: Any, input: Array) -> Array:
    return np.int32(input.ndim)


def _reshaping_to(
    xp: Any, attrs: Mapping[str, Any], constants: Mapping[str, Array], others: Sequence[str]
) -> Compute | None:
    """Reshape to sizes that are always the same, where numpy says the same of all tensors."""
    if xp is not np or others != ["tensor"] or constants["shape"].ndim != 1:
        return None
    dims = constants["shape"].tolist()
    # See `_reshaped_dims` for a size of 0.
    return methodcaller("reshape", dims) if min(dims, default=0) >= -1 and not (-1 in dims and 0 in dims) else None


@kernel("Reshape", cheap=True, with_constants=_reshaping_to)
def reshape(xp: Any, tensor: Array, shape: Array) -> Array:
    """Gives `tensor` the sizes in `shape` ([rank], one of them may be -1 for "what is left").

    Raises:
        InvalidArgumentError: The numbers of elements differ, or a size is below -1.
    """
    if shape.ndim > 1:
        raise errors.invalid_argument(f"sizes input must be 1-D, not {shown(shape.shape)}")
    # A single size may come as a scalar.
    dims = shape.tolist() if shape.ndim else [shape.item()]
    if min(dims, default=0) >= -1:  # numpy takes any negative size for -1
        try:
            # A third of the time of numpy's function, which looks for the method.
            return tensor.reshape(dims) if xp is np else xp.reshape(tensor, dims)
        # numpy's refusal says too little, and is wrong for some empty tensors; the slow look below finds out.
        except ValueError:
            pass
    return xp.reshape(tensor, _reshaped_dims(tensor, dims))


def _reshaped_dims(tensor: Array, dims: list[int]) -> list[int]:
    """`dims` without -1 where numpy cannot tell what is left (empty tensors), or the error that TensorFlow gives."""
    unknown = [i for i, size in enumerate(dims) if size == -1]
    negative = [i for i, size in enumerate(dims) if size < -1]
    if len(unknown) > 1:
        raise errors.invalid_argument(f"Only one input size may be -1, not both {unknown[0]} and {unknown[1]}")
    if negative:
        raise errors.invalid_argument(f"Size {negative[0]} must be non-negative, not {dims[negative[0]]}")
    known = math.prod(size for size in dims if size != -1)
    if unknown and known and tensor.size % known:
        raise errors.invalid_argument(
            f"Input to reshape is a tensor with {tensor.size} values, but the requested shape requires a multiple of "
            f"{known}"
        )
    if unknown and tensor.size == 0:
        # Only a requested 0 leads here. TensorFlow leaves the zeros out of both products, so that [0, 6] as [0, -1] has
        # 6 columns; numpy says that anything would fit, and refuses.
        left = math.prod(size for size in tensor.shape if size) // math.prod(size for size in dims if size > 0)
        return [left if size == -1 else size for size in dims]
    raise errors.invalid_argument(
        f"Input to reshape is a tensor with {tensor.size} values, but the requested shape has {known}"
    )


def _inserting_at(
    xp: Any, attrs: Mapping[str, Any], constants: Mapping[str, Array], others: Sequence[str]
) -> Compute | None:
    """ExpandDims at the front."""
    if xp is not np or others != ["input"] or constants["dim"].shape != () or constants["dim"] != 0:
        return None
    return lambda input: input.reshape(1, *input.shape)


@kernel("ExpandDims", cheap=True, with_constants=_inserting_at)
def expand_dims(xp: Any, input: Array, dim: Array) -> Array:
    """Inserts an axis of size 1 in front of axis `dim`, which may count from the end of the result."""
    axis = scalar_int(dim, "'dim'")
    if not -input.ndim - 1 <= axis <= input.ndim:
        raise errors.invalid_argument(f"Tried to expand dim index {axis} for tensor with {input.ndim} dimensions.")
    # The result has one axis more than the input, so -1 stands for the place behind the last one.
    at = axis if axis >= 0 else axis + input.ndim + 1
    return xp.reshape(input, (*input.shape[:at], 1, *input.shape[at:]))


@kernel("Squeeze", cheap=True)
def squeeze(xp: Any, input: Array, *, squeeze_dims: list[int]) -> Array:
    """Drops the axes in `squeeze_dims`, or all axes of size 1 if there are none.

    Raises:
        InvalidArgumentError: One of them is not there, or not of size 1.
    """
    if not squeeze_dims:
        return xp.reshape(input, [size for size in input.shape if size != 1])
    shape, rank = input.shape, input.ndim
    for axis in squeeze_dims:
        if not -rank <= axis < rank:
            raise errors.invalid_argument(f"Tried to squeeze dim index {axis} for tensor with {rank} dimensions.")
        if shape[axis] != 1:
            raise errors.invalid_argument(
                f"Can not squeeze dim[{axis % rank}], expected a dimension of 1, got {shape[axis]}"
            )
    # A set, because TensorFlow lets an axis be named twice.
    dropped = {axis % rank for axis in squeeze_dims}
    return xp.reshape(input, [size for i, size in enumerate(shape) if i not in dropped])


@kernel("Fill")
def fill(xp: Any, dims: Array, value: Array) -> Array:
    # TensorFlow 1's graphs gave vectors of one element for scalars, and Fill still takes them.
    if value.size != 1:
        raise errors.invalid_argument(f"value must represent a scalar, got shape {shown(value.shape)}")
    return filled(xp, dims_from(dims, "dims"), value.reshape(()), value.dtype)


@kernel("Empty")
def empty(xp: Any, shape: Array, *, dtype: DType) -> Array:
    """Makes zeros, whatever `init` says: memory as it was left may hold another model's data."""
    require_vector(shape, "shape")
    return zeros(xp, dims_from(shape), dtype.numpy_dtype)


@kernel("ZerosLike", T=ALL - {variant, resource})
def zeros_like(xp: Any, x: Array) -> Array:
    """Zeros, False, or empty strings of the shape of `x`."""
    return zeros(xp, x.shape, x.dtype)


@kernel("ZerosLike", T=[variant], priority=1)
def zeros_like_variants(xp: Any, x: Array) -> Array:
    """Lists of zeros, and optionals of zeros, in place of those in `x`."""
    return zeros_of(x)


@kernel("OnesLike", T=FLOATING | INTEGER | COMPLEX | {bool_})
def ones_like(xp: Any, x: Array) -> Array:
    """Ones of the shape of `x`."""
    return xp.ones(x.shape, dtype=x.dtype)


@kernel("OneHot")
def one_hot(xp: Any, indices: Array, depth: Array, on_value: Array, off_value: Array, *, axis: int) -> Array:
    """`on_value` where an index equals its position along the new axis of size `depth`, else `off_value`."""
    for name, value in (("depth", depth), ("on_value", on_value), ("off_value", off_value)):
        if value.ndim:
            raise errors.invalid_argument(f"{name} must be a scalar, but got: {shown(value.shape)}")
    if depth < 0:
        raise errors.invalid_argument(f"depth must be non-negative, got: {depth}")
    if not -1 <= axis <= indices.ndim:
        raise errors.invalid_argument(
            f"Expected axis to be -1 or between [0, {indices.ndim + 1}).  But received: {axis}"
        )
    at = indices.ndim if axis == -1 else axis
    # The result is seen as [outer, depth, inner], the indices as [outer, inner].
    size, inner = int(depth), math.prod(indices.shape[at:])
    result = filled(xp, (*indices.shape[:at], size, *indices.shape[at:]), off_value, off_value.dtype)
    # Wide numbers: places in the result are beyond what indices of uint8 or int32 hold.
    flat = xp.reshape(indices, -1).astype(np.int64)
    # `or 1`: without indices there is nothing to divide, but numpy would warn of the zero.
    outer, within = np.divmod(np.arange(flat.size), inner or 1)
    places = (outer * size + flat) * inner + within
    # An index outside [0, depth) is no error: its row keeps `off_value` throughout.
    result.reshape(-1)[places[(flat >= 0) & (flat < size)]] = on_value
    return result
