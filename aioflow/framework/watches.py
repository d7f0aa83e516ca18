"""Watches: the tensors of a run that a debugger wants to see, the nodes that show them, and who is told.

A pass puts debug nodes behind watched tensors, the compiler binds kernels to them, and these tell the `Watcher` of
their step, which a session has put there. So plans are kept from run to run, and only watchers know of files and
connections.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple, Protocol

import numpy as np

WILDCARD = "*"
"""The node name of a watch on all tensors."""


class Delivery(Enum):
    """What telling a watcher takes; the value is the thread or the time that it needs."""

    AT_ONCE = "no more than a call"
    FILES = "a thread that may block"
    REMOTE = "a task that waits"


class Watch(NamedTuple):
    """A watch on one tensor, or on all of them.

    Attributes:
        node_name: The node; `WILDCARD` for all nodes.
        output_slot: Which of its outputs; -1 for all outputs of all nodes.
        debug_ops: What is computed of it, such as "DebugNumericSummary(lower_bound=0)".
        delivery: What telling its watcher takes.
        tolerates_failures: Whether debug ops that cannot be made are left out.
        function_name: The function whose body has the node; "" for the graph of the run.
        shown_name: What the node is called in what is shown, where that is not `node_name`.
        loop_name: The node that calls the function again and again; "" where none does.
    """

    node_name: str
    output_slot: int
    debug_ops: tuple[str, ...] = ("DebugIdentity",)
    delivery: Delivery = Delivery.AT_ONCE
    tolerates_failures: bool = False
    function_name: str = ""
    shown_name: str = ""
    loop_name: str = ""


Watches = tuple[Watch, ...]


class DebugNode(NamedTuple):
    """A node that shows a tensor.

    Attributes:
        number: The position of its watch among those of the run.
        node_name: The watched node.
        output_slot: Which of its outputs.
        debug_op: The debug op, without parameters.
        delivery: What telling the watcher takes.
        device_name: Where the watched node runs.
        is_gated: Whether the receiver has to ask for it.
        is_muted: Whether it is shown only if it holds something unhealthy.
    """

    number: int
    node_name: str
    output_slot: int
    debug_op: str
    delivery: Delivery
    device_name: str
    is_gated: bool = False
    is_muted: bool = False

    @property
    def tensor_name(self) -> str:
        """ "node:slot"."""
        return f"{self.node_name}:{self.output_slot}"

    @property
    def key(self) -> str:
        """ "node:slot:op", as TensorFlow names what it publishes."""
        return f"{self.tensor_name}:{self.debug_op}"


class Uninitialized(NamedTuple):
    """In place of a value: that of a variable which has none yet.

    Attributes:
        dtype: The variable's.
        shape: The variable's, as far as it is known; empty otherwise.
    """

    dtype: np.dtype[Any]
    shape: tuple[int, ...] = ()


class Watcher(Protocol):
    """Is told of the watched tensors of one run, on any thread."""

    def wants(self, node: DebugNode) -> bool:
        """Whether anybody has asked for what a gated node shows."""

    def show(self, node: DebugNode, value: Any, frame_iteration: tuple[str, int]) -> None:
        """Tells of a value, of which nobody knows for how long it stays as it is.

        Args:
            node: The node that shows it.
            value: An array, or `Uninitialized`.
            frame_iteration: The loop and the iteration in which it was computed (see `KernelContext`).
        """

    async def show_waiting(self, node: DebugNode, value: Any, frame_iteration: tuple[str, int]) -> None:
        """The same where telling takes `Delivery.REMOTE`; what follows on the tensor waits meanwhile."""
