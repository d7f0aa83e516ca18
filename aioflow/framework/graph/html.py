"""What notebooks show of graphs and sessions."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from aioflow.framework.graph.operation import Operation

_MAX_ROWS = 20


def html_table(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """Writes a table of names and values, as text: graphs and their names may come from strangers."""
    body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows)
    return f"<table><caption>{escape(title)}</caption>{body}</table>"


def html_of_graph(title: str, operations: Sequence[Operation]) -> str:
    """Writes a graph's inputs, the tensors that nothing consumes, and how many operations of each type there are."""
    inputs = [op.outputs[0] for op in operations if op.type == "Placeholder"]
    results = [t for op in operations if op.type != "Placeholder" for t in op.outputs if not t.consumers()]
    rows = []
    for kind, tensors in (("input", inputs), ("result", results)):
        rows += [(kind, f"{tensor.name}  {tensor.dtype.name}  {tensor.shape}") for tensor in tensors[:_MAX_ROWS]]
        if len(tensors) > _MAX_ROWS:
            rows.append((kind, f"and {len(tensors) - _MAX_ROWS} more"))
    types = Counter(op.type for op in operations).most_common()
    return html_table(title, [*rows, ("operations", ", ".join(f"{op_type} {times}" for op_type, times in types))])
