"""DebugDumpDir: what a debugger has dumped of one or several runs of a signature."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from aioflow._proto.graph_pb2 import GraphDef
from aioflow.session.watching.dump_names import (
    DEVICE_PREFIX,
    FEEDS_FILE,
    FETCHES_FILE,
    GRAPH_PREFIX,
    METADATA_PREFIX,
)
from aioflow.session.watching.value_watch import frames_of
from aioflow.tf_debug.dumped_graphs import DumpedGraph
from aioflow.tf_debug.dumped_tensors import DebugTensorDatum, device_name_of, files_below, read_event


class CoreMetadata(NamedTuple):
    """A run, as a dump tells of it."""

    global_step: int
    session_run_index: int
    executor_step_index: int
    input_names: list[str]
    output_names: list[str]
    target_nodes: list[str]


class DebugDumpDir:
    """A dump, of aioflow or of TensorFlow.

    Links in it are not followed: a dump may come from elsewhere.

    Args:
        dump_root: Its folder.
        partition_graphs: Graphs to be taken in place of those in the dump, as `GraphDef` messages.
        validate: Whether to check that nodes are those of the graphs, and that no tensor comes before its inputs.

    Attributes:
        python_graph: The graph of the program, where `set_python_graph` has been told.

    Raises:
        OSError: There is no such folder.
        ValueError: A file has a name that none of a dump has, or the dump contradicts itself.
    """

    def __init__(
        self, dump_root: str | Path, partition_graphs: Sequence[Any] | None = None, validate: bool = True
    ) -> None:
        self._root = Path(dump_root)
        if not self._root.is_dir():
            raise OSError(f"Dump root directory {dump_root} does not exist")
        self._core_metadata: CoreMetadata | list[CoreMetadata] | None = None
        self._graphs: dict[str, DumpedGraph] = {}
        self._data: dict[str, list[DebugTensorDatum]] = {}
        self._has_own_graphs = False
        self.python_graph: Any = None
        self._load_runs()
        for folder in sorted(self._root.glob(f"{DEVICE_PREFIX}*")):
            if folder.is_dir() and not folder.is_symlink():
                self._load_device(folder)
        if partition_graphs is not None:
            self._take_graphs(partition_graphs)
        if validate and self._graphs:
            self._validate()

    # ---- loading
    def _load_runs(self) -> None:
        found = []
        for path in sorted(self._root.glob(f"{METADATA_PREFIX}*")):
            try:
                document = json.loads(read_event(path).log_message.message)
            except json.JSONDecodeError as error:
                raise ValueError(f"{path} tells of no run: {error}") from None
            found.append(CoreMetadata(*(document[name] for name in CoreMetadata._fields)))
        if found:
            self._core_metadata = found[0] if len(found) == 1 else found

    def _load_device(self, folder: Path) -> None:
        device = device_name_of(folder.name)
        data = self._data.setdefault(device, [])
        for path in files_below(folder):
            if path.name.startswith(GRAPH_PREFIX):
                self._graphs[device] = DumpedGraph(GraphDef.FromString(read_event(path).graph_def), device)
                self._has_own_graphs = True
            else:
                data.append(DebugTensorDatum(self._root, path.relative_to(self._root)))
        data.sort(key=lambda datum: datum.extended_timestamp)

    def _take_graphs(self, partition_graphs: Sequence[Any]) -> None:
        self._graphs = {}
        for graph_def in partition_graphs:
            devices = {node.device for node in graph_def.node if node.device}
            device = next((name for name in self._data if name in devices), next(iter(sorted(devices)), ""))
            own = GraphDef.FromString(graph_def.SerializeToString())
            self._graphs[device] = DumpedGraph(own, device)

    def _validate(self) -> None:
        for device, data in self._data.items():
            graph = self._graphs.get(device)
            if graph is None:
                continue
            for datum in data:
                if datum.node_name not in graph.nodes:
                    name = datum.node_name
                    raise ValueError(f"Node name '{name}' is not found in partition graphs of device {device}.")
            _check_causality(graph, data)

    # ---- runs
    @property
    def core_metadata(self) -> CoreMetadata | list[CoreMetadata] | None:
        """The run; a list where there are several."""
        return self._core_metadata

    @property
    def run_fetches_info(self) -> str | None:
        """The fetches of the run, as a wrapper has written them."""
        return self._text_of(FETCHES_FILE)

    @property
    def run_feed_keys_info(self) -> str | None:
        """The fed tensors of the run, as a wrapper has written them."""
        return self._text_of(FEEDS_FILE)

    def _text_of(self, name: str) -> str | None:
        path = self._root / name
        return read_event(path).log_message.message if path.is_file() else None

    # ---- tensors
    @property
    def dumped_tensor_data(self) -> list[DebugTensorDatum]:
        """All dumped tensors, in order of time."""
        return sorted((datum for data in self._data.values() for datum in data), key=lambda d: d.extended_timestamp)

    @property
    def size(self) -> int:
        """How many tensors there are."""
        return sum(map(len, self._data.values()))

    @property
    def t0(self) -> int | None:
        """When the first of them was dumped, in microseconds since 1970."""
        return min((datum.timestamp for data in self._data.values() for datum in data), default=None)

    def devices(self) -> list[str]:
        """The devices."""
        return list(self._data)

    def find(
        self,
        predicate: Callable[[DebugTensorDatum, Any], bool],
        first_n: int = 0,
        device_name: str | None = None,
        exclude_node_names: str | None = None,
    ) -> list[DebugTensorDatum]:
        """The tensors for which something holds, in order of time.

        Args:
            predicate: Takes a dumped tensor and its value, such as `has_inf_or_nan`.
            first_n: How many to find at most; 0 for all.
            device_name: Of this device alone.
            exclude_node_names: A regular expression for the beginning of names of nodes that are passed over.
        """
        excluded = re.compile(exclude_node_names) if exclude_node_names else None
        found = []
        for datum in self.dumped_tensor_data:
            if device_name and datum.device_name != device_name:
                continue
            if (excluded and excluded.match(datum.node_name)) or not predicate(datum, datum.get_tensor()):
                continue
            found.append(datum)
            if len(found) == first_n:
                break
        return found

    def watch_key_to_data(self, debug_watch_key: str, device_name: str | None = None) -> list[DebugTensorDatum]:
        """The dumped tensors of a key "node:slot:op", in order of time; none where nothing was watched.

        Raises:
            ValueError: Several devices have some, and none is named.
        """
        found = {}
        for device in [device_name] if device_name else self._data:
            data = [datum for datum in self._data.get(device, ()) if datum.watch_key == debug_watch_key]
            if data:
                found[device] = data
        if len(found) > 1:
            raise ValueError(f"There are multiple ({len(found)}) devices with key '{debug_watch_key}'; name one")
        return next(iter(found.values()), [])

    def debug_watch_keys(self, node_name: str, device_name: str | None = None) -> list[str]:
        """What was watched of a node, as "node:slot:op"."""
        devices = [device_name] if device_name else list(self._data)
        data = (datum for device in devices for datum in self._data.get(device, ()))
        return sorted({datum.watch_key for datum in data if datum.node_name == node_name})

    def get_tensors(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[Any]:
        """The values of a tensor, in order of time.

        Raises:
            WatchKeyDoesNotExistInDebugDumpDirError: It was not watched.
        """
        return [datum.get_tensor() for datum in self._watched(node_name, output_slot, debug_op, device_name)]

    def get_tensor_file_paths(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[str]:
        """The files of a tensor, in order of time; raises as `get_tensors`."""
        return [datum.file_path for datum in self._watched(node_name, output_slot, debug_op, device_name)]

    def get_rel_timestamps(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[int]:
        """When a tensor was dumped, in microseconds since the first one of all; raises as `get_tensors`."""
        first = self.t0 or 0
        return [datum.timestamp - first for datum in self._watched(node_name, output_slot, debug_op, device_name)]

    def get_dump_sizes_bytes(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[int | None]:
        """The sizes of the files of a tensor; raises as `get_tensors`."""
        return [datum.dump_size_bytes for datum in self._watched(node_name, output_slot, debug_op, device_name)]

    def _watched(self, node_name: str, slot: int, debug_op: str, device_name: str | None) -> list[DebugTensorDatum]:
        key = f"{node_name}:{slot}:{debug_op}"
        found = self.watch_key_to_data(key, device_name)
        if not found:
            raise WatchKeyDoesNotExistInDebugDumpDirError(f"Watch key '{key}' does not exist in the debug dump")
        return found

    def frames(self, datum: DebugTensorDatum) -> tuple[tuple[str, int | None], ...]:
        """The loops in which a tensor was computed, with their iterations, outermost first.

        Dumps of aioflow say it themselves. In those of TensorFlow the graph tells the loops; the iteration is counted,
        by what the Merge nodes of the innermost loop have dumped, or by the tensor itself, and None where it is not
        known: of loops around the innermost one.
        """
        told = datum.frame_iteration
        if told is not None:
            return frames_of(told)
        graph = self._graphs.get(datum.device_name)
        names = graph.frame_of(datum.node_name) if graph is not None else ()
        if graph is None or not names:
            return ()
        iteration = self._iteration(graph, datum, names)
        return (*((name, None) for name in names[:-1]), (names[-1], iteration))

    def _iteration(self, graph: DumpedGraph, datum: DebugTensorDatum, frames: tuple[str, ...]) -> int | None:
        data = self._data[datum.device_name]
        merges = set(graph.loop_merges(frames))
        times = [each.timestamp for each in data if each.node_name in merges and each.output_slot == 0]
        of_one = {each.node_name for each in data if each.node_name in merges}
        if of_one and datum.node_name not in merges:
            name = min(of_one)
            times = [each.timestamp for each in data if (each.node_name, each.output_slot) == (name, 0)]
            # In a loop within a loop the Merges begin anew, and are not told apart.
            if len(frames) > 1:
                return None
            return max(0, bisect_right(times, datum.timestamp) - 1)  # an Enter comes before the first Merge
        if len(frames) > 1:
            return None
        same = [each for each in data if each.watch_key == datum.watch_key]
        return same.index(datum)

    # ---- graphs
    def loaded_partition_graphs(self) -> bool:
        """Whether the dump has graphs."""
        return self._has_own_graphs

    def partition_graphs(self) -> list[Any]:
        """The graphs of the devices, with the debugger's nodes.

        Raises:
            LookupError: There are none, as for all that asks for nodes.
        """
        return [graph.debug_graph_def for graph in self._all_graphs().values()]

    def reconstructed_non_debug_partition_graphs(self) -> list[Any]:
        """The graphs of the devices, as they were before."""
        return [graph.graph_def for graph in self._all_graphs().values()]

    def _all_graphs(self) -> dict[str, DumpedGraph]:
        if not self._graphs:
            raise LookupError("No partition graphs have been loaded.")
        return self._graphs

    def _graph_with(self, node_name: str, device_name: str | None) -> DumpedGraph:
        graphs = self._all_graphs()
        if device_name is not None:
            if device_name not in graphs:
                raise ValueError(f"There are no devices named '{device_name}'")
            graphs = {device_name: graphs[device_name]}
        found = [graph for graph in graphs.values() if node_name in graph.nodes]
        if not found:
            raise ValueError(f"Node '{node_name}' does not exist in the partition graph of any device")
        if len(found) > 1:
            raise ValueError(f"There are multiple ({len(found)}) devices with nodes named '{node_name}'; name one")
        return found[0]

    def nodes(self, device_name: str | None = None) -> list[str]:
        """The names of all nodes, without the debugger's.

        Raises:
            ValueError: There is no such device.
        """
        graphs = self._all_graphs()
        if device_name is not None:
            if device_name not in graphs:
                raise ValueError(f"Invalid device name: {device_name}")
            return list(graphs[device_name].nodes)
        return [name for graph in graphs.values() for name in graph.nodes]

    def node_exists(self, node_name: str, device_name: str | None = None) -> bool:
        """Whether there is a node of that name.

        Raises:
            ValueError: There is no such device.
        """
        graphs = self._all_graphs()
        if device_name is not None and device_name not in graphs:
            raise ValueError(f"The specified device_name '{device_name}' cannot be found.")
        return any(node_name in graph.nodes for name, graph in graphs.items() if device_name in (None, name))

    def node_attributes(self, node_name: str, device_name: str | None = None) -> Any:
        """The attributes of a node, as messages, by name.

        Raises:
            ValueError: There is no such device, no such node, or one on several devices where `device_name` is None.
        """
        return self._graph_with(node_name, device_name).nodes[node_name].attr

    def node_op_type(self, node_name: str, device_name: str | None = None) -> str:
        """The op of a node.

        Raises:
            ValueError: See `node_attributes`.
        """
        return str(self._graph_with(node_name, device_name).nodes[node_name].op)

    def node_device(self, node_name: str) -> str | list[str]:
        """The device of a node, as the graph has it; a list where several have a node of that name.

        Raises:
            ValueError: There is no such node.
        """
        found = [graph.nodes[node_name].device for graph in self._all_graphs().values() if node_name in graph.nodes]
        if not found:
            raise ValueError(f"Node '{node_name}' does not exist in partition graphs.")
        return str(found[0]) if len(found) == 1 else found

    def node_inputs(self, node_name: str, is_control: bool = False, device_name: str | None = None) -> list[str]:
        """What a node reads, or the nodes that it waits for.

        Raises:
            ValueError: See `node_attributes`.
        """
        return self._graph_with(node_name, device_name).inputs(node_name, is_control)

    def node_recipients(self, node_name: str, is_control: bool = False, device_name: str | None = None) -> list[str]:
        """The nodes that read a node, or that wait for it.

        Raises:
            ValueError: See `node_attributes`.
        """
        return self._graph_with(node_name, device_name).recipients(node_name, is_control)

    def transitive_inputs(
        self,
        node_name: str,
        include_control: bool = True,
        include_reversed_ref: bool = False,
        device_name: str | None = None,
    ) -> list[str]:
        """All nodes that a node depends on.

        Args:
            node_name: The node.
            include_control: Whether along control edges, too.
            include_reversed_ref: Taken for the sake of programs; ways against references are not followed.
            device_name: The node's device, where several have one of that name.
        """
        return self._graph_with(node_name, device_name).transitive_inputs(node_name, include_control)

    def find_some_path(
        self,
        src_node_name: str,
        dst_node_name: str,
        include_control: bool = True,
        include_reversed_ref: bool = False,
        device_name: str | None = None,
    ) -> list[str] | None:
        """The nodes of a way from one node to another; None where there is none. See `transitive_inputs`."""
        graph = self._graph_with(src_node_name, device_name)
        self._graph_with(dst_node_name, graph.device_name)
        return graph.some_path(src_node_name, dst_node_name, include_control)

    def set_python_graph(self, python_graph: Any) -> None:
        """Tells the graph of the program, which knows where its nodes were made."""
        self.python_graph = python_graph

    def node_traceback(self, element_name: str) -> list[str]:
        """The lines of the program that made a node, innermost last.

        Dumps of aioflow tell them themselves.

        Raises:
            LookupError: The graph of the program is not known, or the node is not in it.
        """
        name = element_name.partition(":")[0]
        for graph in self._graphs.values():
            told = graph.origin(name)
            if told:
                return told
        if self.python_graph is None:
            raise LookupError("Python graph is not available for traceback lookup")
        op = self.python_graph.find_operation(name)
        if op is None:
            raise KeyError(f'Cannot find node "{element_name}" in Python graph')
        return [line.strip() for line in op.created_at.splitlines()]


class WatchKeyDoesNotExistInDebugDumpDirError(ValueError):
    """A tensor was not watched, or not by that debug op."""


def _check_causality(graph: DumpedGraph, data: Iterable[DebugTensorDatum]) -> None:
    """Raises `ValueError` where a tensor was dumped before what it is computed from."""
    first: dict[tuple[str, int], int] = {}
    data = list(data)
    for datum in data:
        key = datum.node_name, datum.output_slot
        first[key] = min(first.get(key, datum.timestamp), datum.timestamp)
    for datum in data:
        # What was never dumped is not missed.
        come = [key for key in graph.data_inputs(datum.node_name) if first.get(key, 0) <= datum.timestamp]
        missing = graph.missing_producers(datum.node_name, come)
        if missing:
            raise ValueError(
                f"Causality violated in timing relations of debug dumps: {datum.node_name} ({datum.timestamp}): these "
                f"input(s) are not satisfied: {missing}"
            )
