"""Positions given as rows of indices, as GatherNd and the ScatterNd ops take them."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.kernels.arrays import Array, shown

# The default raises on CPUs; TensorFlow's GPU kernels ignore by default, since they cannot report.
_POLICIES = {b"": False, b"DEFAULT": False, b"ERROR": False, b"IGNORE": True}


def ignores_bad_indices(policy: bytes) -> bool:
    """True if an op with this `bad_indices_policy` leaves positions outside out of account.

    Raises:
        InvalidArgumentError: There is no such policy.
    """
    if policy not in _POLICIES:
        raise errors.invalid_argument(f"bad_indices_policy must be one of {sorted(_POLICIES)}, not {policy!r}")
    return _POLICIES[policy]


def row_numbers(xp: Any, positions: Array, dims: tuple[int, ...]) -> tuple[Array, Array | None]:
    """Row-major numbers [n] of `positions` [n, depth] in an array of sizes `dims` [depth], and which lie outside.

    The second value is a mask [n], or None when all lie inside. The number of a position outside is 0.
    """
    rows = xp.zeros(positions.shape[0], dtype=np.int64)
    bad = xp.zeros(positions.shape[0], dtype=np.bool_)
    for d, size in enumerate(dims):
        column = positions[:, d].astype(np.int64)
        bad |= (column < 0) | (column >= size)
        # Horner's scheme. It can wrap around only for positions outside, whose numbers are thrown away below.
        rows = rows * size + column
    if not bad.any():
        return rows, None
    return xp.where(bad, 0, rows), bad


def bad_index(indices: Array, bad: Array, fault: str) -> errors.OpError:
    """The error that names the first position outside; `indices` is [k..., depth], `bad` the mask of its rows."""
    first = int(bad.argmax())
    at = np.unravel_index(first, indices.shape[:-1]) if indices.ndim > 1 else ()
    where = shown(at) if at else ""
    return errors.invalid_argument(f"indices{where} = {indices[at].tolist()} {fault}")
