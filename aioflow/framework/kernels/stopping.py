"""Stopping within a kernel: loops that may be long ask now and then whether their step is to go on.

A step ends when its kernels have left it. Most take so little time that nobody needs to look; one that goes over many
strings, or that may try many ways, calls `check_stop` every millisecond or so.
"""
from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token

MustStop = Callable[[], bool]

# A context variable, for kernels that only compute are told of no step.
_must_stop: ContextVar[MustStop | None] = ContextVar("aioflow_must_stop", default=None)


class StepStoppedError(Exception):
    """A kernel has left because its step was stopped, whose error is another one."""


def let_stop(must_stop: MustStop) -> Token[MustStop | None]:
    """Has `check_stop` ask this in the current context; the token takes it back (`end_stop`)."""
    return _must_stop.set(must_stop)


def end_stop(token: Token[MustStop | None]) -> None:
    """Ends what `let_stop` began."""
    _must_stop.reset(token)


def current_must_stop() -> MustStop | None:
    """What `check_stop` asks here; None where no step can be stopped."""
    return _must_stop.get()


def check_stop() -> None:
    """Raises `StepStoppedError` where the step that runs here was stopped, or its time is up."""
    must_stop = _must_stop.get()
    if must_stop is not None and must_stop():
        raise StepStoppedError("the step was stopped")
