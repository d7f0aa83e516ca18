"""What graphs do with checkpoints: run with TensorFlow (by `record.py`) and with aioflow."""
from __future__ import annotations

import hashlib
import json
import re
import zlib
from base64 import b85decode, b85encode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

RECORDED = Path(__file__).parents[1] / "recorded" / "checkpoints.json"
_MAX_STORED_NBYTES = 1000


@dataclass(frozen=True)
class Step:
    """A node that runs.

    Attributes:
        op: The op.
        inputs: In order; a list of pairs is a list of tensors of named dtypes. In strings "@" is the folder.
        attrs: Attributes; dtypes by name.
    """

    op: str
    inputs: list[Any]
    attrs: dict[str, Any] = field(default_factory=dict)


def array_of(value: Any, folder: Path) -> Any:
    """An input as an array; strings are bytes, the folder in its place."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value
    texts = np.array(value, object)
    flat = [_in_folder(text, folder) for text in texts.ravel().tolist()]
    array = np.empty(len(flat), object)
    array[:] = flat
    return array.reshape(texts.shape)


def _in_folder(text: Any, folder: Path) -> bytes:
    data = text if isinstance(text, bytes) else str(text).encode()
    return data.replace(b"@", bytes(folder))


def files_in(folder: Path) -> dict[str, str]:
    """The files below a folder: small ones as they are, others by their hash. Drafts do not count."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and "tempstate" not in path.name)
    return {path.relative_to(folder).as_posix(): _packed(path.read_bytes()) for path in paths}


def _packed(data: bytes) -> str:
    if len(data) > _MAX_STORED_NBYTES:
        return f"sha256 {hashlib.sha256(data).hexdigest()}"
    return b85encode(zlib.compress(data, 9)).decode()


def unpacked(text: str) -> bytes | None:
    """A recorded file; None if only its hash is known."""
    return None if text.startswith("sha256 ") else zlib.decompress(b85decode(text))


def listed(array: Any) -> Any:
    """A result as JSON has it: its shape and its elements, numbers as their bytes."""
    array = np.asarray(array)
    if array.dtype == object:
        return [list(array.shape), [item.decode("latin-1") for item in array.ravel().tolist()]]
    return [list(array.shape), np.ascontiguousarray(array).tobytes().hex()]


def shown_error(kind: str, message: str, folder: Path) -> list[str]:
    """An error as JSON has it: its class, and what it says apart from where that was."""
    text = re.sub(r"^\{\{.*?\}\} | \[Op:\w+\].*|\n?\s*\[\[\{\{.*", "", message, flags=re.DOTALL)
    return [kind, re.sub(r"(?<=tempstate)\d+", "", text).replace(str(folder), "@")]


def is_same(outcome: Any, recorded: Any) -> bool:
    """Whether a step had a recorded outcome. Of messages one may say more than the other; spaces do not count."""
    if not (isinstance(outcome, dict) and isinstance(recorded, dict)):
        return bool(outcome == recorded)
    (kind, text), (wanted_kind, wanted) = outcome["error"], recorded["error"]
    short, long = sorted(("".join(text.split()), "".join(wanted.split())), key=len)
    return bool(kind == wanted_kind and short and short in long)


def recorded() -> dict[str, Any]:
    """Name of a program -> outcomes of its steps ("steps") and the files in the end ("files")."""
    outcomes: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
    return outcomes


def save(names: list[Any], specs: list[str], *tensors: Any, prefix: str = "@/c") -> Step:
    """Saves; a tensor may be a pair with its dtype's name."""
    return Step("SaveV2", [prefix, names, specs, [t if isinstance(t, tuple) else (t, t.dtype.name) for t in tensors]])


def restore(names: list[Any], specs: list[str], *dtypes: str, prefix: str = "@/c") -> Step:
    """Restores."""
    return Step("RestoreV2", [prefix, names, specs], {"dtypes": list(dtypes)})


def merge(prefixes: list[str], destination: str = "@/m", **attrs: bool) -> Step:
    """Merges."""
    return Step("MergeV2Checkpoints", [prefixes, destination], attrs)


def save_file(names: list[Any], specs: list[str], *tensors: Any, file: str = "@/f") -> Step:
    """Saves to one file of version 1."""
    pairs = [t if isinstance(t, tuple) else (t, t.dtype.name) for t in tensors]
    return Step("SaveSlices", [file, names, specs, pairs])


def restore_file(name: Any, spec: str = "", dtype: str = "float32", file: str = "@/f", **attrs: int) -> Step:
    """Restores from files of version 1."""
    return Step("RestoreSlice", [file, name, spec], {"dt": dtype, **attrs})


def text(*values: bytes) -> tuple[Any, str]:
    """A vector of strings."""
    array = np.empty(len(values), object)
    array[:] = values
    return array, "string"
