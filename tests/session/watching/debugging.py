"""Options that watch tensors, and what is found in a dump, read without the package's own reader."""
from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import aioflow as tf
from aioflow.framework.tensors import tensor_from_proto

IDENTITY = ("DebugIdentity",)


def watching(root: Path | str, *watches: tuple[str, int] | tuple[str, int, Sequence[str]], **debug: Any) -> Any:
    """Run options that watch tensors: (node, slot) or (node, slot, debug ops), into a folder or to a URL."""
    url = root if isinstance(root, str) else f"file://{root}"
    options = tf.RunOptions()
    for node_name, slot, *ops in watches:
        options.debug_options.debug_tensor_watch_opts.add(
            node_name=node_name, output_slot=slot, debug_ops=ops[0] if ops else IDENTITY, debug_urls=[url]
        )
    for name, value in debug.items():
        setattr(options.debug_options, name, value)
    return options


class Dumped(NamedTuple):
    """A file with a tensor.

    Attributes:
        path: Below the folder of its device.
        event: The event.
        value: The array; None where the message has none.
        micros: The time in its name.
    """

    path: str
    event: Any
    value: Any
    micros: int


def dumped(root: Path) -> list[Dumped]:
    """The tensors in a dump, in order of time."""
    found = []
    for device in root.glob("_tfdbg_device_*"):
        for path in device.rglob("*"):
            if path.is_file() and not path.name.startswith("_tfdbg_graph_"):
                event = event_of(path)
                tensor = event.summary.value[0].tensor
                is_empty = any(dim.size == 0 for dim in tensor.tensor_shape.dim)
                has_value = tensor.tensor_content or tensor.string_val or is_empty
                micros = int(path.name.rpartition("_")[2].partition("-")[0])
                value = tensor_from_proto(tensor) if has_value else None
                found.append(Dumped(path.relative_to(device).as_posix(), event, value, micros))
    return sorted(found, key=lambda each: each.micros)


def dumped_keys(root: Path) -> list[str]:
    """The tensors in a dump as "node:slot:op", in order of time."""
    return [each.event.summary.value[0].node_name for each in dumped(root)]


def event_of(path: Path) -> Any:
    """The event in a file."""
    return tf.Event.FromString(path.read_bytes())


def graphs_of(root: Path) -> list[Any]:
    """The graphs in a dump."""
    files = sorted(root.glob("_tfdbg_device_*/_tfdbg_graph_*"))
    return [tf.GraphDef.FromString(event_of(path).graph_def) for path in files]


def metadata_of(root: Path) -> list[dict[str, Any]]:
    """What a dump tells of its runs, in their order."""
    files = sorted(root.glob("_tfdbg_core_metadata_*"))
    return [json.loads(event_of(path).log_message.message) for path in files]
