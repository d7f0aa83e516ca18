"""`aioflow tfdbg`: the tensors that a debugger has dumped, of one run or of several."""
from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.cli.exits import BadInput
from aioflow.cli.tables import columns
from aioflow.cli.terminal import json_value, nbytes_text, one_line, printable
from aioflow.tf_debug import DebugDumpDir, DebugTensorDatum, has_inf_or_nan

Document = dict[str, Any]
FILTERS = {"has_inf_or_nan": has_inf_or_nan}
_MAX_SHOWN = 1000  # elements of a value in text; JSON has them all


def show_dump(folder: str, filter_name: str | None, tensor: str | None, node: str | None) -> Document:
    """What a dump has, as a document for JSON.

    Args:
        folder: The folder of a run, or of a session's runs.
        filter_name: A filter that tensors must pass, or None.
        tensor: "node:slot" or "node:slot:op" for values, or None.
        node: A node to be told of, or None.

    Raises:
        BadInput: There is no such dump, tensor or node. Where one of several runs cannot be read, its document tells.
    """
    runs: list[Document] = []
    for path in dump_folders(folder):
        try:
            dump = DebugDumpDir(path)
            runs.append(_run(path, dump, filter_name, tensor, node))
        except (OSError, ValueError, KeyError, LookupError, errors.OpError) as error:
            text = one_line(error)
            runs.append({"folder": str(path), "error": text if str(path) in text else f"{path}: {text}"})
    if all("error" in run for run in runs):  # one that is damaged, or was left by a run that was killed, hides no other
        raise BadInput(printable(runs[0]["error"]))
    if tensor is not None and not any(run.get("tensors") for run in runs):
        hint = "" if ":" in tensor else "; tensors are named NODE:SLOT"
        raise BadInput(f"no tensor {printable(tensor)!r} was dumped in {printable(folder)}{hint}")
    return {"runs": runs}


def dump_folders(name: str) -> Sequence[Path]:
    """The folders of runs in a folder, in order of time; the folder itself where it is one.

    Raises:
        BadInput: It holds no dump.
    """
    folder = Path(name)
    if not os.path.isdir(folder):  # unlike Path's, false for names that no file can have
        raise BadInput(f"{printable(str(folder))} is no folder")
    if any(folder.glob("_tfdbg_*")):
        return [folder]
    runs = [path for path in folder.glob("run_*") if path.is_dir() and not path.is_symlink()]
    if not runs:
        raise BadInput(f"{printable(str(folder))} holds no dump")
    # "run_<micros>_<number>", in order of time.
    return sorted(runs, key=lambda path: (len(path.name), path.name))


def _run(path: Path, dump: DebugDumpDir, filter_name: str | None, tensor: str | None, node: str | None) -> Document:
    metadata = dump.core_metadata
    documents = [] if metadata is None else metadata if isinstance(metadata, list) else [metadata]
    document: Document = {
        "folder": str(path),
        "runs": [each._asdict() for each in documents],
        "num_tensors": dump.size,
    }
    if node is not None:
        document["node"] = node_of(dump, node)
        return document
    data = dump.dumped_tensor_data
    if tensor is not None:
        key = tensor if tensor.count(":") > 1 else f"{tensor}:DebugIdentity"
        data = [datum for datum in data if datum.watch_key == key]
    if filter_name is not None:
        data = [datum for datum in data if FILTERS[filter_name](datum, datum.get_tensor())]
    document["tensors"] = [tensor_of(dump, datum, tensor is not None) for datum in data]
    return document


def tensor_of(dump: DebugDumpDir, datum: DebugTensorDatum, has_value: bool) -> Document:
    """What a dump knows of one dumped tensor, and, if wanted, its value."""
    value = datum.get_tensor()
    is_array = isinstance(value, np.ndarray)
    document: Document = {
        "tensor": datum.tensor_name,
        "debug_op": datum.debug_op,
        "device": datum.device_name,
        "micros": datum.timestamp - (dump.t0 or 0),
        "nbytes": datum.dump_size_bytes or 0,
        "frames": [{"frame": frame, "iteration": number} for frame, number in dump.frames(datum)],
        "dtype": str(value.dtype) if is_array else None,
        "shape": list(value.shape) if is_array else None,
        "has_inf_or_nan": has_inf_or_nan(datum, value),
    }
    if has_value:
        document["value"] = json_value(value) if is_array else None
        document["text"] = np.array2string(value, threshold=_MAX_SHOWN) if is_array else str(value)
    return document


def node_of(dump: DebugDumpDir, name: str) -> Document:
    """What a dump knows of a node."""
    try:
        made_at = dump.node_traceback(name)
    except LookupError:
        made_at = []
    return {
        "name": name,
        "op": dump.node_op_type(name),
        "device": dump.node_device(name),
        "inputs": dump.node_inputs(name),
        "control_inputs": dump.node_inputs(name, is_control=True),
        "recipients": dump.node_recipients(name),
        "control_recipients": dump.node_recipients(name, is_control=True),
        "dumped": dump.debug_watch_keys(name),
        "made_at": made_at,
    }


def dump_text(document: Document) -> str:
    """The document as text."""
    return "\n".join(line for run in document["runs"] for line in _lines(run))


def _lines(run: Document) -> Iterator[str]:
    if "error" in run:
        yield printable(f"cannot be read: {run['error']}")
        return
    yield printable(run["folder"])
    for each in run["runs"]:
        yield printable(
            f"run {each['session_run_index']}: fed {', '.join(each['input_names']) or 'nothing'}; fetched "
            f"{', '.join(each['output_names'] + each['target_nodes'])}"
        )
    if "node" in run:
        yield from node_lines(run["node"])
        return
    yield f"{len(run['tensors'])} of {run['num_tensors']} dumped tensors"
    yield from tensor_lines(run["tensors"])


def tensor_lines(tensors: Sequence[Document]) -> Iterator[str]:
    """Tensors as text: a line each, with its value below it where that is told."""
    rows = [[
        f"{each['micros'] / 1000:.3f} ms", f"{each['tensor']} {each['debug_op']}", _place(each), _kind(each),
        nbytes_text(each["nbytes"]), "inf or nan" if each["has_inf_or_nan"] else "",
    ] for each in tensors]  # fmt: skip
    for row, each in zip(columns(rows), tensors, strict=True):
        yield row
        if "text" in each:
            yield from (f"    {printable(line)}" for line in each["text"].splitlines())


def _place(tensor: Document) -> str:
    places = [f"{each['frame']} iteration {_shown(each['iteration'])}" for each in tensor["frames"]]
    return ", ".join(places)


def _shown(iteration: int | None) -> str:
    return "?" if iteration is None else str(iteration)


def _kind(tensor: Document) -> str:
    return "no value" if tensor["dtype"] is None else f"{tensor['dtype']} {tensor['shape']}"


def node_lines(node: Document) -> Iterator[str]:
    """A node as text."""
    yield printable(f"{node['name']} ({node['op']}) on {node['device']}")
    for name in ("inputs", "control_inputs", "recipients", "control_recipients", "dumped", "made_at"):
        for each in node[name]:
            yield f"  {name.replace('_', ' ')}: {printable(each)}"
