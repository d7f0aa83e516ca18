"""Programs of ops with sizes and counts that no recorded program has; nothing is known of what they give.

Each builds a graph and names the steps to run in one session.
"""
from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

Build = Callable[[Any], list[Any]]
PROGRAMS: dict[str, Build] = {}


def program(build: Build) -> Build:
    """Adds a program under its function's name."""
    PROGRAMS[build.__name__] = build
    return build


def i32(tf: Any, *numbers: Any) -> Any:
    """An int32 vector."""
    return tf.constant(list(numbers), tf.int32)


def i64(tf: Any, *numbers: Any) -> Any:
    """An int64 vector."""
    return tf.constant(list(numbers), tf.int64)


for _family in ("barriers", "batches", "containers", "randoms", "readers", "tables", "updates"):
    import_module(f"{__name__}.{_family}")
