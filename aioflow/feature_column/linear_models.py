"""`tf.feature_column.linear_model`: a weight for each number and each word."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from aioflow.feature_column.column_lists import check_batch_sizes, checked_columns
from aioflow.feature_column.columns import CategoricalColumn, ColumnVariables, DenseColumn, FeatureColumn
from aioflow.feature_column.input_layers import flat_of
from aioflow.feature_column.transformed_features import TransformedFeatures
from aioflow.framework.graph import SparseTensor, Tensor, get_default_graph
from aioflow.layers.variable_lists import parts_of
from aioflow.ops.building.graph_scopes import GraphKeys
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.math_ops import add_n
from aioflow.ops.functions.nn.nn_ops import bias_add
from aioflow.ops.functions.sparse_shape_ops import sparse_reshape
from aioflow.ops.variables.initializers import Zeros
from aioflow.ops.variables.sparse_embeddings import safe_embedding_lookup_sparse
from aioflow.ops.variables.variable_scope import variable_scope


def linear_model(
    features: Mapping[str, Any],
    feature_columns: Iterable[FeatureColumn] | FeatureColumn,
    units: int = 1,
    sparse_combiner: str = "sum",
    weight_collections: Iterable[str] | None = None,
    trainable: bool = True,
    cols_to_vars: MutableMapping[Any, Any] | None = None,
) -> Tensor:
    """The sum of weighted numbers, of weights of words, and of a bias.

    The weights of a column are the variable "linear_model/COLUMN/weights", the bias is "linear_model/bias_weights";
    all begin as zeros.

    Args:
        features: Tensors, or sparse tensors, by name [batch, ...].
        feature_columns: Columns of numbers or of words.
        units: How many sums there are, each with weights of its own.
        sparse_combiner: How the weights of several words of an example become one: "sum", "mean" or "sqrtn".
        weight_collections: Collections that list the variables, beside those of global and model variables.
        trainable: Whether optimizers change the variables.
        cols_to_vars: Gets the list of each column's variables, and that of the bias by the name "bias".

    Returns:
        [batch, units].

    Raises:
        ValueError: Something else is among the columns, two have one name, or the features do not fit.
    """
    columns = checked_columns(feature_columns)
    for column in columns:
        if not isinstance(column, (DenseColumn, CategoricalColumn)):
            raise ValueError(
                f"Items of feature_columns must be either a _DenseColumn or _CategoricalColumn. Given: {column}"
            )
    variables = ColumnVariables.of_model(weight_collections, trainable)
    model_name = _unused_name("linear_model")
    # Names of columns are made unique outside the model's scope: a second model has them with "_1".
    named = {_unused_name(column._var_scope_name): column for column in sorted(columns, key=lambda own: own.name)}
    made: dict[Any, Any] = {}
    with variable_scope(model_name):
        batch, in_order, sums = TransformedFeatures(features), [], []
        for name, column in sorted(named.items()):
            with variable_scope(name) as scope:
                sums.append(_weighted_sum(column, batch, units, sparse_combiner, variables))
            in_order.append(column)
            made[column] = get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES, scope.name)
        check_batch_sizes(sums, in_order)
        total = add_n(sums, name="weighted_sum_no_bias")
        bias = variables.make("bias_weights", [units], Zeros())
        made["bias"] = parts_of(bias)
        result = bias_add(total, bias, name="weighted_sum")
    if cols_to_vars is not None:
        cols_to_vars.update(made)
    return result


def _unused_name(default: str) -> str:
    """The last part of the name that a scope of that default name gets."""
    with variable_scope(None, default_name=default, auxiliary_name_scope=False) as scope:
        return scope.name.rpartition("/")[2]


def _weighted_sum(
    column: Any, batch: TransformedFeatures, units: int, combiner: str, variables: ColumnVariables
) -> Tensor:
    """[batch, units] of one column."""
    if isinstance(column, CategoricalColumn):
        weights = variables.make("weights", [column._num_buckets, units], Zeros())
        ids, own = column._get_sparse_tensors(batch, variables.collections, variables.trainable)
        return safe_embedding_lookup_sparse(
            weights, _matrix(ids), None if own is None else _matrix(own), combiner, name="weighted_sum"
        )
    weights = variables.make("weights", [column._variable_shape.num_elements(), units], Zeros())
    return matmul(flat_of(column, batch, variables), weights, name="weighted_sum")


def _matrix(sparse: SparseTensor) -> SparseTensor:
    return sparse_reshape(sparse, [sparse.dense_shape[0], -1])
