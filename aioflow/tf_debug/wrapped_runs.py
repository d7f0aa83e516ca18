"""DebuggedRuns: which runs are watched, and where their dumps go; for wrappers of sessions and for hooks."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aioflow._proto.config_pb2 import RunOptions
from aioflow.session.watching.dump_names import FEEDS_FILE, FETCHES_FILE, next_micros
from aioflow.session.watching.dump_root import DumpRoot
from aioflow.tf_debug.watch_options import Names, WatchOptions, watch_graph

WatchFunction = Callable[[Any, Any], Any]
"""Takes fetches and feeds of a run; gives its `WatchOptions`, or (debug ops, name, op and dtype patterns)."""


class WatchedRuns:
    """Which runs are watched, and what is to be watched in them.

    Args:
        watch_fn: Tells what to watch in a run; None for everything.
        thread_name_filter: A regular expression for the beginning of the names of threads on which runs are watched;
            None for all.
    """

    def __init__(self, watch_fn: WatchFunction | None, thread_name_filter: str | None) -> None:
        self._watch_fn = watch_fn
        self._threads = re.compile(thread_name_filter) if thread_name_filter else None

    @property
    def is_wanted_here(self) -> bool:
        """Whether runs of this thread are watched."""
        return self._threads is None or self._threads.match(threading.current_thread().name) is not None

    def _watched(
        self, graph: Any, fetches: Any, feed_dict: Any, options: RunOptions | None, urls: Names, resets: bool
    ) -> RunOptions:
        """A copy of a run's options, with its watches; `resets` whether the bytes dumped so far count no more.

        Raises:
            TypeError: `watch_fn` gives something else than options.
        """
        # `WatchOptions`, or a tuple of its first fields, as old programs have it.
        asked = WatchOptions() if self._watch_fn is None else self._watch_fn(fetches, feed_dict)
        if not isinstance(asked, tuple):
            raise TypeError(f"watch_fn must give a WatchOptions, not {type(asked).__name__}")
        asked = WatchOptions(*asked)
        watched = RunOptions()
        if options is not None:
            watched.CopyFrom(options)
        watch_graph(
            watched, graph, asked.debug_ops, urls, asked.node_name_regex_allowlist, asked.op_type_regex_allowlist,
            asked.tensor_dtype_regex_allowlist, asked.tolerate_debug_op_creation_failures, reset_disk_byte_usage=resets,
        )  # fmt: skip
        watched.output_partition_graphs = True
        return watched


class DebuggedRuns(WatchedRuns):
    """The watches of runs, each into a folder of its own.

    Args:
        session_root: The folder in which each run has one.
        watch_fn: See `WatchedRuns`, as for the next.
        thread_name_filter: See above.

    Raises:
        ValueError: The folder has something in it, or is a file.
    """

    def __init__(
        self, session_root: str | Path, watch_fn: WatchFunction | None = None, thread_name_filter: str | None = None
    ) -> None:
        super().__init__(watch_fn, thread_name_filter)
        root = Path(os.path.abspath(os.path.expanduser(session_root)))
        if root.is_file():
            raise ValueError(f"session_root path points to a file: {session_root}")
        if root.is_dir() and any(root.iterdir()):
            raise ValueError(f"session_root path points to a non-empty directory: {session_root}")
        if watch_fn is not None and not callable(watch_fn):
            raise TypeError("watch_fn is not callable")
        root.mkdir(parents=True, exist_ok=True)
        self._root = root
        self._numbers = itertools.count(1)

    async def begin(
        self, graph: Any, fetches: Any, feed_dict: Mapping[Any, Any] | None, options: RunOptions | None
    ) -> tuple[RunOptions, Path]:
        """The options of a run that dumps what is to be watched, and the folder of its dump.

        Args:
            graph: The session's graph.
            fetches: What is fetched.
            feed_dict: What is fed.
            options: The caller's options.
        """
        number = next(self._numbers)
        folder = self._root / f"run_{next_micros()}_{number}"
        root = DumpRoot(folder)
        feeds = None if feed_dict is None else feed_dict.keys()
        await asyncio.to_thread(_write_texts, root, repr(fetches), repr(feeds))
        return self._watched(graph, fetches, feed_dict, options, f"file://{folder}", resets=number == 1), folder


class RemoteRuns(WatchedRuns):
    """The watches of runs that tell debuggers at the other end of connections.

    Args:
        addresses: "host:port" or "grpc://host:port", or several of them.
        watch_fn: See `WatchedRuns`, as for the next.
        thread_name_filter: See above.

    Raises:
        ValueError: There is no address.
    """

    def __init__(
        self, addresses: Names, watch_fn: WatchFunction | None = None, thread_name_filter: str | None = None
    ) -> None:
        super().__init__(watch_fn, thread_name_filter)
        listed = [addresses] if isinstance(addresses, str) else list(addresses)
        if not all(listed) or not listed:
            raise ValueError("the address of a debug server is missing")
        #: Where the debuggers listen.
        self.urls = [each if each.lower().startswith("grpc://") else f"grpc://{each}" for each in listed]

    def begin(
        self, graph: Any, fetches: Any, feed_dict: Mapping[Any, Any] | None, options: RunOptions | None
    ) -> RunOptions:
        """The options of a run of which these debuggers are told; see `DebuggedRuns.begin`."""
        return self._watched(graph, fetches, feed_dict, options, self.urls, resets=False)


def _write_texts(root: DumpRoot, fetches: str, feeds: str) -> None:
    root.write_text(FETCHES_FILE, fetches)
    root.write_text(FEEDS_FILE, feeds)
