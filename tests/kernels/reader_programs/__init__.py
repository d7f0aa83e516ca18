"""Files, and what readers do with them: run with TensorFlow (by `record.py`) and with aioflow."""
from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).parents[1] / "recorded" / "readers.json"
# The records "a", "" and "ccc", as TensorFlow writes them.
RECORDS = bytes.fromhex(
    "01000000000000000175de4161786ee4280000000000000000290398"
    "07d8ea82a20300000000000000b099490e636363e5bf1d8e"
)  # fmt: skip
LETTERS, LONG_LINE = bytes(range(65, 85)), b"0123456789" * 13_000
FILES = {
    "text": b"one\ntwo\r\nth\rree", "empty": b"", "blank": b"\n\nx\n", "returns": b"q\r\n\r\na\r\r\n\rx\n\r",
    "ends": b"a\r\r\nb\r", "two_ends": b"\r\r", "long": LONG_LINE + b"\nshort\r\n" + LONG_LINE, "letters": LETTERS,
    "ab": b"ab", "digits": LONG_LINE,
    "letters.zlib": zlib.compress(LETTERS), "letters.gzip": gzip.compress(LETTERS, mtime=0),
    "digits.zlib": zlib.compress(LONG_LINE), "wxyz.zlib": zlib.compress(b"wxyz"),
    "records": RECORDS, "no_end": RECORDS[:-3], "no_data": RECORDS[:29], "half_header": RECORDS[:5],
    "second_header": RECORDS[:22], "changed": RECORDS[:-6] + b"x" + RECORDS[-5:],
    "changed_length": RECORDS[:28] + b"\x08" + RECORDS[29:], "no_records": b"\2" + RECORDS[1:],
    "records.gzip": gzip.compress(RECORDS, mtime=0), "records.zlib": zlib.compress(RECORDS),
    "no_end.gzip": gzip.compress(RECORDS, mtime=0)[:-9], "no_end.zlib": zlib.compress(RECORDS)[:-9],
    "twice.gzip": 2 * gzip.compress(RECORDS, mtime=0), "twice.zlib": 2 * zlib.compress(RECORDS),
    "changed.zlib": zlib.compress(RECORDS)[:-1] + b"!",
}  # fmt: skip


@dataclass(frozen=True)
class ReaderProgram:
    """Reads what is in some files.

    Attributes:
        make: Makes the reader, given the package.
        names: The files' names, in the order in which the queue has them.
        num_records: For `read_up_to`; None for `read`.
        num_calls: How often, unless it has failed with OutOfRangeError before.
    """

    make: Callable[[Any], Any]
    names: list[str]
    num_records: int | None = None
    num_calls: int = 12


@dataclass
class Nodes:
    """The nodes of a program; `enqueue` and `close` come first."""

    enqueue: Any
    close: Any
    read: Any
    counts: Any
    outcomes: list[Any] = field(default_factory=list)

    def note(self, records: Any, counts: Any) -> bool:
        """Takes down what a call gave, the name of its error's class or a pair; whether there is more to come."""
        if not isinstance(records, str):
            records = [_text(records[0]), _text(records[1])]
        self.outcomes.append([records, *(int(count) for count in counts)])
        return records != "OutOfRangeError"


