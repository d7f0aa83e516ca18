"""`tf.TextLineReader` and the other readers: they take names of files from a queue and give the records in them.

A reader stays where it is between runs: each read goes on behind the last one, and takes the next name when a file is
read to its end. A read from a closed and empty queue fails with OutOfRangeError.
"""
from __future__ import annotations

from typing import Any

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.generated import io as gen

__all__ = ["FixedLengthRecordReader", "IdentityReader", "ReaderBase", "TFRecordReader", "TextLineReader",
           "WholeFileReader"]  # fmt: skip
# A place in this tuple is the number of TFRecordCompressionType.
_COMPRESSION_TYPES = ("", "ZLIB", "GZIP")  # by TensorFlow's numbers


class ReaderBase:
    """The base of all readers.

    Args:
        reader_ref: Handle of the reader.
        supports_serialize: Whether its state can be saved.
    """

    def __init__(self, reader_ref: Tensor, supports_serialize: bool = False) -> None:
        self._reader_ref = reader_ref
        self._supports_serialize = supports_serialize

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._reader_ref.op.name!r}>"

    @property
    def reader_ref(self) -> Tensor:
        """Handle of the reader."""
        return self._reader_ref

    @property
    def supports_serialize(self) -> bool:
        """Whether `serialize_state` and `restore_state` work."""
        return self._supports_serialize

    def read(self, queue: Any, name: str | None = None) -> Any:
        """The next record.

        Args:
            queue: A queue of names of files, or its handle.
            name: The node's name.

        Returns:
            `key`, [] string, which tells records apart, and `value`, [] string.
        """
        # A reader holds no queue: each read names one, so the same reader may go through several.
        return gen.reader_read_v2(self._reader_ref, _handle(queue), name=name)

    def read_up_to(self, queue: Any, num_records: TensorLike, name: str | None = None) -> Any:
        """The next records, fewer than wanted where a file ends.

        Args:
            queue: A queue of names of files, or its handle.
            num_records: How many, [] int64.
            name: The node's name.

        Returns:
            `keys`, [records] string, and `values`, [records] string.
        """
        return gen.reader_read_up_to_v2(self._reader_ref, _handle(queue), num_records, name=name)

    def num_records_produced(self, name: str | None = None) -> Tensor:
        """The number of records it has given, [] int64."""
        return gen.reader_num_records_produced_v2(self._reader_ref, name=name)

    def num_work_units_completed(self, name: str | None = None) -> Tensor:
        """The number of files it has read to their end, [] int64."""
        return gen.reader_num_work_units_completed_v2(self._reader_ref, name=name)

    def serialize_state(self, name: str | None = None) -> Tensor:
        """The state for `restore_state`, [] string; runs fail with UnimplementedError unless `supports_serialize`."""
        return gen.reader_serialize_state_v2(self._reader_ref, name=name)

    def restore_state(self, state: TensorLike, name: str | None = None) -> Operation:
        """An operation after which the reader goes on where it was when `state`, [] string, was saved."""
        return gen.reader_restore_state_v2(self._reader_ref, state, name=name)

    def reset(self, name: str | None = None) -> Operation:
        """An operation that has the reader forget what it has read, and leave the file it reads."""
        return gen.reader_reset_v2(self._reader_ref, name=name)


class WholeFileReader(ReaderBase):
    """Each file is one record; its name is the key.

    Args:
        name: The node's name.
    """

    def __init__(self, name: str | None = None) -> None:
        # A file is read at once or not at all, so the state is no more than counts. Readers that stand within a file
        # cannot save theirs.
        super().__init__(gen.whole_file_reader_v2(name=name), supports_serialize=True)


class TextLineReader(ReaderBase):
    r"""Each line is a record, without its "\n" or "\r\n"; the key is "name:number", from 1 on.

    Args:
        skip_header_lines: How many lines at the beginning of each file are left out.
        name: The node's name.
    """

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        super().__init__(gen.text_line_reader_v2(skip_header_lines=skip_header_lines or 0, name=name))


class FixedLengthRecordReader(ReaderBase):
    """Pieces of one size are the records; the key is "name:number", from 0 on.

    Args:
        record_bytes: The size of a record.
        header_bytes: What is left out at the beginning of each file.
        footer_bytes: What is left out at its end.
        hop_bytes: From the beginning of one record to that of the next; `record_bytes` when None or 0.
        name: The node's name.
        encoding: "ZLIB", "GZIP", or none.
    """

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        handle = gen.fixed_length_record_reader_v2(
            record_bytes=record_bytes, header_bytes=header_bytes or 0, footer_bytes=footer_bytes or 0,
            # The op takes 0 for "as long as a record".
            hop_bytes=hop_bytes or 0, encoding=encoding or "", name=name,
        )  # fmt: skip
        super().__init__(handle)


class TFRecordReader(ReaderBase):
    """The records of files of TensorFlow's own kind; the key is "name:position".

    Args:
        name: The node's name.
        options: "ZLIB" or "GZIP" for files that are compressed, also as TensorFlow's 1 and 2, or as the attribute
            `compression_type` of an object.

    Raises:
        ValueError: There is no such compression.
    """

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        super().__init__(gen.tf_record_reader_v2(compression_type=_compression_type(options), name=name))


class IdentityReader(ReaderBase):
    """The names in the queue are the records, and their own keys.

    Args:
        name: The node's name.
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__(gen.identity_reader_v2(name=name), supports_serialize=True)


def _handle(queue: Any) -> Tensor:
    # Graphs that are read from a file have handles, but no queue objects.
    handle: Tensor = queue if isinstance(queue, Tensor) else queue.queue_ref
    return handle


def _compression_type(options: Any) -> str:
    # `TFRecordOptions` of TensorFlow has the attribute; older scripts pass the number.
    wanted = getattr(options, "compression_type", options) or ""
    if isinstance(wanted, int) and 0 <= wanted < len(_COMPRESSION_TYPES):
        return _COMPRESSION_TYPES[wanted]
    if wanted not in _COMPRESSION_TYPES:
        raise ValueError(f'Not a valid compression_type: "{wanted}"')
    return str(wanted)
