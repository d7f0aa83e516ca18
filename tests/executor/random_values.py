"""Value: a tensor of a random graph, and what is known of when it is alive."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import aioflow as tf

Guards = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class Value:
    """A scalar.

    Attributes:
        guards: Branch sides (a condition and 0 or 1) that must be taken for it to be alive.
        is_exact: Whether it is alive whenever they are taken.
    """

    tensor: tf.Tensor
    guards: Guards = frozenset()
    is_exact: bool = True

    @property
    def is_sure(self) -> bool:
        """Whether it is alive whenever its level runs."""
        return self.is_exact and not self.guards

    def lives_as(self, other: Value) -> bool:
        """Whether it is sure to be alive just when another value is."""
        return self.is_exact and other.is_exact and self.guards == other.guards


def depending_value(tensor: tf.Tensor, on: Sequence[Value], guards: Guards, is_exact: bool) -> Value:
    """A value that is dead if any of those that it depends on is."""
    all_guards = guards.union(*(value.guards for value in on))
    return Value(tensor, all_guards, is_exact and all(value.is_exact for value in on))


def exclude_each_other(a: Value, b: Value) -> bool:
    """Whether two values are never alive together."""
    return any((name, 1 - side) in b.guards for name, side in a.guards)
