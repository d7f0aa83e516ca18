"""tf.nn.nce_loss and tf.nn.sampled_softmax_loss: losses over very many classes, of which a few are looked at."""
from __future__ import annotations

from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.graph import Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions import array_creation, array_ops
from aioflow.ops.functions.candidate_samplers import compute_accidental_hits, log_uniform_candidate_sampler
from aioflow.ops.functions.joining_ops import concat
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.nn.nn_ops import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits_v2
from aioflow.ops.functions.reduction_ops import reduce_sum
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import math as gen_math
from aioflow.ops.generated import sparse as gen_sparse
from aioflow.ops.variables.embeddings import embedding_lookup


def nce_loss(
    weights: Any, biases: Any, labels: TensorLike, inputs: TensorLike, num_sampled: int, num_classes: int,
    num_true: int = 1, sampled_values: Any = None, remove_accidental_hits: bool = False,
    partition_strategy: str = "mod", name: str = "nce_loss",
) -> Tensor:  # fmt: skip
    """Noise-contrastive estimation: tells true classes from sampled ones (Gutmann, Hyvärinen, AISTATS 2010): [batch].

    Args:
        weights: [num_classes, dim], or parts of it, as `tf.nn.embedding_lookup` takes them.
        biases: [num_classes].
        labels: The true classes, int64 [batch, num_true].
        inputs: [batch, dim].
        num_sampled: How many classes are sampled for the whole batch.
        num_classes: How many there are.
        num_true: True classes of an example.
        sampled_values: What a candidate sampler returned; that of log-uniform, all different, when None.
        remove_accidental_hits: Whether sampled classes that are true ones count for nothing.
        partition_strategy: Of `tf.nn.embedding_lookup`.
        name: Name of the scope.
    """
    logits, targets = _sampled_logits(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits,
        partition_strategy, name, None,
    )  # fmt: skip
    losses = sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name="sampled_losses")
    return _row_sums(losses)


def sampled_softmax_loss(
    weights: Any, biases: Any, labels: TensorLike, inputs: TensorLike, num_sampled: int, num_classes: int,
    num_true: int = 1, sampled_values: Any = None, remove_accidental_hits: bool = True,
    partition_strategy: str = "mod", name: str = "sampled_softmax_loss", seed: int | None = None,
) -> Tensor:  # fmt: skip
    """The softmax cross entropy over the true and the sampled classes (Jean et al., ACL 2015): [batch].

    Args:
        weights: [num_classes, dim], or parts of it, as `tf.nn.embedding_lookup` takes them.
        biases: [num_classes].
        labels: The true classes, int64 [batch, num_true].
        inputs: [batch, dim].
        num_sampled: How many classes are sampled for the whole batch.
        num_classes: How many there are.
        num_true: True classes of an example.
        sampled_values: What a candidate sampler returned; that of log-uniform, all different, when None.
        remove_accidental_hits: Whether sampled classes that are true ones count for nothing.
        partition_strategy: Of `tf.nn.embedding_lookup`.
        name: Name of the scope.
        seed: Of the sampler.
    """
    logits, targets = _sampled_logits(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits,
        partition_strategy, name, seed,
    )  # fmt: skip
    # The targets are computed from the logits' shape; no gradient shall go through them.
    targets = gen_array.stop_gradient(targets, name="labels_stop_gradient")
    return softmax_cross_entropy_with_logits_v2(labels=targets, logits=logits)


def _sampled_logits(
    weights: Any, biases: Any, labels: Any, inputs: Any, num_sampled: int, num_classes: int, num_true: int,
    sampled_values: Any, remove_accidental_hits: bool, partition_strategy: str, name: str, seed: int | None,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """Logits [batch, num_true + num_sampled] of true and sampled classes, and what they should be."""
    parts = list(weights) if isinstance(weights, (list, tuple)) else [weights]
    with name_scope(name, "compute_sampled_logits", [*parts, biases, inputs, labels]):
        inputs, labels = convert_to_tensor(inputs), cast(labels, dtypes.int64)
        flat = gen_array.reshape(labels, [-1])
        values = sampled_values or log_uniform_candidate_sampler(
            labels, num_true, num_sampled, True, num_classes, seed
        )
        sampled, true_count, sampled_count = (gen_array.stop_gradient(value) for value in values)
        sampled = cast(sampled, dtypes.int64)
        # True and sampled classes are looked up at once: one sparse gradient for the table.
        wanted, num_flat = concat([flat, sampled], 0), array_ops.shape(flat)
        rows = cast(embedding_lookup(parts, wanted, partition_strategy), inputs.dtype)
        offsets = cast(embedding_lookup(biases, wanted, partition_strategy), inputs.dtype)
        true_rows = gen_array.slice(rows, [0, 0], concat([num_flat, [-1]], 0))
        sampled_rows = gen_array.slice(rows, concat([num_flat, [0]], 0), [-1, -1])
        dim = array_ops.shape(true_rows)[1:2]
        products = gen_math.mul(
            array_ops.expand_dims(inputs, 1), gen_array.reshape(true_rows, concat([[-1, num_true], dim], 0))
        )
        dots = _row_sums(gen_array.reshape(products, concat([[-1], dim], 0)))
        true_offsets = gen_array.reshape(gen_array.slice(offsets, [0], num_flat), [-1, num_true])
        true_logits = gen_math.add_v2(gen_array.reshape(dots, [-1, num_true]), true_offsets)
        sampled_logits = gen_math.add_v2(
            matmul(inputs, sampled_rows, transpose_b=True), gen_array.slice(offsets, num_flat, [-1])
        )
        if remove_accidental_hits:
            sampled_logits = _without_hits(sampled_logits, labels, sampled, num_true, num_sampled)
        # Frequent classes are sampled more often, and would count more than they should.
        true_logits = gen_math.sub(true_logits, gen_math.log(true_count))
        sampled_logits = gen_math.sub(sampled_logits, gen_math.log(sampled_count))
        ones = array_creation.ones_like(true_logits) / num_true
        targets = concat([ones, array_creation.zeros_like(sampled_logits)], 1)
        return concat([true_logits, sampled_logits], 1), targets


def _without_hits(logits: Tensor, labels: Tensor, sampled: Tensor, num_true: int, num_sampled: int) -> Tensor:
    """Logits whose classes are true ones of the example made so small that they count for nothing."""
    rows, columns, weights = compute_accidental_hits(labels, sampled, num_true)
    places = concat([gen_array.reshape(rows, [-1, 1]), gen_array.reshape(cast(columns, dtypes.int32), [-1, 1])], 1)
    shape = concat([array_ops.shape(labels)[:1], [num_sampled]], 0)
    # Hits come in the order of sampled classes, not of places.
    lowered = gen_sparse.sparse_to_dense(places, shape, cast(weights, logits.dtype), 0.0, validate_indices=False)
    return gen_math.add_v2(logits, lowered)


def _row_sums(matrix: Tensor) -> Tensor:
    return reduce_sum(matrix, 1)
