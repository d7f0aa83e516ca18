"""Batches of calls, and datasets that say how many threads or elements they want."""
from __future__ import annotations

from typing import Any

from tests.kernels.size_programs import i64, program


@program
def batches_of_calls(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    options = {"num_batch_threads": 1, "max_batch_size": 4, "batch_timeout_micros": 10, "grad_timeout_micros": 10,
               "allowed_batch_sizes": [2, 4], "max_enqueued_batches": 3}  # fmt: skip
    batch = raw.Batch(in_tensors=[tf.constant([1, 2])], **options)
    index, number = batch.batch_index, batch.id
    back = raw.Unbatch(batched_tensor=batch.batched_tensors[0], batch_index=index, id=number, timeout_micros=10)
    return [back, [*batch.batched_tensors, index, number]]


@program
def taken_out_of_batches(tf: Any) -> list[Any]:
    raw, index, number = tf.raw_ops, tf.constant([[0, 0, 2]], tf.int64), tf.constant(0, tf.int64)
    values = tf.constant([1.0, 2.0])
    back = raw.Unbatch(batched_tensor=values, batch_index=index, id=number, timeout_micros=10)
    return [back, raw.UnbatchGrad(original_input=values, batch_index=index, grad=values, id=number)]


def _numbers(tf: Any) -> tuple[Any, dict[str, Any]]:
    bounds = {name: tf.constant(number, tf.int64) for name, number in (("start", 0), ("stop", 5), ("step", 1))}
    declared = {"output_types": [tf.int64], "output_shapes": [[]]}
    return tf.raw_ops.RangeDataset(**bounds, **declared), declared


@program
def elements_by_number(tf: Any) -> list[Any]:
    dataset, declared = _numbers(tf)
    raw, two = tf.raw_ops, tf.constant(2, tf.int64)
    of = {"input_dataset": dataset, **declared}
    several = {"output_types": [tf.int64], "output_shapes": [None]}
    made = [
        dataset, raw.RepeatDataset(count=two, **of), raw.TakeDataset(count=two, **of), raw.SkipDataset(count=two, **of),
        raw.ShardDataset(num_shards=two, index=tf.constant(1, tf.int64), **of),
        raw.BatchDataset(input_dataset=dataset, batch_size=two, **several),
    ]  # fmt: skip
    index = tf.constant(1, tf.int64)
    return [*(raw.DatasetCardinality(input_dataset=each) for each in made),
            *(list(raw.GetElementAtIndex(dataset=each, index=index, **several)) for each in made)]  # fmt: skip


@program
def threads_for_datasets(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    dataset, declared = _numbers(tf)
    several, two = {"output_types": [tf.int64], "output_shapes": [None]}, tf.constant(2, tf.int64)
    pool = raw.ThreadPoolHandle(num_threads=2, max_intra_op_parallelism=1, display_name="pool")
    made = [
        raw.ThreadPoolDataset(input_dataset=dataset, thread_pool=pool, **declared),
        raw.PrivateThreadPoolDataset(input_dataset=dataset, num_threads=two, **declared),
        raw.MaxIntraOpParallelismDataset(input_dataset=dataset, max_intra_op_parallelism=two, **declared),
        raw.ModelDataset(input_dataset=dataset, cpu_budget=2, ram_budget=9, **declared),
        raw.PrefetchDataset(input_dataset=dataset, buffer_size=two, buffer_size_min=1, **declared),
        raw.SleepDataset(input_dataset=dataset, sleep_microseconds=two, **declared),
        raw.AutoShardDataset(
            input_dataset=dataset, num_workers=two, index=tf.constant(1, tf.int64), auto_shard_policy=2, **declared
        ),
        raw.SparseTensorSliceDataset(
            indices=tf.constant([[0, 1], [2, 0]], tf.int64), values=tf.constant([3, 4]), dense_shape=i64(tf, 3, 2)
        ),
        raw.BatchDatasetV2(
            input_dataset=dataset, batch_size=two, drop_remainder=tf.constant(False), parallel_copy=True, **several
        ),
    ]
    started = []
    for each in made:
        types = {"output_types": [tf.int64, tf.int32, tf.int64], "output_shapes": [None] * 3}
        types = types if each.op.type == "SparseTensorSliceDataset" else several
        iterator = raw.IteratorV2(shared_name="", container="", **types)
        started += [raw.MakeIterator(dataset=each, iterator=iterator),
                    *[list(raw.IteratorGetNext(iterator=iterator, **types)) for _ in range(2)]]  # fmt: skip
    return started
