"""DebugTensorDatum: one dumped tensor, and the files that hold such."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.event_pb2 import Event
from aioflow.framework import dtypes, tensor_from_proto
from aioflow.session.watching.dump_names import DEVICE_PREFIX

_FILE = re.compile(r"(?P<node>.+)_(?P<slot>\d+)_(?P<op>[^_]+)_(?P<time>\d+(?:-\d+)?)", re.DOTALL)
_PART_OF_DEVICE = re.compile(r"([^:_]+)_(.*)", re.DOTALL)
#: A message of protobuf can have no more; larger files are no events.
_MAX_FILE_NBYTES = 1 << 31


class InconvertibleTensorProto:
    """In place of a value that is none outside of its process: of a resource, a variant, or what had no value yet.

    Attributes:
        initialized: Whether there was a value.
    """

    def __init__(self, tensor_proto: Any, initialized: bool = True) -> None:
        self._tensor_proto = tensor_proto
        self.initialized = initialized

    def __str__(self) -> str:
        return str(self._tensor_proto) if self.initialized else "Uninitialized tensor:\n" + str(self._tensor_proto)


def read_event(path: str | Path) -> Event:
    """Reads a file that is one event.

    Raises:
        OSError: It cannot be read, is a link, or too large.
        ValueError: It is no event.
    """
    # Dumps may come from elsewhere: a link would lead out of them, and a device never ends.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(descriptor, "rb") as file:
        nbytes = os.fstat(descriptor).st_size
        if nbytes > _MAX_FILE_NBYTES or not os.path.isfile(path):
            raise OSError(f"{path} is no file of a dump")
        content = file.read()
    try:
        return Event.FromString(content)
    except DecodeError as error:
        raise ValueError(f"{path} is no event: {error}") from None


def load_tensor_from_event(event: Any) -> Any:
    """The value of a tensor in an event; an `InconvertibleTensorProto` where there is none.

    Raises:
        InvalidArgumentError: The message contradicts itself.
    """
    proto = event.summary.value[0].tensor
    if proto.dtype in (dtypes.resource.as_datatype_enum, dtypes.variant.as_datatype_enum):
        return InconvertibleTensorProto(proto)
    if proto.tensor_content or proto.string_val or any(dim.size == 0 for dim in proto.tensor_shape.dim):
        array = tensor_from_proto(proto)
        return np.array(array)
    return InconvertibleTensorProto(proto, initialized=False)


def load_tensor_from_event_file(event_file_path: str | Path) -> Any:
    """The same of a file."""
    return load_tensor_from_event(read_event(event_file_path))


def has_inf_or_nan(datum: Any, tensor: Any) -> bool:
    """Whether a tensor of floating-point or complex numbers has any that is infinite or none.

    Args:
        datum: What is known of the tensor; not looked at.
        tensor: The value, or what stands in its place.
    """
    if not isinstance(tensor, np.ndarray | np.generic) or tensor.dtype.kind not in "fcV":
        return False
    return not bool(np.isfinite(tensor).all())


def device_name_of(folder: str) -> str:
    """The device of a folder, as `dump_names.device_folder` names it."""
    parts = folder.removeprefix(DEVICE_PREFIX).split(",")
    named = [f"{m[1]}:{m[2]}" if (m := _PART_OF_DEVICE.fullmatch(part)) else part for part in parts]
    # The kind of a device and its number: "device_CPU_0".
    return "/".join(re.sub(r"^(device:[^_]+)_(\d+)$", r"\1:\2", part) for part in named)


class DebugTensorDatum:
    """One dumped tensor.

    Args:
        dump_root: The folder of the dump.
        debug_dump_rel_path: The file, below that folder.

    Raises:
        ValueError: The file has no name of a dumped tensor.
    """

    def __init__(self, dump_root: str | Path, debug_dump_rel_path: str | Path) -> None:
        path = Path(debug_dump_rel_path)
        match = _FILE.fullmatch(path.name)
        if match is None or ".." in path.parts or path.is_absolute() or len(path.parts) < 2:
            raise ValueError(f"Dump file path does not conform to the naming pattern: {path}")
        self._path = Path(dump_root) / path
        self._node_name = "/".join((*path.parts[1:-1], match["node"]))
        self._output_slot = int(match["slot"])
        self._debug_op = match["op"]
        self._extended_timestamp = match["time"]
        self._device_name = device_name_of(path.parts[0])

    def __str__(self) -> str:
        return (
            f"{{DebugTensorDatum ({self.device_name}) {self.tensor_name} @ {self.debug_op} @ {self.timestamp}}}"
        )

    __repr__ = __str__

    def get_tensor(self) -> Any:
        """The value, read anew; an `InconvertibleTensorProto` where there is none."""
        return load_tensor_from_event_file(self._path)

    @property
    def node_name(self) -> str:
        """The watched node."""
        return self._node_name

    @property
    def output_slot(self) -> int:
        """Which of its outputs."""
        return self._output_slot

    @property
    def tensor_name(self) -> str:
        """ "node:slot"."""
        return f"{self._node_name}:{self._output_slot}"

    @property
    def debug_op(self) -> str:
        """What was computed of the tensor."""
        return self._debug_op

    @property
    def watch_key(self) -> str:
        """ "node:slot:op"."""
        return f"{self.tensor_name}:{self._debug_op}"

    @property
    def device_name(self) -> str:
        """Where the node ran."""
        return self._device_name

    @property
    def timestamp(self) -> int:
        """When it was dumped, in microseconds since 1970."""
        return int(self._extended_timestamp.partition("-")[0])

    @property
    def extended_timestamp(self) -> str:
        """The same, with a number behind it where several were dumped at once."""
        return self._extended_timestamp

    @property
    def file_path(self) -> str:
        """The file."""
        return str(self._path)

    @property
    def dump_size_bytes(self) -> int | None:
        """The size of the file; None where it is gone."""
        try:
            return self._path.stat().st_size
        except OSError:
            return None

    @cached_property
    def frame_iteration(self) -> tuple[str, int] | None:
        """The run-time frame and iteration, as a dump of aioflow tells them; None where it tells nothing."""
        try:
            content = json.loads(read_event(self._path).summary.value[0].metadata.plugin_data.content)
            return str(content["frame"]), int(content["iteration"])
        except (OSError, ValueError, IndexError, KeyError, TypeError, errors.OpError):
            return None


def files_below(folder: Path) -> Iterator[Path]:
    """The files below a folder, without links, whose targets may be anywhere."""
    for parent, folders, names in os.walk(folder, followlinks=False):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            if not path.is_symlink():
                yield path
