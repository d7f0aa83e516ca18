"""Programs with lookup tables and accumulators; what they return is run in order."""
from __future__ import annotations

from typing import Any

from tests.ops.variable_programs import errors_of, program


@program
def accumulator(tf: Any) -> Any:
    a = tf.ConditionalAccumulator(tf.float32, shape=[2], name="outer/acc")
    added = [a.apply_grad([1.0, 2.0]), a.apply_grad(tf.constant([1.0, 3.0]), local_step=2, name="ap")]
    found = [a.num_accumulated(), a.take_grad(1), a.num_accumulated(name="left")]
    stale = [a.set_global_step(3), a.apply_grad([5.0, 5.0], local_step=2), a.num_accumulated()]
    return added, found, stale, a.name, a.dtype.name


@program
def summing_accumulator(tf: Any) -> Any:
    a = tf.ConditionalAccumulator(tf.float64, shared_name="s", reduction_type="SUM")
    return a.apply_grad([1.0, 2.0]), a.apply_grad([1.0, 3.0]), a.take_grad(2, name="sum")


@program
def sparse_accumulator(tf: Any) -> Any:
    a = tf.SparseConditionalAccumulator(tf.float32, shape=[3, 2], reduction_type="SUM")
    added = [a.apply_grad([0, 2], [[1.0, 2.0], [3.0, 4.0]]), a.apply_grad([0], [[1.0, 2.0]], [3, 2], local_step=1)]
    more = a.apply_indexed_slices_grad(tf.IndexedSlices(tf.ones([1, 2]), tf.constant([1], tf.int64)))
    taken = a.take_grad(1).values
    again = a.apply_grad([1], [[5.0, 6.0]], local_step=5)
    slices = a.take_indexed_slices_grad(1, name="slices")
    return added, more, a.num_accumulated(), taken, again, slices.values, a.set_global_step(3), a.name


@program
def accumulator_errors(tf: Any) -> Any:
    a = tf.ConditionalAccumulator(tf.float32, shape=[2])
    return errors_of(
        lambda: tf.ConditionalAccumulator(tf.float32, reduction_type="x"),
        lambda: a.apply_grad([1.0, 2.0, 3.0]),
        lambda: a.apply_grad(["x"]),
    )


@program
def static_table(tf: Any) -> Any:
    entries = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2], key_dtype=tf.string, value_dtype=tf.int64)
    c, t = tf.constant, tf.lookup.StaticHashTable(entries, -1)
    sparse = t.lookup(tf.SparseTensor(c([[0, 0]], tf.int64), c(["a"]), c([1, 1], tf.int64)))
    found = [t.lookup(tf.constant(["a", "z"])), t.size(), sparse.values, t.lookup(tf.constant("b"), name="mine")]
    other = tf.lookup.KeyValueTensorInitializer(tf.constant([1], tf.int64), ["a"], name="kv")
    t2 = tf.lookup.StaticHashTable(other, "none", name="outer/t2")
    return found, t.export(), t.name, t.initializer, t2.lookup(tf.constant([1, 2], tf.int64)), t2.name, t.key_dtype.name


@program
def anonymous_table(tf: Any) -> Any:
    entries = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1.0, 2.0])
    t = tf.lookup.StaticHashTable(entries, 0.0, experimental_is_anonymous=True)
    return t.size().dtype.name, t.value_dtype.name


@program
def text_file_table(tf: Any) -> Any:
    index = tf.lookup.TextFileIndex
    whole = tf.lookup.TextFileInitializer("v.txt", tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
    columns = tf.lookup.TextFileInitializer("w.txt", tf.string, 1, tf.int64, 0, vocab_size=5, delimiter=" ", name="c")
    shifted = tf.lookup.TextFileInitializer("v", tf.string, -2, tf.int64, -1, value_index_offset=3)
    for number, entries in enumerate((whole, columns, shifted)):
        tf.lookup.StaticHashTable(entries, -1, name=f"t{number}")
    assets = [asset.name for asset in tf.get_collection("asset_filepaths")]
    made = [entry.name for entry in tf.get_collection("table_initializer")]
    tf.get_collection_ref("table_initializer").clear()  # there are no such files
    return assets, made


@program
def vocabulary(tf: Any) -> Any:
    entries = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([0, 1], tf.int64))
    v = tf.lookup.StaticVocabularyTable(entries, 2)
    named = tf.lookup.StaticVocabularyTable(entries, 2, name="voc")
    hashes = tf.lookup.StaticVocabularyTable(None, 3)
    found = [v.lookup(tf.constant(["a", "z", "b", "y"])), v.size(), v.name, v.initializer]
    more = [named.lookup(tf.constant(["a"])), named.name, hashes.lookup(tf.constant(["a"])), hashes.size()]
    return found, more, hashes.initializer, hashes.name


@program
def vocabulary_of_numbers(tf: Any) -> Any:
    entries = tf.lookup.KeyValueTensorInitializer(tf.constant([5, 6], tf.int64), tf.constant([0, 1], tf.int64))
    c, v = tf.constant, tf.lookup.StaticVocabularyTable(entries, 2)
    small = tf.lookup.StaticVocabularyTable(entries, 2, lookup_key_dtype=tf.int32)
    keys = tf.SparseTensor(c([[0, 0], [0, 1]], tf.int64), c([5, 7], tf.int64), c([1, 2], tf.int64))
    return v.lookup(keys).values, small.lookup(tf.constant([6, 9, 5]))


@program
def table_errors(tf: Any) -> Any:
    file, entries = tf.lookup.TextFileInitializer, tf.lookup.KeyValueTensorInitializer
    static, words = tf.lookup.StaticHashTable, tf.lookup.StaticVocabularyTable
    return errors_of(
        lambda: file("", tf.string, -2, tf.int64, -1),
        lambda: file("f", tf.string, -1, tf.int64, -1),
        lambda: file("f", tf.string, -3, tf.int64, -1),
        lambda: file("f", tf.string, -2, tf.int64, -1, vocab_size=0),
        lambda: file("f", tf.string, -2, tf.string, -1),
        lambda: words(None, 0),
        lambda: static(entries(["a"], ["b"]), 1),
        lambda: static(entries(["a"], ["b"]), "z").lookup(tf.constant([1])),
        lambda: words(entries(["a"], ["b"]), 1),
        lambda: words(entries([1.0], tf.constant([1], tf.int64)), 1),
    )


@program
def mutable_table(tf: Any) -> Any:
    m = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    filled = [m.insert(["a", "b"], [1, 2]), m.lookup(["a", "z"]), m.lookup(["a", "z"], tf.constant([5, 6], tf.int64))]
    found = [m.remove(tf.constant(["a"])), m.size(), m.export(), m.name]
    rows = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, [0.0, 1.0], checkpoint=False, name="rows")
    return filled, found, rows.insert(["x"], [[3.0, 4.0]]), rows.lookup(tf.constant(["a", "x"]))


@program
def dense_table(tf: Any) -> Any:
    keys = tf.constant([1], tf.int64)
    d = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, [-1, 2], 0, -2, checkpoint=False)
    filled = [d.insert(keys, [[2, 3]]), d.lookup(tf.constant([1, 4], tf.int64)), d.erase(keys), d.size()]
    small = tf.lookup.experimental.DenseHashTable(
        tf.string, tf.int64, -1, empty_key="", deleted_key="-", initial_num_buckets=8, name="small"
    )
    return filled, small.insert_or_assign(["a"], [7]), small.lookup(["a", "b"]), d.name
