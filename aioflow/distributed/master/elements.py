"""Names of a step's feeds, fetches and targets, looked up in the session's graph."""
from __future__ import annotations

from aioflow import errors
from aioflow.framework.graph import Graph, Operation, Tensor


def fed_tensor(graph: Graph, name: str) -> Tensor:
    """The tensor of a feed.

    Raises:
        NotFoundError: There is none.
    """
    found = _tensor(graph, name)
    if found is None:
        raise errors.not_found(f"FeedInputs: unable to find feed output {name}")
    return found


def fetched_tensor(graph: Graph, name: str) -> Tensor:
    """The tensor of a fetch.

    Raises:
        NotFoundError: There is no such node.
        InvalidArgumentError: It has no such output.
    """
    found = _tensor(graph, name)
    if found is not None:
        return found
    op = graph.find_operation(name.partition(":")[0])
    if op is None:
        raise errors.not_found(f"FetchOutputs node {name}: not found")
    raise errors.invalid_argument(f"FetchOutputs {name}: output index too large, must be < {len(op.outputs)}")


def target_operations(graph: Graph, names: list[str]) -> list[Operation]:
    """The operations of targets.

    Raises:
        NotFoundError: Some do not exist; all of these are named.
    """
    found = {name: graph.find_operation(name.partition(":")[0]) for name in names}
    missing = [name for name, op in found.items() if op is None]
    if missing:
        raise errors.not_found(f"PruneForTargets: Some target nodes not found: {' '.join(missing)} ")
    return [op for op in found.values() if op is not None]


def _tensor(graph: Graph, name: str) -> Tensor | None:
    """The tensor "node:0"; also "node", for which TensorFlow's masters wait without end."""
    op_name, _, index = name.partition(":")
    op = graph.find_operation(op_name)
    number = int(index or 0) if (index or "0").isdecimal() else -1
    return op.outputs[number] if op is not None and 0 <= number < len(op.outputs) else None
