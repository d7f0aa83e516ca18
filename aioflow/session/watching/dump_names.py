"""Names of the files of a dump, as TensorFlow's debugger looks for them.

    ROOT/_tfdbg_core_metadata_sessionrun%014d_<micros>
    ROOT/_tfdbg_device_<device>/_tfdbg_graph_hash<number>_<micros>
    ROOT/_tfdbg_device_<device>/<scopes>/<node>_<slot>_<debug op>_<micros>

What graphs call their nodes is not trusted: no name leads out of its folder, or is one that a system refuses.
"""

from __future__ import annotations

import hashlib
import re
import time
from pathlib import Path

from aioflow.framework.process_locks import process_lock

DEVICE_PREFIX = "_tfdbg_device_"
GRAPH_PREFIX = "_tfdbg_graph_"
METADATA_PREFIX = "_tfdbg_core_metadata_"
FETCHES_FILE = "_tfdbg_fetches_info_"
FEEDS_FILE = "_tfdbg_feed_keys_info_"
# What TensorFlow allows in names, and what its own nodes have besides.
_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_.\-:>]")
_MAX_PART = 200  # of 255 bytes that file systems allow; behind a part come slot, op and time
_DIGEST_SIZE = 8

_lock = process_lock()  # guards the time below: of two threads that ask at once none may get the other's
_last_micros = 0


def next_micros() -> int:
    """The time in microseconds since 1970, later than any that was given before in this process.

    So no two files have one name, and no tensor seems to be older than those that it was computed from.
    """
    global _last_micros
    with _lock:
        _last_micros = max(time.time_ns() // 1000, _last_micros + 1)
        return _last_micros


def device_folder(device_name: str) -> str:
    """The folder of a device's files."""
    return DEVICE_PREFIX + _safe(device_name.replace(":", "_").replace("/", ","), keeps=",")


def graph_file(graph_def: bytes, micros: int) -> str:
    """The file of a partition's graph."""
    return f"{GRAPH_PREFIX}hash{graph_number(graph_def)}_{micros}"


def graph_number(graph_def: bytes) -> int:
    """A number of 64 bits by which a partition's graph is known."""
    return int.from_bytes(hashlib.blake2b(graph_def, digest_size=_DIGEST_SIZE).digest())


def metadata_file(run_index: int, micros: int) -> str:
    """The file that tells of a run."""
    return f"{METADATA_PREFIX}sessionrun{run_index:014d}_{micros}"


def tensor_file(node_name: str, output_slot: int, debug_op: str, micros: int) -> Path:
    """The file of a tensor, below the folder of its device."""
    *scopes, last = node_name.split("/")
    return Path(*map(_part, scopes), f"{_part(last)}_{output_slot}_{debug_op}_{micros}")


def _part(name: str) -> str:
    """A part of a node's name as part of a path."""
    if name in ("", ".", ".."):
        return "_" * max(1, len(name))
    safe = _safe(name)
    if len(safe) <= _MAX_PART:
        return safe
    digest = hashlib.blake2b(name.encode(), digest_size=_DIGEST_SIZE).hexdigest()
    return f"{safe[:_MAX_PART]}.{digest}"


def _safe(name: str, keeps: str = "") -> str:
    return _NOT_ALLOWED.sub(lambda match: match[0] if match[0] in keeps and keeps else "_", name)
