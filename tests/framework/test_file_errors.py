"""Faults of the operating system have the classes that TensorFlow gives them."""
from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from aioflow import errors
from aioflow.framework.file_errors import file_error, file_errors, make_folders


@pytest.mark.parametrize(("name", "error"), [
    ("ENOSPC", errors.ResourceExhaustedError), ("EDQUOT", errors.ResourceExhaustedError),
    ("EMFILE", errors.ResourceExhaustedError), ("ENAMETOOLONG", errors.InvalidArgumentError),
    ("EFBIG", errors.OutOfRangeError), ("ENOENT", errors.NotFoundError), ("EACCES", errors.PermissionDeniedError),
    ("EROFS", errors.PermissionDeniedError), ("EISDIR", errors.FailedPreconditionError),
    ("EBUSY", errors.FailedPreconditionError), ("EEXIST", errors.AlreadyExistsError),
    ("EXDEV", errors.UnimplementedError), ("EAGAIN", errors.UnavailableError), ("ESTALE", errors.AbortedError),
    ("ETIMEDOUT", errors.DeadlineExceededError), ("ECANCELED", errors.CancelledError), ("EIO", errors.UnknownError),
    ("ELOOP", errors.UnknownError),
])  # fmt: skip
def test_classes(name: str, error: type[errors.OpError]) -> None:
    """As in TensorFlow's table; the message is the file's name and the system's words."""
    number = getattr(errno, name)
    found = file_error("f", OSError(number, os.strerror(number)))
    assert type(found) is error
    assert found.message == f"f; {os.strerror(number)}"


def test_a_fault_without_a_number() -> None:
    """Nobody knows what it is."""
    assert type(file_error("f", OSError("closed"))) is errors.UnknownError


def test_names(tmp_path: Path) -> None:
    """A fault that has a name keeps it, as that of a draft."""
    with pytest.raises(errors.NotFoundError, match="none; No such file"), file_errors("f"):
        (tmp_path / "none").read_bytes()
    with pytest.raises(errors.OutOfRangeError, match="f; big"), file_errors(b"f"):
        raise OSError(errno.EFBIG, "big")


@pytest.mark.parametrize(("name", "error"), [
    ("file", errors.FailedPreconditionError), ("file/x", errors.FailedPreconditionError),
    ("loop", errors.UnknownError), ("n" * 300, errors.InvalidArgumentError), ("a/b/c", None), ("a", None),
])  # fmt: skip
def test_folders(tmp_path: Path, name: str, error: Any) -> None:
    """Folders are made with all above them; what stands in the way has TensorFlow's errors."""
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "loop").symlink_to("loop")
    if error is not None:
        with pytest.raises(error):
            make_folders(tmp_path / name)
        return
    make_folders(tmp_path / name)
    make_folders(tmp_path / name)
    assert (tmp_path / name).is_dir()
