"""Results of `aioflow run` as text, JSON or files."""
from __future__ import annotations

import math
import zipfile
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from aioflow._proto.step_stats_pb2 import StepStats
from aioflow.cli.exits import BadInput
from aioflow.cli.output_files import check_writable, is_special, output_file
from aioflow.cli.terminal import json_value, one_line, printable
from aioflow.observe import Recording, chrome_trace
from aioflow.observe.recording.formats import writer_of

Document = dict[str, Any]
_MAX_JSON_VALUES = 1_000_000  # each becomes a Python object and some ten characters


def described(value: Any) -> Document:
    """Describes a fetched value by dtype and shape; all are None for an operation, which has no value."""
    if value is None:
        return {"dtype": None, "shape": None, "value": None}
    array = np.asarray(value, object) if isinstance(value, bytes) else np.asarray(value)
    dtype = "string" if array.dtype == object else array.dtype.name
    return {"dtype": dtype, "shape": list(array.shape), "value": value}


def values_for_json(document: Document) -> Document:
    """Makes of the document one whose values JSON can hold; without values where they were saved.

    Raises:
        BadInput: A value is too large for JSON.
    """
    values: Document = {}
    for name, entry in document["values"].items():
        values[name] = {key: entry[key] for key in ("dtype", "shape")}
        if "output" not in document:
            # A size of 0 counts as 1: an empty array may still be a million empty lists.
            if math.prod(max(1, size) for size in entry["shape"] or ()) > _MAX_JSON_VALUES:
                raise BadInput(
                    f"{printable(name)} has shape {entry['shape']}, too much for JSON; save it with --output"
                )
            values[name]["value"] = json_value(entry["value"])
    return {**document, "values": values}


def values_text(document: Document) -> str:
    """Writes the document as text; large arrays are abridged."""
    lines: list[str] = []
    for name, entry in document["values"].items():
        what = f"{entry['dtype']} {entry['shape']}" if entry["dtype"] else "done"
        lines.append(f"{printable(name)}: {what}")
        if entry["dtype"] and "output" not in document:
            lines.append(_array_text(entry["value"]))
    if "output" in document:
        lines.append(f"saved to {printable(document['output'])}")
    if "trace" in document:
        lines.append(f"trace in {printable(document['trace'])}")
    return "\n".join(lines)


def _array_text(value: Any) -> str:
    with np.printoptions(threshold=200, edgeitems=3, linewidth=120):
        text = repr(value) if isinstance(value, bytes) else str(value)
    return "\n".join(printable(line, 1000) for line in text.splitlines())


def check_room(output: str, fetches: Collection[str]) -> None:
    """Raises BadInput if a file of that kind does not hold so many values."""
    if output.endswith(".npy") and len(fetches) != 1:
        raise BadInput(f"a .npy file holds one array, but there are {len(fetches)} fetches; use .npz")


def saver(output: str) -> Callable[[Mapping[str, Any]], None]:
    """Makes a function that saves values to `output`, whose name and folder are checked now, before anything runs."""
    file = Path(output)
    if file.suffix not in (".npy", ".npz"):
        raise BadInput(f"--output must end in .npy or .npz, not {printable(file.suffix)!r}")
    check_writable(output)

    def save(values: Mapping[str, Any]) -> None:
        arrays = {name: _savable(name, value) for name, value in values.items() if value is not None}
        with output_file(output) as stream:
            if file.suffix == ".npz":
                _write_npz(stream, arrays)
            else:
                np.save(stream, next(iter(arrays.values()), np.zeros(0)), allow_pickle=False)

    return save


def trace_saver(output: str) -> Callable[[StepStats], None]:
    """Makes a function that saves a trace to `output`, whose name and folder are checked now, before anything runs.

    Raises:
        BadInput: The name says no form that there is, or no file can lie there.
    """
    if not output.endswith(".json") and not is_special(output):
        raise BadInput(f"--trace: a trace is saved as *.json, *.pftrace or *.html, not as {printable(output)!r}")
    check_writable(output)

    def save(step_stats: StepStats) -> None:
        with output_file(output) as stream:
            stream.write(chrome_trace(step_stats).encode())

    return save


def recording_saver(output: str) -> Callable[[Recording], None]:
    """Makes a function that saves a recording to `output`; its name and folder are checked now.

    Raises:
        BadInput: The name says no form that there is, or no file can lie there.
    """
    try:
        write = writer_of(output)
    except ValueError as error:
        raise BadInput(f"--trace: {one_line(error)}") from error
    check_writable(output)

    def save(recording: Recording) -> None:
        with output_file(output) as stream:
            stream.write(write(recording))

    return save


def _write_npz(file: BinaryIO, arrays: Mapping[str, Any]) -> None:
    """Does the same as `numpy.savez`, which cannot store arrays of some names, such as "file"."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as stream:
                np.lib.format.write_array(stream, array, allow_pickle=False)


def _savable(name: str, value: Any) -> Any:
    """Makes of a value an array that a .npy file can hold without pickle.

    Strings become fixed-width bytes; the small floats become float32, small integers int8.
    """
    array = np.asarray(value, object) if isinstance(value, bytes) else np.asarray(value)
    if array.dtype == object:
        flat = array.ravel().tolist()
        # Fixed-width bytes are filled up with NUL, which numpy strips when it reads them.
        if not all(isinstance(element, bytes) and not element.endswith(b"\0") for element in flat):
            raise BadInput(f"{printable(name)} holds handles or strings that end in NUL; a .npy file cannot hold these")
        return array.astype(np.bytes_)
    if array.dtype.kind == "V":  # bfloat16, float8, int4 and others, which no other program reads in a .npy file
        return array.astype(np.int8 if "int" in array.dtype.name else np.float32)
    return array
