"""The nodes that make resources, as rules see them behind handles."""
from __future__ import annotations

from typing import Any

# Ops that hand on the handle in their first input.
_FORWARDING = frozenset({"Identity", "Enter", "Exit", "Switch", "StopGradient", "_SwitchN"})
# A handle behind more of these belongs to nobody, which is never wrong.
_MAX_FORWARDS = 64


def handle_maker(op: Any, index: int = 0) -> Any:
    """The operation whose handle comes in as data input `index`, as far as the graph shows it; else None."""
    # `ShapeContext` promises no node; without one nothing is known of the handle.
    node = getattr(op, "op", None)
    if node is None:
        return None
    maker = node.inputs[index].op
    for _ in range(_MAX_FORWARDS):
        if maker.type not in _FORWARDING:
            break
        maker = maker.inputs[0].op
    return maker
