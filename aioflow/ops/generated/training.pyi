# Generated from protos/ops/training.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def accumulator_apply_gradient(
    handle: TensorLike, local_step: TensorLike, gradient: TensorLike, name: str | None = None,
) -> Operation: ...


def accumulator_num_accumulated(handle: TensorLike, name: str | None = None) -> Tensor: ...


def accumulator_set_global_step(
    handle: TensorLike, new_global_step: TensorLike, name: str | None = None,
) -> Operation: ...


def accumulator_take_gradient(
    handle: TensorLike, num_required: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def apply_ada_max(
    var: TensorLike, m: TensorLike, v: TensorLike, beta1_power: TensorLike, lr: TensorLike, beta1: TensorLike,
    beta2: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_adadelta(
    var: TensorLike, accum: TensorLike, accum_update: TensorLike, lr: TensorLike, rho: TensorLike,
    epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_adagrad(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, *, use_locking: bool = False,
    update_slots: bool = True, name: str | None = None,
) -> Tensor: ...


def apply_adagrad_da(
    var: TensorLike, gradient_accumulator: TensorLike, gradient_squared_accumulator: TensorLike, grad: TensorLike,
    lr: TensorLike, l1: TensorLike, l2: TensorLike, global_step: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Tensor: ...


def apply_adagrad_v2(
    var: TensorLike, accum: TensorLike, lr: TensorLike, epsilon: TensorLike, grad: TensorLike, *,
    use_locking: bool = False, update_slots: bool = True, name: str | None = None,
) -> Tensor: ...


def apply_adam(
    var: TensorLike, m: TensorLike, v: TensorLike, beta1_power: TensorLike, beta2_power: TensorLike, lr: TensorLike,
    beta1: TensorLike, beta2: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False,
    use_nesterov: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_add_sign(
    var: TensorLike, m: TensorLike, lr: TensorLike, alpha: TensorLike, sign_decay: TensorLike, beta: TensorLike,
    grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_centered_rms_prop(
    var: TensorLike, mg: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike,
    momentum: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Tensor: ...


def apply_ftrl(
    var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, lr: TensorLike, l1: TensorLike,
    l2: TensorLike, lr_power: TensorLike, *, use_locking: bool = False, multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Tensor: ...


def apply_ftrl_v2(
    var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, lr: TensorLike, l1: TensorLike,
    l2: TensorLike, l2_shrinkage: TensorLike, lr_power: TensorLike, *, use_locking: bool = False,
    multiply_linear_by_lr: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_gradient_descent(
    var: TensorLike, alpha: TensorLike, delta: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_momentum(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, momentum: TensorLike, *,
    use_locking: bool = False, use_nesterov: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_power_sign(
    var: TensorLike, m: TensorLike, lr: TensorLike, logbase: TensorLike, sign_decay: TensorLike, beta: TensorLike,
    grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_proximal_adagrad(
    var: TensorLike, accum: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, grad: TensorLike, *,
    use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_proximal_gradient_descent(
    var: TensorLike, alpha: TensorLike, l1: TensorLike, l2: TensorLike, delta: TensorLike, *,
    use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def apply_rms_prop(
    var: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike, momentum: TensorLike,
    epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def conditional_accumulator(
    *, dtype: DTypeLike, shape: ShapeLike, container: str | bytes = "", shared_name: str | bytes = "",
    reduction_type: str | bytes = "MEAN", name: str | None = None,
) -> Tensor: ...


def kmc2_chain_initialization(distances: TensorLike, seed: TensorLike, name: str | None = None) -> Tensor: ...


def kmeans_plus_plus_initialization(
    points: TensorLike, num_to_sample: TensorLike, seed: TensorLike, num_retries_per_sample: TensorLike,
    name: str | None = None,
) -> Tensor: ...


class NearestNeighborsOutputs(NamedTuple):
    """The outputs of NearestNeighbors."""

    nearest_center_indices: Tensor
    nearest_center_distances: Tensor


def nearest_neighbors(
    points: TensorLike, centers: TensorLike, k: TensorLike, name: str | None = None,
) -> NearestNeighborsOutputs: ...


def resource_accumulator_apply_gradient(
    handle: TensorLike, local_step: TensorLike, gradient: TensorLike, name: str | None = None,
) -> Operation: ...


def resource_accumulator_num_accumulated(handle: TensorLike, name: str | None = None) -> Tensor: ...


def resource_accumulator_set_global_step(
    handle: TensorLike, new_global_step: TensorLike, name: str | None = None,
) -> Operation: ...


def resource_accumulator_take_gradient(
    handle: TensorLike, num_required: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def resource_apply_ada_max(
    var: TensorLike, m: TensorLike, v: TensorLike, beta1_power: TensorLike, lr: TensorLike, beta1: TensorLike,
    beta2: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_adadelta(
    var: TensorLike, accum: TensorLike, accum_update: TensorLike, lr: TensorLike, rho: TensorLike,
    epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_adagrad(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, *, use_locking: bool = False,
    update_slots: bool = True, name: str | None = None,
) -> Operation: ...


def resource_apply_adagrad_da(
    var: TensorLike, gradient_accumulator: TensorLike, gradient_squared_accumulator: TensorLike, grad: TensorLike,
    lr: TensorLike, l1: TensorLike, l2: TensorLike, global_step: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Operation: ...


def resource_apply_adagrad_v2(
    var: TensorLike, accum: TensorLike, lr: TensorLike, epsilon: TensorLike, grad: TensorLike, *,
    use_locking: bool = False, update_slots: bool = True, name: str | None = None,
) -> Operation: ...


def resource_apply_adam(
    var: TensorLike, m: TensorLike, v: TensorLike, beta1_power: TensorLike, beta2_power: TensorLike, lr: TensorLike,
    beta1: TensorLike, beta2: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False,
    use_nesterov: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_adam_with_amsgrad(
    var: TensorLike, m: TensorLike, v: TensorLike, vhat: TensorLike, beta1_power: TensorLike,
    beta2_power: TensorLike, lr: TensorLike, beta1: TensorLike, beta2: TensorLike, epsilon: TensorLike,
    grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_add_sign(
    var: TensorLike, m: TensorLike, lr: TensorLike, alpha: TensorLike, sign_decay: TensorLike, beta: TensorLike,
    grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_centered_rms_prop(
    var: TensorLike, mg: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike,
    momentum: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Operation: ...


def resource_apply_ftrl(
    var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, lr: TensorLike, l1: TensorLike,
    l2: TensorLike, lr_power: TensorLike, *, use_locking: bool = False, multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Operation: ...


def resource_apply_ftrl_v2(
    var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, lr: TensorLike, l1: TensorLike,
    l2: TensorLike, l2_shrinkage: TensorLike, lr_power: TensorLike, *, use_locking: bool = False,
    multiply_linear_by_lr: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_gradient_descent(
    var: TensorLike, alpha: TensorLike, delta: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_keras_momentum(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, momentum: TensorLike, *,
    use_locking: bool = False, use_nesterov: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_momentum(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, momentum: TensorLike, *,
    use_locking: bool = False, use_nesterov: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_power_sign(
    var: TensorLike, m: TensorLike, lr: TensorLike, logbase: TensorLike, sign_decay: TensorLike, beta: TensorLike,
    grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_proximal_adagrad(
    var: TensorLike, accum: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, grad: TensorLike, *,
    use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_proximal_gradient_descent(
    var: TensorLike, alpha: TensorLike, l1: TensorLike, l2: TensorLike, delta: TensorLike, *,
    use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_apply_rms_prop(
    var: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike, momentum: TensorLike,
    epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_conditional_accumulator(
    *, dtype: DTypeLike, shape: ShapeLike, container: str | bytes = "", shared_name: str | bytes = "",
    reduction_type: str | bytes = "MEAN", name: str | None = None,
) -> Tensor: ...


def resource_sparse_apply_adadelta(
    var: TensorLike, accum: TensorLike, accum_update: TensorLike, lr: TensorLike, rho: TensorLike,
    epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_adagrad(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, indices: TensorLike, *,
    use_locking: bool = False, update_slots: bool = True, name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_adagrad_da(
    var: TensorLike, gradient_accumulator: TensorLike, gradient_squared_accumulator: TensorLike, grad: TensorLike,
    indices: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, global_step: TensorLike, *,
    use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_adagrad_v2(
    var: TensorLike, accum: TensorLike, lr: TensorLike, epsilon: TensorLike, grad: TensorLike, indices: TensorLike,
    *, use_locking: bool = False, update_slots: bool = True, name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_centered_rms_prop(
    var: TensorLike, mg: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike,
    momentum: TensorLike, epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_ftrl(
    var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, indices: TensorLike, lr: TensorLike,
    l1: TensorLike, l2: TensorLike, lr_power: TensorLike, *, use_locking: bool = False,
    multiply_linear_by_lr: bool = False, name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_ftrl_v2(
    var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, indices: TensorLike, lr: TensorLike,
    l1: TensorLike, l2: TensorLike, l2_shrinkage: TensorLike, lr_power: TensorLike, *, use_locking: bool = False,
    multiply_linear_by_lr: bool = False, name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_keras_momentum(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, indices: TensorLike, momentum: TensorLike,
    *, use_locking: bool = False, use_nesterov: bool = False, name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_momentum(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, indices: TensorLike, momentum: TensorLike,
    *, use_locking: bool = False, use_nesterov: bool = False, name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_proximal_adagrad(
    var: TensorLike, accum: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, grad: TensorLike,
    indices: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_proximal_gradient_descent(
    var: TensorLike, alpha: TensorLike, l1: TensorLike, l2: TensorLike, grad: TensorLike, indices: TensorLike, *,
    use_locking: bool = False, name: str | None = None,
) -> Operation: ...


def resource_sparse_apply_rms_prop(
    var: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike, momentum: TensorLike,
    epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Operation: ...


def sparse_accumulator_apply_gradient(
    handle: TensorLike, local_step: TensorLike, gradient_indices: TensorLike, gradient_values: TensorLike,
    gradient_shape: TensorLike, *, has_known_shape: bool, name: str | None = None,
) -> Operation: ...


class SparseAccumulatorTakeGradientOutputs(NamedTuple):
    """The outputs of SparseAccumulatorTakeGradient."""

    indices: Tensor
    values: Tensor
    shape: Tensor


def sparse_accumulator_take_gradient(
    handle: TensorLike, num_required: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> SparseAccumulatorTakeGradientOutputs: ...


def sparse_apply_adadelta(
    var: TensorLike, accum: TensorLike, accum_update: TensorLike, lr: TensorLike, rho: TensorLike,
    epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Tensor: ...


def sparse_apply_adagrad(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, indices: TensorLike, *,
    use_locking: bool = False, update_slots: bool = True, name: str | None = None,
) -> Tensor: ...


def sparse_apply_adagrad_da(
    var: TensorLike, gradient_accumulator: TensorLike, gradient_squared_accumulator: TensorLike, grad: TensorLike,
    indices: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, global_step: TensorLike, *,
    use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_apply_adagrad_v2(
    var: TensorLike, accum: TensorLike, lr: TensorLike, epsilon: TensorLike, grad: TensorLike, indices: TensorLike,
    *, use_locking: bool = False, update_slots: bool = True, name: str | None = None,
) -> Tensor: ...


def sparse_apply_centered_rms_prop(
    var: TensorLike, mg: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike,
    momentum: TensorLike, epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Tensor: ...


def sparse_apply_ftrl(
    var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, indices: TensorLike, lr: TensorLike,
    l1: TensorLike, l2: TensorLike, lr_power: TensorLike, *, use_locking: bool = False,
    multiply_linear_by_lr: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_apply_ftrl_v2(
    var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, indices: TensorLike, lr: TensorLike,
    l1: TensorLike, l2: TensorLike, l2_shrinkage: TensorLike, lr_power: TensorLike, *, use_locking: bool = False,
    multiply_linear_by_lr: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_apply_momentum(
    var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, indices: TensorLike, momentum: TensorLike,
    *, use_locking: bool = False, use_nesterov: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_apply_proximal_adagrad(
    var: TensorLike, accum: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, grad: TensorLike,
    indices: TensorLike, *, use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_apply_proximal_gradient_descent(
    var: TensorLike, alpha: TensorLike, l1: TensorLike, l2: TensorLike, grad: TensorLike, indices: TensorLike, *,
    use_locking: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_apply_rms_prop(
    var: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike, momentum: TensorLike,
    epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False,
    name: str | None = None,
) -> Tensor: ...


def sparse_conditional_accumulator(
    *, dtype: DTypeLike, shape: ShapeLike, container: str | bytes = "", shared_name: str | bytes = "",
    reduction_type: str | bytes = "MEAN", name: str | None = None,
) -> Tensor: ...
