"""Graphs with regions: a signature's graph once more, for an engine and for what is known when it has run."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from aioflow.compiler.present_variables import PresentVariables
from aioflow.framework import TensorShape
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph
from aioflow.framework.regions.engines import REGION_OP, RegionEngine
from aioflow.framework.resources.resource_handle import Snapshot
from aioflow.framework.resources.resources import ResourceManager
from aioflow.passes.freeze_variables import freeze_variables
from aioflow.passes.optimize import Pass, optimize
from aioflow.passes.region_reasons import reasons_outside
from aioflow.passes.regions import form_regions


def graph_with_regions(
    pruned: Graph,
    fed_shapes: Sequence[TensorShape],
    options: Any,
    engine: RegionEngine,
    resources: Mapping[str, ResourceManager] | None,
    placed: Mapping[str, Device],
) -> tuple[Graph, list[Snapshot]] | None:
    """A graph with regions, and the variables of whose values it is made; None where it has no regions.

    Args:
        pruned: The graph of a signature, taken apart.
        fed_shapes: The shapes of what is fed.
        options: `GraphOptions`.
        engine: Makes the regions.
        resources: Where variables are, by device, which become constants if they are only read; None if they stay.
        placed: On which devices nodes are that keep state, by the names of the nodes.
    """
    optimized, read = _optimized(pruned, fed_shapes, options, partial(form_regions, engine=engine), resources, placed)
    has_regions = any(op.type == REGION_OP for op in optimized.get_operations())
    return (optimized, read) if has_regions else None


def nodes_outside(
    pruned: Graph,
    fed_shapes: Sequence[TensorShape],
    options: Any,
    engine: RegionEngine,
    resources: Mapping[str, ResourceManager] | None,
    placed: Mapping[str, Device],
) -> dict[str, str]:
    """The nodes that would be in no region of a graph, by name, and why; arguments as of `graph_with_regions`."""
    found: dict[str, str] = {}

    def look(graph: Graph) -> Graph:
        found.update(reasons_outside(graph, engine))
        return graph

    _optimized(pruned, fed_shapes, options, look, resources, placed)
    return found


def _optimized(
    pruned: Graph,
    fed_shapes: Sequence[TensorShape],
    options: Any,
    regions: Pass,
    resources: Mapping[str, ResourceManager] | None,
    placed: Mapping[str, Device],
) -> tuple[Graph, list[Snapshot]]:
    for op in pruned.get_operations():
        for tensor in op.outputs:  # inferred anew from those of the arguments
            tensor._shape = fed_shapes[op.attrs["index"]] if op.type == "_Arg" else None
    read: list[Snapshot] = []

    def freeze(graph: Graph) -> Graph:
        assert resources is not None
        frozen, snapshots = freeze_variables(graph, PresentVariables(resources, placed))
        read.extend(snapshots)
        return frozen

    return optimize(pruned, options, regions=regions, freeze=None if resources is None else freeze), read