def _text(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("latin-1") if len(value) < 1000 else f"{len(value)} bytes, crc32 {zlib.crc32(value)}"
    return [_text(item) for item in value]


def built(tf: Any, program: ReaderProgram) -> Nodes:
    """The program's nodes in the default graph."""
    queue = tf.FIFOQueue(100, tf.string, shapes=())
    enqueue, close = queue.enqueue_many([program.names]), queue.close()
    reader = program.make(tf)
    number = program.num_records
    read = reader.read(queue) if number is None else reader.read_up_to(queue, number)
    return Nodes(enqueue, close, read, [reader.num_records_produced(), reader.num_work_units_completed()])


def _text_lines(tf: Any) -> Any:
    return tf.TextLineReader()


def _pieces(**options: Any) -> Callable[[Any], Any]:
    return lambda tf: tf.FixedLengthRecordReader(**options)


def _records(compression: str = "") -> Callable[[Any], Any]:
    return lambda tf: tf.TFRecordReader(options=compression)


PROGRAMS = {
    "lines": ReaderProgram(_text_lines, ["text", "empty", "blank", "returns", "ends", "two_ends"], num_calls=20),
    "long_lines": ReaderProgram(_text_lines, ["long", "text"]),
    "lines_behind_headers": ReaderProgram(lambda tf: tf.TextLineReader(2), ["text", "empty", "ab", "blank"]),
    "no_header": ReaderProgram(lambda tf: tf.TextLineReader(-1), ["text"], num_calls=1),
    "three_lines": ReaderProgram(_text_lines, ["text", "empty", "blank"], 3),
    "two_lines": ReaderProgram(_text_lines, ["text", "empty", "blank"], 2),
    "many_lines": ReaderProgram(_text_lines, ["text", "missing", "empty", "blank"], 100),
    "no_lines": ReaderProgram(_text_lines, ["text"], 0, 2),
    "missing_text": ReaderProgram(_text_lines, ["missing", "text", "text/x", "ab"]),
    "folder_of_text": ReaderProgram(_text_lines, [".", "text"], num_calls=3),
    "files": ReaderProgram(lambda tf: tf.WholeFileReader(), ["text", "empty", "blank", "digits"]),
    "many_files": ReaderProgram(lambda tf: tf.WholeFileReader(), ["text", "empty"], 3),
    "missing_file": ReaderProgram(lambda tf: tf.WholeFileReader(), ["text", "missing", "text"], num_calls=4),
    "names": ReaderProgram(lambda tf: tf.IdentityReader(), ["x", "", "y"]),
    "many_names": ReaderProgram(lambda tf: tf.IdentityReader(), ["x", "y"], 2),
    "pieces": ReaderProgram(_pieces(record_bytes=3), ["letters", "ab", "empty"]),
    "pieces_between": ReaderProgram(
        _pieces(record_bytes=3, header_bytes=2, footer_bytes=1), ["letters", "ab", "empty", "letters"], num_calls=20
    ),
    "overlapping": ReaderProgram(
        _pieces(record_bytes=4, hop_bytes=2, header_bytes=1, footer_bytes=5), ["letters", "ab"]
    ),
    "hopping": ReaderProgram(_pieces(record_bytes=2, hop_bytes=5), ["letters", "ab", "letters"], num_calls=20),
    "large_pieces": ReaderProgram(_pieces(record_bytes=30), ["letters", "empty"]),
    "pieces_across_buffers": ReaderProgram(_pieces(record_bytes=50_000, hop_bytes=30_000), ["digits"], 3),
    "no_pieces": ReaderProgram(_pieces(record_bytes=-1), ["letters"], num_calls=1),
    "hopping_back": ReaderProgram(_pieces(record_bytes=1, hop_bytes=-1), ["letters"], num_calls=1),
    "packed_pieces": ReaderProgram(
        _pieces(record_bytes=3, header_bytes=2, footer_bytes=1, encoding="ZLIB"), ["letters.zlib", "wxyz.zlib"]
    ),
    "packed_overlapping": ReaderProgram(
        _pieces(record_bytes=4, hop_bytes=2, header_bytes=1, footer_bytes=5, encoding="GZIP"), ["letters.gzip"]
    ),
    "packed_across_buffers": ReaderProgram(
        _pieces(record_bytes=50_000, header_bytes=10, encoding="ZLIB"), ["digits.zlib", "wxyz.zlib"]
    ),
    "not_packed": ReaderProgram(_pieces(record_bytes=3, encoding="ZLIB"), ["letters", "letters.zlib"], num_calls=3),
    "short_header": ReaderProgram(
        _pieces(record_bytes=2, header_bytes=9, encoding="ZLIB"), ["wxyz.zlib", "letters.zlib"]
    ),
    "unknown_encoding": ReaderProgram(_pieces(record_bytes=9, encoding="x"), ["letters"]),
    "records": ReaderProgram(_records(), ["records", "empty", "missing", "records"]),
    "two_records": ReaderProgram(_records(), ["records", "empty", "records"], 2),
    **{
        f"records_in_{name}": ReaderProgram(_records(name.partition(".")[2].upper()), [name, name], num_calls=7)
        for name in FILES
        if name in ("no_end", "no_data", "half_header", "second_header", "changed", "changed_length", "no_records",
                    "records.gzip", "records.zlib", "no_end.gzip", "no_end.zlib", "twice.gzip", "twice.zlib",
                    "changed.zlib")
    },
    "three_changed_records": ReaderProgram(_records(), ["changed", "records"], 3, 3),
    "records_not_packed": ReaderProgram(_records("GZIP"), ["records", "records.gzip"], num_calls=3),
    "records_packed_otherwise": ReaderProgram(_records("ZLIB"), ["records.gzip"], num_calls=3),
    "no_packed_records": ReaderProgram(_records("GZIP"), ["empty", "records.gzip"], num_calls=3),
}  # fmt: skip
