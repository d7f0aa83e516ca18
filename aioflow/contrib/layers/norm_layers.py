"""batch_norm and layer_norm."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aioflow.contrib.framework.arg_scopes import add_arg_scope
from aioflow.contrib.framework.model_variables import model_variable
from aioflow.contrib.layers.model_getters import (
    Collections,
    VariablesCollections,
    model_getter,
    named_output,
    note_variable,
)
from aioflow.contrib.layers.weighted_batch_norm import WeightedBatchNorm
from aioflow.framework.dtypes import float16
from aioflow.framework.graph import Tensor
from aioflow.layers.normalization import BatchNormalization
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import GraphKeys, control_dependencies
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.nn import nn_impl
from aioflow.ops.variables.initializers import Ones, Zeros
from aioflow.ops.variables.variable_scope import variable_scope


@add_arg_scope
def batch_norm(
    inputs: TensorLike,
    decay: Any = 0.999,
    center: bool = True,
    scale: bool = False,
    epsilon: float = 0.001,
    activation_fn: Callable[..., Any] | None = None,
    param_initializers: Mapping[str, Any] | None = None,
    param_regularizers: Mapping[str, Any] | None = None,
    updates_collections: str | None = GraphKeys.UPDATE_OPS,
    is_training: Any = True,
    reuse: Any = None,
    variables_collections: VariablesCollections = None,
    outputs_collections: Collections = None,
    trainable: bool = True,
    batch_weights: TensorLike | None = None,
    fused: bool | None = None,
    data_format: str = "NHWC",
    zero_debias_moving_mean: bool = False,
    scope: Any = None,
    renorm: bool = False,
    renorm_clipping: Mapping[str, Any] | None = None,
    renorm_decay: Any = 0.99,
    adjustment: Callable[..., Any] | None = None,
) -> Tensor:
    """Batch normalisation; see `tf.layers.BatchNormalization`.

    Args:
        inputs: [batch, ..., features], or features second.
        decay: How much of a moving average an update keeps.
        center: Whether there is a beta.
        scale: Whether there is a gamma.
        epsilon: Added to the variance.
        activation_fn: Function of the result.
        param_initializers: Initial values by the names "beta", "gamma", "moving_mean", "moving_variance".
        param_regularizers: Functions to losses by the names "beta" and "gamma".
        updates_collections: The collection of updates; None for a result that waits for them.
        is_training: Whether the batch's own moments count: a bool, or a tensor [] that a run decides by.
        reuse: Whether to use the variables of the scope.
        variables_collections: Collections that list the variables, or of each by its name.
        outputs_collections: Collections that list the result.
        trainable: Whether optimizers change beta and gamma.
        batch_weights: How much each element of the batch counts in its moments, [batch].
        fused: Whether to use one node for all of it; where that is possible when None.
        data_format: "NHWC" or "NCHW".
        zero_debias_moving_mean: Whether the moving mean is corrected for its beginning at 0, in two more variables.
        scope: Name of the variable scope; "BatchNorm", made unique, when None.
        renorm: See `tf.layers.BatchNormalization`.
        renorm_clipping: See there.
        renorm_decay: See there.
        adjustment: See there.

    Raises:
        ValueError: The data format is wrong, or arguments do not go together.
    """
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    made, losses = dict(param_initializers or {}), dict(param_regularizers or {})
    inputs = convert_to_tensor(inputs)
    # The two variables of a corrected mean are those of the model only where TensorFlow normalises by single nodes.
    by_one_node = zero_debias_moving_mean and batch_weights is None and fused is not False
    by_one_node = by_one_node and inputs.shape.rank in (2, 4)
    getter = None if by_one_node else model_getter()
    with variable_scope(scope, "BatchNorm", [inputs], reuse=reuse, custom_getter=getter) as own:
        if batch_weights is not None or zero_debias_moving_mean:
            if renorm or adjustment is not None:
                raise ValueError("renorm and adjustment do not go with batch_weights or zero_debias_moving_mean")
            weighted = WeightedBatchNorm(
                inputs, data_format, batch_weights, zero_debias_moving_mean, by_one_node, made, losses,
                variables_collections, trainable,
            )  # fmt: skip
            outputs = weighted.normalized(center, scale, decay, epsilon, is_training, updates_collections)
        else:
            # A matrix becomes images of one pixel, which one node normalises.
            as_images = fused is not False and inputs.shape.rank == 2 and not renorm and adjustment is None
            layer = BatchNormalization(
                1 if data_format == "NCHW" else -1, decay, epsilon, center, scale, made.get("beta", Zeros()),
                made.get("gamma", Ones()), made.get("moving_mean", Zeros()), made.get("moving_variance", Ones()),
                losses.get("beta"), losses.get("gamma"), None, None, renorm, renorm_clipping, renorm_decay, fused,
                trainable, adjustment=adjustment, name=own.name, dtype=inputs.dtype.base_dtype, _scope=own,
                _reuse=reuse,
            )  # fmt: skip
            layer._updates_collection = updates_collections
            layer._has_beta_first = as_images or updates_collections != GraphKeys.UPDATE_OPS
            outputs = _by_layer(layer, inputs, is_training, as_images, data_format, variables_collections)
            if updates_collections is None and layer.updates:
                with control_dependencies(layer.updates):
                    outputs = array_ops.identity(outputs)
        if activation_fn is not None:
            outputs = activation_fn(outputs)
        return named_output(outputs_collections, own.name, outputs)


def _by_layer(
    layer: BatchNormalization, inputs: Tensor, is_training: Any, as_images: bool, data_format: str,
    variables_collections: VariablesCollections,
) -> Tensor:  # fmt: skip
    """The layer's output, when its variables are listed."""
    images = array_ops.reshape(inputs, _pixels(inputs, data_format)) if as_images else inputs
    outputs: Tensor = layer(images, training=is_training)
    if as_images:
        outputs = array_ops.reshape(outputs, array_ops.shape(inputs))
        outputs.set_shape(inputs.shape)
    for name in ("beta", "gamma", "moving_mean", "moving_variance"):
        if getattr(layer, name) is not None:
            note_variable(getattr(layer, name), variables_collections, name)
    return outputs


