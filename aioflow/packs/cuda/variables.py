"""Variables of either generation in a device's memory: handles and references to them, reads, assignments, rows.

What only hands values on is done by the CPU's functions, which do not look into them.
"""
from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
import torch

from aioflow import errors
from aioflow.framework.dtypes import DType, int64
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.op_def import OPS
from aioflow.framework.resources.ref_variable import RefVariable
from aioflow.framework.resources.resource_variable import ResourceVariable
from aioflow.kernels.array.row_updates import check_row_updates
from aioflow.kernels.arrays import shown
from aioflow.kernels.handles import resource_of
from aioflow.kernels.state import ref_variable_ops, resource_variable_ops
from aioflow.kernels.state.locked_variables import Variable, initialized_variable, ref_variable
from aioflow.packs.cuda.gathering import gather_nd, gather_v2
from aioflow.packs.cuda.registration import ALL, COMPLEX, NUMBERS, TYPE, bound
from aioflow.packs.cuda.tensors import DeviceArray

kernel("VarHandleOp", device=TYPE, cheap=True, dtype=ALL)(resource_variable_ops.var_handle)
kernel("AssignVariableOp", device=TYPE, dtype=ALL)(resource_variable_ops.assign_variable)
kernel("DestroyResourceOp", device=TYPE, cheap=True)(resource_variable_ops.destroy_resource)
kernel("VariableShape", device=TYPE, cheap=True)(resource_variable_ops.variable_shape)
kernel("VarIsInitializedOp", device=TYPE, host=["is_initialized"], cheap=True)(
    resource_variable_ops.var_is_initialized
)
kernel("VariableV2", "Variable", device=TYPE, cheap=True, dtype=ALL)(ref_variable_ops.variable)
kernel("Assign", device=TYPE, T=ALL)(ref_variable_ops.assign)
kernel("IsVariableInitialized", device=TYPE, host=["is_initialized"], cheap=True, dtype=ALL)(
    ref_variable_ops.is_variable_initialized
)
kernel("RefIdentity", device=TYPE, cheap=True, T=ALL)(ref_variable_ops.ref_identity)



@kernel("ReadVariableOp", device=TYPE, cheap=True, dtype=ALL)
def read_variable(ctx: KernelContext, resource: Any, *, dtype: DType) -> Any:
    """The variable's value, a snapshot."""
    return _read(ctx, resource, dtype)


def _read(ctx: KernelContext, resource: Any, dtype: DType) -> Any:
    variable = initialized_variable(ctx, resource)
    if variable.dtype is not dtype:
        raise errors.invalid_argument(
            f"Trying to read variable with wrong dtype. Expected {variable.dtype.wire_name} got {dtype.wire_name}"
        )
    return variable.read(ctx.device.xp)


Update = Callable[[Any, Any], Any]  # changes a tensor by another one, in place


def writable(ctx: KernelContext, variable: Variable) -> Any:
    """The variable's value on the device, to be written to."""
    return variable.writable() if isinstance(variable, RefVariable) else variable.writable(ctx.device.xp)


def _updated(ctx: KernelContext, variable: Variable, value: DeviceArray, update: Update, message: str) -> None:
    """Changes a variable, in place unless somebody else sees its value. The lock is held.

    Raises:
        InvalidArgumentError: The shapes differ.
    """
    array = writable(ctx, variable)
    if array.shape != value.shape:
        raise errors.invalid_argument(message.format(shown(array.shape), shown(value.shape)))
    update(array.tensor, value.tensor)


def _register_assignments(op: str, update: Update) -> None:
    @kernel(f"Assign{op}VariableOp", device=TYPE, dtype=NUMBERS | COMPLEX)
    def resource(ctx: KernelContext, resource: Any, value: Any, *, dtype: DType) -> None:
        variable = _of_type(resource_of(ctx, resource, ResourceVariable), dtype)
        with variable.lock, ctx.device.xp.stream():
            _updated(ctx, variable, value, update, (
                "Cannot update variable with shape {} using a Tensor with shape {}, shapes must be equal."
            ))  # fmt: skip

    @kernel(f"Assign{op}", device=TYPE, T=NUMBERS | COMPLEX)
    def reference(ctx: KernelContext, ref: Any, value: Any) -> RefVariable:
        variable = ref_variable(ref)
        with variable.lock, ctx.device.xp.stream():
            _updated(ctx, variable, value, update, "Parameters and update must be the same size: {} and {}")
        return variable


