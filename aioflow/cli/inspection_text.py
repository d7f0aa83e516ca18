"""The result of `aioflow inspect` as text for a terminal."""
from __future__ import annotations

from typing import Any

from aioflow.cli.tables import columns, paragraph
from aioflow.cli.terminal import nbytes_text, printable, shape_text

Document = dict[str, Any]
_SHOWN = 20


def inspection_text(document: Document) -> str:
    """Writes the document as text."""
    size = nbytes_text(document["file_nbytes"])
    lines = [
        f"{printable(document['file'])}: {document['format']}, {size}, {document['num_nodes']} nodes, "
        f"{document['num_functions']} functions, producer version {document['producer']}"
    ]
    if "tag_sets" in document:
        tag_sets = [printable(",".join(tags)) or "none" for tags in document["tag_sets"][:_SHOWN]]
        lines.append(f"tags: {'; '.join(tag_sets)}")
    for name, signature in list(document.get("signatures", {}).items())[:_SHOWN]:
        lines += _signature_lines(name, signature)
    if not document.get("signatures"):
        lines += ["inputs", *_tensor_lines(document["inputs"]), "outputs", *_tensor_lines(document["outputs"])]
    lines += _op_lines(document["ops"])
    lines += _missing_lines(document["missing_ops"])
    lines += _constant_lines(document["constants"])
    return "\n".join(lines)


def _signature_lines(name: str, signature: Document) -> list[str]:
    title = f"signature {printable(name, 120)} ({printable(signature['method'], 120) or 'no method name'})"
    rows = [
        [way, key, *_tensor_cells(info)]
        for way, infos in (("in", signature["inputs"]), ("out", signature["outputs"]))
        for key, info in list(infos.items())[:_SHOWN]
    ]
    return [title, *columns(rows), f"  {_verdict(signature['missing_ops'])}"]


def _verdict(missing: list[str] | None) -> str:
    if missing is None:
        return "too large to tell whether every op that it needs has a kernel"
    if not missing:
        return "runs: every op that it needs has a kernel"
    more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
    return f"cannot run: it needs {', '.join(printable(op, 80) for op in missing[:_SHOWN])}{more} (see missing ops)"


def _tensor_lines(tensors: list[Document]) -> list[str]:
    lines = columns(_tensor_cells(tensor) for tensor in tensors[:_SHOWN]) or ["  none"]
    return lines + ([f"  ... and {len(tensors) - _SHOWN} more (--json lists all)"] if len(tensors) > _SHOWN else [])


def _tensor_cells(tensor: Document) -> list[str]:
    # A name without ":" is an operation's.
    if tensor["dtype"] is None and ":" not in tensor["name"]:
        return [tensor["name"], "operation", ""]
    return [tensor["name"], tensor["dtype"] or "?", shape_text(tensor["shape"])]


def _op_lines(ops: dict[str, int]) -> list[str]:
    shown = ", ".join(f"{printable(op, 80)} {count}" for op, count in list(ops.items())[: 2 * _SHOWN])
    more = f", ... and {len(ops) - 2 * _SHOWN} more" if len(ops) > 2 * _SHOWN else ""
    return [f"ops ({len(ops)} types)", *paragraph(shown + more)]


def _missing_lines(missing: list[Document]) -> list[str]:
    if not missing:
        return ["missing ops: none, every op has a kernel"]
    rows = [
        [m["op"], f"{m['count']}x", m["reason"], _needed_by(m), f"for example {m['example']}"] for m in missing[:_SHOWN]
    ]
    more = [f"  ... and {len(missing) - _SHOWN} more"] if len(missing) > _SHOWN else []
    is_spare = all(each.get("signatures") == [] for each in missing)
    spare = ", none of which a signature needs" if is_spare else ""
    return [f"missing ops ({len(missing)}){spare}", *columns(rows), *more]


def _needed_by(missing: Document) -> str:
    """Says which signatures need an op; nothing of a model without signatures."""
    if "signatures" not in missing:
        return ""
    names = missing["signatures"]
    more = " and others" if len(names) > 3 else ""
    return f"needed by {', '.join(names[:3])}{more}" if names else "needed by no signature"


def _constant_lines(constants: Document) -> list[str]:
    title = f"constants: {constants['count']}, {nbytes_text(constants['nbytes'])} as declared"
    rows = [[*_tensor_cells(constant), nbytes_text(constant["nbytes"])] for constant in constants["largest"]]
    return [f"{title}; the largest", *columns(rows)] if rows else [title]
