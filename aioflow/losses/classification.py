"""Losses of classes: sigmoid_cross_entropy, softmax_cross_entropy, sparse_softmax_cross_entropy."""
from __future__ import annotations

from aioflow.framework.graph import Tensor
from aioflow.losses.arguments import checked_shapes, required
from aioflow.losses.weighted import Reduction, compute_weighted_loss
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import GraphKeys, name_scope
from aioflow.ops.control_flow.conditionals import cond
from aioflow.ops.control_flow.weight_ops import remove_squeezable_dimensions
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.nn.nn_ops import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2,
    sparse_softmax_cross_entropy_with_logits,
)
from aioflow.ops.generated import math as gen_math


def sigmoid_cross_entropy(
    multi_class_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The cross entropy of sigmoid(logits) against independent labels.

    Args:
        multi_class_labels: 0 or 1 for each class, [batch, classes].
        logits: Of the same shape.
        weights: See `compute_weighted_loss`, as for the following ones.
        label_smoothing: How far labels are moved towards ½, 0 to 1.
        scope: See there.
        loss_collection: See there.
        reduction: See there.

    Raises:
        ValueError: Something is None, or the shapes differ.
    """
    required(multi_class_labels=multi_class_labels, logits=logits)
    with name_scope(scope, "sigmoid_cross_entropy_loss", [logits, multi_class_labels, weights]) as scope:
        logits = convert_to_tensor(logits)
        logits, labels = checked_shapes(logits, cast(multi_class_labels, logits.dtype.base_dtype))
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


def softmax_cross_entropy(
    onehot_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The cross entropy of softmax(logits) against probabilities, which get no gradient.

    Args:
        onehot_labels: Probabilities, [batch, classes].
        logits: Of the same shape.
        weights: See `compute_weighted_loss`, as for the following ones; [] or [batch].
        label_smoothing: How far labels are moved towards 1 / classes, 0 to 1.
        scope: See there.
        loss_collection: See there.
        reduction: See there.

    Raises:
        ValueError: Something is None, or the shapes differ.
    """
    required(onehot_labels=onehot_labels, logits=logits)
    with name_scope(scope, "softmax_cross_entropy_loss", [logits, onehot_labels, weights]) as scope:
        logits = convert_to_tensor(logits)
        logits, labels = checked_shapes(logits, cast(onehot_labels, logits.dtype.base_dtype))
        if label_smoothing > 0:
            classes = cast(array_ops.shape(labels)[-1], logits.dtype)
            labels = labels * (1.0 - label_smoothing) + label_smoothing / classes
        labels = array_ops.stop_gradient(labels, name="labels_stop_gradient")
        losses = softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


def sparse_softmax_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The cross entropy of softmax(logits) against one right class each.

    Args:
        labels: The right classes, int32 or int64 [...] or [..., 1].
        logits: [..., classes].
        weights: See `compute_weighted_loss`, as for the following ones; it may have the shape of the labels.
        scope: See there.
        loss_collection: See there.
        reduction: See there.

    Raises:
        ValueError: Something is None, or the ranks do not fit.
    """
    required(labels=labels, logits=logits)
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", [logits, labels, weights]) as scope:
        labels, logits = remove_squeezable_dimensions(labels, logits, expected_rank_diff=1)
        weights = _squeezed(convert_to_tensor(weights), labels)
        losses = sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


def _squeezed(weights: Tensor, labels: Tensor) -> Tensor:
    """The weights without a last dimension that labels do not have."""
    ranks = weights.shape.rank, labels.shape.rank
    if ranks[0] is not None and ranks[1] is not None:
        return array_ops.squeeze(weights, [-1]) if ranks[0] - ranks[1] == 1 else weights
    surplus = array_ops.rank(weights) - array_ops.rank(labels)
    if ranks[0] is None or (ranks[0] > 0 and weights.shape.as_list()[-1] in (1, None)):
        return cond(  # type: ignore[no-any-return]
            gen_math.equal(1, surplus), lambda: array_ops.squeeze(weights, [-1]), lambda: weights
        )
    return weights
