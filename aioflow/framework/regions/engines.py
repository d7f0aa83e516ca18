"""Regions: parts of a graph that another engine computes as a whole, such as ONNX Runtime.

This is the seam. A pass (`passes/regions.py`) finds the parts; a pack (`packs/`) has the engine, which says of each
node whether it can compute it and makes a `Region` of those that belong together. The region becomes one node of the
graph, an op `_Region`, whose kernel it is.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from aioflow.framework.graph.operation import Operation, Tensor

REGION_OP = "_Region"


@dataclass(frozen=True)
class RegionPart:
    """The nodes that are to become one, with their edges to others.

    Attributes:
        ops: The nodes, inputs first; constants that they read are not among them.
        inputs: Tensors of other nodes that they read, without constants.
        outputs: Their tensors that other nodes read.
    """

    ops: Sequence[Operation]
    inputs: Sequence[Tensor]
    outputs: Sequence[Tensor]


class Region(Protocol):
    """A part of a graph, computed as a whole.

    Attributes:
        ops: The names of its nodes.
        pays: Whether it is faster than the kernels of its nodes; None while that is being found out.
    """

    ops: Sequence[str]
    pays: bool | None

    def run(self, *inputs: Any) -> list[Any]:
        """Computes the outputs; from any thread, any number of times at once.

        Args:
            inputs: Arrays, one per input of the part.

        Returns:
            Arrays that belong to the caller, one per output of the part.

        Raises:
            OpError: A node fails; the error is that of the node's own kernel and names it.
        """


class RegionEngine(Protocol):
    """A maker of regions.

    Attributes:
        name: Its name for users.
    """

    name: str

    def refusal(self, op: Operation) -> str | None:
        """Why a node stays with its own kernel; None for one that a region may have."""

    def pays(self, part: RegionPart) -> bool:
        """Whether a region is faster than the kernels of its nodes, or may be and has not been tried yet."""

    def why_slower(self, part: RegionPart) -> str:
        """Why a region does not pay, in words about it and the kernels of its nodes."""

    def build(self, part: RegionPart) -> Region | None:
        """Makes a region, which may take many milliseconds; None where the engine refuses it after all."""


EngineFactory = Callable[[bool, int], RegionEngine]
"""Makes an engine for a session: whether it is strict about NaN, and how many threads one run of a region may use."""
ENGINES: dict[str, EngineFactory] = {}
"""The engines that packs have brought, by name."""
