"""Programs with readers of files, which they build and do not run; they return names and shapes."""
from __future__ import annotations

from typing import Any

from tests.ops.variable_programs import errors_of, program
from tests.ops.variable_programs.input_pipelines import shown


@program
def readers(tf: Any) -> Any:
    made = [
        tf.WholeFileReader(), tf.TextLineReader(3), tf.TextLineReader(name="lines"), tf.TFRecordReader(),
        tf.TFRecordReader("packed", "GZIP"), tf.TFRecordReader(options="ZLIB"), tf.FixedLengthRecordReader(4),
        tf.FixedLengthRecordReader(4, 1, 2, 3, "pieces", "ZLIB"), tf.IdentityReader(name="same"),
    ]  # fmt: skip
    return [[reader.reader_ref.name, reader.supports_serialize] for reader in made]


@program
def records_of_a_reader(tf: Any) -> Any:
    queue, reader = tf.FIFOQueue(5, tf.string, shapes=()), tf.IdentityReader()
    results = [
        *reader.read(queue), *reader.read(queue.queue_ref, "one"), *reader.read_up_to(queue, 3),
        *reader.read_up_to(queue, tf.placeholder(tf.int64), name="some"), reader.num_records_produced(),
        reader.num_work_units_completed("files"), reader.serialize_state(),
    ]  # fmt: skip
    return [
        [f"{result.name} {shown(result)}" for result in results], reader.reset().name, reader.restore_state("x").name,
        reader.read(queue).value.name, reader.read_up_to(queue, 1).keys.name,
    ]  # fmt: skip


@program
def reader_of_a_producer(tf: Any) -> Any:
    names = tf.train.match_filenames_once("no such name *")
    named = tf.train.match_filenames_once(["no such name", "nor this ?"], name="found")
    key, value = tf.WholeFileReader().read(tf.train.string_input_producer(["x"], shuffle=False))
    return [shown(names), shown(named), shown(key), shown(value)], [names, named]


@program
def files_at_once(tf: Any) -> Any:
    contents, names = tf.read_file("x"), tf.matching_files(["a*", "b"])
    return [f"{x.name} {shown(x)}" for x in (contents, names)], tf.write_file("x", "y", "w").name


@program
def reader_errors(tf: Any) -> Any:
    queue, reader = tf.FIFOQueue(5, tf.string), tf.IdentityReader()
    return errors_of(
        lambda: reader.read("x"), lambda: reader.read_up_to(queue, [1]), lambda: tf.TFRecordReader(options="x"),
    )  # fmt: skip
