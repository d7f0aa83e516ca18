"""Datasets of what is in files.

Files are read on the run's pool, some records ahead (`OpenFile`), so that few elements wait for a thread.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial

from aioflow import errors
from aioflow.framework import SCALAR, DType, string
from aioflow.kernels.dataset.datasets import Dataset, Element, Pull, Stage
from aioflow.kernels.io.file_ops import matching_paths
from aioflow.kernels.io.reader_formats import Records
from aioflow.kernels.io.readers import OpenFile
from aioflow.kernels.pool_work import on_pool
from aioflow.kernels.string_arrays import string_array


def text_element(record: bytes) -> Element:
    """The element of one string."""
    return (string_array([record], ()),)


class FilesDataset(Dataset):
    """The records of files, one file after the other.

    Args:
        files: Gives the records in each file, see `reader_formats`.
        dtypes: The dtypes of an element's components, which are scalars.
        element: Makes an element of a record.
        leaves_bad_files: Whether an error inside a file is the end of that file, so that the next request goes on with
            the file behind it. Otherwise it comes again and again, as does that of a file that cannot be opened.
    """

    def __init__(
        self, files: Sequence[Callable[[], Records]], dtypes: Sequence[DType] = (string,),
        element: Callable[[bytes], Element] = text_element, leaves_bad_files: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(dtypes, [SCALAR] * len(dtypes))
        self.files = files
        self.element = element
        self.leaves_bad_files = leaves_bad_files

    def _stage(self, level: int) -> Stage:
        return _Files(self)


class _Files(Stage):
    """A pass over files, of which one is open at a time."""

    def __init__(self, dataset: FilesDataset) -> None:
        self._dataset = dataset
        #: The number of the file that records come from, or that is to be opened next.
        self._number = 0
        #: That file; None until it could be opened, so that another attempt is made with each request.
        self._file: OpenFile | None = None

    async def next(self, pull: Pull) -> Element | None:
        while self._number < len(self._dataset.files):
            await pull.breathe()
            record = await self._record(pull)
            if record is not None:
                return self._dataset.element(record)
        return None

    async def _record(self, pull: Pull) -> bytes | None:
        """The next record of the current file; None at its end."""
        file = self._file or OpenFile(self._dataset.files[self._number]())
        if not file.has(1):
            await on_pool(pull.ctx, partial(file.fill, 1))
        # Only now: a file whose opening failed is opened anew by the next request.
        self._file = file
        for _, record in file.take(1):
            return record
        # TensorFlow's datasets differ in this: one of lines stays at a bad file, those of records leave it.
        if file.error is None or self._dataset.leaves_bad_files:
            self._file, self._number = None, self._number + 1
        if file.error is not None:
            # A new error each time: one that has been raised keeps the frames of the step which it ended.
            raise type(file.error)(message=file.error.message)
        return None


class MatchingFilesDataset(Dataset):
    """The names of the files that match patterns, for one pattern after the other, sorted.

    Args:
        patterns: Those, as in a shell; a name without a folder gets that of this folder, `./`.
    """

    def __init__(self, patterns: Sequence[bytes]) -> None:
        super().__init__([string], [SCALAR])
        self.patterns = patterns

    def _stage(self, level: int) -> Stage:
        return _MatchingFiles(self.patterns)


class _MatchingFiles(Stage):
    """A pass that looks up a pattern when its files are asked for."""

    def __init__(self, patterns: Sequence[bytes]) -> None:
        #: Patterns that were not looked up yet, in reverse order.
        self._later = list(reversed(patterns))
        #: Matches of the last pattern that were not given yet, in reverse order.
        self._found: list[bytes] = []
        #: Whether there was any match. Patterns without one are an error at the end, no patterns are not.
        self._has_match = not patterns

    async def next(self, pull: Pull) -> Element | None:
        while not self._found and self._later:
            pattern = self._later[-1]
            self._found = await on_pool(pull.ctx, lambda: _files_like(pattern))  # noqa: B023 - awaited at once
            # Behind the look-up: a step that is cancelled meanwhile leaves the pattern to the next one.
            self._later.pop()
        if self._found:
            self._has_match = True
            return text_element(self._found.pop())
        if not self._has_match:
            raise errors.not_found("Don't find any matched files")
        return None


def _files_like(pattern: bytes) -> list[bytes]:
    """The files, no folders, in reverse order."""
    # TensorFlow looks into a folder that it names, `./` where the pattern names none.
    prefix = b"" if os.path.dirname(pattern) else b"./"
    return sorted((prefix + path for path in matching_paths(pattern) if not os.path.isdir(path)), reverse=True)
