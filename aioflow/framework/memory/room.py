"""The room that a kernel has for what it makes, asked while it makes it.

A kernel whose results are counted (see `TensorLedger`) runs with the ledger of its device at hand: what grows string by
string is refused when it has grown too large, and not when it is complete.
"""
from __future__ import annotations

from contextvars import ContextVar, Token

from aioflow.framework.memory.tensor_ledger import TensorLedger

Given = Token[TensorLedger | None]

# A context variable and not one of the thread: waiting kernels share the event loop's thread.
_ledger: ContextVar[TensorLedger | None] = ContextVar("aioflow_ledger", default=None)


def give_room(ledger: TensorLedger) -> Given:
    """Lets what runs in this context from now on take no more than `ledger` has room for; until `end_room`."""
    return _ledger.set(ledger)


def end_room(given: Given) -> None:
    """Ends what `give_room` began."""
    _ledger.reset(given)


def room_nbytes(default: int) -> int:
    """How many bytes a kernel may take here: what its device has left, or `default` where nobody counts."""
    ledger = _ledger.get()
    left = None if ledger is None else ledger.room_nbytes()
    return default if left is None else min(left, default)
