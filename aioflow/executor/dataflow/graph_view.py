"""GraphView: one partition compiled to what an executor needs, built once and shared by all its steps."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import numpy as np
from google.protobuf.message import Message

from aioflow import errors
from aioflow.executor.dataflow.kernel_stats import KernelStats
from aioflow.framework import dtypes, tensor_from_proto
from aioflow.framework.graph import (
    ENTER,
    EXIT,
    MERGE,
    NEXT_ITERATION,
    SWITCH,
    Graph,
    Operation,
    find_frames,
    frame_name_of,
)
from aioflow.framework.kernels import KernelKind, OpKernel

# They run even when they are dead: the other side, in another partition, must hear of it.
TRANSFER = frozenset({"_Send", "_Recv", "_HostSend", "_HostRecv", "Send", "Recv"})


# They ask for the step, but change nothing that anybody else could see: a result that is set is lost with the step.
# What is shown to who watches a step takes nothing from anybody, either.
QUIET = frozenset({
    "_Retval", "_Arg", "ReadVariableOp", "Copy", "DebugIdentity", "DebugIdentityV3", "DebugNanCount",
    "DebugNumericSummary",
})  # fmt: skip


class NodeItem:
    """A node as integers and direct references.

    Attributes:
        op: The operation it runs.
        kernel: Its bound kernel.
        frame_name: The frame in which it runs.
        index: Its position among the nodes of its frame, for `PendingCounts`.
        input_start: Position of its first input in the input list of an iteration; `num_inputs` follow.
        num_tokens: How many of its inputs, the last ones, only tell that a node has run.
        num_controls: How many control edges lead to it.
        data_producers: For each input of the node: the item it comes from, and which of its outputs.
        control_producers: The items that it waits for.
        data_out: For each data out-edge: (output slot, consumer, position in the consumer's input list). The slot -1
            stands for the fact that the item was alive.
        control_out: Consumers of its control out-edges.
        const_outputs: For a constant, the outputs it always has; else None.
        deref: Input slots where a reference arrives and a value is wanted.
        has_effects_behind: Whether anything that follows on it does more than compute: what it has taken is used then.
            Known of nodes that wait.
        runs_dead: Whether it also runs when it is dead (transfers).
        stats: What its kernel costs.
        entry_forms: The bytes of its entries in step statistics that are the same each time, by what it gave; None
            before a step was traced.
        gives_plain_tensor: Likewise: whether it mostly gives one new array, so that nobody need look closer.
    """

    # What a step asks of a node is a plain attribute here, worked out once, so that it looks nothing up in `op` or
    # `kernel` while nodes run.
    __slots__ = (
        "const_outputs", "control_out", "control_producers", "data_out", "data_producers", "deref", "entry_forms",
        "frame_name", "gives_plain_tensor", "has_effects_behind", "index", "input_start", "is_constant_enter",
        "is_control_trigger", "is_enter", "is_exit", "is_merge", "is_next_iteration", "is_switch", "is_waiting",
        "kernel", "name", "num_controls", "num_inputs", "num_outputs", "num_tokens", "op", "runs_dead", "stats",
    )  # fmt: skip

    def __init__(self, op: Operation, kernel: OpKernel) -> None:
        self.op = op
        self.name = op.name
        self.kernel = kernel
        self.num_inputs = len(op.inputs)
        self.num_outputs = len(op.outputs)
        self.is_merge = op.type in MERGE
        self.is_switch = op.type in SWITCH
        self.is_enter = op.type in ENTER
        self.is_constant_enter = self.is_enter and bool(op.attrs["is_constant"])
        self.is_exit = op.type in EXIT
        self.is_next_iteration = op.type in NEXT_ITERATION
        self.is_control_trigger = op.type == "ControlTrigger"
        self.runs_dead = op.type in TRANSFER
        self.is_waiting = kernel.definition.kind is KernelKind.WAITING
        is_const = op.type == "Const" and kernel.definition.device_type == "CPU"  # elsewhere it must be copied
        # All steps share one array of a constant, as in TensorFlow; kernels must not write to their inputs anyway.
        self.const_outputs = [_constant(op)] if is_const else [] if op.type == "NoOp" else None
        wanted = op.op_def.input_types(op.attrs)
        self.deref = tuple(i for i, t in enumerate(op.inputs) if t.dtype.is_ref and not wanted[i].is_ref)
        is_cheap = kernel.definition.cheap or self.is_waiting  # who waits holds no thread
        self.stats = KernelStats(is_cheap=is_cheap, is_blocking=kernel.definition.blocking)
        self.has_effects_behind = True
        self.entry_forms: dict[Any, bytes] | None = None
        self.gives_plain_tensor = False
        self.frame_name = ""
        self.reset_edges()

    def reset_edges(self) -> None:
        """Forgets all edges and the place in a frame."""
        self.index = self.input_start = self.num_controls = self.num_tokens = 0
        self.data_producers: list[tuple[NodeItem, int]] = []
        self.control_producers: list[NodeItem] = []
        self.data_out: list[tuple[int, NodeItem, int]] = []
        self.control_out: list[NodeItem] = []

    def without_edges(self) -> NodeItem:
        """The same node, sharing kernel and statistics, for another view."""
        other = copy(self)
        other.reset_edges()
        return other

    @property
    def producers(self) -> list[NodeItem]:
        """The items that it depends on, each once."""
        return list(dict.fromkeys([*(producer for producer, _ in self.data_producers), *self.control_producers]))

    def __repr__(self) -> str:
        return f"<NodeItem {self.name} {self.op.type}>"


def _constant(op: Operation) -> Any:
    """A constant's value. Variants from a GraphDef are TensorFlow's messages, from which lists of tensors are made."""
    value = op.attrs["value"]
    if op.attrs["dtype"] is dtypes.variant:
        elements = np.asarray(value, object).reshape(-1).tolist()
        if any(isinstance(element, Message) for element in elements):
            from aioflow.kernels.sequence.written_lists import with_lists  # hardly any graph has such constants

            try:
                return with_lists(tensor_from_proto(value) if isinstance(value, Message) else value)
            except errors.OpError as error:
                raise type(error)(None, op, f"{error.message} [[{{{{node {op.name}}}}}]]") from None
    return value


def _is_quiet(item: NodeItem) -> bool:
    # What a partial run sends to its caller waits there until it is asked for, and is lost with the step, too.
    return item.op.type in QUIET or (item.op.type == "_Send" and bool(item.op.attrs["client_terminated"]))


def _gives_handle(item: NodeItem) -> bool:
    # The queue, table or variable itself, which every step with this node finds as it is.
    gives = [tensor.dtype.is_ref or tensor.dtype is dtypes.resource for tensor in item.op.outputs]
    return not item.num_inputs and bool(gives) and all(gives)


class FrameInfo:
    """The fixed properties of all frames of one name (the root frame's name is "").

    Attributes:
        num_inputs: Length of the input list of one iteration.
        input_count: Number of Enter nodes that must arrive.
        parallel_iterations: How many iterations may be alive at once.
        initial_wait: The counts with which an iteration begins.
    """

    __slots__ = ("initial_wait", "input_count", "name", "nodes", "num_inputs", "parallel_iterations")

    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes: list[NodeItem] = []
        self.num_inputs = 0
        self.input_count = 0
        self.parallel_iterations = 1
        self.initial_wait: list[int] = []

    def count_enter(self, enter: Operation) -> None:
        """Notes an Enter that leads into the frame; the first one says how many iterations may be alive at once."""
        # Front ends give all Enters of a frame the same number.
        self.input_count += 1
        if self.input_count == 1:
            self.parallel_iterations = enter.attrs["parallel_iterations"]

    def add(self, item: NodeItem) -> None:
        """Gives a node its place among the nodes of the frame."""
        item.frame_name = self.name
        item.index = len(self.nodes)
        item.input_start = self.num_inputs
        self.num_inputs += item.num_inputs
        self.nodes.append(item)
        # In the order of `index`; see `PendingCounts` for a Merge.
        controls = item.num_controls
        self.initial_wait.append(1 + 2 * controls if item.is_merge else item.num_inputs + controls)


class GraphView:
    """A partition, compiled.

    Args:
        nodes: All items.
        frames: What is fixed per frame name.

    Attributes:
        roots: Items that wait for nothing.
        has_one_effect: Whether all but one of its nodes only compute: if that one is undone, nothing has happened.
    """

    def __init__(self, nodes: list[NodeItem], frames: dict[str, FrameInfo]) -> None:
        self.nodes = nodes
        self.frames = frames
        self.roots = [item for item in nodes if not item.num_inputs and not item.num_controls]
        self.has_one_effect = False

    def dismantle(self) -> None:
        """Takes the items from each other; no step may run any more. See `Graph.dismantle`."""
        for item in self.nodes:
            item.reset_edges()
        self.roots.clear()
        self.frames.clear()
        while self.nodes:
            self.nodes.pop()


def build_view(graph: Graph, bind: Callable[[Operation], OpKernel]) -> GraphView:
    """Compiles a partition.

    Args:
        graph: The partition; it must not change any more.
        bind: Gives the bound kernel of an operation.

    Raises:
        OpError: A loop is ill-formed, a kernel is missing or refuses its node.
    """
    ops = graph.get_operations()
    items = {op: NodeItem(op, bind(op)) for op in ops}
    frames = {"": FrameInfo("")}
    for op, frame in find_frames(ops).items():
        # An Enter runs, and waits for its inputs, outside the frame that it enters.
        where = frame.parent if op.type in ENTER and frame.parent is not None else frame
        item = items[op]
        item.frame_name = where.name
        item.num_controls = len(op.control_inputs)
        frames.setdefault(where.name, FrameInfo(where.name)).add(item)
    # Edges last: an edge names a position among its consumer's inputs, which a node has once it is in its frame.
    for op, item in items.items():
        _connect(op, item, items)
        if item.is_enter:
            frames.setdefault(frame_name_of(op), FrameInfo(frame_name_of(op))).count_enter(op)
    view = GraphView(list(items.values()), frames)
    _note_effects(view)
    return view


def _note_effects(view: GraphView) -> None:
    """Finds the nodes that wait and have nothing behind them that has an effect, and counts those that have one."""
    items = view.nodes
    if not any(item.is_waiting for item in items):
        return
    # Backwards from the nodes with an effect: what leads to one of them has it behind it.
    stack = [item for item in items if item.kernel.definition.kind is not KernelKind.PURE and not _is_quiet(item)]
    view.has_one_effect = sum(not _gives_handle(item) for item in stack) == 1
    seen: set[NodeItem] = set()
    while stack:
        new = [producer for producer in stack.pop().producers if producer not in seen]
        seen.update(new)
        stack.extend(new)
    for item in items:
        item.has_effects_behind = item in seen


def _connect(op: Operation, item: NodeItem, items: Mapping[Operation, NodeItem]) -> None:
    item.data_producers = [(items[tensor.op], tensor.value_index) for tensor in op.inputs]
    item.control_producers = [items[control] for control in op.control_inputs]
    for position, (producer, slot) in enumerate(item.data_producers):
        producer.data_out.append((slot, item, item.input_start + position))
    for producer in item.control_producers:
        producer.control_out.append(item)
