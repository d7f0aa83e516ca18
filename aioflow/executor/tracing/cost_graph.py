"""Costs of the nodes of a step, as a `CostGraphDef`."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aioflow._proto.cost_graph_pb2 import CostGraphDef
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph, Operation


def is_cost_model_step(graph_options: Any, number: int) -> bool:
    """Whether execution `number` (from 0) of a signature is one whose cost is to be told.

    Args:
        graph_options: `GraphOptions`: of every `build_cost_model` executions one, not among the first
            `build_cost_model_after`.
        number: How many executions came before.
    """
    period, skipped = graph_options.build_cost_model, graph_options.build_cost_model_after
    return bool(period > 0 and number >= skipped and (number - skipped + 1) % period == 0)


def cost_graph(graph: Graph, placed: Mapping[Operation, Device], step_stats: Any) -> Any:
    """The graph with what its nodes cost in one step.

    Args:
        graph: The pruned graph.
        placed: Where each node ran.
        step_stats: The step's `StepStats`. A node that ran several times, in a loop, costs what these took together.

    Returns:
        A `CostGraphDef`: nodes in the graph's order, costs in whole microseconds; `inaccurate` for nodes that did not
        run.
    """
    # By name alone: a node is on one device, and a loop's node has an entry for each iteration.
    stats: dict[str, list[Any]] = {}
    for device in step_stats.dev_stats:
        for entry in device.node_stats:
            stats.setdefault(entry.node_name, []).append(entry)
    ops = graph.get_operations()
    ids = {op: i for i, op in enumerate(ops)}  # edges name nodes by number, so that all must be known first
    message = CostGraphDef()
    for op in ops:
        _fill(message.node.add(), op, ids, placed[op].name, stats.get(op.name, ()))
    return message


def _fill(node: Any, op: Operation, ids: Mapping[Operation, int], device: str, entries: Sequence[Any]) -> None:
    node.name, node.device, node.id = op.name, device, ids[op]
    # Somebody outside needs its outputs: they must be kept to the end.
    node.is_final = op.type in ("_Retval", "_Send", "_HostSend")
    node.inaccurate = not entries
    for tensor in op.inputs:
        node.input_info.add(preceding_node=ids[tensor.op], preceding_port=tensor.value_index)
    node.control_input.extend(ids[control] for control in op.control_inputs)
    # The kernel alone, without its wait for a thread.
    node.compute_cost = sum(entry.op_end_rel_nanos - entry.op_start_rel_nanos for entry in entries) // 1000
    for tensor in op.outputs:
        # -1: no input's memory is used again.
        node.output_info.add(alias_input_port=-1, dtype=tensor.dtype.base_dtype.as_datatype_enum)
    for entry in entries[-1:]:  # in a loop, sizes and shapes are those of the last iteration
        for output in entry.output:
            info = node.output_info[output.slot]
            info.size = output.tensor_description.allocation_description.requested_bytes
            info.shape.CopyFrom(output.tensor_description.shape)
