"""Readers of files, summaries, and parts of checkpoints."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.size_programs import i64, program


@program
def readers(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    steps: list[Any] = []
    sizes = {"header_bytes": 1, "record_bytes": 2, "footer_bytes": 1, "hop_bytes": 1}
    made = [raw.TextLineReaderV2(skip_header_lines=1), raw.FixedLengthRecordReaderV2(**sizes),
            raw.FixedLengthRecordReaderV2(encoding="ZLIB", **sizes), raw.WholeFileReaderV2()]  # fmt: skip
    for reader in made:
        queue = raw.FIFOQueueV2(component_types=[tf.string], shapes=[[]], capacity=5)
        names = tf.constant(["letters.zlib" if len(steps) == 6 else "text"] * 3)
        enqueue = raw.QueueEnqueueManyV2(handle=queue, components=[names])
        read = raw.ReaderReadUpToV2(
            reader_handle=reader, queue_handle=queue, num_records=tf.constant(2, tf.int64)
        )
        steps += [enqueue, list(read), list(raw.ReaderReadV2(reader_handle=reader, queue_handle=queue))]
    return steps


@program
def records_in_random_order(tf: Any) -> list[Any]:
    sizes = {"file_buffer_size": 3, "file_parallelism": 2, "batch_size": 2, "file_random_seed": 3}
    return [tf.raw_ops.RecordInput(file_pattern="records", **sizes)]


@program
def parts_of_checkpoints(tf: Any) -> list[Any]:
    raw, matrix = tf.raw_ops, np.arange(6, dtype=np.float32).reshape(3, 2)
    name, whole = tf.constant(["m"]), tf.constant([""])
    save = raw.SaveV2(prefix="saved", tensor_names=name, shape_and_slices=whole, tensors=[tf.constant(matrix)])
    numbers = {"num_rows": 2, "num_cols": 2, "max_rows_in_memory": 2}
    some = raw.LoadAndRemapMatrix(
        ckpt_path=tf.constant("saved"), old_tensor_name=tf.constant("m"), row_remapping=i64(tf, 0, 2),
        col_remapping=i64(tf, 1, 0), initializing_values=tf.constant([], tf.float32), **numbers
    )
    more = raw.LoadAndRemapMatrix(
        ckpt_path=tf.constant("saved"), old_tensor_name=tf.constant("m"), row_remapping=i64(tf, 0, -1),
        col_remapping=i64(tf), initializing_values=tf.constant([5.0, 6.0]), **numbers
    )
    return [save, some, more]


@program
def summaries(tf: Any) -> list[Any]:
    raw, writer, tag = tf.raw_ops, tf.raw_ops.SummaryWriter(shared_name="w"), tf.constant("tag")
    make = raw.CreateSummaryFileWriter(
        writer=writer, logdir=tf.constant("logs"), max_queue=tf.constant(2), flush_millis=tf.constant(1000),
        filename_suffix=tf.constant("")
    )
    at = {"writer": writer, "step": tf.constant(3, tf.int64), "tag": tag}
    images, sound = tf.constant(np.zeros([2, 2, 2, 3], np.uint8)), tf.constant(np.zeros([2, 4, 1], np.float32))
    rate, colour = tf.constant(8.0), tf.constant([1, 2, 3], tf.uint8)
    numbers = tf.constant([1, 2, 3], tf.int64)
    return [
        make,
        raw.WriteImageSummary(tensor=images, bad_color=colour, max_images=2, **at),
        raw.WriteAudioSummary(tensor=sound, sample_rate=rate, max_outputs=2, **at),
        raw.WriteHistogramSummary(values=numbers, **at),
        raw.WriteScalarSummary(value=tf.constant(3, tf.int64), **at),
        raw.ImageSummary(tag=tag, tensor=images, max_images=2),
        raw.AudioSummaryV2(tag=tag, tensor=sound, sample_rate=rate, max_outputs=2),
        raw.HistogramSummary(tag=tag, values=numbers),
        raw.TensorSummary(tensor=numbers),
        raw.FlushSummaryWriter(writer=writer),
        raw.Print(input=numbers, data=[numbers], message="", first_n=2, summarize=2),
        raw.CloseSummaryWriter(writer=writer),
    ]
