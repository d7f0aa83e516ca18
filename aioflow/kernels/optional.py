"""Packages that some kernels use and that need not be installed. They are imported at the first use only."""
from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from aioflow import errors


# The kernels that need scipy ask for it in every call. With `cache` only the first pays for
# `import_module`; an error is not kept, so that a package installed meanwhile is found.
@cache
def scipy_special() -> Any:
    """`scipy.special`.

    Raises:
        UnimplementedError: scipy is not installed.
    """
    return optional_module("scipy.special", "scipy")


@cache
def scipy_linalg() -> Any:
    """`scipy.linalg`.

    Raises:
        UnimplementedError: scipy is not installed.
    """
    return optional_module("scipy.linalg", "scipy")


@cache
def scipy_sparse() -> Any:
    """`scipy.sparse`.

    Raises:
        UnimplementedError: scipy is not installed.
    """
    return optional_module("scipy.sparse", "scipy")


def optional_module(name: str, extra: str) -> Any:
    """Imports the module `name`, which the extra `extra` of our distribution installs.

    Raises:
        UnimplementedError: It is not installed.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise errors.unimplemented(f"this op needs {error.name}: pip install aioflow-runtime[{extra}]") from error
