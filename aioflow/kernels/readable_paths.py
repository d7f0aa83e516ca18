"""`readable_path`: confines the files that a node of an untrusted model reads to the model's folder."""
from __future__ import annotations

import os
import stat

from aioflow import errors


def readable_path(path: bytes, folder: bytes | None) -> bytes:
    """The path under which a file may be read.

    Args:
        path: The file's path, or what paths begin with.
        folder: The folder in which it has to be, its own path resolved; None for anywhere.

    Returns:
        The path, links in it resolved if there is a folder.

    Raises:
        PermissionDeniedError: It is not in the folder, links considered; or it is a pipe or a device.
        InvalidArgumentError: No file can have that path.
    """
    if folder is None:
        if b"\0" in path:
            raise errors.invalid_argument(f"no file can have the path {path!r}, which holds a NUL")
        return path
    try:
        # Links are resolved before the comparison, and callers open the resolved path, so that a link in
        # the folder leads nowhere else.
        resolved = os.path.realpath(path)
        is_inside = os.path.commonpath([resolved, folder]) == folder
        is_file = _is_file_or_missing(resolved) if is_inside else False
    except ValueError as fault:  # a NUL, or another drive
        raise errors.invalid_argument(f"no file of the model can have the path {path!r}: {fault}") from None
    if not is_inside:
        raise errors.permission_denied(
            f"{os.fsdecode(path)} is not in the folder of the model, {os.fsdecode(folder)}; load the model with "
            'trust="full" if it may read it'
        )
    if not is_file:
        raise errors.permission_denied(f"{os.fsdecode(path)} is no regular file, and the model is not trusted")
    return resolved


def _is_file_or_missing(path: bytes) -> bool:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return True  # whoever opens it tells what is the matter
    # Opening a pipe waits for its other end, and reading a device may have effects or never end.
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)
