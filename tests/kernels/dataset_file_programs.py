"""Input pipelines of what is in files; see `dataset_programs`."""
from __future__ import annotations

import gzip
import zlib
from typing import Any

from tests.kernels.dataset_programs import as_it_is, of_node, pipeline
from tests.kernels.reader_programs import RECORDS

# ---- of files


FILES: dict[str, bytes] = {
    "lines": b"one\ntw\ro\r\n\nthree\r\r\nend",
    "empty": b"",
    "last": b"x\n\n",
    "lines.gz": gzip.compress(b"zipped\nlines\n", mtime=0),
    "lines.zl": zlib.compress(b"zipped\nlines"),
    "fixed": b"HHaabbccF",
    "fixed.zl": zlib.compress(b"HHaabbccF"),
    "uneven": b"HHaabbcF",
    "uneven.zl": zlib.compress(b"HHaabbcF"),
    "short": b"H",
    "records": RECORDS,
    "records.zl": zlib.compress(RECORDS),
    "cut": RECORDS[:-3],
    "damaged": RECORDS[:17] + b"#" * 20,
    "table.csv": b'h,"k\nk",l\n1,2.5,a\r\n2,,"b ""c"", d"\r3,1e3,\n\n4,x,y\n4,4,\n5,6\n6,7,z,8\n6,6,"x\ny"\n7,7,a"b\n'
    b'8,8,"q"\r\n9,9,"q" \n9,9,"\n',
    "wrong.csv": b'a"b,c\n1,2\n',
    "numbers.csv": b"1|2|3\n4||6\n7|8|NA\n",
}


def _text(tf: Any) -> Any:
    return tf.TensorSpec([], tf.string)


def _lines(tf: Any, names: Any, compression: str = "") -> Any:
    return tf.compat.v1.data.TextLineDataset(names, compression)


def _records(tf: Any, names: Any, compression: str = "", **options: Any) -> Any:
    arguments = {"filenames": names, "compression_type": compression, "buffer_size": 0, **options}
    return of_node(tf, "TFRecordDatasetV2" if options else "TFRecordDataset", _text(tf), **arguments)


def _fixed(tf: Any, names: Any, **options: Any) -> Any:
    sizes = {"header_bytes": 2, "record_bytes": 2, "footer_bytes": 1, "buffer_size": 0}
    op = "FixedLengthRecordDatasetV2" if options else "FixedLengthRecordDataset"
    return of_node(tf, op, _text(tf), filenames=names, **sizes, **options)


@pipeline
def lines(tf: Any) -> Any:
    return _lines(tf, ["lines", "empty", "last"])


@pipeline
def zipped_lines(tf: Any) -> Any:
    return _lines(tf, "lines.gz", "GZIP").concatenate(_lines(tf, "lines.zl", "ZLIB"))


@pipeline
def lines_of_a_missing_file(tf: Any) -> Any:
    return _lines(tf, ["last", "missing", "last"])


@pipeline
def lines_that_are_not_zipped(tf: Any) -> Any:
    return _lines(tf, ["lines", "lines.zl"], "ZLIB")


@pipeline
def records(tf: Any) -> Any:
    return _records(tf, ["records", "empty", "records"])


@pipeline
def records_from_offsets(tf: Any) -> Any:
    return as_it_is(tf, _records(tf, ["records"] * 4, byte_offsets=[17, 0, -1, 1 << 40]))


@pipeline
def zipped_records(tf: Any) -> Any:
    return _records(tf, "records.zl", "ZLIB")


@pipeline
def damaged_records(tf: Any) -> Any:
    return _records(tf, ["cut", "damaged", "lines", "records"])


@pipeline
def records_of_a_missing_file(tf: Any) -> Any:
    return _records(tf, ["records", "missing"])


@pipeline
def fixed_length_records(tf: Any) -> Any:
    return as_it_is(tf, _fixed(tf, ["fixed", "fixed"]))


@pipeline
def zipped_fixed_length_records(tf: Any) -> Any:
    return _fixed(tf, ["fixed.zl", "uneven.zl", "fixed.zl"], compression_type="ZLIB")


@pipeline
def uneven_fixed_length_records(tf: Any) -> Any:
    return _fixed(tf, ["short", "uneven"], compression_type="")


@pipeline
def matching_files(tf: Any) -> Any:
    return of_node(tf, "MatchingFilesDataset", _text(tf), patterns=["*.zl", "./fix*", "nothing*", "[e]mpty"])


@pipeline
def no_matching_files(tf: Any) -> Any:
    return of_node(tf, "MatchingFilesDataset", _text(tf), patterns=["nothing*"])


@pipeline
def a_table(tf: Any) -> Any:
    defaults = [tf.int32, tf.constant([0.5], tf.float32), tf.constant(["none"])]
    return tf.compat.v1.data.experimental.CsvDataset(["table.csv", "empty"], defaults, header=True)


@pipeline
def columns_of_a_table(tf: Any) -> Any:
    defaults = [tf.constant([9], tf.int64), tf.constant([-1.0], tf.float64)]
    return tf.compat.v1.data.experimental.CsvDataset(
        "numbers.csv", defaults, field_delim="|", na_value="NA", select_cols=[1, 2]
    )


@pipeline
def a_table_without_a_column(tf: Any) -> Any:
    defaults = [tf.int32, tf.constant([0], tf.int32)]
    return tf.data.experimental.CsvDataset(
        ["numbers.csv", "missing"], defaults, field_delim="|", exclude_cols=[1]
    )


@pipeline
def a_table_with_a_wrong_header(tf: Any) -> Any:
    return tf.compat.v1.data.experimental.CsvDataset(["wrong.csv", "wrong.csv"], [tf.int32, tf.int32], header=True)
