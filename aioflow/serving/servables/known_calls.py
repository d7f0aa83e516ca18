"""KnownCalls: what was made once for a signature and a choice of its outputs."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from aioflow.serving.servables.signature import Signature

Made = TypeVar("Made")
#: Subsets of outputs come from requests: what they make us remember must have a bound.
MAX_CALLS = 256


class KnownCalls(Generic[Made]):
    """Remembers what calls need that come again and again."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[tuple[str, Sequence[str]], Made] = {}

    def find(
        self, signature: Signature, outputs: Sequence[str], make: Callable[[Signature, tuple[str, ...]], Made]
    ) -> Made:
        """What was made for a signature and these outputs; it is made now if nobody has asked for it before."""
        key = signature.name, outputs if type(outputs) is tuple else tuple(outputs)
        try:
            return self._made[key]
        except KeyError:
            pass
        if len(self._made) >= MAX_CALLS:
            self._made.clear()
        made = self._made[key] = make(signature, tuple(outputs))
        return made

    def clear(self) -> None:
        """Forgets all."""
        self._made.clear()
