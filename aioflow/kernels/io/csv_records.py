"""Files of comma separated values: where a record ends, and what its fields are.

A field in quotes may hold line breaks, so a record's end is known only when its fields are. Records are looked for in
a buffer, and once more from their start when it was too short.
"""
from __future__ import annotations

import re

from aioflow import errors
from aioflow.kernels.io.file_bytes import FileBytes
from aioflow.kernels.io.reader_formats import Records

# The first guess of how much a record takes.
_CHUNK_NBYTES = 1 << 16
_QUOTE = b'"'


class CsvFormat:
    """The way in which records are written.

    Args:
        delimiter: Between two fields, one character.
        uses_quotes: Whether a field that begins with a quote may hold anything, quotes doubled.
    """

    def __init__(self, delimiter: bytes, uses_quotes: bool) -> None:
        self._delimiter = delimiter
        self._uses_quotes = uses_quotes
        #: The first of these ends a field without quotes; a lone carriage return ends a line, too.
        self._stop = re.compile(b"[\r\n" + re.escape(delimiter) + b"]")

    def records(self, work: bytes, compression: str, has_header: bool) -> Records:
        """The records of a file, each with the end of its line, but for a header that is right. They have no keys.

        Raises:
            InvalidArgumentError: There is no header.
        """
        with FileBytes(work, compression) as file:
            # The file is open: errors from here on are those of a record, as `reader_formats` says.
            yield None
            buffer, at, is_over, wanted = b"", 0, False, _CHUNK_NBYTES
            while True:
                found = self.record(buffer, at, is_over) if at < len(buffer) else None
                if found is not None:
                    # A header that is wrong is given like a record, and whoever takes it apart raises its fault.
                    if found[2] or not has_header:
                        yield b"", buffer[at : found[1]]
                    has_header, at, wanted = False, found[1], _CHUNK_NBYTES
                    continue
                if is_over:
                    break
                # Twice as much each time: the record at hand is taken apart anew from its start, and so a long one
                # costs time in proportion to its length.
                more = file.read(wanted)
                buffer, at, is_over, wanted = buffer[at:] + more, 0, len(more) < wanted, 2 * wanted
            if has_header:
                raise errors.invalid_argument(f"Can't read header of file {work!r}")

    def record(self, buffer: bytes, at: int, is_over: bool) -> tuple[list[bytes], int, str] | None:
        """The fields of the record from `at` on, where the next one begins, and what is wrong with it, if anything.

        None where the record goes on behind the buffer, which it cannot if that `is_over`.
        """
        fields, fault = [], ""
        while True:
            is_quoted = self._uses_quotes and buffer[at : at + 1] == _QUOTE
            found = self._quoted(buffer, at + 1, is_over) if is_quoted else self._plain(buffer, at)
            # The first fault is the record's. Its other fields are still looked for, since the next record begins
            # behind them.
            field, at, fault = found[0], found[1], fault or found[2]
            fields.append(field)
            # A line may end with two characters, the second of which may not have been read yet.
            if at + 2 > len(buffer) and not is_over:
                return None
            follower = buffer[at : at + 1]
            at += 2 if buffer[at : at + 2] == b"\r\n" else 1
            if follower != self._delimiter:
                # The last line of a file may have no end, which was counted all the same.
                return fields, min(at, len(buffer)), fault

    def _plain(self, buffer: bytes, at: int) -> tuple[bytes, int, str]:
        """A field without quotes, where it ends, and what is wrong with it."""
        stop = self._stop.search(buffer, at)
        end = len(buffer) if stop is None else stop.start()
        field = buffer[at:end]
        is_wrong = self._uses_quotes and _QUOTE in field
        return field, end, "Unquoted fields cannot have quotes inside" if is_wrong else ""

    def _quoted(self, buffer: bytes, at: int, is_over: bool) -> tuple[bytes, int, str]:
        """A field behind its opening quote, where it ends, and what is wrong with it."""
        parts, fault = [], ""
        while (end := buffer.find(_QUOTE, at)) >= 0:
            parts.append(buffer[at:end])
            follower = buffer[end + 1 : end + 2]
            if follower in (b"", b"\r", b"\n", self._delimiter):
                return _QUOTE.join(parts), end + 1, fault
            if follower != _QUOTE:
                # The quote belongs to no field's end: the search goes on for where the record ends.
                fault = "Quote inside a string has to be escaped by another quote"
            at = end + (2 if follower == _QUOTE else 1)
        # As far as is known: if more can be read, `record` finds the buffer at its end and asks for more.
        return b"", len(buffer), "Reached end of file without closing quoted field in record"
