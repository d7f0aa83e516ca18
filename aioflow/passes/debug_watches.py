"""Debug watches: nodes that show watched tensors, and let nothing go on with a tensor before it has been shown.

What a debugger asks for by `RunOptions.debug_options` is inserted as TensorFlow does it, and with its names: behind all
other passes, so that the nodes are those that run; a copy of the tensor, which its consumers read, and one debug node
per debug op behind the copy. What a program watches in the process is inserted before the other passes, which keep what
has a consumer: it sees tensors also where these would leave no node of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from aioflow import errors
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import ENTER, MERGE, NEXT_ITERATION, Graph, Operation, Tensor
from aioflow.framework.kernels import find_kernel
from aioflow.framework.op_def import OPS
from aioflow.framework.wanted import check_wanted
from aioflow.framework.watches import WILDCARD, DebugNode, Delivery, Watch
from aioflow.passes.debug_op_texts import GATE, DebugOpText, debug_attrs, no_kernel, parse_debug_op

DebugNodes = dict[str, DebugNode]
"""Name of a debug node -> what it shows."""
SHOWS_AT_ONCE = "DebugIdentityV3"  # which has a state, so that no pass folds it, merges it with another or drops it
MUTE = "mute_if_healthy"


def check_watches(watches: Iterable[Watch]) -> None:
    """Raises `FailedPreconditionError` for watches on slots that no tensor has."""
    for watch in watches:
        if watch.node_name == WILDCARD and watch.output_slot != -1:
            raise errors.failed_precondition(
                f'output_slot is expected to be -1 for wildcard node name ("*"), but got {watch.output_slot}'
            )
        if watch.node_name != WILDCARD and watch.output_slot < 0:
            raise errors.failed_precondition(
                "A negative output_slot in DebugTensorWatch is valid only for the wildcard node name "
                f'("*"), but got node name {watch.node_name}'
            )


def watches_anything(graph: Graph, watches: Iterable[Watch]) -> bool:
    """Whether any of the watches may show something of a run of a pruned graph."""
    # A debugger is told of each run, whatever it sees of it.
    return any(
        watch.delivery is not Delivery.AT_ONCE
        or (bool(graph.functions) if watch.function_name else graph.find_operation(watch.node_name) is not None)
        for watch in watches
    )


def insert_value_nodes(graph: Graph, watches: Sequence[Watch], function_name: str = "") -> DebugNodes:
    """Inserts nodes that show tensors to watchers in the process; of names that the graph does not have, none.

    Args:
        graph: A pruned graph, before all other passes; it is changed.
        watches: All watches.
        function_name: The function whose body it is; "" for the graph of a run.
    """
    found: DebugNodes = {}
    consumers: dict[Tensor, list[Operation]] = {}
    for number, watch in enumerate(watches):
        if watch.delivery is not Delivery.AT_ONCE or watch.function_name != function_name:
            continue
        op = graph.find_operation(watch.node_name)
        if op is None or not 0 <= watch.output_slot < len(op.outputs):
            continue
        consumers = consumers or _consumers(graph)
        tensor = op.outputs[watch.output_slot]
        attrs = {"T": tensor.dtype.base_dtype, "tensor_name": tensor.name.encode()}
        op_def = OPS[SHOWS_AT_ONCE]
        name = f"__watch_{tensor.name}_{number}"
        shows = graph.add_node(name, op_def, op_def.complete_attrs(attrs), [tensor], op.created_at, op.device)
        _let_wait(tensor, consumers.get(tensor, ()), [shows])
        found[name] = DebugNode(
            number, watch.shown_name or op.name, watch.output_slot, "DebugIdentity", watch.delivery, ""
        )
    return found


def insert_debug_nodes(part: Graph, watches: Sequence[Watch], device: Device) -> DebugNodes:
    """Inserts copies and debug nodes for the watches of debuggers, as TensorFlow does.

    Args:
        part: A partition, behind all other passes; it is changed.
        watches: All watches, at most one of them for each tensor.
        device: The partition's device.

    Raises:
        FailedPreconditionError: A debug op cannot be made, and the watch does not tolerate that.
    """
    ops = part.get_operations()
    for op in ops:
        # Iterations one after the other: what is dumped of them is in their order.
        if op.type in ENTER and op.attrs["parallel_iterations"] > 1:
            op.attrs = {**op.attrs, "parallel_iterations": 1}
    found: DebugNodes = {}
    consumers = _consumers(part)
    for tensor, number in _watched(ops, watches):
        check_wanted()
        _insert(part, tensor, watches[number], number, device, consumers.get(tensor, ()), found)
    return found


def _watched(ops: Iterable[Operation], watches: Sequence[Watch]) -> Iterator[tuple[Tensor, int]]:
    """The watched tensors of a graph, and the numbers of their watches."""
    by_name: dict[tuple[str, int], int] = {}
    wildcard: int | None = None
    for number, watch in enumerate(watches):
        if watch.delivery is Delivery.AT_ONCE or watch.function_name:
            continue
        if watch.node_name == WILDCARD:
            wildcard = number
        else:
            by_name[watch.node_name, watch.output_slot] = number
    if not by_name:  # in TensorFlow, too, a wildcard counts only beside another watch, of whatever name
        return
    for op in ops:
        for slot, tensor in enumerate(op.outputs):
            number_or_none = by_name.get((op.name, slot), wildcard)
            if number_or_none is not None:
                yield tensor, number_or_none


def _insert(
    part: Graph,
    tensor: Tensor,
    watch: Watch,
    number: int,
    device: Device,
    consumers: Sequence[Operation],
    found: DebugNodes,
) -> None:
    texts = [_parsed(text, tensor.name) for text in watch.debug_ops]
    dtype, name = tensor.dtype.base_dtype, f"__copy_{tensor.op.name}_{tensor.value_index}"
    op_def = OPS["Copy"]
    copy = part.add_node(name, op_def, op_def.complete_attrs({"T": dtype}), [tensor], tensor.op.created_at)
    shows = []
    for index, (text, op) in enumerate(zip(watch.debug_ops, texts, strict=True)):
        name = f"__dbg_{tensor.name}_{index}_{op.name}"
        try:
            attrs = debug_attrs(op, tensor, tensor.name, name, device.name)
            if find_kernel(op.name, attrs, device.device_type) is None:
                raise no_kernel(op.name, tensor.name)
        except errors.FailedPreconditionError as error:
            if watch.tolerates_failures:
                continue
            message = f"Failed to create debug node {text} for tensor {tensor.name}, due to: {error.message}"
            raise errors.failed_precondition(message) from None
        shows.append(part.add_node(name, OPS[op.name], attrs, copy.outputs, tensor.op.created_at))
        found[name] = DebugNode(
            number, tensor.op.name, tensor.value_index, op.name, watch.delivery, device.name,
            bool(attrs.get(GATE)), bool(attrs.get(MUTE)),
        )  # fmt: skip
    if not tensor.dtype.is_ref:
        for consumer in consumers:
            if not _begins_iterations(tensor.op, consumer):
                consumer.inputs = [copy.outputs[0] if each is tensor else each for each in consumer.inputs]
    _let_wait(tensor, consumers, shows)


def _parsed(text: str, tensor_name: str) -> DebugOpText:
    try:
        return parse_debug_op(text)
    except ValueError as error:
        message = f"Failed to create Copy/CopyHost node for tensor {tensor_name}, due to: {error}"
        raise errors.failed_precondition(message) from None


def _let_wait(tensor: Tensor, consumers: Iterable[Operation], shows: Sequence[Operation]) -> None:
    """Lets what reads a tensor wait until it has been shown."""
    # A Merge would wait for both at once, of an Enter and of a NextIteration, and the second never comes.
    if _is_loop_edge(tensor.op):
        return
    for consumer in consumers:
        consumer.control_inputs = list(dict.fromkeys([*consumer.control_inputs, *shows]))


def _is_loop_edge(op: Operation) -> bool:
    return op.type in ENTER or op.type in NEXT_ITERATION


def _begins_iterations(producer: Operation, consumer: Operation) -> bool:
    """Whether a node is the Merge that begins the iterations of a loop, and gets its values from another one."""
    # It reads the Enter itself, and not its copy as in TensorFlow: an executor knows by a dead Enter that no iteration
    # begins, and that the Merge need not wait for another input. Else what is sent to other devices would be waited
    # for in vain. `debug_graph_def` shows the edges as TensorFlow has them.
    return _is_loop_edge(producer) and consumer.type in MERGE


def _consumers(graph: Graph) -> dict[Tensor, list[Operation]]:
    found: dict[Tensor, list[Operation]] = {}
    for op in graph.get_operations():
        for tensor in dict.fromkeys(op.inputs):
            found.setdefault(tensor, []).append(op)
    return found


def _note_origins(graph: Graph, debug_info: Any) -> None:
    """Writes down where in the program the nodes were made, as far as that is known."""
    files: dict[str, int] = {}
    for op in graph.get_operations():
        lines = [line for line in map(_LINE.fullmatch, op.created_at.splitlines()) if line is not None]
        for line in reversed(lines):  # innermost first, as the message has it
            trace = debug_info.traces[f"{op.name}@"].file_line_cols
            trace.add(file_index=files.setdefault(line[1], len(files)), line=int(line[2]), func=line[3])
    debug_info.files.extend(files)


_LINE = re.compile(r" *(.+):(\d+) in (.+)")  # as `user_frames` writes it


FillIn = Callable[[int], Sequence[str]]
"""Gives the URLs of a watch, by its number."""


def debug_graph_def(part: Graph, nodes: DebugNodes, urls_of: FillIn) -> object:
    """A partition as a `GraphDef`, with the URLs of one run, which the graph itself does not have.

    Args:
        part: The partition.
        nodes: Its debug nodes.
        urls_of: The URLs.
    """
    graph_def = part.as_graph_def()
    _note_origins(part, graph_def.debug_info)
    specs: dict[str, list[bytes]] = {}
    for node in graph_def.node:
        shown = nodes.get(node.name)
        if shown is None or shown.delivery is Delivery.AT_ONCE:
            continue
        urls = [url.encode() for url in urls_of(shown.number)]
        if "debug_urls" in node.attr:
            node.attr["debug_urls"].list.s[:] = urls
        gate = b"1" if shown.is_gated else b"0"
        # The first debug op comes first, each with all URLs.
        specs.setdefault(node.input[0], []).extend(b";".join([shown.debug_op.encode(), url, gate]) for url in urls)
    for node in graph_def.node:
        if node.name in specs:
            node.attr["debug_ops_spec"].list.s[:] = specs[node.name]
        elif node.op in MERGE:
            merge = part.get_operation_by_name(node.name)
            for index, tensor in enumerate(merge.inputs):
                copy = f"__copy_{tensor.op.name}_{tensor.value_index}"
                if copy in specs and not tensor.dtype.is_ref and _is_loop_edge(tensor.op):
                    node.input[index] = copy
    return graph_def
