"""RecordInput: batches of records from files, epoch after epoch, each time in another order."""
from __future__ import annotations

import math
import os
import random
import threading
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.arrays import Array, check_room
from aioflow.kernels.io.file_ops import matching_paths
from aioflow.kernels.io.record_files import read_records

# Tell the streams of one session apart. `next` on it is one operation: no two threads get the same number.
_NUMBERS = count()


class RecordStream(Resource):
    """The records that one node has still to give.

    Args:
        records: All of them; they never end.
    """

    def __init__(self, records: Iterator[bytes]) -> None:
        self._records = records
        #: The error that ended the records. A generator that has raised is over, and would pass for an empty rest.
        self._error: errors.OpError | None = None
        # Held while a batch is read, guards both. Steps that run at the same time would ask the generator at once,
        # which it refuses, or share out the records of one batch among themselves.
        self._lock = threading.Lock()

    def take(self, number: int) -> list[bytes]:
        """The next records; after an error always that error."""
        with self._lock:
            if self._error is not None:
                # A new one: one that has been raised keeps the frames of the step which it ended.
                raise type(self._error)(message=self._error.message)
            try:
                return list(islice(self._records, number))
            except errors.OpError as error:
                self._error = type(error)(message=error.message)
                raise


@kernel("RecordInput", blocking=True)
def record_input(
    ctx: KernelContext, *, file_pattern: bytes, file_random_seed: int, file_shuffle_shift_ratio: float,
    file_buffer_size: int,
    file_parallelism: int, batch_size: int, compression_type: bytes,
) -> Array:  # fmt: skip
    """The next records, strings [batch_size].

    `file_parallelism` changes nothing: TensorFlow's threads give records in an order of chance, this one follows from
    the seed.

    Raises:
        NotFoundError: No file matches.
        OutOfRangeError: The files have no records.
        OpError: A file cannot be read; all later calls raise the same.
    """
    if not math.isfinite(file_shuffle_shift_ratio):
        raise errors.invalid_argument(f"file_shuffle_shift_ratio must be finite, not {file_shuffle_shift_ratio}")
    check_room((max(0, batch_size),), object)

    def new_stream() -> RecordStream:
        compression = compression_type.decode(errors="replace")
        return RecordStream(
            _shuffled_records(
                file_pattern, file_random_seed, file_shuffle_shift_ratio, max(1, file_buffer_size), compression
            )
        )

    # The node's own stream is the session's, so that the file which it is in the middle of is closed with that.
    name = ctx.kernel.state.setdefault("stream", f"records_{next(_NUMBERS)}")
    stream = ctx.resources.lookup_or_create(ctx.resources.default_container, name, RecordStream, new_stream)
    result = np.empty(max(0, batch_size), object)
    result[:] = stream.take(len(result))
    return result


def _shuffled_records(
    pattern: bytes, seed: int, shift_ratio: float, buffer_size: int, compression: str
) -> Iterator[bytes]:
    """Records without end, all of all files once in an epoch: files in random order, records by way of a buffer."""
    chance = random.Random(seed)
    for epoch in count():
        # Looked for in each epoch, as in TensorFlow: new files take part. Sorted, since the file system gives them in
        # any order, and one seed shall always mean the same order.
        paths = sorted(matching_paths(pattern))
        if not paths:
            raise errors.not_found(f"Found no files at {pattern.decode(errors='replace')}")
        chance.shuffle(paths)
        # By so much of the files each epoch begins later than the one before.
        shift = int(shift_ratio * epoch * len(paths)) % len(paths)
        buffer: list[bytes] = []
        is_empty = True
        for path in paths[shift:] + paths[:shift]:
            for record in read_records(Path(os.fsdecode(path)), compression):
                is_empty = False
                buffer.append(record)
                if len(buffer) >= buffer_size:
                    yield _drawn(buffer, chance)
        # Else this would go round for ever without giving anything.
        if is_empty:
            raise errors.out_of_range(f"the files at {pattern.decode(errors='replace')} have no records")
        # Emptied before the next epoch begins, so that no record comes twice before another has come once.
        while buffer:
            yield _drawn(buffer, chance)


def _drawn(buffer: list[bytes], chance: random.Random) -> bytes:
    """Removes a record at random, and returns it."""
    at = chance.randrange(len(buffer))
    # The last one takes its place: that moves no others.
    buffer[at], buffer[-1] = buffer[-1], buffer[at]
    return buffer.pop()
