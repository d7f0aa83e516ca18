"""Faults of the operating system with files as errors, in TensorFlow's classes and words."""
from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aioflow import errors

# TensorFlow's table of error numbers. Not every system has all of them; what no line names is unknown (a link that
# leads to itself, a device that fails).
_NUMBERS: dict[type[errors.OpError], str] = {
    errors.InvalidArgumentError:
        "EINVAL ENAMETOOLONG E2BIG EDESTADDRREQ EDOM EFAULT EILSEQ ENOPROTOOPT ENOTSOCK ENOTTY EPROTOTYPE ESPIPE",
    errors.DeadlineExceededError: "ETIMEDOUT ETIME",
    errors.NotFoundError: "ENODEV ENOENT ENXIO ESRCH",
    errors.AlreadyExistsError: "EEXIST EADDRNOTAVAIL EALREADY",
    errors.PermissionDeniedError: "EPERM EACCES EROFS",
    errors.FailedPreconditionError:
        "ENOTEMPTY EISDIR ENOTDIR EADDRINUSE EBADF EBUSY ECHILD EISCONN ENOTBLK ENOTCONN EPIPE ESHUTDOWN ETXTBSY",
    errors.ResourceExhaustedError: "ENOSPC EDQUOT EMFILE EMLINK ENFILE ENOBUFS ENODATA ENOMEM ENOSR EUSERS",
    errors.OutOfRangeError: "EFBIG EOVERFLOW ERANGE",
    errors.UnimplementedError:
        "ENOSYS ENOTSUP EAFNOSUPPORT EPFNOSUPPORT EPROTONOSUPPORT ESOCKTNOSUPPORT EXDEV",
    errors.UnavailableError:
        "EAGAIN ECONNREFUSED ECONNABORTED ECONNRESET EINTR EHOSTDOWN EHOSTUNREACH ENETDOWN ENETRESET ENETUNREACH "
        "ENOLCK ENOLINK ENONET",
    errors.AbortedError: "EDEADLK ESTALE",
    errors.CancelledError: "ECANCELED",
}  # fmt: skip
_CLASSES = {
    number: kind
    for kind, names in _NUMBERS.items()
    for name in names.split()
    if (number := getattr(errno, name, None)) is not None
}


def file_error(path: Any, fault: OSError) -> errors.OpError:
    """The error for what went wrong with the file at `path`."""
    return _CLASSES.get(fault.errno or 0, errors.UnknownError)(None, None, f"{path}; {fault.strerror}")


@contextmanager
def file_errors(path: str | bytes | Path) -> Iterator[None]:
    """Turns faults of the operating system in the block into errors that name the file."""
    try:
        yield
    except OSError as fault:
        # A draft has another name than the file that it is for. Writing knows no name, opening and renaming do.
        raise file_error(os.fsdecode(fault.filename or path), fault) from None


def make_folders(path: Path) -> None:
    """Makes a folder, with all above it, unless it is there.

    Raises:
        FailedPreconditionError: A file has its name, or part of its path is no folder.
        OpError: It cannot be made.
    """
    try:
        try:
            path.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            # Something else is there. A link that leads nowhere says so when it is asked for.
            path.stat()
            raise errors.failed_precondition(f"{path} is not a directory") from None
    # By the name of the whole path, whichever part of it could not be made, as in TensorFlow.
    except OSError as fault:
        raise file_error(path, fault) from None
