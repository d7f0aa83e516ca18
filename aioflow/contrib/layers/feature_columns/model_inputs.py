"""What models make of the feature columns of `tf.contrib.layers`: parsed features, input layers and weighted sums."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from aioflow.contrib.layers.feature_columns.contrib_columns import (
    ContribCategoricalColumn,
    ContribColumn,
    in_order,
    model_variables,
)
from aioflow.contrib.layers.feature_columns.deep_columns import CrossedColumn
from aioflow.contrib.layers.feature_columns.numeric_columns import RealValuedColumn
from aioflow.contrib.layers.feature_columns.sparse_columns import SparseColumn
from aioflow.feature_column.columns import ColumnVariables, DenseColumn, FeatureColumn
from aioflow.feature_column.transformed_features import TransformedFeatures
from aioflow.framework.dtypes import int64
from aioflow.framework.graph import SparseTensor, Tensor
from aioflow.layers.variable_lists import parts_of
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.joining_ops import concat
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.math_ops import add_n, cast
from aioflow.ops.functions.nn.nn_ops import bias_add
from aioflow.ops.functions.parsing_features import VarLenFeature
from aioflow.ops.functions.parsing_ops import parse_example
from aioflow.ops.functions.sparse_ops import sparse_placeholder
from aioflow.ops.functions.sparse_shape_ops import sparse_concat
from aioflow.ops.variables.initializers import Zeros
from aioflow.ops.variables.sparse_embeddings import safe_embedding_lookup_sparse
from aioflow.ops.variables.variable_scope import variable_scope
from aioflow.train.checkpoints.initial_values import init_from_checkpoint

Columns = Iterable[ContribColumn]


# ---- features
def create_feature_spec_for_parsing(feature_columns: Any) -> dict[str, Any]:
    """The features of Examples that columns need, as `tf.parse_example` takes them.

    Args:
        feature_columns: The columns, or a dict whose values they are.

    Raises:
        TypeError: Something else is among them.
    """
    columns = feature_columns.values() if isinstance(feature_columns, Mapping) else feature_columns
    spec: dict[str, Any] = {}
    for column in columns:
        if not isinstance(column, FeatureColumn):
            raise TypeError(
                f"feature_columns should only contain instances of _FeatureColumn. Given column is {column}"
            )
        spec.update(column.parse_example_spec)
    return spec


def make_place_holder_tensors_for_base_features(feature_columns: Any) -> dict[str, Any]:
    """Placeholders for the features of columns, by their names.

    Args:
        feature_columns: The columns.
    """
    return {
        name: sparse_placeholder(feature.dtype, name=f"Placeholder_{name}")
        if isinstance(feature, VarLenFeature)
        else array_ops.placeholder(feature.dtype, [None, feature.shape[0]], f"Placeholder_{name}")
        for name, feature in create_feature_spec_for_parsing(feature_columns).items()
    }


def parse_feature_columns_from_examples(
    serialized: TensorLike, feature_columns: Columns, name: str | None = None, example_names: TensorLike = None
) -> dict[Any, Any]:
    """The features of Examples, and what columns make of them.

    Args:
        serialized: Serialized Examples, [batch] string.
        feature_columns: The columns.
        name: Name of the node that parses.
        example_names: Names of the Examples for messages, [batch] string.

    Returns:
        Tensors by the names of features and by columns, as `input_from_feature_columns` takes them.

    Raises:
        ValueError: Two columns are the same.
    """
    columns = in_order(feature_columns)
    features = parse_example(serialized, create_feature_spec_for_parsing(columns), name, example_names)
    return {**features, **_transformed(features, columns)}


def transform_features(features: Mapping[Any, Any], feature_columns: Columns) -> dict[Any, Any]:
    """What columns make of features, by column.

    Args:
        features: Tensors by name.
        feature_columns: The columns.

    Raises:
        ValueError: Two columns are the same, or a feature is missing or does not fit.
    """
    columns = in_order(feature_columns)
    made = _transformed(features, columns)
    return {column: made[column] for column in columns}


def _transformed(features: Mapping[Any, Any], columns: Iterable[ContribColumn]) -> dict[Any, Any]:
    batch = TransformedFeatures(features)
    for column in columns:
        batch.get(column)
    return batch.of_columns()


# ---- input layers
def input_from_feature_columns(
    columns_to_tensors: Mapping[Any, Any],
    feature_columns: Columns,
    weight_collections: Iterable[str] | None = None,
    trainable: bool = True,
    scope: Any = None,
    cols_to_outs: dict[Any, Any] | None = None,
) -> Tensor:
    """What columns give, side by side.

    Args:
        columns_to_tensors: Tensors by the names of features, also by columns.
        feature_columns: Columns that give tensors: `real_valued_column`, `bucketized_column`, `one_hot_column`,
            `embedding_column`.
        weight_collections: Collections that list the variables, beside those of global and model variables.
        trainable: Whether optimizers change the variables.
        scope: Name of the variable scope; "input_from_feature_columns" when None.
        cols_to_outs: Gets each column's part of the result.

    Returns:
        [batch, numbers of all columns], in the order of their keys.

    Raises:
        ValueError: Two columns are the same, or one gives no tensor.
    """
    columns, variables = in_order(feature_columns), model_variables(weight_collections, trainable)
    if cols_to_outs is not None and not isinstance(cols_to_outs, dict):
        raise ValueError("cols_to_outs must be a dict unless None")
    with variable_scope(scope, default_name="input_from_feature_columns"):
        batch, outputs = TransformedFeatures(columns_to_tensors), []
        for column in columns:
            if not isinstance(column, DenseColumn):
                kind = "SparseColumn" if isinstance(column, SparseColumn) else type(column).__name__
                use = "embedding_column" if isinstance(column, CrossedColumn) else "embedding_column or one_hot_column"
                raise ValueError(
                    f"Error creating input layer for column: {column.name}.\n{kind} is not supported in DNN. "
                    f"Please use {use}. column: {column}"
                )
            with variable_scope(None, default_name=column.name):
                outputs.append(column.get_dense_tensor(batch, variables))
            if cols_to_outs is not None:
                cols_to_outs[column] = outputs[-1]
        return concat(outputs, 1)


# ---- weighted sums
def weighted_sum_from_feature_columns(
    columns_to_tensors: Mapping[Any, Any],
    feature_columns: Columns,
    num_outputs: int,
    weight_collections: Iterable[str] | None = None,
    trainable: bool = True,
    scope: Any = None,
) -> tuple[Tensor, dict[Any, list[Any]], Any]:
    """The sum of weighted numbers, of weights of words, and of a bias; all begin as zeros.

    Args:
        columns_to_tensors: Tensors by the names of features, also by columns.
        feature_columns: Columns of numbers and of words.
        num_outputs: How many sums there are, each with weights of its own.
        weight_collections: Collections that list the variables, beside those of global and model variables.
        trainable: Whether optimizers change the variables.
        scope: Name of the variable scope; "weighted_sum_from_feature_columns" when None.

    Returns:
        The sums [batch, num_outputs], each column's variables, and the bias.

    Raises:
        ValueError: Two columns are the same, or one is an embedding.
        NotImplementedError: One is of another kind.
    """
    columns, variables = in_order(feature_columns), model_variables(weight_collections, trainable)
    with variable_scope(scope, default_name="weighted_sum_from_feature_columns"):
        batch, sums, made = TransformedFeatures(columns_to_tensors), [], {}
        for column in columns:
            with variable_scope(None, default_name=column.name):
                total, weights = _weighted_sum(column, batch, num_outputs, variables)
            sums.append(array_ops.reshape(total, [-1, num_outputs]))
            made[column] = parts_of(weights)
            if isinstance(column, CrossedColumn) and column.ckpt_to_load_from is not None:
                init_from_checkpoint(column.ckpt_to_load_from, {column.tensor_name_in_ckpt: weights})
        bias = variables.make("bias_weight", [num_outputs], Zeros())
        return bias_add(add_n(sums), bias), made, bias


def _weighted_sum(
    column: ContribColumn, batch: TransformedFeatures, num_outputs: int, variables: ColumnVariables
) -> tuple[Tensor, Any]:
    """The sums of one column, and its weights."""
    if isinstance(column, ContribCategoricalColumn):
        ids, own = column.get_sparse_tensors(batch)
        weights = variables.make("weights", [column.num_buckets, num_outputs], Zeros())
        return safe_embedding_lookup_sparse(
            weights, ids, own, column.linear_combiner, name=f"{column.name}_weights"
        ), weights
    if not isinstance(column, RealValuedColumn):
        if hasattr(column, "dimension"):
            raise ValueError(
                f"Error creating weighted sum for column: {column.name}.\nColumn {column} is not supported in linear "
                "models. Please use sparse_column."
            )
        raise NotImplementedError(f"No dense tensor representation for column {column}.")
    numbers = column.get_dense_tensor(batch, variables)
    weights = variables.make("weight", [numbers.shape[1], num_outputs], Zeros())
    return matmul(numbers, weights, name="matmul"), weights


def joint_weighted_sum_from_feature_columns(
    columns_to_tensors: Mapping[Any, Any],
    feature_columns: Columns,
    num_outputs: int,
    weight_collections: Iterable[str] | None = None,
    trainable: bool = True,
    scope: Any = None,
) -> tuple[Tensor, list[Any], Any]:
    """The sum of weights of words and of a bias, with one variable for the words of all columns.

    Args:
        columns_to_tensors: As for `weighted_sum_from_feature_columns`, as are the arguments that follow.
        feature_columns: Columns of words without weights, whose combiner is "sum".
        num_outputs: See there.
        weight_collections: See there.
        trainable: See there.
        scope: Name of the variable scope; "joint_weighted_sum_from_feature_columns" when None.

    Returns:
        The sums [batch, num_outputs], the variable or its parts, and the bias.

    Raises:
        ValueError: Two columns are the same, or one has weights or another combiner.
        NotImplementedError: One is of numbers.
    """
    columns, variables = in_order(feature_columns), model_variables(weight_collections, trainable)
    with variable_scope(scope, default_name="joint_weighted_sum_from_feature_columns"):
        batch, all_ids, size = TransformedFeatures(columns_to_tensors), [], 0
        for column in columns:
            if not isinstance(column, ContribCategoricalColumn):
                raise NotImplementedError(
                    "Real-valued columns are not supported. Use weighted_sum_from_feature_columns instead, or "
                    "bucketize these columns."
                )
            ids, own = column.get_sparse_tensors(batch)
            if own is not None or column.linear_combiner != "sum":
                raise ValueError(
                    f"Column {column.name} has weights, or a combiner other than sum, which joint sums do not support. "
                    "Please use weighted_sum_from_feature_columns instead."
                )
            # Each column has a range of rows of its own.
            all_ids.append(SparseTensor(ids.indices, cast(ids.values, int64) + size, ids.dense_shape))
            size += column.num_buckets
        with variable_scope(None, default_name="linear_weights"):
            weights = variables.make("weights", [size, num_outputs], Zeros())
            total = safe_embedding_lookup_sparse(weights, sparse_concat(1, all_ids), None, "sum", name="_weights")
        bias = variables.make("bias_weight", [num_outputs], Zeros())
        return bias_add(total, bias), parts_of(weights), bias


def check_feature_columns(feature_columns: Columns) -> None:
    """Raises `ValueError` when columns are a dict, or two are the same."""
    in_order(feature_columns)