_register_assignments("Add", torch.Tensor.add_)
_register_assignments("Sub", torch.Tensor.sub_)


def _of_type(variable: ResourceVariable, dtype: DType) -> ResourceVariable:
    if variable.dtype is not dtype:
        raise errors.invalid_argument(
            f"Trying to assign variable with wrong dtype. Expected {variable.dtype.wire_name} got {dtype.wire_name}"
        )
    return variable


# ---- rows
@kernel("ResourceGather", device=TYPE, dtype=ALL)
def resource_gather(ctx: KernelContext, resource: Any, indices: Any, *, batch_dims: int, dtype: DType) -> Any:
    """Rows of a snapshot of the variable."""
    params = _read(ctx, resource, dtype)
    attrs = {"Tparams": dtype, "Tindices": ctx.kernel.attrs["Tindices"], "Taxis": int64, "batch_dims": batch_dims}
    axis = np.array(batch_dims, np.int64)
    return bound("GatherV2", gather_v2, OPS["GatherV2"].complete_attrs(attrs))(ctx.device.xp, params, indices, axis)


@kernel("ResourceGatherNd", device=TYPE, dtype=ALL)
def resource_gather_nd(ctx: KernelContext, resource: Any, indices: Any, *, dtype: DType) -> Any:
    """Parts of a snapshot of the variable."""
    params = _read(ctx, resource, dtype)
    attrs = {"Tparams": dtype, "Tindices": ctx.kernel.attrs["Tindices"]}
    return bound("GatherNd", gather_nd, OPS["GatherNd"].complete_attrs(attrs))(ctx.device.xp, params, indices)


def _register_scatter(op: str, update: Callable[[Any, Any, Any], Any], dtypes: Any) -> None:
    """Registers the ops that change rows of a variable: `update(tensor [rows, width], rows [n], values [n, width])`."""

    @kernel(f"ResourceScatter{op}", device=TYPE, dtype=dtypes)
    def resource(ctx: KernelContext, resource: Any, indices: Any, updates: Any, *, dtype: DType) -> None:
        variable = _of_type(resource_of(ctx, resource, ResourceVariable), dtype)
        with variable.lock, ctx.device.xp.stream():
            _change_rows(ctx.device.xp, writable(ctx, variable), indices, updates, update)

    @kernel(f"Scatter{op}", device=TYPE, T=dtypes)
    def reference(ctx: KernelContext, ref: Any, indices: Any, updates: Any) -> RefVariable:
        variable = ref_variable(ref)
        with variable.lock, ctx.device.xp.stream():
            _change_rows(ctx.device.xp, writable(ctx, variable), indices, updates, update)
        return variable


def _change_rows(xp: Any, array: Any, indices: Any, updates: Any, update: Callable[[Any, Any, Any], Any]) -> None:
    # A wrong index would end the device's life, so that all are looked at first; this waits for the device.
    check_row_updates(array.shape, xp.to_host(indices), updates)
    if array.size and indices.size:
        width = prod(array.shape[1:])
        rows = indices.tensor.reshape(-1).long()
        values = updates.tensor.reshape(-1, width) if updates.ndim else updates.tensor
        update(array.tensor.view(-1, width), rows, values.expand(len(rows), width))


def _replace(tensor: Any, rows: Any, values: Any) -> None:
    # Of equal rows the last one stays; a device writes in any order.
    last = torch.full((len(tensor),), -1, device=rows.device)
    last.scatter_reduce_(0, rows, torch.arange(len(rows), device=rows.device), "amax")
    changed = (last >= 0).nonzero()[:, 0]
    tensor.index_copy_(0, changed, values[last[changed]])


_register_scatter("Update", _replace, ALL)
_register_scatter("Add", lambda tensor, rows, values: tensor.index_add_(0, rows, values), NUMBERS | COMPLEX)
_register_scatter("Sub", lambda tensor, rows, values: tensor.index_add_(0, rows, -values), NUMBERS | COMPLEX)
