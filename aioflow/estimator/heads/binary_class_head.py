"""BinaryClassHead: two classes, by one logit."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aioflow.estimator.export.export_outputs import PredictOutput, RegressionOutput
from aioflow.estimator.heads.checks import (
    check_loss_fn,
    check_vocabulary,
    checked_labels,
    checked_logits,
    checked_reduction,
    checked_thresholds,
    checked_weights,
    in_range,
    loss_of,
)
from aioflow.estimator.heads.classes import (
    all_class_ids,
    all_classes,
    area,
    area_of_precision,
    at_threshold,
    check_keys,
    classes_of,
    classification_output,
    ids_of,
    mean_of,
    threshold_keys,
)
from aioflow.estimator.heads.head import CLASSIFY, PREDICT, REGRESS, Losses, OneHead
from aioflow.framework.dtypes import float32
from aioflow.losses.weighted import Reduction
from aioflow.metrics.counts import precision, recall
from aioflow.metrics.means import accuracy, mean
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.array_creation import zeros_like
from aioflow.ops.functions.joining_ops import concat
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.nn.nn_ops import sigmoid_cross_entropy_with_logits, softmax
from aioflow.ops.functions.reduction_ops import argmax
from aioflow.ops.generated import math as gen_math
from aioflow.saved_model.signature_constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY

_KEYS = ("logits", "logistic", "probabilities", "class_ids", "classes", "all_class_ids", "all_classes")


class BinaryClassHead(OneHead):
    """A head for two classes.

    Labels are 0 or 1, or names. Predictions: "logits" and "logistic", [batch, 1]; "probabilities" [batch, 2];
    "class_ids" and "classes" [batch, 1]; "all_class_ids" and "all_classes" [batch, 2].

    Args:
        weight_column: A numeric column, or its key, with the weights of examples.
        thresholds: Numbers between 0 and 1 at which accuracy, precision and recall are measured as well.
        label_vocabulary: The names of the classes, if labels are names.
        loss_reduction: How losses become one; see `tf.losses.Reduction`.
        loss_fn: `f(labels, logits)`, also of `features`, gives losses [batch, 1]; sigmoid cross entropy when None.
        name: What names of metrics and summaries end in.

    Raises:
        ValueError: An argument cannot be.
    """

    def __init__(
        self,
        weight_column: Any = None,
        thresholds: Sequence[float] | None = None,
        label_vocabulary: Sequence[str] | None = None,
        loss_reduction: str = Reduction.SUM_OVER_BATCH_SIZE,
        loss_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        check_vocabulary(label_vocabulary)
        self._thresholds = checked_thresholds(thresholds)
        super().__init__(name, 1, checked_reduction(loss_reduction))
        check_loss_fn(loss_fn)
        self._weight_column = weight_column
        self._vocabulary = label_vocabulary
        self._loss_fn = loss_fn

    _area_of_precision = staticmethod(area_of_precision)

    def predictions(self, logits: Any, keys: Sequence[str] | None = None) -> dict[Any, Any]:
        wanted = check_keys(keys, _KEYS)
        with name_scope(None, "predictions", [logits]):
            logits = checked_logits(logits, 1)
            # One logit is that of the second class, against 0 of the first one.
            both = concat([zeros_like(logits), logits], -1, name="two_class_logits")
            class_ids = array_ops.expand_dims(argmax(both, -1, name="class_ids"), -1)
            found = {
                "logits": logits,
                "logistic": gen_math.sigmoid(logits, name="logistic"),
                "probabilities": softmax(both, name="probabilities"),
                "class_ids": class_ids,
                "classes": classes_of(class_ids, self._vocabulary),
                "all_class_ids": all_class_ids(logits, 2),
                "all_classes": all_classes(logits, 2, self._vocabulary),
            }
        return {key: value for key, value in found.items() if key in wanted}

    def _losses(self, features: Any, logits: Any, labels: Any) -> Losses:
        logits = checked_logits(logits, 1)
        labels = checked_labels(labels, logits, 1)
        if self._vocabulary is not None:
            labels = ids_of(labels, self._vocabulary)
        labels = in_range(cast(labels, float32), 2)
        if self._loss_fn:
            losses = loss_of(self._loss_fn, labels, logits, features, 1)
        else:
            losses = sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
        return Losses(losses, checked_weights(features, self._weight_column, logits), labels)

    def _export_outputs(self, predictions: Mapping[str, Any]) -> dict[str, Any]:
        scores = classification_output(predictions["probabilities"], 2, self._vocabulary)
        return {
            DEFAULT_SERVING_SIGNATURE_DEF_KEY: scores,
            CLASSIFY: scores,
            REGRESS: RegressionOutput(predictions["logistic"]),
            PREDICT: PredictOutput(predictions),
        }

    def _metric_keys(self) -> list[str]:
        return [
            "average_loss", "accuracy", "precision", "recall", "prediction/mean", "label/mean", "accuracy_baseline",
            "auc", "auc_precision_recall", *threshold_keys(self._thresholds),
        ]  # fmt: skip

    def _metrics(self, logits: Any, losses: Losses) -> dict[str, Any]:
        found = self.predictions(logits, ["logistic", "class_ids"])
        labels, weights, logistic, chosen = losses.labels, losses.weights, found["logistic"], found["class_ids"]
        label_mean = mean_of(labels, weights, "label/mean")
        metrics: dict[str, Any] = {
            "average_loss": mean(losses.unreduced, weights, name="average_loss"),
            "accuracy": accuracy(labels, cast(chosen, float32), weights, name="accuracy"),
            "precision": precision(labels, chosen, weights, name="precision"),
            "recall": recall(labels, chosen, weights, name="recall"),
            "prediction/mean": mean_of(logistic, weights, "prediction/mean"),
            "label/mean": label_mean,
            # Of a model that always says the class with the more labels.
            "accuracy_baseline": (
                gen_math.maximum(label_mean[0], 1 - label_mean[0]), gen_math.maximum(label_mean[1], 1 - label_mean[1]),
            ),
            "auc": area(labels, logistic, weights, "auc"),
            "auc_precision_recall": self._area_of_precision(labels, logistic, weights, "auc_precision_recall"),
        }  # fmt: skip
        for threshold in self._thresholds:
            metrics |= at_threshold(labels, logistic, weights, threshold)
        return metrics
