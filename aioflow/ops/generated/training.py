# Generated from aioflow/ops/definitions/training.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.training` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def accumulator_apply_gradient(
    handle: TensorLike,
    local_step: TensorLike,
    gradient: TensorLike,
    name: str | None = None,
) -> Operation:
    """AccumulatorApplyGradient(handle: Ref(string), local_step: int64, gradient: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("AccumulatorApplyGradient", [handle, local_step, gradient], {}, name)


def accumulator_num_accumulated(handle: TensorLike, name: str | None = None) -> Tensor:
    """AccumulatorNumAccumulated(handle: Ref(string)) -> (num_accumulated: int32)."""
    return apply_op("AccumulatorNumAccumulated", [handle], {}, name).outputs[0]


def accumulator_set_global_step(handle: TensorLike, new_global_step: TensorLike, name: str | None = None) -> Operation:
    """AccumulatorSetGlobalStep(handle: Ref(string), new_global_step: int64) -> ()."""
    return apply_op("AccumulatorSetGlobalStep", [handle, new_global_step], {}, name)


def accumulator_take_gradient(
    handle: TensorLike,
    num_required: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """AccumulatorTakeGradient(handle: Ref(string), num_required: int32) -> (average: dtype)."""
    return apply_op("AccumulatorTakeGradient", [handle, num_required], {"dtype": dtype}, name).outputs[0]


def apply_ada_max(
    var: TensorLike,
    m: TensorLike,
    v: TensorLike,
    beta1_power: TensorLike,
    lr: TensorLike,
    beta1: TensorLike,
    beta2: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyAdaMax(var: Ref(T), m: Ref(T), v: Ref(T), beta1_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T) ->
    (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyAdaMax",
        [var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def apply_adadelta(
    var: TensorLike,
    accum: TensorLike,
    accum_update: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyAdadelta(var: Ref(T), accum: Ref(T), accum_update: Ref(T), lr: T, rho: T, epsilon: T, grad: T) -> (out:
    Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyAdadelta",
        [var, accum, accum_update, lr, rho, epsilon, grad],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def apply_adagrad(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    update_slots: bool = True,
    name: str | None = None,
) -> Tensor:
    """ApplyAdagrad(var: Ref(T), accum: Ref(T), lr: T, grad: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyAdagrad",
        [var, accum, lr, grad],
        {"use_locking": use_locking, "update_slots": update_slots},
        name,
    ).outputs[0]


