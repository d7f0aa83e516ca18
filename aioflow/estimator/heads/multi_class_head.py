"""MultiClassHead: one of several classes, by a logit for each."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aioflow.estimator.export.export_outputs import PredictOutput
from aioflow.estimator.heads.checks import (
    check_loss_fn,
    check_vocabulary,
    checked_labels,
    checked_logits,
    checked_reduction,
    checked_weights,
    in_range,
    loss_of,
)
from aioflow.estimator.heads.classes import (
    all_class_ids,
    all_classes,
    check_keys,
    classes_of,
    classification_output,
    ids_of,
)
from aioflow.estimator.heads.head import CLASSIFY, PREDICT, Losses, OneHead
from aioflow.framework.dtypes import int64, string
from aioflow.framework.graph import Tensor
from aioflow.losses.classification import sparse_softmax_cross_entropy
from aioflow.losses.weighted import Reduction
from aioflow.metrics.means import accuracy, mean
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.nn.nn_ops import softmax
from aioflow.ops.functions.reduction_ops import argmax
from aioflow.saved_model.signature_constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY

_KEYS = ("logits", "probabilities", "class_ids", "classes", "all_class_ids", "all_classes")


class MultiClassHead(OneHead):
    """A head for examples of which each has one of several classes.

    Labels are numbers below `n_classes`, or names. Predictions: "logits" and "probabilities", [batch, n_classes];
    "class_ids" and "classes" [batch, 1]; "all_class_ids" and "all_classes" [batch, n_classes].

    Args:
        n_classes: How many classes there are, more than 2.
        weight_column: A numeric column, or its key, with the weights of examples.
        label_vocabulary: The names of the classes, if labels are names.
        loss_reduction: How losses become one; see `tf.losses.Reduction`.
        loss_fn: `f(labels, logits)`, also of `features`, gives losses [batch, 1]; softmax cross entropy when None.
        name: What names of metrics and summaries end in.

    Raises:
        ValueError: An argument cannot be.
    """

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        label_vocabulary: Sequence[str] | None = None,
        loss_reduction: str = Reduction.SUM_OVER_BATCH_SIZE,
        loss_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        if n_classes is None:
            raise ValueError("n_classes cannot be None")
        check_vocabulary(label_vocabulary)
        if label_vocabulary is not None and len(label_vocabulary) != n_classes:
            raise ValueError(
                '"label_vocabulary" does not have "n_classes" items. len(label_vocabulary)='
                f"{len(label_vocabulary)}, n_classes={n_classes}, label_vocabulary={label_vocabulary}"
            )
        super().__init__(name, n_classes, checked_reduction(loss_reduction))
        check_loss_fn(loss_fn)
        if n_classes <= 2:
            raise ValueError(f"n_classes must be > 2: {n_classes}.")
        self._weight_column = weight_column
        self._vocabulary = label_vocabulary
        self._loss_fn = loss_fn

    def predictions(self, logits: Any, keys: Sequence[str] | None = None) -> dict[Any, Any]:
        wanted, number = check_keys(keys, _KEYS), self._logits_dimension
        with name_scope(None, "predictions", [logits]):
            logits = checked_logits(logits, number)
            class_ids = array_ops.expand_dims(argmax(logits, -1, name="class_ids"), -1)
            found = {
                "logits": logits,
                "probabilities": softmax(logits, name="probabilities"),
                "class_ids": class_ids,
                "classes": classes_of(class_ids, self._vocabulary),
                "all_class_ids": all_class_ids(logits, number),
                "all_classes": all_classes(logits, number, self._vocabulary),
            }
        return {key: value for key, value in found.items() if key in wanted}

    def _losses(self, features: Any, logits: Any, labels: Any) -> Losses:
        logits = checked_logits(logits, self._logits_dimension)
        label_ids = self._label_ids(checked_labels(labels, logits, 1))
        if self._loss_fn:
            losses = loss_of(self._loss_fn, label_ids, logits, features, 1)
        else:
            losses = sparse_softmax_cross_entropy(label_ids, logits, reduction=Reduction.NONE)
            losses = array_ops.expand_dims(losses, -1)
        return Losses(losses, checked_weights(features, self._weight_column, logits), label_ids)

    def _label_ids(self, labels: Tensor) -> Tensor:
        if self._vocabulary is None:
            if not labels.dtype.is_integer:
                raise ValueError(f"Labels dtype should be integer. Instead got {labels.dtype}.")
            return in_range(labels, self._logits_dimension)
        if labels.dtype.base_dtype is not string:
            raise ValueError(f"Labels dtype should be string if there is a vocabulary. Instead got {labels.dtype}")
        return in_range(ids_of(labels, self._vocabulary), self._logits_dimension)

    def _export_outputs(self, predictions: Mapping[str, Any]) -> dict[str, Any]:
        scores = classification_output(predictions["probabilities"], self._logits_dimension, self._vocabulary)
        outputs = PredictOutput(predictions)
        return {DEFAULT_SERVING_SIGNATURE_DEF_KEY: scores, CLASSIFY: scores, PREDICT: outputs}

    def _metric_keys(self) -> list[str]:
        return ["average_loss", "accuracy"]

    def _metrics(self, logits: Any, losses: Losses) -> dict[str, Any]:
        chosen = self.predictions(logits, ["class_ids"])["class_ids"]
        return {
            "average_loss": mean(losses.unreduced, losses.weights, name="average_loss"),
            "accuracy": accuracy(cast(losses.labels, int64), chosen, losses.weights, name="accuracy"),
        }
