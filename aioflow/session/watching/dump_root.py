"""DumpRoot: a folder into which runs dump what a debugger watches."""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aioflow import errors
from aioflow._proto.event_pb2 import Event
from aioflow.framework.file_errors import file_errors
from aioflow.framework.watches import DebugNode
from aioflow.session.watching import disk_bytes, dump_events, dump_names


class DumpRoot:
    """A folder, which is made when something is written.

    Args:
        path: An absolute path.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        #: Folders that are known to be there, and within the root.
        self._known: set[Path] = set()

    def write_graph(self, device_name: str, graph_def: bytes) -> Path:
        """Writes the graph of a partition; returns the file.

        Raises:
            FailedPreconditionError: The folder cannot be made.
        """
        micros = dump_names.next_micros()
        name = Path(dump_names.device_folder(device_name), dump_names.graph_file(graph_def, micros))
        return self._write(name, dump_events.graph_event(graph_def, micros))

    def write_metadata(self, run_index: int, metadata: Mapping[str, Any]) -> None:
        """Writes what a run is."""
        micros = dump_names.next_micros()
        name = Path(dump_names.metadata_file(run_index, micros))
        self._write(name, dump_events.metadata_event(metadata, micros))

    def write_tensor(self, node: DebugNode, value: Any, frame_iteration: tuple[str, int]) -> None:
        """Writes a tensor.

        Raises:
            ResourceExhaustedError: Dumps have taken all bytes that they may.
            OpError: The file cannot be written.
        """
        disk_bytes.take(dump_events.value_nbytes(value), node.tensor_name)
        micros = dump_names.next_micros()
        name = dump_names.tensor_file(node.node_name, node.output_slot, node.debug_op, micros)
        event = dump_events.tensor_event(node, value, frame_iteration, micros)
        self._write(Path(dump_names.device_folder(node.device_name)) / name, event)

    def write_text(self, name: str, text: str) -> None:
        """Writes a file with a line, such as the fetches of a run, in place of an older one."""
        folder = self._folder(Path())
        with file_errors(folder / name):
            (folder / name).write_bytes(dump_events.text_event(text).SerializeToString())

    def _write(self, name: Path, event: Event) -> Path:
        folder = self._folder(name.parent)
        for number in itertools.count():
            path = folder / (f"{name.name}-{number}" if number else name.name)
            with file_errors(path):
                try:
                    # Never a file that is there, and none that a link leads to.
                    with open(path, "xb") as file:
                        file.write(event.SerializeToString())
                    return path
                except FileExistsError:
                    continue
                except OSError:
                    path.unlink(missing_ok=True)  # a part of an event would be no event
                    raise
        raise AssertionError("unreachable")

    def _folder(self, name: Path) -> Path:
        """A folder below the root, or the root itself, which is there afterwards."""
        folder = self.path / name
        if folder in self._known:
            return folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            inside = Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(self.path))
        except OSError as fault:
            message = f"Failed to create directory  {folder}, due to: {fault.strerror}"
            raise errors.failed_precondition(message) from None
        if not inside:  # a link that somebody has put there
            raise errors.failed_precondition(f"Failed to create directory  {folder}, due to: it leads out of the root")
        self._known.add(folder)
        return folder