def _pixels(inputs: Tensor, data_format: str) -> list[int]:
    features = inputs.shape.as_list()[-1]
    if features is None:
        raise ValueError(f"Inputs {inputs.name} has undefined `C` dimension {features}.")
    return [-1, features, 1, 1] if data_format == "NCHW" else [-1, 1, 1, features]


@add_arg_scope
def layer_norm(
    inputs: TensorLike,
    center: bool = True,
    scale: bool = True,
    activation_fn: Callable[..., Any] | None = None,
    reuse: Any = None,
    variables_collections: VariablesCollections = None,
    outputs_collections: Collections = None,
    trainable: bool = True,
    begin_norm_axis: int = 1,
    begin_params_axis: int = -1,
    scope: Any = None,
) -> Tensor:
    """Each row shifted and scaled to mean 0 and variance 1 (Ba et al., Layer Normalization, 2016).

    Arguments that are not here are those of `batch_norm`; its scope is called "LayerNorm".

    Args:
        inputs: [batch, ...].
        begin_norm_axis: The first of the dimensions that are normalised together.
        begin_params_axis: The first of the dimensions for which beta and gamma have numbers of their own.

    Raises:
        ValueError: A dimension is not there, or its size is not known.
    """
    with variable_scope(scope, "LayerNorm", [inputs], reuse=reuse, custom_getter=model_getter()) as own:
        inputs = convert_to_tensor(inputs)
        sizes, rank = inputs.shape, inputs.shape.rank
        if rank is None:
            raise ValueError(f"Inputs {inputs.name} has undefined rank.")
        first = begin_norm_axis + rank if begin_norm_axis < 0 else begin_norm_axis
        if begin_params_axis >= rank or first >= rank:
            raise ValueError(
                f"begin_params_axis ({begin_params_axis}) and begin_norm_axis ({begin_norm_axis}) must be < "
                f"rank(inputs) ({rank})"
            )
        shape = sizes[begin_params_axis:]
        if not shape.is_fully_defined():
            raise ValueError(
                f"Inputs {inputs.name}: shape(inputs)[{begin_params_axis}:] is not fully defined: {sizes}"
            )
        dtype = inputs.dtype.base_dtype
        beta, gamma = (
            model_variable(name, shape, dtype, initializer=initializer, trainable=trainable) if wanted else None
            for name, initializer, wanted in (("beta", Zeros(), center), ("gamma", Ones(), scale))
        )
        for name, variable in (("beta", beta), ("gamma", gamma)):
            if variable is not None:
                note_variable(variable, variables_collections, name)
        mean, variance = nn_impl.moments(inputs, list(range(first, rank)), keep_dims=True)
        # Half precision has no number that small.
        epsilon = 1e-3 if dtype is float16 else 1e-12
        outputs = nn_impl.batch_normalization(inputs, mean, variance, beta, gamma, epsilon)
        outputs.set_shape(sizes)
        if activation_fn is not None:
            outputs = activation_fn(outputs)
        return named_output(outputs_collections, own.name, outputs)
