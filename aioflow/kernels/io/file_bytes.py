"""FileBytes: a file from front to back, with what may be compressed in it, and never more of it than asked for."""
from __future__ import annotations

import io
import os
import zlib
from types import TracebackType

from aioflow import errors
from aioflow.framework.file_errors import file_error
from aioflow.framework.limits import DEFAULT_LIMITS

# Of what is read at once, since it becomes one tensor.
MAX_NBYTES = DEFAULT_LIMITS.tensor_nbytes
# Also the most that one step of inflating gives: a few bytes can stand for very many.
_CHUNK_NBYTES = 1 << 16
# Zlib's word for the largest window; 16 more mean a header and a trailer of gzip (RFC 1952) around the data.
WINDOW_BITS = {"ZLIB": zlib.MAX_WBITS, "GZIP": zlib.MAX_WBITS + 16}


class FileBytes:
    """A file that is read. Use it in a `with` statement.

    Args:
        name: The file's name.
        compression: "GZIP", "ZLIB", or anything else for none.

    Raises:
        NotFoundError: There is no such file.
        PermissionDeniedError: It may not be read.
        FailedPreconditionError: Part of its path is no folder.
        InvalidArgumentError: No file can have that name.
    """

    def __init__(self, name: bytes, compression: str = "") -> None:
        self._name = os.fsdecode(name)
        self._window_bits = WINDOW_BITS.get(compression, 0)
        #: None where nothing is compressed.
        self._inflater = zlib.decompressobj(self._window_bits) if self._window_bits else None
        #: Bytes of the file that were read and are still to be inflated.
        self._deflated = b""
        #: Bytes that come next, inflated; methods take them from its front.
        self._buffer = bytearray()
        #: Whether there is nothing behind the buffer any more.
        self._is_over = False
        #: What to raise when a folder is read. In TensorFlow it can be opened, too.
        self._folder: OSError | None = None
        self._file: io.FileIO | None = None
        try:
            # Unbuffered, for `_buffer` is one already.
            self._file = open(name, "rb", buffering=0)  # noqa: SIM115 - closed by __exit__
        except IsADirectoryError as fault:
            self._folder = fault
        except OSError as fault:
            raise file_error(self._name, fault) from None
        except ValueError:
            raise errors.invalid_argument(f"no file can have the name {name!r}") from None

    def __enter__(self) -> FileBytes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    # All methods below raise FailedPreconditionError for a folder, DataLossError where what is compressed is damaged,
    # and ResourceExhaustedError where more than MAX_NBYTES are to be read at once.
    def peek(self, nbytes: int) -> bytes:
        """The next bytes, which stay there; fewer at the end only."""
        self._fill(nbytes)
        return bytes(self._buffer[:nbytes])

    def read(self, nbytes: int) -> bytes:
        """The next bytes; fewer at the end only."""
        data = self.peek(nbytes)
        del self._buffer[:nbytes]
        return data

    def skip(self, nbytes: int) -> bool:
        """Leaves out the next bytes; whether there were that many."""
        while nbytes:
            self._fill(1)
            step = min(nbytes, len(self._buffer))
            if not step:
                return False
            del self._buffer[:step]
            nbytes -= step
        return True

    def line(self) -> bytes | None:
        """The next line without its end, which is a line feed and what carriage return there is before it.

        None at the end, and for an empty line that no line feed ends.
        """
        searched = 0
        # Only what has been added is searched: a long line is not looked through again with each chunk.
        while (at := self._buffer.find(b"\n", searched)) < 0 and not self._is_over:
            searched = len(self._buffer)
            self._fill(searched + 1)
        raw = self.read(at + 1 if at >= 0 else len(self._buffer))
        line = raw.removesuffix(b"\n").removesuffix(b"\r")
        return line if line or at >= 0 else None

    def rest(self) -> bytes:
        """Everything that is left."""
        while not self._is_over:
            self._fill(len(self._buffer) + 1)
        return self.read(len(self._buffer))

    def _fill(self, nbytes: int) -> None:
        """Reads until so many bytes are in the buffer, if the file has them."""
        # Lengths come from files, which may claim any. The limit holds before memory is taken.
        if nbytes > MAX_NBYTES:
            raise errors.resource_exhausted(f"{self._name}; {nbytes} bytes at once exceed the limit of {MAX_NBYTES}")
        while len(self._buffer) < nbytes and not self._is_over:
            self._buffer += self._raw_chunk() if self._inflater is None else self._inflated_chunk(self._inflater)

    def _raw_chunk(self) -> bytes:
        """The next bytes of the file as they are; none of them at its end."""
        try:
            if self._file is None:
                raise self._folder or OSError("closed")
            chunk = self._file.read(_CHUNK_NBYTES)
        except OSError as fault:
            raise file_error(self._name, fault) from None
        self._is_over = not chunk
        return chunk

    def _inflated_chunk(self, inflater: zlib._Decompress) -> bytes:
        """The next inflated bytes, perhaps none yet; a file that ends too early gives what it has."""
        deflated = self._deflated or self._raw_chunk()
        try:
            if self._is_over:
                return inflater.flush()
            # Files of gzip may follow each other in one file, and count as one. What is behind zlib's end does not
            # count.
            if inflater.eof:
                self._is_over = self._window_bits == zlib.MAX_WBITS
                self._inflater = inflater = zlib.decompressobj(self._window_bits)
            inflated = b"" if self._is_over else inflater.decompress(deflated, _CHUNK_NBYTES)
        except zlib.error as fault:
            # From "Error -3 while decompressing data: ..." to TensorFlow's "inflate() failed with error -3: ...".
            text = str(fault).replace("Error", "inflate() failed with error").replace(" while decompressing data", "")
            raise errors.data_loss(text) from None
        # Of the two at most one is there: what did not fit into the chunk, or what lies behind the end.
        self._deflated = inflater.unconsumed_tail or inflater.unused_data
        return inflated