def apply_adagrad_da(
    var: TensorLike,
    gradient_accumulator: TensorLike,
    gradient_squared_accumulator: TensorLike,
    grad: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    global_step: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyAdagradDA(var: Ref(T), gradient_accumulator: Ref(T), gradient_squared_accumulator: Ref(T), grad: T, lr: T,
    l1: T, l2: T, global_step: int64) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyAdagradDA",
        [var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def apply_adagrad_v2(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    update_slots: bool = True,
    name: str | None = None,
) -> Tensor:
    """ApplyAdagradV2(var: Ref(T), accum: Ref(T), lr: T, epsilon: T, grad: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyAdagradV2",
        [var, accum, lr, epsilon, grad],
        {"use_locking": use_locking, "update_slots": update_slots},
        name,
    ).outputs[0]


def apply_adam(
    var: TensorLike,
    m: TensorLike,
    v: TensorLike,
    beta1_power: TensorLike,
    beta2_power: TensorLike,
    lr: TensorLike,
    beta1: TensorLike,
    beta2: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyAdam(var: Ref(T), m: Ref(T), v: Ref(T), beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T, epsilon:
    T, grad: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyAdam",
        [var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad],
        {"use_locking": use_locking, "use_nesterov": use_nesterov},
        name,
    ).outputs[0]


def apply_add_sign(
    var: TensorLike,
    m: TensorLike,
    lr: TensorLike,
    alpha: TensorLike,
    sign_decay: TensorLike,
    beta: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyAddSign(var: Ref(T), m: Ref(T), lr: T, alpha: T, sign_decay: T, beta: T, grad: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyAddSign",
        [var, m, lr, alpha, sign_decay, beta, grad],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def apply_centered_rms_prop(
    var: TensorLike,
    mg: TensorLike,
    ms: TensorLike,
    mom: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    momentum: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyCenteredRMSProp(var: Ref(T), mg: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T,
    grad: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyCenteredRMSProp",
        [var, mg, ms, mom, lr, rho, momentum, epsilon, grad],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def apply_ftrl(
    var: TensorLike,
    accum: TensorLike,
    linear: TensorLike,
    grad: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    lr_power: TensorLike,
    *,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyFtrl(var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, lr: T, l1: T, l2: T, lr_power: T) -> (out:
    Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyFtrl",
        [var, accum, linear, grad, lr, l1, l2, lr_power],
        {"use_locking": use_locking, "multiply_linear_by_lr": multiply_linear_by_lr},
        name,
    ).outputs[0]


def apply_ftrl_v2(
    var: TensorLike,
    accum: TensorLike,
    linear: TensorLike,
    grad: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    l2_shrinkage: TensorLike,
    lr_power: TensorLike,
    *,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyFtrlV2(var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power:
    T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyFtrlV2",
        [var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power],
        {"use_locking": use_locking, "multiply_linear_by_lr": multiply_linear_by_lr},
        name,
    ).outputs[0]


def apply_gradient_descent(
    var: TensorLike,
    alpha: TensorLike,
    delta: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyGradientDescent(var: Ref(T), alpha: T, delta: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("ApplyGradientDescent", [var, alpha, delta], {"use_locking": use_locking}, name).outputs[0]


def apply_momentum(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    momentum: TensorLike,
    *,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyMomentum(var: Ref(T), accum: Ref(T), lr: T, grad: T, momentum: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyMomentum",
        [var, accum, lr, grad, momentum],
        {"use_locking": use_locking, "use_nesterov": use_nesterov},
        name,
    ).outputs[0]


def apply_power_sign(
    var: TensorLike,
    m: TensorLike,
    lr: TensorLike,
    logbase: TensorLike,
    sign_decay: TensorLike,
    beta: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyPowerSign(var: Ref(T), m: Ref(T), lr: T, logbase: T, sign_decay: T, beta: T, grad: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyPowerSign",
        [var, m, lr, logbase, sign_decay, beta, grad],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def apply_proximal_adagrad(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyProximalAdagrad(var: Ref(T), accum: Ref(T), lr: T, l1: T, l2: T, grad: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyProximalAdagrad",
        [var, accum, lr, l1, l2, grad],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def apply_proximal_gradient_descent(
    var: TensorLike,
    alpha: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    delta: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyProximalGradientDescent(var: Ref(T), alpha: T, l1: T, l2: T, delta: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyProximalGradientDescent",
        [var, alpha, l1, l2, delta],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def apply_rms_prop(
    var: TensorLike,
    ms: TensorLike,
    mom: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    momentum: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """ApplyRMSProp(var: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T) -> (out:
    Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ApplyRMSProp",
        [var, ms, mom, lr, rho, momentum, epsilon, grad],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def conditional_accumulator(
    *,
    dtype: DTypeLike,
    shape: ShapeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    reduction_type: str | bytes = "MEAN",
    name: str | None = None,
) -> Tensor:
    """ConditionalAccumulator() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "ConditionalAccumulator",
        [],
        {
            "dtype": dtype,
            "shape": shape,
            "container": container,
            "shared_name": shared_name,
            "reduction_type": reduction_type,
        },
        name,
    ).outputs[0]


def kmc2_chain_initialization(distances: TensorLike, seed: TensorLike, name: str | None = None) -> Tensor:
    """KMC2ChainInitialization(distances: float32, seed: int64) -> (index: int64)."""
    return apply_op("KMC2ChainInitialization", [distances, seed], {}, name).outputs[0]


def kmeans_plus_plus_initialization(
    points: TensorLike,
    num_to_sample: TensorLike,
    seed: TensorLike,
    num_retries_per_sample: TensorLike,
    name: str | None = None,
) -> Tensor:
    """KmeansPlusPlusInitialization(points: float32, num_to_sample: int64, seed: int64, num_retries_per_sample: int64)
    -> (samples: float32).

    """
    return apply_op(
        "KmeansPlusPlusInitialization",
        [points, num_to_sample, seed, num_retries_per_sample],
        {},
        name,
    ).outputs[0]


class NearestNeighborsOutputs(NamedTuple):
    """The outputs of NearestNeighbors."""

    nearest_center_indices: Tensor
    nearest_center_distances: Tensor


def nearest_neighbors(
    points: TensorLike,
    centers: TensorLike,
    k: TensorLike,
    name: str | None = None,
) -> NearestNeighborsOutputs:
    """NearestNeighbors(points: float32, centers: float32, k: int64) -> (nearest_center_indices: int64,
    nearest_center_distances: float32).

    """
    return NearestNeighborsOutputs(*grouped(apply_op("NearestNeighbors", [points, centers, k], {}, name)))


def resource_accumulator_apply_gradient(
    handle: TensorLike,
    local_step: TensorLike,
    gradient: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceAccumulatorApplyGradient(handle: resource, local_step: int64, gradient: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op("ResourceAccumulatorApplyGradient", [handle, local_step, gradient], {}, name)


def resource_accumulator_num_accumulated(handle: TensorLike, name: str | None = None) -> Tensor:
    """ResourceAccumulatorNumAccumulated(handle: resource) -> (num_accumulated: int32).

    Stateful.
    """
    return apply_op("ResourceAccumulatorNumAccumulated", [handle], {}, name).outputs[0]


def resource_accumulator_set_global_step(
    handle: TensorLike,
    new_global_step: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceAccumulatorSetGlobalStep(handle: resource, new_global_step: int64) -> ().

    Stateful.
    """
    return apply_op("ResourceAccumulatorSetGlobalStep", [handle, new_global_step], {}, name)


def resource_accumulator_take_gradient(
    handle: TensorLike,
    num_required: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """ResourceAccumulatorTakeGradient(handle: resource, num_required: int32) -> (average: dtype).

    Stateful.
    """
    return apply_op("ResourceAccumulatorTakeGradient", [handle, num_required], {"dtype": dtype}, name).outputs[0]


def resource_apply_ada_max(
    var: TensorLike,
    m: TensorLike,
    v: TensorLike,
    beta1_power: TensorLike,
    lr: TensorLike,
    beta1: TensorLike,
    beta2: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyAdaMax(var: resource, m: resource, v: resource, beta1_power: T, lr: T, beta1: T, beta2: T, epsilon:
    T, grad: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyAdaMax",
        [var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad],
        {"use_locking": use_locking},
        name,
    )


def resource_apply_adadelta(
    var: TensorLike,
    accum: TensorLike,
    accum_update: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyAdadelta(var: resource, accum: resource, accum_update: resource, lr: T, rho: T, epsilon: T, grad: T)
    -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyAdadelta",
        [var, accum, accum_update, lr, rho, epsilon, grad],
        {"use_locking": use_locking},
        name,
    )


def resource_apply_adagrad(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    update_slots: bool = True,
    name: str | None = None,
) -> Operation:
    """ResourceApplyAdagrad(var: resource, accum: resource, lr: T, grad: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyAdagrad",
        [var, accum, lr, grad],
        {"use_locking": use_locking, "update_slots": update_slots},
        name,
    )


def resource_apply_adagrad_da(
    var: TensorLike,
    gradient_accumulator: TensorLike,
    gradient_squared_accumulator: TensorLike,
    grad: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    global_step: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyAdagradDA(var: resource, gradient_accumulator: resource, gradient_squared_accumulator: resource,
    grad: T, lr: T, l1: T, l2: T, global_step: int64) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyAdagradDA",
        [var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step],
        {"use_locking": use_locking},
        name,
    )


def resource_apply_adagrad_v2(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    update_slots: bool = True,
    name: str | None = None,
) -> Operation:
    """ResourceApplyAdagradV2(var: resource, accum: resource, lr: T, epsilon: T, grad: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyAdagradV2",
        [var, accum, lr, epsilon, grad],
        {"use_locking": use_locking, "update_slots": update_slots},
        name,
    )


def resource_apply_adam(
    var: TensorLike,
    m: TensorLike,
    v: TensorLike,
    beta1_power: TensorLike,
    beta2_power: TensorLike,
    lr: TensorLike,
    beta1: TensorLike,
    beta2: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyAdam(var: resource, m: resource, v: resource, beta1_power: T, beta2_power: T, lr: T, beta1: T,
    beta2: T, epsilon: T, grad: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyAdam",
        [var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad],
        {"use_locking": use_locking, "use_nesterov": use_nesterov},
        name,
    )


def resource_apply_adam_with_amsgrad(
    var: TensorLike,
    m: TensorLike,
    v: TensorLike,
    vhat: TensorLike,
    beta1_power: TensorLike,
    beta2_power: TensorLike,
    lr: TensorLike,
    beta1: TensorLike,
    beta2: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyAdamWithAmsgrad(var: resource, m: resource, v: resource, vhat: resource, beta1_power: T,
    beta2_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyAdamWithAmsgrad",
        [var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad],
        {"use_locking": use_locking},
        name,
    )


def resource_apply_add_sign(
    var: TensorLike,
    m: TensorLike,
    lr: TensorLike,
    alpha: TensorLike,
    sign_decay: TensorLike,
    beta: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyAddSign(var: resource, m: resource, lr: T, alpha: T, sign_decay: T, beta: T, grad: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyAddSign",
        [var, m, lr, alpha, sign_decay, beta, grad],
        {"use_locking": use_locking},
        name,
    )


def resource_apply_centered_rms_prop(
    var: TensorLike,
    mg: TensorLike,
    ms: TensorLike,
    mom: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    momentum: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyCenteredRMSProp(var: resource, mg: resource, ms: resource, mom: resource, lr: T, rho: T, momentum:
    T, epsilon: T, grad: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyCenteredRMSProp",
        [var, mg, ms, mom, lr, rho, momentum, epsilon, grad],
        {"use_locking": use_locking},
        name,
    )


def resource_apply_ftrl(
    var: TensorLike,
    accum: TensorLike,
    linear: TensorLike,
    grad: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    lr_power: TensorLike,
    *,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyFtrl(var: resource, accum: resource, linear: resource, grad: T, lr: T, l1: T, l2: T, lr_power: T) ->
    ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyFtrl",
        [var, accum, linear, grad, lr, l1, l2, lr_power],
        {"use_locking": use_locking, "multiply_linear_by_lr": multiply_linear_by_lr},
        name,
    )


def resource_apply_ftrl_v2(
    var: TensorLike,
    accum: TensorLike,
    linear: TensorLike,
    grad: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    l2_shrinkage: TensorLike,
    lr_power: TensorLike,
    *,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyFtrlV2(var: resource, accum: resource, linear: resource, grad: T, lr: T, l1: T, l2: T, l2_shrinkage:
    T, lr_power: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyFtrlV2",
        [var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power],
        {"use_locking": use_locking, "multiply_linear_by_lr": multiply_linear_by_lr},
        name,
    )


def resource_apply_gradient_descent(
    var: TensorLike,
    alpha: TensorLike,
    delta: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyGradientDescent(var: resource, alpha: T, delta: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op("ResourceApplyGradientDescent", [var, alpha, delta], {"use_locking": use_locking}, name)


def resource_apply_keras_momentum(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    momentum: TensorLike,
    *,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyKerasMomentum(var: resource, accum: resource, lr: T, grad: T, momentum: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyKerasMomentum",
        [var, accum, lr, grad, momentum],
        {"use_locking": use_locking, "use_nesterov": use_nesterov},
        name,
    )


def resource_apply_momentum(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    momentum: TensorLike,
    *,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyMomentum(var: resource, accum: resource, lr: T, grad: T, momentum: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyMomentum",
        [var, accum, lr, grad, momentum],
        {"use_locking": use_locking, "use_nesterov": use_nesterov},
        name,
    )


def resource_apply_power_sign(
    var: TensorLike,
    m: TensorLike,
    lr: TensorLike,
    logbase: TensorLike,
    sign_decay: TensorLike,
    beta: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyPowerSign(var: resource, m: resource, lr: T, logbase: T, sign_decay: T, beta: T, grad: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyPowerSign",
        [var, m, lr, logbase, sign_decay, beta, grad],
        {"use_locking": use_locking},
        name,
    )


def resource_apply_proximal_adagrad(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyProximalAdagrad(var: resource, accum: resource, lr: T, l1: T, l2: T, grad: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op("ResourceApplyProximalAdagrad", [var, accum, lr, l1, l2, grad], {"use_locking": use_locking}, name)


def resource_apply_proximal_gradient_descent(
    var: TensorLike,
    alpha: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    delta: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyProximalGradientDescent(var: resource, alpha: T, l1: T, l2: T, delta: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyProximalGradientDescent",
        [var, alpha, l1, l2, delta],
        {"use_locking": use_locking},
        name,
    )


def resource_apply_rms_prop(
    var: TensorLike,
    ms: TensorLike,
    mom: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    momentum: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceApplyRMSProp(var: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: T, epsilon: T, grad: T)
    -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "ResourceApplyRMSProp",
        [var, ms, mom, lr, rho, momentum, epsilon, grad],
        {"use_locking": use_locking},
        name,
    )


def resource_conditional_accumulator(
    *,
    dtype: DTypeLike,
    shape: ShapeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    reduction_type: str | bytes = "MEAN",
    name: str | None = None,
) -> Tensor:
    """ResourceConditionalAccumulator() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "ResourceConditionalAccumulator",
        [],
        {
            "dtype": dtype,
            "shape": shape,
            "container": container,
            "shared_name": shared_name,
            "reduction_type": reduction_type,
        },
        name,
    ).outputs[0]


def resource_sparse_apply_adadelta(
    var: TensorLike,
    accum: TensorLike,
    accum_update: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyAdadelta(var: resource, accum: resource, accum_update: resource, lr: T, rho: T, epsilon: T,
    grad: T, indices: Tindices) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyAdadelta",
        [var, accum, accum_update, lr, rho, epsilon, grad, indices],
        {"use_locking": use_locking},
        name,
    )


def resource_sparse_apply_adagrad(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    update_slots: bool = True,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyAdagrad(var: resource, accum: resource, lr: T, grad: T, indices: Tindices) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyAdagrad",
        [var, accum, lr, grad, indices],
        {"use_locking": use_locking, "update_slots": update_slots},
        name,
    )


def resource_sparse_apply_adagrad_da(
    var: TensorLike,
    gradient_accumulator: TensorLike,
    gradient_squared_accumulator: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    global_step: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyAdagradDA(var: resource, gradient_accumulator: resource, gradient_squared_accumulator:
    resource, grad: T, indices: Tindices, lr: T, l1: T, l2: T, global_step: int64) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyAdagradDA",
        [var, gradient_accumulator, gradient_squared_accumulator, grad, indices, lr, l1, l2, global_step],
        {"use_locking": use_locking},
        name,
    )


def resource_sparse_apply_adagrad_v2(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    update_slots: bool = True,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyAdagradV2(var: resource, accum: resource, lr: T, epsilon: T, grad: T, indices: Tindices) ->
    ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyAdagradV2",
        [var, accum, lr, epsilon, grad, indices],
        {"use_locking": use_locking, "update_slots": update_slots},
        name,
    )


def resource_sparse_apply_centered_rms_prop(
    var: TensorLike,
    mg: TensorLike,
    ms: TensorLike,
    mom: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    momentum: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyCenteredRMSProp(var: resource, mg: resource, ms: resource, mom: resource, lr: T, rho: T,
    momentum: T, epsilon: T, grad: T, indices: Tindices) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyCenteredRMSProp",
        [var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices],
        {"use_locking": use_locking},
        name,
    )


def resource_sparse_apply_ftrl(
    var: TensorLike,
    accum: TensorLike,
    linear: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    lr_power: TensorLike,
    *,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyFtrl(var: resource, accum: resource, linear: resource, grad: T, indices: Tindices, lr: T, l1:
    T, l2: T, lr_power: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyFtrl",
        [var, accum, linear, grad, indices, lr, l1, l2, lr_power],
        {"use_locking": use_locking, "multiply_linear_by_lr": multiply_linear_by_lr},
        name,
    )


def resource_sparse_apply_ftrl_v2(
    var: TensorLike,
    accum: TensorLike,
    linear: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    l2_shrinkage: TensorLike,
    lr_power: TensorLike,
    *,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyFtrlV2(var: resource, accum: resource, linear: resource, grad: T, indices: Tindices, lr: T,
    l1: T, l2: T, l2_shrinkage: T, lr_power: T) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyFtrlV2",
        [var, accum, linear, grad, indices, lr, l1, l2, l2_shrinkage, lr_power],
        {"use_locking": use_locking, "multiply_linear_by_lr": multiply_linear_by_lr},
        name,
    )


def resource_sparse_apply_keras_momentum(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    momentum: TensorLike,
    *,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyKerasMomentum(var: resource, accum: resource, lr: T, grad: T, indices: Tindices, momentum: T)
    -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyKerasMomentum",
        [var, accum, lr, grad, indices, momentum],
        {"use_locking": use_locking, "use_nesterov": use_nesterov},
        name,
    )


def resource_sparse_apply_momentum(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    momentum: TensorLike,
    *,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyMomentum(var: resource, accum: resource, lr: T, grad: T, indices: Tindices, momentum: T) ->
    ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyMomentum",
        [var, accum, lr, grad, indices, momentum],
        {"use_locking": use_locking, "use_nesterov": use_nesterov},
        name,
    )


def resource_sparse_apply_proximal_adagrad(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyProximalAdagrad(var: resource, accum: resource, lr: T, l1: T, l2: T, grad: T, indices:
    Tindices) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyProximalAdagrad",
        [var, accum, lr, l1, l2, grad, indices],
        {"use_locking": use_locking},
        name,
    )


def resource_sparse_apply_proximal_gradient_descent(
    var: TensorLike,
    alpha: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyProximalGradientDescent(var: resource, alpha: T, l1: T, l2: T, grad: T, indices: Tindices) ->
    ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyProximalGradientDescent",
        [var, alpha, l1, l2, grad, indices],
        {"use_locking": use_locking},
        name,
    )


def resource_sparse_apply_rms_prop(
    var: TensorLike,
    ms: TensorLike,
    mom: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    momentum: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Operation:
    """ResourceSparseApplyRMSProp(var: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: T, epsilon: T,
    grad: T, indices: Tindices) -> ().

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ResourceSparseApplyRMSProp",
        [var, ms, mom, lr, rho, momentum, epsilon, grad, indices],
        {"use_locking": use_locking},
        name,
    )


def sparse_accumulator_apply_gradient(
    handle: TensorLike,
    local_step: TensorLike,
    gradient_indices: TensorLike,
    gradient_values: TensorLike,
    gradient_shape: TensorLike,
    *,
    has_known_shape: bool,
    name: str | None = None,
) -> Operation:
    """SparseAccumulatorApplyGradient(handle: Ref(string), local_step: int64, gradient_indices: int64, gradient_values:
    dtype, gradient_shape: int64) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "SparseAccumulatorApplyGradient",
        [handle, local_step, gradient_indices, gradient_values, gradient_shape],
        {"has_known_shape": has_known_shape},
        name,
    )


class SparseAccumulatorTakeGradientOutputs(NamedTuple):
    """The outputs of SparseAccumulatorTakeGradient."""

    indices: Tensor
    values: Tensor
    shape: Tensor


def sparse_accumulator_take_gradient(
    handle: TensorLike,
    num_required: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> SparseAccumulatorTakeGradientOutputs:
    """SparseAccumulatorTakeGradient(handle: Ref(string), num_required: int32) -> (indices: int64, values: dtype, shape:
    int64).

    """
    return SparseAccumulatorTakeGradientOutputs(*grouped(apply_op(
        "SparseAccumulatorTakeGradient",
        [handle, num_required],
        {"dtype": dtype},
        name,
    )))


def sparse_apply_adadelta(
    var: TensorLike,
    accum: TensorLike,
    accum_update: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseApplyAdadelta(var: Ref(T), accum: Ref(T), accum_update: Ref(T), lr: T, rho: T, epsilon: T, grad: T,
    indices: Tindices) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyAdadelta",
        [var, accum, accum_update, lr, rho, epsilon, grad, indices],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def sparse_apply_adagrad(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    update_slots: bool = True,
    name: str | None = None,
) -> Tensor:
    """SparseApplyAdagrad(var: Ref(T), accum: Ref(T), lr: T, grad: T, indices: Tindices) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyAdagrad",
        [var, accum, lr, grad, indices],
        {"use_locking": use_locking, "update_slots": update_slots},
        name,
    ).outputs[0]


def sparse_apply_adagrad_da(
    var: TensorLike,
    gradient_accumulator: TensorLike,
    gradient_squared_accumulator: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    global_step: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseApplyAdagradDA(var: Ref(T), gradient_accumulator: Ref(T), gradient_squared_accumulator: Ref(T), grad: T,
    indices: Tindices, lr: T, l1: T, l2: T, global_step: int64) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyAdagradDA",
        [var, gradient_accumulator, gradient_squared_accumulator, grad, indices, lr, l1, l2, global_step],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def sparse_apply_adagrad_v2(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    update_slots: bool = True,
    name: str | None = None,
) -> Tensor:
    """SparseApplyAdagradV2(var: Ref(T), accum: Ref(T), lr: T, epsilon: T, grad: T, indices: Tindices) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyAdagradV2",
        [var, accum, lr, epsilon, grad, indices],
        {"use_locking": use_locking, "update_slots": update_slots},
        name,
    ).outputs[0]


def sparse_apply_centered_rms_prop(
    var: TensorLike,
    mg: TensorLike,
    ms: TensorLike,
    mom: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    momentum: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseApplyCenteredRMSProp(var: Ref(T), mg: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon:
    T, grad: T, indices: Tindices) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyCenteredRMSProp",
        [var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def sparse_apply_ftrl(
    var: TensorLike,
    accum: TensorLike,
    linear: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    lr_power: TensorLike,
    *,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseApplyFtrl(var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, indices: Tindices, lr: T, l1: T, l2: T,
    lr_power: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyFtrl",
        [var, accum, linear, grad, indices, lr, l1, l2, lr_power],
        {"use_locking": use_locking, "multiply_linear_by_lr": multiply_linear_by_lr},
        name,
    ).outputs[0]


def sparse_apply_ftrl_v2(
    var: TensorLike,
    accum: TensorLike,
    linear: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    l2_shrinkage: TensorLike,
    lr_power: TensorLike,
    *,
    use_locking: bool = False,
    multiply_linear_by_lr: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseApplyFtrlV2(var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, indices: Tindices, lr: T, l1: T, l2: T,
    l2_shrinkage: T, lr_power: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyFtrlV2",
        [var, accum, linear, grad, indices, lr, l1, l2, l2_shrinkage, lr_power],
        {"use_locking": use_locking, "multiply_linear_by_lr": multiply_linear_by_lr},
        name,
    ).outputs[0]


def sparse_apply_momentum(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    momentum: TensorLike,
    *,
    use_locking: bool = False,
    use_nesterov: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseApplyMomentum(var: Ref(T), accum: Ref(T), lr: T, grad: T, indices: Tindices, momentum: T) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyMomentum",
        [var, accum, lr, grad, indices, momentum],
        {"use_locking": use_locking, "use_nesterov": use_nesterov},
        name,
    ).outputs[0]


def sparse_apply_proximal_adagrad(
    var: TensorLike,
    accum: TensorLike,
    lr: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseApplyProximalAdagrad(var: Ref(T), accum: Ref(T), lr: T, l1: T, l2: T, grad: T, indices: Tindices) -> (out:
    Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyProximalAdagrad",
        [var, accum, lr, l1, l2, grad, indices],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def sparse_apply_proximal_gradient_descent(
    var: TensorLike,
    alpha: TensorLike,
    l1: TensorLike,
    l2: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseApplyProximalGradientDescent(var: Ref(T), alpha: T, l1: T, l2: T, grad: T, indices: Tindices) -> (out:
    Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyProximalGradientDescent",
        [var, alpha, l1, l2, grad, indices],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def sparse_apply_rms_prop(
    var: TensorLike,
    ms: TensorLike,
    mom: TensorLike,
    lr: TensorLike,
    rho: TensorLike,
    momentum: TensorLike,
    epsilon: TensorLike,
    grad: TensorLike,
    indices: TensorLike,
    *,
    use_locking: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseApplyRMSProp(var: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T,
    indices: Tindices) -> (out: Ref(T)).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseApplyRMSProp",
        [var, ms, mom, lr, rho, momentum, epsilon, grad, indices],
        {"use_locking": use_locking},
        name,
    ).outputs[0]


def sparse_conditional_accumulator(
    *,
    dtype: DTypeLike,
    shape: ShapeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    reduction_type: str | bytes = "MEAN",
    name: str | None = None,
) -> Tensor:
    """SparseConditionalAccumulator() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "SparseConditionalAccumulator",
        [],
        {
            "dtype": dtype,
            "shape": shape,
            "container": container,
            "shared_name": shared_name,
            "reduction_type": reduction_type,
        },
        name,
    ).outputs[0]
