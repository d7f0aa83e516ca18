"""Faults of the operating system with files as errors, in TensorFlow's words."""
from __future__ import annotations

from typing import Any

from aioflow import errors

# The classes that TensorFlow has for these error numbers; whatever else goes wrong is unknown. FileExistsError comes
# where a file has the name of a folder that is to be made; it is answered like a path that leads through a file.
_BY_FAULT = {
    FileNotFoundError: errors.not_found, PermissionError: errors.permission_denied,
    IsADirectoryError: errors.failed_precondition, NotADirectoryError: errors.failed_precondition,
    FileExistsError: errors.failed_precondition,
}  # fmt: skip


def file_error(path: Any, fault: OSError) -> errors.OpError:
    """The error for what went wrong with the file at `path`."""
    return _BY_FAULT.get(type(fault), errors.unknown)(f"{path}; {fault.strerror}")
