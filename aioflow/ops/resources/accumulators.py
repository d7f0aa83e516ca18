"""`tf.ConditionalAccumulator` and its sparse sibling: gradients that workers add up and a trainer takes as one."""
from __future__ import annotations

from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.graph import IndexedSlices, Operation, Tensor
from aioflow.framework.shapes import as_shape
from aioflow.ops.building.apply_op import DTypeLike, TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.generated import training as gen

__all__ = ["ConditionalAccumulator", "ConditionalAccumulatorBase", "SparseConditionalAccumulator"]


class ConditionalAccumulatorBase:
    """The base of both accumulators, which hold gradients of one dtype and shape.

    Workers compute gradients at the same time, each from the variables of its local step. A gradient whose local step
    is below the accumulator's global step is stale and left out, because the variables have changed since.

    Args:
        dtype: The gradients' dtype.
        shape: What is known of their shape.
        accumulator_ref: Handle of the accumulator.
    """

    def __init__(self, dtype: DTypeLike, shape: Any, accumulator_ref: Tensor) -> None:
        self.dtype = as_dtype(dtype)
        self._shape = as_shape(shape)
        self.accumulator_ref = accumulator_ref

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r} shape={self._shape} dtype={self.dtype.name}>"

    @property
    def name(self) -> str:
        """The last part of the name of its node."""
        return self.accumulator_ref.op.name.rpartition("/")[2]

    def num_accumulated(self, name: str | None = None) -> Tensor:
        """The number of gradients that were added since some were taken, [] int32."""
        return gen.resource_accumulator_num_accumulated(self.accumulator_ref, name or f"{self.name}_NumAccumulated")

    def set_global_step(self, new_global_step: TensorLike, name: str | None = None) -> Operation:
        """An operation that sets the global step: gradients of earlier local steps no longer count.

        Args:
            new_global_step: [] int64, not below the step in force.
            name: The node's name.
        """
        return gen.resource_accumulator_set_global_step(self.accumulator_ref, _step(new_global_step), name)


class ConditionalAccumulator(ConditionalAccumulatorBase):
    """An accumulator of dense gradients.

    Args:
        dtype: The gradients' dtype.
        shape: What is known of their shape; anything when None.
        shared_name: Name under which nodes, and sessions of one server, share the accumulator.
        name: The node's name.
        reduction_type: "MEAN" or "SUM", which `take_grad` gives.

    Raises:
        ValueError: There is no such reduction.
    """

    def __init__(
        self,
        dtype: DTypeLike,
        shape: Any = None,
        shared_name: str | None = None,
        name: str = "conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        handle = gen.resource_conditional_accumulator(
            dtype=dtype, shape=as_shape(shape), shared_name=shared_name or "", name=name, reduction_type=reduction_type
        )
        super().__init__(dtype, shape, handle)

    def apply_grad(self, grad: TensorLike, local_step: TensorLike = 0, name: str | None = None) -> Operation:
        """An operation that adds a gradient, or drops it when it is stale.

        Args:
            grad: The gradient.
            local_step: The step at which it was computed, [] int64.
            name: The node's name.

        Raises:
            ValueError: It is not of the accumulator's shape.
        """
        gradient = convert_to_tensor(grad, self.dtype)
        # The contradiction is found here, while the accumulator's handle would hide it until the run.
        gradient.shape.merge_with(self._shape)
        return gen.resource_accumulator_apply_gradient(self.accumulator_ref, _step(local_step), gradient, name)

    def take_grad(self, num_required: TensorLike, name: str | None = None) -> Tensor:
        """The mean (or sum) of the gradients, once there are `num_required` [] of them; raises the global step."""
        taken = gen.resource_accumulator_take_gradient(
            self.accumulator_ref, num_required, dtype=self.dtype, name=name
        )
        # The op sees a handle only.
        taken.set_shape(self._shape)
        return taken


class SparseConditionalAccumulator(ConditionalAccumulatorBase):
    """An accumulator of gradients that are slices of a larger tensor; arguments as for `ConditionalAccumulator`."""

    def __init__(
        self,
        dtype: DTypeLike,
        shape: Any = None,
        shared_name: str | None = None,
        name: str = "sparse_conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        handle = gen.sparse_conditional_accumulator(
            dtype=dtype, shape=as_shape(shape), shared_name=shared_name or "", name=name, reduction_type=reduction_type
        )
        super().__init__(dtype, shape, handle)

    def apply_indexed_slices_grad(
        self, grad: IndexedSlices, local_step: TensorLike = 0, name: str | None = None
    ) -> Operation:
        """`apply_grad` of `IndexedSlices`."""
        return self.apply_grad(grad.indices, grad.values, grad.dense_shape, local_step, name)

    def apply_grad(
        self,
        grad_indices: TensorLike,
        grad_values: TensorLike,
        grad_shape: TensorLike = None,
        local_step: TensorLike = 0,
        name: str | None = None,
    ) -> Operation:
        """An operation that adds a gradient, or drops it when it is stale.

        Args:
            grad_indices: Where each slice belongs in dimension 0: [num_slices] int64.
            grad_values: The slices: [num_slices, ...].
            grad_shape: Shape of the whole gradient; unknown when None.
            local_step: The step at which it was computed, [] int64.
            name: The node's name.
        """
        step = _step(local_step)
        # An empty shape cannot stand for "unknown", as it is that of a scalar; hence the attribute.
        return gen.sparse_accumulator_apply_gradient(
            self.accumulator_ref, step, cast(grad_indices, dtypes.int64), grad_values,
            cast([] if grad_shape is None else grad_shape, dtypes.int64),
            has_known_shape=grad_shape is not None, name=name,
        )  # fmt: skip

    def take_grad(self, num_required: TensorLike, name: str | None = None) -> Any:
        """As that of a dense accumulator, as a named tuple of `indices`, `values` and `shape`."""
        return gen.sparse_accumulator_take_gradient(self.accumulator_ref, num_required, dtype=self.dtype, name=name)

    def take_indexed_slices_grad(self, num_required: TensorLike, name: str | None = None) -> IndexedSlices:
        """The same as `IndexedSlices`."""
        taken = self.take_grad(num_required, name)
        return IndexedSlices(indices=taken.indices, values=taken.values, dense_shape=taken.shape)

    def num_accumulated(self, name: str | None = None) -> Tensor:
        """The number of gradients that were added since some were taken, [] int32."""
        return gen.accumulator_num_accumulated(self.accumulator_ref, name or f"{self.name}_NumAccumulated")

    def set_global_step(self, new_global_step: TensorLike, name: str | None = None) -> Operation:
        """As that of a dense accumulator."""
        return gen.accumulator_set_global_step(self.accumulator_ref, _step(new_global_step), name)


def _step(step: TensorLike) -> Tensor:
    # Python ints become int32, but steps are int64 in all of these ops.
    return cast(convert_to_tensor(step), dtypes.int64)
