"""The logits of linear models and of networks, on feature columns."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aioflow.estimator.mode_keys import ModeKeys
from aioflow.feature_column.input_layers import input_layer
from aioflow.feature_column.linear_models import linear_model
from aioflow.framework.dtypes import float32, int64
from aioflow.framework.graph import Tensor
from aioflow.layers.dense import dropout as dropout_layer
from aioflow.layers.functions import dense
from aioflow.layers.normalization import batch_normalization
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.math_ops import add_n, cast
from aioflow.ops.functions.nn.nn_ops import zero_fraction
from aioflow.ops.variables.initializers import GlorotUniform
from aioflow.ops.variables.partitioned_variables import min_max_variable_partitioner
from aioflow.ops.variables.variable_scope import variable_scope
from aioflow.summary import histogram, scalar

_MOMENTUM = 0.999  # of the moving averages behind batch normalization, as in TensorFlow
LARGE_NBYTES = 64 << 20  # matrices of features are cut into parts of so many bytes at least


def partitioner(num_parts: int, min_slice_nbytes: int | None = None) -> Callable[..., list[int]]:
    """Cuts variables into parts for parameter servers; into one part, which names tell of, where there are none."""
    if min_slice_nbytes is None:
        return min_max_variable_partitioner(max(1, num_parts))
    return min_max_variable_partitioner(max(1, num_parts), min_slice_size=min_slice_nbytes)


def linear_logits(features: Mapping[str, Any], columns: Sequence[Any], units: int, sparse_combiner: str) -> Tensor:
    """Logits [batch, units] of a linear model, with summaries of its weights.

    Args:
        features: Tensors by name.
        columns: The columns.
        units: How many logits there are.
        sparse_combiner: How the weights of several words of an example become one.
    """
    of_columns: dict[Any, Any] = {}
    logits = linear_model(features, columns, units, sparse_combiner, cols_to_vars=of_columns)
    bias = of_columns.pop("bias")
    if units > 1:
        histogram("bias", bias)
    else:
        scalar("bias", bias[0][0])
    scalar("fraction_of_zero_weights", _zero_fraction([each for parts in of_columns.values() for each in parts]))
    return logits


def _zero_fraction(variables: Sequence[Any]) -> Tensor:
    sizes = [cast(array_ops.size(each, out_type=int64), float32) for each in variables]
    zeros = [zero_fraction(each) * size for each, size in zip(variables, sizes, strict=True)]
    return add_n(zeros) / add_n(sizes)


def network_logits(
    features: Mapping[str, Any],
    columns: Sequence[Any],
    units: int,
    hidden_units: Sequence[int],
    activation_fn: Callable[[Any], Any] | None,
    dropout: float | None,
    batch_norm: bool,
    input_partitioner: Any,
    mode: str,
) -> Tensor:
    """Logits [batch, units] of a network, with summaries of its layers; in the open variable scope.

    Args:
        features: Tensors by name.
        columns: The columns.
        units: How many logits there are.
        hidden_units: How many units each hidden layer has.
        activation_fn: The activation of hidden layers.
        dropout: The part of hidden units that a training drops; None for none.
        batch_norm: Whether hidden layers are normalized.
        input_partitioner: Cuts the columns' variables into parts.
        mode: One of `ModeKeys`.
    """
    is_training = mode == ModeKeys.TRAIN
    with variable_scope("input_from_feature_columns", partitioner=input_partitioner):
        net = input_layer(features, columns)
    for number, size in enumerate(hidden_units):
        # The layers take the scope itself for a name, so that "dnn/hiddenlayer_0/kernel" has no "dense" in it.
        with variable_scope(f"hiddenlayer_{number}") as scope:
            net = dense(net, size, activation_fn, kernel_initializer=GlorotUniform(), name=scope)
            if dropout is not None and is_training:
                net = dropout_layer(net, dropout, training=True)
            if batch_norm:
                name = f"batchnorm_{number}"
                net = batch_normalization(net, momentum=_MOMENTUM, training=is_training, name=name)
        add_layer_summary(net, scope.name)
    with variable_scope("logits") as scope:
        logits = dense(net, units, kernel_initializer=GlorotUniform(), name=scope)
    add_layer_summary(logits, scope.name)
    return logits


def add_layer_summary(values: Tensor, tag: str) -> None:
    """Adds the summaries that canned estimators have for each layer."""
    scalar(f"{tag}/fraction_of_zero_values", zero_fraction(values))
    histogram(f"{tag}/activation", values)
