"""The error with which a step ends when its session is closed."""

from __future__ import annotations

from collections.abc import Sequence

from aioflow import errors


def interruption(waiting: Sequence[tuple[bool, str]], loops: Sequence[str]) -> tuple[int, errors.OpError]:
    """The error, and a number that is lower the more it tells.

    It names a node that waits, or the condition of a loop that runs, or a transfer that waits.

    Args:
        waiting: For each node that waits whether it is a transfer, and its name; sorted.
        loops: Names of the conditions of the loops that run, sorted.
    """
    # In TensorFlow the kernel whose cancellation is heard of first names itself, and which one that is depends on the
    # moment. Here it is decided: what a user waits for, such as a queue, tells most, and a transfer between devices
    # least, because it waits for another node.
    if waiting and not waiting[0][0]:
        return 0, errors.cancelled("Run call was cancelled").at_node(waiting[0][1])
    if loops:
        return 1, errors.cancelled("Loop execution was cancelled.").at_node(loops[0])
    if waiting:
        return 2, errors.cancelled("Run call was cancelled").at_node(waiting[0][1])
    return 3, errors.cancelled("Run call was cancelled")
