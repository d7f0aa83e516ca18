"""GraphView: one partition compiled to what an executor needs, built once and shared by all its steps."""
from __future__ import annotations

from collections.abc import Callable

from aioflow.executor.kernel_stats import KernelStats
from aioflow.framework.control_flow import ENTER, EXIT, MERGE, NEXT_ITERATION, find_frames, frame_name_of
from aioflow.framework.graph import Graph
from aioflow.framework.kernel import KernelKind, OpKernel
from aioflow.framework.operation import Operation

TRANSFER = frozenset({"_Send", "_Recv", "_HostSend", "_HostRecv", "Send", "Recv"})


class NodeItem:
    """A node as integers and direct references.

    Attributes:
        op: The operation it runs.
        kernel: Its bound kernel.
        index: Its position among the nodes of its frame, for `PendingCounts`.
        input_start: Position of its first input in the input list of an iteration; `num_inputs` follow.
        data_out: For each data out-edge: (output slot, consumer, position in the consumer's input list).
        control_out: Consumers of its control out-edges.
        const_outputs: For a constant, the outputs it always has; else None.
        deref: Input slots where a reference arrives and a value is wanted.
        runs_dead: Whether its kernel also runs when the node is dead (transfers).
        stats: What its kernel costs.
    """

    __slots__ = (
        "const_outputs", "control_out", "data_out", "deref", "frame_name", "index", "input_start", "is_constant_enter",
        "is_control_trigger", "is_enter", "is_exit", "is_merge", "is_next_iteration", "is_waiting", "kernel", "name",
        "num_inputs", "num_outputs", "op", "required", "runs_dead", "stats",
    )  # fmt: skip

    def __init__(self, op: Operation, kernel: OpKernel) -> None:
        self.op = op
        self.name = op.name
        self.kernel = kernel
        self.num_inputs = len(op.inputs)
        self.num_outputs = len(op.outputs)
        self.is_merge = op.type in MERGE
        self.is_enter = op.type in ENTER
        self.is_constant_enter = self.is_enter and bool(op.attrs["is_constant"])
        self.is_exit = op.type in EXIT
        self.is_next_iteration = op.type in NEXT_ITERATION
        self.is_control_trigger = op.type == "ControlTrigger"
        self.runs_dead = op.type in TRANSFER
        self.is_waiting = kernel.definition.kind is KernelKind.WAITING
        self.const_outputs = [op.attrs["value"]] if op.type == "Const" else [] if op.type == "NoOp" else None
        wanted = op.op_def.input_types(op.attrs)
        self.deref = tuple(i for i, t in enumerate(op.inputs) if t.dtype.is_ref and not wanted[i].is_ref)
        self.stats = KernelStats(is_cheap=kernel.definition.cheap, is_blocking=kernel.definition.blocking)
        self.required: tuple[int, ...] = ()
        self.data_out: list[tuple[int, NodeItem, int]] = []
        self.control_out: list[NodeItem] = []
        self.frame_name = ""
        self.index = self.input_start = 0

    @property
    def propagates_plainly(self) -> bool:
        """Whether its outputs stay in its own iteration."""
        return not (self.is_enter or self.is_exit or self.is_next_iteration)

    def __repr__(self) -> str:
        return f"<NodeItem {self.name} {self.op.type}>"


class FrameInfo:
    """What is fixed about all frames of one name (the root frame's name is "").

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

    def add(self, item: NodeItem) -> None:
        """Gives a node its place among the nodes of the frame."""
        item.frame_name = self.name
        item.index = len(self.nodes)
        item.input_start = self.num_inputs
        self.num_inputs += item.num_inputs
        self.nodes.append(item)
        controls = len(item.op.control_inputs)
        self.initial_wait.append(1 + 2 * controls if item.is_merge else item.num_inputs + controls)


class GraphView:
    """A partition, compiled.

    Args:
        graph: The partition; it must not change any more.
        bind: Gives the bound kernel of an operation.

    Attributes:
        nodes: All nodes.
        frames: What is fixed per frame name.
        roots: Nodes that wait for nothing.

    Raises:
        OpError: A kernel is missing or refuses its node.
    """

    def __init__(self, graph: Graph, bind: Callable[[Operation], OpKernel]) -> None:
        ops = graph.get_operations()
        items = {op: NodeItem(op, bind(op)) for op in ops}
        self.nodes = list(items.values())
        self.frames: dict[str, FrameInfo] = {"": FrameInfo("")}
        for op, frame in find_frames(ops).items():
            # An Enter runs, and waits for its inputs, outside the frame that it enters.
            where = frame.parent if op.type in ENTER and frame.parent is not None else frame
            self._frame(where.name).add(items[op])
        for op in ops:
            self._connect(items[op], items)
            if items[op].is_enter:
                self._count_enter(op)
        self.roots = [item for item in self.nodes if not item.op.inputs and not item.op.control_inputs]

    def _frame(self, name: str) -> FrameInfo:
        if name not in self.frames:
            self.frames[name] = FrameInfo(name)
        return self.frames[name]

    def _count_enter(self, op: Operation) -> None:
        frame = self._frame(frame_name_of(op))
        frame.input_count += 1
        if frame.input_count == 1:
            frame.parallel_iterations = op.attrs["parallel_iterations"]

    @staticmethod
    def _connect(item: NodeItem, items: dict[Operation, NodeItem]) -> None:
        for slot, tensor in enumerate(item.op.inputs):
            producer = items[tensor.op]
            producer.data_out.append((tensor.value_index, item, item.input_start + slot))
            if tensor.value_index not in producer.required:
                producer.required += (tensor.value_index,)
        for control in item.op.control_inputs:
            items[control].control_out.append(item)
