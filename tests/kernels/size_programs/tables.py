"""Tables whose sizes and keys are numbers."""
from __future__ import annotations

from typing import Any

from tests.kernels.size_programs import i64, program


@program
def dense_tables(tf: Any) -> list[Any]:
    raw, steps = tf.raw_ops, []
    empty, deleted = tf.constant(-1, tf.int64), tf.constant(-2, tf.int64)
    for number, maker in enumerate((raw.MutableDenseHashTableV2, raw.AnonymousMutableDenseHashTable)):
        named = {} if number else {"shared_name": "dense"}
        table = maker(empty_key=empty, deleted_key=deleted, value_dtype=tf.int32, value_shape=[2],
                      initial_num_buckets=4, **named)  # fmt: skip
        keys, values = i64(tf, 5, 6, 7), tf.constant([[1, 2], [3, 4], [5, 6]])
        insert = raw.LookupTableInsertV2(table_handle=table, keys=keys, values=values)
        fill = raw.LookupTableImportV2(table_handle=table, keys=keys, values=values)
        with tf.control_dependencies([insert]):
            found = raw.LookupTableFindV2(table_handle=table, keys=keys, default_value=tf.constant([0, 0]))
            export = raw.LookupTableExportV2(table_handle=table, Tkeys=tf.int64, Tvalues=tf.int32)
        steps += [found, list(export), fill, raw.LookupTableRemoveV2(table_handle=table, keys=i64(tf, 5))]
    return steps


@program
def tables_of_tensors(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    table = raw.MutableHashTableOfTensorsV2(key_dtype=tf.int64, value_dtype=tf.int32, value_shape=[2])
    keys, values = i64(tf, 5, 6), tf.constant([[1, 2], [3, 4]])
    insert = raw.LookupTableInsertV2(table_handle=table, keys=keys, values=values)
    found = raw.LookupTableFindV2(table_handle=table, keys=keys, default_value=tf.constant([0, 0]))
    return [insert, found, list(raw.LookupTableExportV2(table_handle=table, Tkeys=tf.int64, Tvalues=tf.int32))]


@program
def tables_of_files(tf: Any) -> list[Any]:
    raw, steps = tf.raw_ops, []
    options = [{"key_index": -2, "value_index": -1, "vocab_size": 2}, {"key_index": 0, "value_index": -1, "offset": 1}]
    for number, each in enumerate(options):
        table = raw.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64, shared_name=f"t{number}")
        init = raw.InitializeTableFromTextFileV2(table_handle=table, filename=tf.constant("text"), **each)
        steps += [init, raw.LookupTableSizeV2(table_handle=table)]
    return steps


@program
def vocabularies(tf: Any) -> list[Any]:
    text = tf.constant("text")
    sizes = {"new_vocab_offset": 1, "num_new_vocab": 2, "old_vocab_size": 3}
    return [list(tf.raw_ops.GenerateVocabRemapping(new_vocab_file=text, old_vocab_file=text, **sizes))]
