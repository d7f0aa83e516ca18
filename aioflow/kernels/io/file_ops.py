"""Whole files: read, written, looked for, and vocabularies compared. Only graphs that are trusted have these ops."""
from __future__ import annotations

from glob import glob
from pathlib import Path

import numpy as np

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.file_errors import file_errors, make_folders
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.lookup.vocabulary_files import VocabularyFile

# All see a context, though they need none: what they give is not for passes to compute when a graph is prepared.


@kernel("ReadFile", blocking=True)
def read_file(ctx: KernelContext, filename: Array) -> bytes:
    """The bytes of a file."""
    path = _path(filename, "filename")
    with file_errors(path):
        return path.read_bytes()


@kernel("WriteFile", blocking=True)
def write_file(ctx: KernelContext, filename: Array, contents: Array) -> None:
    """Writes a file, and makes the directories in which it is to lie."""
    path = _path(filename, "filename")
    require_scalar(contents, "contents")
    make_folders(path.parent)
    with file_errors(path):
        # In its place, without a draft, as in TensorFlow: a crash may leave a part of the contents.
        path.write_bytes(contents.item())


@kernel("MatchingFiles", blocking=True)
def matching_files(ctx: KernelContext, pattern: Array) -> Array:
    """The paths [n] that match one of some patterns ([] or [m]), sorted, once for each pattern that they match."""
    if pattern.ndim > 1:
        raise errors.invalid_argument(
            f"Input patterns tensor must be scalar or vector, but had shape: {shown(pattern.shape)}"
        )
    # By path over all patterns, not pattern by pattern.
    found = sorted(path for each in pattern.ravel().tolist() for path in matching_paths(each))
    paths = np.empty(len(found), object)
    paths[:] = found
    return paths


def matching_paths(pattern: bytes) -> list[bytes]:
    """The paths that match a pattern, in any order; `InvalidArgumentError` where nothing could."""
    try:
        # In TensorFlow a star also matches names that begin with a dot, unlike in a shell.
        return glob(pattern, include_hidden=True)
    except ValueError as fault:  # a NUL, which no path has
        raise errors.invalid_argument(f"pattern {pattern!r}: {fault}") from None


@kernel("GenerateVocabRemapping", blocking=True)
def generate_vocab_remapping(
    ctx: KernelContext, new_vocab_file: Array, old_vocab_file: Array, *, new_vocab_offset: int, num_new_vocab: int,
    old_vocab_size: int,
) -> tuple[Array, Array]:  # fmt: skip
    """The old line number [n] of some lines of the new vocabulary, -1 for those that are new; how many are not."""
    new, old = _vocabulary(new_vocab_file, "new"), _vocabulary(old_vocab_file, "old", old_vocab_size)
    end = new_vocab_offset + num_new_vocab
    if end > len(new):
        raise errors.invalid_argument(
            f"lookup table size must be larger than last new vocab entry's line: {len(new)} lines, wanted up to {end}"
        )
    places: dict[bytes, int] = {}
    for number, line in enumerate(old):
        # A line that stands twice would have two numbers.
        if places.setdefault(line, number) != number:
            raise errors.failed_precondition(
                f"HashTable has different value for same key. Key {line!r} has {places[line]} and trying to add value "
                f"{number}"
            )
    remapping = np.array([places.get(line, -1) for line in new[new_vocab_offset:end]], np.int64)
    return remapping, np.int32((remapping >= 0).sum())


def _vocabulary(filename: Array, which: str, size: int = -1) -> list[bytes]:
    """The lines of a vocabulary file, or the first `size` of them."""
    path = _path(filename, f"{which}_vocab_file")
    if not filename.item():
        raise errors.invalid_argument(f"{which} vocab filename cannot be empty.")
    # Columns -2 and -1 are TensorFlow's for the whole line and its number.
    return VocabularyFile(str(path), -2, -1, dtypes.string, dtypes.int64, size).load()[0]


def _path(filename: Array, name: str) -> Path:
    """The path in an argument of shape []; `NotFoundError` for an empty file name, as the system says it."""
    require_scalar(filename, name)
    text = usable_path(filename.item(), name)
    # It must not get to `Path`, for which an empty name is the current folder.
    if not text and name == "filename":
        raise errors.not_found("; No such file or directory")
    return Path(text.decode(errors="surrogateescape"))


def usable_path(path: bytes, name: str) -> bytes:
    """The path as it is; raises InvalidArgumentError, which names the argument, if no file can have it."""
    if b"\0" in path:
        raise errors.invalid_argument(f"{name} {path!r} holds a NUL, which no path does")
    return path
