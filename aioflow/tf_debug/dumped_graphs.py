"""DumpedGraph: the graph of a device, as a dump has it, without what a debugger has put in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from aioflow._proto.graph_pb2 import GraphDef

COPY, SHOW = "__copy_", "__dbg_"
_EXITS = ("Exit", "RefExit")
_NO_DATA_BEFORE = ("Enter", "RefEnter", "NextIteration", "RefNextIteration")


def is_debug_node(name: str) -> bool:
    """Whether a node is one of a debugger's."""
    return name.startswith((COPY, SHOW))


def split_input(name: str) -> tuple[str, int, bool]:
    """An input of a node as (node, output slot, whether it is a control input)."""
    if name.startswith("^"):
        return name[1:], 0, True
    node, _, slot = name.partition(":")
    return node, int(slot) if slot.isdecimal() else 0, False


def reconstruct_non_debug_graph_def(debug_graph_def: Any) -> Any:
    """The graph as it was before a debugger has put its nodes in.

    Args:
        debug_graph_def: A `GraphDef`, with nodes of a debugger or without.
    """
    result = GraphDef()
    result.CopyFrom(debug_graph_def)
    copied = {node.name: node.input[0] for node in debug_graph_def.node if node.name.startswith(COPY) and node.input}
    del result.node[:]
    for node in debug_graph_def.node:
        if is_debug_node(node.name):
            continue
        kept = result.node.add()
        kept.CopyFrom(node)
        inputs = [copied.get(name.removesuffix(":0"), name) for name in node.input]
        kept.input[:] = [name for name in inputs if not (name.startswith("^") and is_debug_node(name[1:]))]
    return result


class DumpedGraph:
    """The graph of a device.

    Args:
        graph_def: As it was dumped.
        device_name: The device.

    Raises:
        ValueError: Two of its nodes have one name.
    """

    def __init__(self, graph_def: Any, device_name: str) -> None:
        self.debug_graph_def = graph_def
        self.graph_def = reconstruct_non_debug_graph_def(graph_def)
        self.device_name = device_name
        self.nodes: dict[str, Any] = {}
        self._recipients: dict[str, list[str]] = {}
        self._control_recipients: dict[str, list[str]] = {}
        self._found_frames: dict[str, tuple[str, ...]] | None = None
        for node in self.graph_def.node:
            if node.name in self.nodes:
                raise ValueError(f"Duplicate node name on device {device_name}: '{node.name}'")
            self.nodes[node.name] = node
        for node in self.graph_def.node:
            for name in node.input:
                producer, _, is_control = split_input(name)
                found = self._control_recipients if is_control else self._recipients
                found.setdefault(producer, []).append(node.name)

    def inputs(self, node_name: str, is_control: bool = False) -> list[str]:
        """What a node reads, as names of tensors without ":0"; or the nodes that it waits for."""
        found = []
        for name in self.nodes[node_name].input:
            producer, slot, is_of_control = split_input(name)
            if is_of_control is is_control:
                found.append(f"{producer}:{slot}" if slot else producer)
        return found

    def data_inputs(self, node_name: str) -> list[tuple[str, int]]:
        """What a node reads, as (node, output slot)."""
        split = [split_input(name) for name in self.nodes[node_name].input]
        return [(producer, slot) for producer, slot, is_control in split if not is_control]

    def recipients(self, node_name: str, is_control: bool = False) -> list[str]:
        """The nodes that read a node, or that wait for it."""
        found = self._control_recipients if is_control else self._recipients
        return list(found.get(node_name, ()))

    def transitive_inputs(self, node_name: str, include_control: bool) -> list[str]:
        """All nodes that a node depends on, which comes first itself only if it is in a loop."""
        found: dict[str, None] = {}
        stack = [node_name]
        while stack:
            for name in self._producers(stack.pop(), include_control):
                if name not in found:
                    found[name] = None
                    stack.append(name)
        return list(found)

    def some_path(self, source: str, target: str, include_control: bool) -> list[str] | None:
        """The nodes of a shortest way along edges; None where there is none."""
        if source == target:
            return [source]
        before: dict[str, str] = {}
        queue = [target]
        for name in queue:  # grows meanwhile
            for producer in self._producers(name, include_control):
                if producer in before or producer == target:
                    continue
                before[producer] = name
                if producer == source:
                    way = [source]
                    while way[-1] != target:
                        way.append(before[way[-1]])
                    return way
                queue.append(producer)
        return None

    def _producers(self, node_name: str, include_control: bool) -> Iterator[str]:
        node = self.nodes.get(node_name)
        for name in node.input if node is not None else ():
            producer, _, is_control = split_input(name)
            if include_control or not is_control:
                yield producer

    def origin(self, node_name: str) -> list[str]:
        """The lines of the program that made a node, innermost last; none where nobody has written them down."""
        info = self.graph_def.debug_info
        trace = info.traces[f"{node_name}@"].file_line_cols if f"{node_name}@" in info.traces else ()
        files = list(info.files)
        known = [line for line in trace if 0 <= line.file_index < len(files)]
        return [f"{files[line.file_index]}:{line.line} in {line.func}" for line in reversed(known)]

    def frame_of(self, node_name: str) -> tuple[str, ...]:
        """The frames of the loops in which what a node gives is, outermost first."""
        frames = self._frames().get(node_name, ())
        return frames[:-1] if frames and self.nodes[node_name].op in _EXITS else frames

    def _frames(self) -> dict[str, tuple[str, ...]]:
        # Along the edges from the nodes that wait for nothing: an Enter leads into a frame, an Exit out of it.
        if self._found_frames is None:
            consumers: dict[str, list[str]] = {}
            for name, node in self.nodes.items():
                for each in node.input:
                    consumers.setdefault(split_input(each)[0], []).append(name)
            found = {name: _entered(node, ()) for name, node in self.nodes.items() if not node.input}
            queue = list(found)
            for name in queue:  # grows meanwhile
                inside = found[name][:-1] if self.nodes[name].op in _EXITS else found[name]
                for consumer in consumers.get(name, ()):
                    if consumer not in found:
                        found[consumer] = _entered(self.nodes[consumer], inside)
                        queue.append(consumer)
            self._found_frames = found
        return self._found_frames

    def loop_merges(self, frames: tuple[str, ...]) -> list[str]:
        """The Merge nodes that begin the iterations of a loop."""
        def is_loop_merge(node: Any) -> bool:
            producers = [self.nodes.get(split_input(name)[0]) for name in node.input]
            return any(each is not None and each.op in _NO_DATA_BEFORE[2:] for each in producers)

        merges = [name for name, node in self.nodes.items() if node.op in ("Merge", "RefMerge") and is_loop_merge(node)]
        return [name for name in merges if self.frame_of(name) == frames]

    def missing_producers(self, node_name: str, has_come: Iterable[tuple[str, int]]) -> list[str]:
        """The tensors that a node reads and that must have been dumped before it, and have not."""
        come = set(has_come)
        node = self.nodes[node_name]
        inputs = [each for each in self.data_inputs(node_name) if each[0] in self.nodes]
        inputs = [each for each in inputs if self.nodes[each[0]].op not in _NO_DATA_BEFORE]
        missing = [f"{name}:{slot}" for name, slot in inputs if (name, slot) not in come]
        if node.op in ("Merge", "RefMerge") and len(missing) < len(inputs):
            return []
        return missing


def _entered(node: Any, frames: tuple[str, ...]) -> tuple[str, ...]:
    if node.op in ("Enter", "RefEnter"):
        return (*frames, node.attr["frame_name"].s.decode(errors="replace"))
    return frames
