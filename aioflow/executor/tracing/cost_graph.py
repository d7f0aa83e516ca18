"""Costs of the nodes of a signature, as a `CostGraphDef`."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from aioflow._proto.cost_graph_pb2 import CostGraphDef
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.executor.tracing.step_stats import Execution

_SENDS = ("_Send", "_HostSend")


def is_cost_model_step(graph_options: Any, number: int) -> bool:
    """Whether execution `number` (from 0) of a signature is one whose cost is to be told.

    Args:
        graph_options: `GraphOptions`: of every `build_cost_model` executions one, not among the first
            `build_cost_model_after`.
        number: How many executions came before.
    """
    period, skipped = graph_options.build_cost_model, graph_options.build_cost_model_after
    return bool(period > 0 and number >= skipped and (number - skipped + 1) % period == 0)


class CostModel:
    """What the nodes of a signature have cost in the steps that were collected.

    Args:
        partitions: Its nodes, by partition.
    """

    def __init__(self, partitions: Sequence[Sequence[NodeItem]]) -> None:
        self._partitions = partitions
        #: Microseconds from when a node was taken up until its kernel had ended, at most.
        self._cost_micros: dict[NodeItem, int] = {}
        #: The last execution of each node: in a loop sizes and shapes are those of its last iteration.
        self._last: dict[NodeItem, Execution] = {}
        self._seen: dict[tuple[NodeItem, int], tuple[tuple[int, ...], int]] = {}

    def note(self, executions: Iterable[Execution]) -> None:
        """Notes a step. Executions of nodes in function bodies are left out: the caller's has them in its own."""
        known = {item for items in self._partitions for item in items}
        for execution in executions:
            item, all_start, op_end, given = execution
            if item not in known:
                continue
            # The most of one execution, as in TensorFlow: a node in a loop is not summed up.
            cost_micros = op_end // 1000 - all_start // 1000
            self._cost_micros[item] = max(cost_micros, self._cost_micros.get(item, 0))
            self._last[item] = execution
            for slot, shape, nbytes in given.arrays:
                self._seen[item, slot] = shape, nbytes

    def to_proto(self) -> Any:
        """Everything as a `CostGraphDef`: the partitions one after the other, each with its `_SOURCE` and `_SINK`.

        Nodes that never ran have outputs of size -1 and unknown shape, as in TensorFlow, and are `inaccurate`, which
        TensorFlow never says.
        """
        message = CostGraphDef()
        for items in self._partitions:
            first = len(message.node)
            message.node.add(name="_SOURCE", id=first)
            sink = message.node.add(name="_SINK", id=first + 1)
            # Edges name nodes by number, so that all must be known first.
            ids = {item.op: number for number, item in enumerate(items, first + 2)}
            read = {op for item in items for op in (*(t.op for t in item.op.inputs), *item.op.control_inputs)}
            sink.control_input.extend([first, *(number for op, number in ids.items() if op not in read)])
            for item in items:
                self._fill(message.node.add(), item, ids, first)
        return message

    def _fill(self, node: Any, item: NodeItem, ids: dict[Any, int], source: int) -> None:
        op = item.op
        node.name, node.device, node.id = op.name, item.kernel.device.name, ids[op]
        node.is_final = op.type in _SENDS  # somebody elsewhere needs its output
        last = self._last.get(item)
        node.inaccurate = last is None and op.type not in _SENDS and not op.type.endswith("Recv")
        for tensor in op.inputs:
            node.input_info.add(preceding_node=ids[tensor.op], preceding_port=tensor.value_index)
        node.control_input.extend(ids[control] for control in op.control_inputs)
        if not op.inputs and not op.control_inputs:
            node.control_input.append(source)
        node.compute_cost = self._cost_micros.get(item, 0)
        if last is not None:
            node.persistent_memory_size = last[3].persistent_nbytes
        for slot, tensor in enumerate(op.outputs):
            info = node.output_info.add(size=-1, alias_input_port=-1)
            seen = self._seen.get((item, slot))
            if seen is None:
                info.shape.unknown_rank = True
                continue
            shape, info.size = seen
            info.dtype, info.alias_input_port = tensor.dtype.as_datatype_enum, self._alias(item, slot)
            info.shape.SetInParent()
            for size in shape:
                info.shape.dim.add(size=size)

    def _alias(self, item: NodeItem, slot: int) -> int:
        """The first input whose memory an output is; -1 for none."""
        keys = self._last[item][3].keys
        key = keys[slot] if slot < len(keys) else None
        for position, (producer, output) in enumerate(item.data_producers):
            last = self._last.get(producer)
            if key is not None and last is not None and 0 <= output < len(last[3].keys) and last[3].keys[output] == key:
                return position
        return -1
