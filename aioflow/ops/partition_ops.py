"""tf.dynamic_partition, tf.edit_distance, tf.fingerprint, ...: rows told apart, put together, compared, reduced."""
from __future__ import annotations

from aioflow.framework.composite import SparseTensor, SparseTensorValue
from aioflow.framework.operation import Tensor
from aioflow.ops.apply_op import TensorLike
from aioflow.ops.generated import array_ops as gen_array
from aioflow.ops.generated import data_flow_ops as gen_data_flow
from aioflow.ops.generated import nn_ops as gen_nn
from aioflow.ops.generated import random_ops as gen_random
from aioflow.ops.generated.data_flow_ops import dynamic_stitch
from aioflow.ops.generated.logging_ops import timestamp
from aioflow.ops.sparse_shape_ops import sparse_of

__all__ = [
    "approx_top_k", "dynamic_partition", "dynamic_stitch", "edit_distance", "fingerprint", "random_index_shuffle",
    "timestamp",
]  # fmt: skip


def dynamic_partition(
    data: TensorLike, partitions: TensorLike, num_partitions: int, name: str | None = None
) -> list[Tensor]:
    """The parts of `data` [*shape, ...] that `partitions` [*shape] int32, each below `num_partitions`, tells apart."""
    return gen_data_flow.dynamic_partition(data, partitions, num_partitions=num_partitions, name=name)


def edit_distance(
    hypothesis: SparseTensor | SparseTensorValue,
    truth: SparseTensor | SparseTensorValue,
    normalize: bool = True,
    name: str | None = "edit_distance",
) -> Tensor:
    """How many elements must be changed, added or left out to make one sequence of another.

    Args:
        hypothesis: Sequences, sparse [..., length].
        truth: What they should be, sparse [..., length], of the same dtype.
        normalize: Whether to divide by the length of the truth.
        name: The node's name.

    Returns:
        float32 [...].

    Raises:
        TypeError: One is no sparse tensor.
    """
    given, wanted = sparse_of(hypothesis), sparse_of(truth)
    return gen_array.edit_distance(
        given.indices, given.values, given.dense_shape, wanted.indices, wanted.values, wanted.dense_shape,
        normalize=normalize, name=name,
    )  # fmt: skip


def fingerprint(data: TensorLike, method: TensorLike = "farmhash64", name: str | None = None) -> Tensor:
    """A short number for each row of `data` [rows, ...], the same in all processes: uint8 [rows, 8]."""
    return gen_array.fingerprint(data, method, name=name)


def random_index_shuffle(
    index: TensorLike, seed: TensorLike, max_index: TensorLike, rounds: int = 4, name: str | None = None
) -> Tensor:
    """Where an index goes when 0 to `max_index` are shuffled.

    Args:
        index: [] or [n]; int32, uint32, int64 or uint64.
        seed: [3] or [n, 3].
        max_index: The last index, [] or [n], of the dtype of `index`.
        rounds: How often the bits are mixed; an even number, at least 4.
        name: The node's name.

    Returns:
        [] or [n].
    """
    return gen_random.random_index_shuffle(index, seed, max_index, rounds=rounds, name=name)


def approx_top_k(
    input: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    is_max_k: bool = True,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> gen_nn.ApproxTopKOutputs:
    """The largest numbers along a dimension and where they are; on some devices only most of them are right.

    Args:
        input: float32, float16 or bfloat16.
        k: How many.
        reduction_dimension: The dimension.
        recall_target: What part of them must be right.
        is_max_k: Whether the largest are wanted, not the smallest.
        reduction_input_size_override: The size of the dimension if `input` is only a part of it, else -1.
        aggregate_to_topk: Whether exactly `k` remain.
        name: The node's name.
    """
    return gen_nn.approx_top_k(
        input, k=k, reduction_dimension=reduction_dimension, recall_target=recall_target, is_max_k=is_max_k,
        reduction_input_size_override=reduction_input_size_override, aggregate_to_topk=aggregate_to_topk, name=name,
    )  # fmt: skip
