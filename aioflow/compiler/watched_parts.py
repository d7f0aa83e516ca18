"""WatchedParts: the partitions of a graph that is watched, with the nodes that show its tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from aioflow.compiler.debug_kernels import DebugBinder, read_references
from aioflow.compiler.kernel_binder import KernelBinder
from aioflow.executor.dataflow.graph_view import GraphView, build_view
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph, Operation
from aioflow.framework.watches import Delivery, Watches
from aioflow.passes.debug_watches import DebugNodes, insert_debug_nodes
from aioflow.passes.partition import partition

MAX_PUBLISHED = 64


class Published:
    """The files in which debuggers find the graphs of a signature, by URL; of the latest URLs."""

    def __init__(self) -> None:
        #: Two runs at once may both publish the same: then a reader finds it twice, and takes one.
        self._files: dict[str, Sequence[Path]] = {}

    def is_there(self, url: str) -> bool:
        """Whether the graphs have been published to a URL, and nobody has taken them away since."""
        files = self._files.get(url)
        return files is not None and all(path.exists() for path in files)

    def note(self, url: str, files: Sequence[Path]) -> None:
        """Notes that they have been published."""
        for oldest in list(self._files)[: len(self._files) + 1 - MAX_PUBLISHED]:
            self._files.pop(oldest, None)
        self._files[url] = files


class WatchedParts(NamedTuple):
    """What is watched of a compiled signature.

    Attributes:
        graphs: The partition of each device, with debug nodes; none where all devices have one executor.
        nodes: The debug nodes.
        published: Where debuggers have the graphs.
    """

    graphs: Mapping[Device, Graph]
    nodes: DebugNodes
    published: Published


def watched_parts(
    graph: Graph, placed: Mapping[Operation, Device], nodes: DebugNodes, watches: Watches, must_cut: bool
) -> WatchedParts:
    """The partitions of a graph, with the debug nodes of the watches that ask for some.

    Args:
        graph: The graph, behind all other passes.
        placed: Where its nodes are.
        nodes: The debug nodes that it has.
        watches: All watches.
        must_cut: Whether its devices have executors of their own in any case. A debugger sees them so, as in
            TensorFlow; a program that watches values has the executors that it has without.

    Raises:
        FailedPreconditionError: A debug op cannot be made.
    """
    is_debugged = any(watch.delivery is not Delivery.AT_ONCE for watch in watches)
    parts = partition(graph, placed) if is_debugged or must_cut else {}
    nodes = dict(nodes)
    if is_debugged:
        for device, part in parts.items():
            nodes |= insert_debug_nodes(part, watches, device)
    return WatchedParts(parts, nodes, Published())


def watched_views(
    graph: Graph, watched: WatchedParts, placed: Mapping[Operation, Device], binder: KernelBinder
) -> Sequence[GraphView]:
    """The views of the partitions, or of the whole graph, in which kernels are bound to all nodes."""
    if not watched.graphs:
        return [build_view(graph, DebugBinder(binder, watched.nodes, placed.__getitem__).bind)]
    devices = {op.name: device for op, device in placed.items()}
    views = []
    for device, part in watched.graphs.items():
        # What was there before the partition is on its device; transfers and debug nodes are on the partition's.
        def device_of(op: Operation, own: Device = device) -> Device:
            return devices.get(op.name, own)

        view = build_view(part, DebugBinder(binder.on(device), watched.nodes, device_of).bind)
        read_references(view)
        views.append(view)
    return views
