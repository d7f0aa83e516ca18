"""Recorded outcomes of kernel cases in one small file per file of cases: an index and all bytes, no pickle.

Outcomes are found by the names of cases. The digests of the cases that they were recorded for lie beside them: tests
do not look at them, as the bits of an input may depend on the CPU; the recorder asks again for what has changed.
An outcome is `{"error": "InvalidArgumentError"}` or `{"outputs": [array, ...]}`; an output that has no value to compare
(a handle, a variant) is None.
"""
from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

Outcome = dict[str, Any]
RECORDED = Path(__file__).parent / "recorded"
SWEEPS = ("dtype_sweep", "edge_sweep")  # files of thousands of generated cases


def recorded_names() -> list[str]:
    """Names of the files of cases that have recorded outcomes ("array/order_ops"), sweeps aside."""
    names = {path.relative_to(RECORDED).with_suffix("").as_posix() for path in RECORDED.rglob("*.npz")}
    return sorted(names - {*SWEEPS, "static_refusals"})


def save_outcomes(
    name: str, outcomes: dict[str, Outcome], folder: Path = RECORDED, digests: dict[str, str] | None = None
) -> Path:
    """Writes the outcomes, and the digests of their cases, by the names of cases; returns the file."""
    data = bytearray()
    index = {case: _packed(outcome, data) for case, outcome in outcomes.items()}
    path = folder / f"{name}.npz"
    texts = _json_array(index), _json_array(digests or {})
    np.savez_compressed(path, index=texts[0], digests=texts[1], data=np.frombuffer(bytes(data), np.uint8))
    return path


def load_outcomes(name: str, folder: Path = RECORDED) -> dict[str, Outcome]:
    """The outcomes by the names of cases."""
    with np.load(folder / f"{name}.npz", allow_pickle=False) as file:
        index, data = json.loads(file["index"].tobytes()), file["data"].tobytes()
    return {case: _unpacked(entry, data) for case, entry in index.items()}


@cache
def static_refusals(name: str) -> dict[str, list[str]]:
    """For cases by name what TensorFlow must know of all inputs so as to refuse their graphs: "values", "shape", ...

    Recorded by `tests/kernels/record_static_refusals.py`.
    """
    with np.load(RECORDED / "static_refusals.npz", allow_pickle=False) as file:
        refusals: dict[str, dict[str, list[str]]] = json.loads(file["refusals"].tobytes())
    return refusals.get(name, {})


def save_static_refusals(refusals: dict[str, dict[str, list[str]]]) -> Path:
    """Writes what `static_refusals` reads, by names of files; returns the file."""
    path = RECORDED / "static_refusals.npz"
    np.savez_compressed(path, refusals=_json_array(refusals))
    return path


def load_digests(name: str, folder: Path = RECORDED) -> dict[str, str]:
    """The digests of the cases that were recorded, by their names; none from files without digests."""
    with np.load(folder / f"{name}.npz", allow_pickle=False) as file:
        digests: dict[str, str] = json.loads(file["digests"].tobytes()) if "digests" in file else {}
    return digests


def _json_array(content: Any) -> np.ndarray[Any, Any]:
    return np.frombuffer(json.dumps(content, separators=(",", ":")).encode(), np.uint8)


def _packed(outcome: Outcome, data: bytearray) -> Any:
    """What the index says of an outcome: the error's class, or [dtype, shape, begin, end] per output."""
    if "error" in outcome:
        return outcome["error"]
    entries: list[Any] = []
    for array in outcome["outputs"]:
        begin = len(data)
        if array is not None:
            data += _bytes_of(array)
        entries.append(None if array is None else [array.dtype.name, list(array.shape), begin, len(data)])
    return entries


def _unpacked(entry: Any, data: bytes) -> Outcome:
    if isinstance(entry, str):
        return {"error": entry}
    return {"outputs": [None if e is None else _array_from(e[0], e[1], data[e[2] : e[3]]) for e in entry]}


def _bytes_of(array: np.ndarray[Any, Any]) -> bytes:
    if not array.dtype.hasobject:
        return array.tobytes()
    return json.dumps([value.decode("latin-1") for value in array.ravel()]).encode()


def _array_from(dtype: str, shape: list[int], data: bytes) -> np.ndarray[Any, Any]:
    if dtype != "object":
        numpy_dtype = np.dtype(getattr(ml_dtypes, dtype)) if hasattr(ml_dtypes, dtype) else np.dtype(dtype)
        return np.frombuffer(data, numpy_dtype).reshape(shape)
    array = np.empty(shape, object)
    array.ravel()[:] = [value.encode("latin-1") for value in json.loads(data)]
    return array
