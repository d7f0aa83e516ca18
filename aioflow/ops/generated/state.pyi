# Generated from protos/ops/state.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def assign(
    ref: TensorLike, value: TensorLike, *, validate_shape: bool = True, use_locking: bool = True,
    name: str | None = None,
) -> Tensor: ...


def assign_add(ref: TensorLike, value: TensorLike, *, use_locking: bool = False, name: str | None = None) -> Tensor: ...


def assign_add_variable_op(resource: TensorLike, value: TensorLike, name: str | None = None) -> Operation: ...


def assign_sub(ref: TensorLike, value: TensorLike, *, use_locking: bool = False, name: str | None = None) -> Tensor: ...


def assign_sub_variable_op(resource: TensorLike, value: TensorLike, name: str | None = None) -> Operation: ...


def assign_variable_op(
    resource: TensorLike, value: TensorLike, *, validate_shape: bool = False, name: str | None = None,
) -> Operation: ...


def consume_mutex_lock(mutex_lock: TensorLike, name: str | None = None) -> Operation: ...


def count_up_to(ref: TensorLike, *, limit: int, name: str | None = None) -> Tensor: ...


def debug_gradient_ref_identity(input: TensorLike, name: str | None = None) -> Tensor: ...


def delete_session_tensor(handle: TensorLike, name: str | None = None) -> Operation: ...


def destroy_resource_op(
    resource: TensorLike, *, ignore_lookup_error: bool = True, name: str | None = None,
) -> Operation: ...


def destroy_temporary_variable(ref: TensorLike, *, var_name: str | bytes, name: str | None = None) -> Tensor: ...


def disable_copy_on_read(resource: TensorLike, name: str | None = None) -> Operation: ...


def get_session_handle(value: TensorLike, name: str | None = None) -> Tensor: ...


def get_session_handle_v2(value: TensorLike, name: str | None = None) -> Tensor: ...


def get_session_tensor(handle: TensorLike, *, dtype: DTypeLike, name: str | None = None) -> Tensor: ...


def is_resource_handle_ref_counting(handle: TensorLike, name: str | None = None) -> Tensor: ...


def is_variable_initialized(ref: TensorLike, name: str | None = None) -> Tensor: ...


def make_weak_resource_handle(handle: TensorLike, name: str | None = None) -> Tensor: ...


def mutex_lock(mutex: TensorLike, name: str | None = None) -> Tensor: ...


def mutex_v2(*, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None) -> Tensor: ...


def read_variable_op(resource: TensorLike, *, dtype: DTypeLike, name: str | None = None) -> Tensor: ...


def ref_identity(input: TensorLike, name: str | None = None) -> Tensor: ...


def ref_select(index: TensorLike, inputs: Sequence[TensorLike], name: str | None = None) -> Tensor: ...


def resource_count_up_to(resource: TensorLike, *, limit: int, T: DTypeLike, name: str | None = None) -> Tensor: ...


def resource_gather(
    resource: TensorLike, indices: TensorLike, *, dtype: DTypeLike, batch_dims: int = 0,
    validate_indices: bool = True, name: str | None = None,
) -> Tensor: ...


def resource_gather_nd(
    resource: TensorLike, indices: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def resource_scatter_add(
    resource: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None,
) -> Operation: ...


def resource_scatter_div(
    resource: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None,
) -> Operation: ...


def resource_scatter_max(
    resource: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None,
) -> Operation: ...


def resource_scatter_min(
    resource: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None,
) -> Operation: ...


def resource_scatter_mul(
    resource: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None,
) -> Operation: ...


def resource_scatter_nd_add(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Operation: ...


def resource_scatter_nd_max(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Operation: ...


def resource_scatter_nd_min(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Operation: ...


def resource_scatter_nd_sub(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Operation: ...


def resource_scatter_nd_update(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Operation: ...


def resource_scatter_sub(
    resource: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None,
) -> Operation: ...


def resource_scatter_update(
    resource: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None,
) -> Operation: ...


def resource_strided_slice_assign(
    ref: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, value: TensorLike, *,
    begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0,
    shrink_axis_mask: int = 0, name: str | None = None,
) -> Operation: ...


def scatter_add(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def scatter_div(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def scatter_max(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def scatter_min(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def scatter_mul(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def scatter_nd_add(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def scatter_nd_max(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def scatter_nd_min(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def scatter_nd_sub(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def scatter_nd_update(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True,
    bad_indices_policy: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def scatter_sub(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def scatter_update(
    ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True, name: str | None = None,
) -> Tensor: ...


def strided_slice_assign(
    ref: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, value: TensorLike, *,
    begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0,
    shrink_axis_mask: int = 0, name: str | None = None,
) -> Tensor: ...


def temporary_variable(
    *, shape: ShapeLike, dtype: DTypeLike, var_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def var_handle_op(
    *, dtype: DTypeLike, shape: ShapeLike, container: str | bytes = "", shared_name: str | bytes = "",
    debug_name: str | bytes = "", allowed_devices: Sequence[str | bytes] = (), name: str | None = None,
) -> Tensor: ...


def var_is_initialized_op(resource: TensorLike, name: str | None = None) -> Tensor: ...


def variable(
    *, shape: ShapeLike, dtype: DTypeLike, container: str | bytes = "", shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def variable_shape(input: TensorLike, *, out_type: DTypeLike = dtypes.int32, name: str | None = None) -> Tensor: ...


def variable_v2(
    *, shape: ShapeLike, dtype: DTypeLike, container: str | bytes = "", shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...
