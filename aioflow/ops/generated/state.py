# Generated from aioflow/ops/definitions/state.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.state` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op


def assign(
    ref: TensorLike,
    value: TensorLike,
    *,
    validate_shape: bool = True,
    use_locking: bool = True,
    name: str | None = None,
) -> Tensor:
    """Assign(ref: Ref(T), value: T) -> (output_ref: Ref(T))."""
    return apply_op(
        "Assign",
        [ref, value],
        {"validate_shape": validate_shape, "use_locking": use_locking},
        name,
    ).outputs[0]


def assign_add(ref: TensorLike, value: TensorLike, *, use_locking: bool = False, name: str | None = None) -> Tensor:
    """AssignAdd(ref: Ref(T), value: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("AssignAdd", [ref, value], {"use_locking": use_locking}, name).outputs[0]


def assign_add_variable_op(resource: TensorLike, value: TensorLike, name: str | None = None) -> Operation:
    """AssignAddVariableOp(resource: resource, value: dtype) -> ().

    Stateful.
    """
    return apply_op("AssignAddVariableOp", [resource, value], {}, name)


def assign_sub(ref: TensorLike, value: TensorLike, *, use_locking: bool = False, name: str | None = None) -> Tensor:
    """AssignSub(ref: Ref(T), value: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("AssignSub", [ref, value], {"use_locking": use_locking}, name).outputs[0]


def assign_sub_variable_op(resource: TensorLike, value: TensorLike, name: str | None = None) -> Operation:
    """AssignSubVariableOp(resource: resource, value: dtype) -> ().

    Stateful.
    """
    return apply_op("AssignSubVariableOp", [resource, value], {}, name)


def assign_variable_op(
    resource: TensorLike,
    value: TensorLike,
    *,
    validate_shape: bool = False,
    name: str | None = None,
) -> Operation:
    """AssignVariableOp(resource: resource, value: dtype) -> ().

    Stateful.
    """
    return apply_op("AssignVariableOp", [resource, value], {"validate_shape": validate_shape}, name)


def consume_mutex_lock(mutex_lock: TensorLike, name: str | None = None) -> Operation:
    """ConsumeMutexLock(mutex_lock: variant) -> ().

    Stateful.
    """
    return apply_op("ConsumeMutexLock", [mutex_lock], {}, name)


def count_up_to(ref: TensorLike, *, limit: int, name: str | None = None) -> Tensor:
    """CountUpTo(ref: Ref(T)) -> (output: T).

    T is one of int32, int64.
    """
    return apply_op("CountUpTo", [ref], {"limit": limit}, name).outputs[0]


def debug_gradient_ref_identity(input: TensorLike, name: str | None = None) -> Tensor:
    """DebugGradientRefIdentity(input: Ref(T)) -> (output: Ref(T))."""
    return apply_op("DebugGradientRefIdentity", [input], {}, name).outputs[0]


def delete_session_tensor(handle: TensorLike, name: str | None = None) -> Operation:
    """DeleteSessionTensor(handle: string) -> ().

    Stateful.
    """
    return apply_op("DeleteSessionTensor", [handle], {}, name)


def destroy_resource_op(
    resource: TensorLike,
    *,
    ignore_lookup_error: bool = True,
    name: str | None = None,
) -> Operation:
    """DestroyResourceOp(resource: resource) -> ().

    Stateful.
    """
    return apply_op("DestroyResourceOp", [resource], {"ignore_lookup_error": ignore_lookup_error}, name)


def destroy_temporary_variable(ref: TensorLike, *, var_name: str | bytes, name: str | None = None) -> Tensor:
    """DestroyTemporaryVariable(ref: Ref(T)) -> (value: T)."""
    return apply_op("DestroyTemporaryVariable", [ref], {"var_name": var_name}, name).outputs[0]


def disable_copy_on_read(resource: TensorLike, name: str | None = None) -> Operation:
    """DisableCopyOnRead(resource: resource) -> ().

    Stateful.
    """
    return apply_op("DisableCopyOnRead", [resource], {}, name)


def get_session_handle(value: TensorLike, name: str | None = None) -> Tensor:
    """GetSessionHandle(value: T) -> (handle: string).

    Stateful.
    """
    return apply_op("GetSessionHandle", [value], {}, name).outputs[0]


def get_session_handle_v2(value: TensorLike, name: str | None = None) -> Tensor:
    """GetSessionHandleV2(value: T) -> (handle: resource).

    Stateful.
    """
    return apply_op("GetSessionHandleV2", [value], {}, name).outputs[0]


def get_session_tensor(handle: TensorLike, *, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """GetSessionTensor(handle: string) -> (value: dtype).

    Stateful.
    """
    return apply_op("GetSessionTensor", [handle], {"dtype": dtype}, name).outputs[0]


def is_resource_handle_ref_counting(handle: TensorLike, name: str | None = None) -> Tensor:
    """IsResourceHandleRefCounting(handle: resource) -> (result: bool).

    Stateful.
    """
    return apply_op("IsResourceHandleRefCounting", [handle], {}, name).outputs[0]


def is_variable_initialized(ref: TensorLike, name: str | None = None) -> Tensor:
    """IsVariableInitialized(ref: Ref(dtype)) -> (is_initialized: bool)."""
    return apply_op("IsVariableInitialized", [ref], {}, name).outputs[0]


def make_weak_resource_handle(handle: TensorLike, name: str | None = None) -> Tensor:
    """MakeWeakResourceHandle(handle: resource) -> (dup: resource).

    Stateful.
    """
    return apply_op("MakeWeakResourceHandle", [handle], {}, name).outputs[0]


def mutex_lock(mutex: TensorLike, name: str | None = None) -> Tensor:
    """MutexLock(mutex: resource) -> (mutex_lock: variant).

    Stateful.
    """
    return apply_op("MutexLock", [mutex], {}, name).outputs[0]


def mutex_v2(*, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None) -> Tensor:
    """MutexV2() -> (resource: resource).

    Stateful.
    """
    return apply_op("MutexV2", [], {"container": container, "shared_name": shared_name}, name).outputs[0]


def read_variable_op(resource: TensorLike, *, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """ReadVariableOp(resource: resource) -> (value: dtype).

    Stateful.
    """
    return apply_op("ReadVariableOp", [resource], {"dtype": dtype}, name).outputs[0]


def ref_identity(input: TensorLike, name: str | None = None) -> Tensor:
    """RefIdentity(input: Ref(T)) -> (output: Ref(T))."""
    return apply_op("RefIdentity", [input], {}, name).outputs[0]


def ref_select(index: TensorLike, inputs: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """RefSelect(index: int32, inputs: Ref(N * T)) -> (output: Ref(T))."""
    return apply_op("RefSelect", [index, inputs], {}, name).outputs[0]


def resource_count_up_to(resource: TensorLike, *, limit: int, T: DTypeLike, name: str | None = None) -> Tensor:
    """ResourceCountUpTo(resource: resource) -> (output: T).

    Stateful.
    """
    return apply_op("ResourceCountUpTo", [resource], {"limit": limit, "T": T}, name).outputs[0]


def resource_gather(
    resource: TensorLike,
    indices: TensorLike,
    *,
    dtype: DTypeLike,
    batch_dims: int = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """ResourceGather(resource: resource, indices: Tindices) -> (output: dtype).

    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceGather",
        [resource, indices],
        {"dtype": dtype, "batch_dims": batch_dims, "validate_indices": validate_indices},
        name,
    ).outputs[0]


def resource_gather_nd(
    resource: TensorLike,
    indices: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """ResourceGatherNd(resource: resource, indices: Tindices) -> (output: dtype).

    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op("ResourceGatherNd", [resource, indices], {"dtype": dtype}, name).outputs[0]


def resource_scatter_add(
    resource: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceScatterAdd(resource: resource, indices: Tindices, updates: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op("ResourceScatterAdd", [resource, indices, updates], {}, name)


def resource_scatter_div(
    resource: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceScatterDiv(resource: resource, indices: Tindices, updates: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op("ResourceScatterDiv", [resource, indices, updates], {}, name)


def resource_scatter_max(
    resource: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceScatterMax(resource: resource, indices: Tindices, updates: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op("ResourceScatterMax", [resource, indices, updates], {}, name)


def resource_scatter_min(
    resource: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceScatterMin(resource: resource, indices: Tindices, updates: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op("ResourceScatterMin", [resource, indices, updates], {}, name)


def resource_scatter_mul(
    resource: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceScatterMul(resource: resource, indices: Tindices, updates: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op("ResourceScatterMul", [resource, indices, updates], {}, name)


def resource_scatter_nd_add(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = True,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """ResourceScatterNdAdd(ref: resource, indices: Tindices, updates: T) -> ().

    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceScatterNdAdd",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    )


def resource_scatter_nd_max(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = True,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """ResourceScatterNdMax(ref: resource, indices: Tindices, updates: T) -> ().

    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceScatterNdMax",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    )


def resource_scatter_nd_min(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = True,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """ResourceScatterNdMin(ref: resource, indices: Tindices, updates: T) -> ().

    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceScatterNdMin",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    )


def resource_scatter_nd_sub(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = True,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """ResourceScatterNdSub(ref: resource, indices: Tindices, updates: T) -> ().

    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceScatterNdSub",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    )


def resource_scatter_nd_update(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = True,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """ResourceScatterNdUpdate(ref: resource, indices: Tindices, updates: T) -> ().

    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceScatterNdUpdate",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    )


def resource_scatter_sub(
    resource: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceScatterSub(resource: resource, indices: Tindices, updates: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op("ResourceScatterSub", [resource, indices, updates], {}, name)


def resource_scatter_update(
    resource: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceScatterUpdate(resource: resource, indices: Tindices, updates: dtype) -> ().

    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op("ResourceScatterUpdate", [resource, indices, updates], {}, name)


def resource_strided_slice_assign(
    ref: TensorLike,
    begin: TensorLike,
    end: TensorLike,
    strides: TensorLike,
    value: TensorLike,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> Operation:
    """ResourceStridedSliceAssign(ref: resource, begin: Index, end: Index, strides: Index, value: T) -> ().

    Index is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceStridedSliceAssign",
        [ref, begin, end, strides, value],
        {
            "begin_mask": begin_mask,
            "end_mask": end_mask,
            "ellipsis_mask": ellipsis_mask,
            "new_axis_mask": new_axis_mask,
            "shrink_axis_mask": shrink_axis_mask,
        },
        name,
    )


def scatter_add(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ScatterAdd(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("ScatterAdd", [ref, indices, updates], {"use_locking": use_locking}, name).outputs[0]


def scatter_div(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ScatterDiv(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("ScatterDiv", [ref, indices, updates], {"use_locking": use_locking}, name).outputs[0]


def scatter_max(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ScatterMax(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, float16, float32, float64, int32, int64.
    Tindices is one of int32, int64.
    """
    return apply_op("ScatterMax", [ref, indices, updates], {"use_locking": use_locking}, name).outputs[0]


def scatter_min(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ScatterMin(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, float16, float32, float64, int32, int64.
    Tindices is one of int32, int64.
    """
    return apply_op("ScatterMin", [ref, indices, updates], {"use_locking": use_locking}, name).outputs[0]


def scatter_mul(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ScatterMul(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("ScatterMul", [ref, indices, updates], {"use_locking": use_locking}, name).outputs[0]


def scatter_nd_add(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ScatterNdAdd(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "ScatterNdAdd",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def scatter_nd_max(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ScatterNdMax(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "ScatterNdMax",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def scatter_nd_min(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ScatterNdMin(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "ScatterNdMin",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def scatter_nd_sub(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ScatterNdSub(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "ScatterNdSub",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def scatter_nd_update(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = True,
    bad_indices_policy: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ScatterNdUpdate(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    Tindices is one of int32, int64.
    """
    return apply_op(
        "ScatterNdUpdate",
        [ref, indices, updates],
        {"use_locking": use_locking, "bad_indices_policy": bad_indices_policy},
        name,
    ).outputs[0]


def scatter_sub(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ScatterSub(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("ScatterSub", [ref, indices, updates], {"use_locking": use_locking}, name).outputs[0]


def scatter_update(
    ref: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    *,
    use_locking: bool = True,
    name: str | None = None,
) -> Tensor:
    """ScatterUpdate(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)).

    Tindices is one of int32, int64.
    """
    return apply_op("ScatterUpdate", [ref, indices, updates], {"use_locking": use_locking}, name).outputs[0]


def strided_slice_assign(
    ref: TensorLike,
    begin: TensorLike,
    end: TensorLike,
    strides: TensorLike,
    value: TensorLike,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> Tensor:
    """StridedSliceAssign(ref: Ref(T), begin: Index, end: Index, strides: Index, value: T) -> (output_ref: Ref(T)).

    Index is one of int32, int64.
    """
    return apply_op(
        "StridedSliceAssign",
        [ref, begin, end, strides, value],
        {
            "begin_mask": begin_mask,
            "end_mask": end_mask,
            "ellipsis_mask": ellipsis_mask,
            "new_axis_mask": new_axis_mask,
            "shrink_axis_mask": shrink_axis_mask,
        },
        name,
    ).outputs[0]


def temporary_variable(
    *,
    shape: ShapeLike,
    dtype: DTypeLike,
    var_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TemporaryVariable() -> (ref: Ref(dtype)).

    Stateful.
    """
    return apply_op("TemporaryVariable", [], {"shape": shape, "dtype": dtype, "var_name": var_name}, name).outputs[0]


def var_handle_op(
    *,
    dtype: DTypeLike,
    shape: ShapeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    debug_name: str | bytes = "",
    allowed_devices: Sequence[str | bytes] = (),
    name: str | None = None,
) -> Tensor:
    """VarHandleOp() -> (resource: resource).

    Stateful.
    """
    return apply_op(
        "VarHandleOp",
        [],
        {
            "dtype": dtype,
            "shape": shape,
            "container": container,
            "shared_name": shared_name,
            "debug_name": debug_name,
            "allowed_devices": allowed_devices,
        },
        name,
    ).outputs[0]


def var_is_initialized_op(resource: TensorLike, name: str | None = None) -> Tensor:
    """VarIsInitializedOp(resource: resource) -> (is_initialized: bool).

    Stateful.
    """
    return apply_op("VarIsInitializedOp", [resource], {}, name).outputs[0]


def variable(
    *,
    shape: ShapeLike,
    dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Variable() -> (ref: Ref(dtype)).

    Stateful.
    """
    return apply_op(
        "Variable",
        [],
        {"shape": shape, "dtype": dtype, "container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


def variable_shape(input: TensorLike, *, out_type: DTypeLike = dtypes.int32, name: str | None = None) -> Tensor:
    """VariableShape(input: resource) -> (output: out_type).

    Stateful.
    """
    return apply_op("VariableShape", [input], {"out_type": out_type}, name).outputs[0]


def variable_v2(
    *,
    shape: ShapeLike,
    dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """VariableV2() -> (ref: Ref(dtype)).

    Stateful.
    """
    return apply_op(
        "VariableV2",
        [],
        {"shape": shape, "dtype": dtype, "container": container, "shared_name": shared_name},
        name,
    ).outputs[0]
