"""Dimension numbers and shapes carried from one data format to another."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown


@kernel("DataFormatDimMap")
def data_format_dim_map(xp: Any, x: Array, *, src_format: bytes, dst_format: bytes) -> Array:
    """The position in `dst_format` of each dimension number (maybe negative) of `src_format`."""
    check_formats(src_format, dst_format)
    positions = np.array([dst_format.index(letter) for letter in src_format], x.dtype)
    # The remainder counts negative numbers from the end.
    return positions[x % len(src_format)]


@kernel("DataFormatVecPermute")
def data_format_vec_permute(xp: Any, x: Array, *, src_format: bytes, dst_format: bytes) -> Array:
    """One entry per dimension, [rank] or [rank, 2], in the order of another format; spatial dimensions may be alone."""
    check_formats(src_format, dst_format)
    if x.ndim not in (1, 2):
        raise errors.invalid_argument(f"input must be a vector or 2D tensor, but got shape {shown(x.shape)}")
    full, spatial = len(src_format), len(src_format) - 2
    if x.shape[0] not in (full, spatial):
        raise errors.invalid_argument(
            f"{x.ndim}D input must be of size {spatial} or {full}, but got shape {shown(x.shape)}"
        )
    if x.ndim == 2 and x.shape[1] != 2:
        raise errors.invalid_argument(f"Second dimension of 2D input must be of size 2, but got shape {shown(x.shape)}")
    if x.shape[0] == spatial:
        # Batch and channels are left out of both formats when the input leaves them out.
        src_format, dst_format = (_spatial_letters(letters) for letters in (src_format, dst_format))
    return x[[src_format.index(letter) for letter in dst_format]]


def check_formats(src_format: bytes, dst_format: bytes) -> None:
    """Raises InvalidArgumentError unless one format is a permutation of the other, both of length 4 or 5."""
    for name, letters in (("Source", src_format), ("Destination", dst_format)):
        if len(letters) not in (4, 5):
            raise errors.invalid_argument(
                f"{name} format must be of length 4 or 5, received {name.lower()} format = "
                f"{letters.decode(errors='replace')}"
            )
    # A letter that occurs twice has no place of its own to go to.
    if sorted(src_format) != sorted(dst_format) or len(set(src_format)) != len(src_format):
        raise errors.invalid_argument(
            "Destination and source format must determine a permutation, got "
            f"{src_format.decode(errors='replace')} and {dst_format.decode(errors='replace')}"
        )


def _spatial_letters(letters: bytes) -> bytes:
    """The format without batch and channels; `InvalidArgumentError` unless its letters are the usual ones."""
    kept = bytes(letter for letter in letters if letter in (b"HW" if len(letters) == 4 else b"DHW"))
    if len(kept) != len(letters) - 2:
        raise errors.invalid_argument(
            f"Format specifier must contain H and W for 2D case, got {letters.decode(errors='replace')}"
        )
    return kept
