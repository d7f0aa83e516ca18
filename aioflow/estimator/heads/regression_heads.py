"""RegressionHead: numbers; PoissonRegressionHead: counts; LogisticRegressionHead: probabilities."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aioflow.estimator.export.export_outputs import PredictOutput, RegressionOutput
from aioflow.estimator.heads.checks import (
    check_loss_fn,
    checked_labels,
    checked_logits,
    checked_reduction,
    checked_weights,
    in_range,
    loss_of,
)
from aioflow.estimator.heads.classes import mean_of
from aioflow.estimator.heads.head import PREDICT, REGRESS, Losses, OneHead
from aioflow.framework.dtypes import float32
from aioflow.framework.graph import Tensor
from aioflow.losses.differences import mean_squared_error
from aioflow.losses.weighted import Reduction
from aioflow.metrics.means import mean
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.nn.nn_ops import log_poisson_loss, sigmoid_cross_entropy_with_logits
from aioflow.ops.generated import math as gen_math
from aioflow.saved_model.signature_constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY


class RegressionHead(OneHead):
    """A head for numbers.

    Labels are [batch, label_dimension]. Predictions: "predictions", of the same shape; and "logits", if they are
    something else.

    Args:
        label_dimension: How many numbers an example has.
        weight_column: A numeric column, or its key, with the weights of examples or of numbers.
        loss_reduction: How losses become one; see `tf.losses.Reduction`.
        loss_fn: `f(labels, logits)`, also of `features`, gives losses [batch, label_dimension]; squares of differences
            when None.
        inverse_link_fn: Logits -> predictions; they are the same when None.
        name: What names of metrics and summaries end in.

    Raises:
        ValueError: An argument cannot be.
    """

    def __init__(
        self,
        label_dimension: int = 1,
        weight_column: Any = None,
        loss_reduction: str = Reduction.SUM_OVER_BATCH_SIZE,
        loss_fn: Callable[..., Any] | None = None,
        inverse_link_fn: Callable[[Any], Any] | None = None,
        name: str | None = None,
    ) -> None:
        if label_dimension < 1:
            raise ValueError(f"Invalid label_dimension {label_dimension}.")
        super().__init__(name, label_dimension, checked_reduction(loss_reduction))
        check_loss_fn(loss_fn)
        self._weight_column = weight_column
        self._loss_fn = loss_fn
        self._inverse_link_fn = inverse_link_fn

    def predictions(self, logits: Any, keys: Sequence[str] | None = None) -> dict[Any, Any]:
        logits = checked_logits(logits, self._logits_dimension)
        with name_scope(None, "predictions", [logits]):
            if self._inverse_link_fn is None:
                return {"predictions": logits}
            return {"predictions": self._inverse_link_fn(logits), "logits": logits}

    def _losses(self, features: Any, logits: Any, labels: Any) -> Losses:
        dimension = self._logits_dimension
        logits = checked_logits(logits, dimension)
        labels = cast(checked_labels(labels, logits, dimension), float32)
        if self._loss_fn:
            losses = loss_of(self._loss_fn, labels, logits, features, dimension)
        else:
            losses = mean_squared_error(labels, logits, reduction=Reduction.NONE)
        return Losses(losses, checked_weights(features, self._weight_column, logits, per_logit=True), labels)

    def _export_outputs(self, predictions: Mapping[str, Any]) -> dict[str, Any]:
        numbers, outputs = RegressionOutput(predictions["predictions"]), PredictOutput(predictions)
        return {DEFAULT_SERVING_SIGNATURE_DEF_KEY: numbers, REGRESS: numbers, PREDICT: outputs}

    def _metric_keys(self) -> list[str]:
        return ["average_loss", "prediction/mean", "label/mean"]

    def _metrics(self, logits: Any, losses: Losses) -> dict[str, Any]:
        predicted = self.predictions(logits)["predictions"]
        return {
            "average_loss": mean(losses.unreduced, losses.weights, name="average_loss"),
            "prediction/mean": mean_of(predicted, losses.weights, "prediction/mean"),
            "label/mean": mean_of(losses.labels, losses.weights, "label/mean"),
        }


class PoissonRegressionHead(RegressionHead):
    """A head for counts, whose logarithms of means are the logits.

    Args:
        label_dimension: How many counts an example has.
        weight_column: As for `RegressionHead`.
        loss_reduction: Likewise.
        compute_full_loss: Whether the loss has the part that depends on labels alone, by Stirling's formula.
        name: What names of metrics and summaries end in.

    Raises:
        ValueError: An argument cannot be.
    """

    def __init__(
        self,
        label_dimension: int = 1,
        weight_column: Any = None,
        loss_reduction: str = Reduction.SUM_OVER_BATCH_SIZE,
        compute_full_loss: bool = True,
        name: str | None = None,
    ) -> None:
        def poisson_loss(labels: Tensor, logits: Tensor) -> Tensor:
            return log_poisson_loss(labels, logits, compute_full_loss)

        super().__init__(label_dimension, weight_column, loss_reduction, poisson_loss, gen_math.exp, name)


class LogisticRegressionHead(RegressionHead):
    """A head for probabilities: labels are in [0, 1].

    Args:
        weight_column: As for `RegressionHead`.
        loss_reduction: Likewise.
        name: What names of metrics and summaries end in.

    Raises:
        ValueError: An argument cannot be.
    """

    def __init__(
        self, weight_column: Any = None, loss_reduction: str = Reduction.SUM_OVER_BATCH_SIZE, name: str | None = None
    ) -> None:
        super().__init__(1, weight_column, loss_reduction, _logistic_loss, gen_math.sigmoid, name)


def _logistic_loss(labels: Tensor, logits: Tensor) -> Tensor:
    checked = in_range(labels, 2, "Labels must be in range [0, 1]")
    return sigmoid_cross_entropy_with_logits(labels=checked, logits=logits)
