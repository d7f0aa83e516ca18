"""The bytes that dumps of this process may take on disk."""

from __future__ import annotations

import os

from aioflow import errors
from aioflow.framework.process_locks import process_lock

LIMIT_VARIABLE = "TFDBG_DISK_BYTES_LIMIT"
"""Bytes of tensors that debuggers' dumps of this process may take on disk. Default: 1 GiB (TensorFlow: 100 GiB)."""
DEFAULT_LIMIT = 1 << 30

_lock = process_lock()  # guards the number below: what two threads dump at once counts twice
_used = 0


def limit_nbytes() -> int:
    """The limit; the default where the variable is no positive number."""
    text = os.environ.get(LIMIT_VARIABLE, "")
    return int(text) if text.isdecimal() and int(text) else DEFAULT_LIMIT


def reset_used() -> None:
    """Counts from 0 again."""
    global _used
    with _lock:
        _used = 0


def take(nbytes: int, tensor_name: str) -> None:
    """Counts a tensor that is about to be dumped.

    Raises:
        ResourceExhaustedError: There is no room for it.
    """
    global _used
    limit = limit_nbytes()
    with _lock:
        if _used + nbytes < limit:
            _used += nbytes
            return
    raise errors.resource_exhausted(
        f"TensorFlow Debugger has exhausted file-system byte-size allowance ({limit}), therefore it cannot dump an "
        f"additional {nbytes} byte(s) of tensor data for the debug tensor {tensor_name}. You may use the environment "
        f"variable {LIMIT_VARIABLE} to set a higher limit."
    )
