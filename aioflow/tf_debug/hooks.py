"""Hooks that watch the runs of monitored sessions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aioflow.tf_debug.sent_sources import SourceSender, gated_watch
from aioflow.tf_debug.wrapped_runs import DebuggedRuns, RemoteRuns, WatchFunction
from aioflow.train.hooks.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunHook


class DumpingDebugHook(SessionRunHook):
    """Dumps each run of a monitored session into a folder `run_<micros>_<number>`.

    Args:
        session_root: The folder of all runs; it must be empty, or not be there.
        watch_fn: See `DumpingDebugWrapperSession`, as for the next.
        thread_name_filter: See above.

    Raises:
        ValueError: The folder has something in it, or is a file.
    """

    def __init__(
        self, session_root: str | Path, watch_fn: WatchFunction | None = None, thread_name_filter: str | None = None
    ) -> None:
        self._runs = DebuggedRuns(session_root, watch_fn, thread_name_filter)

    async def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Has the run dump what is to be watched."""
        if not self._runs.is_wanted_here:
            return None
        args = run_context.original_args
        options, _ = await self._runs.begin(run_context.session.graph, args.fetches, args.feed_dict, None)
        return SessionRunArgs(None, None, options)


class GrpcDebugHook(SessionRunHook):
    """Tells debuggers at the other end of connections of each run of a monitored session.

    Args:
        grpc_debug_server_addresses: "host:port" or "grpc://host:port", or several of them.
        watch_fn: See `DumpingDebugWrapperSession`, as for the next.
        thread_name_filter: See above.

    Raises:
        ValueError: There is no address.
    """

    def __init__(
        self,
        grpc_debug_server_addresses: str | Sequence[str],
        watch_fn: WatchFunction | None = None,
        thread_name_filter: str | None = None,
    ) -> None:
        self._runs = RemoteRuns(grpc_debug_server_addresses, watch_fn, thread_name_filter)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Has the run tell of what is to be watched."""
        if not self._runs.is_wanted_here:
            return None
        args = run_context.original_args
        return SessionRunArgs(
            None, None, self._runs.begin(run_context.session.graph, args.fetches, args.feed_dict, None)
        )


class TensorBoardDebugHook(GrpcDebugHook):
    """Tells a debugger what it asks for of each run, and where nodes were made; see `TensorBoardDebugWrapperSession`.

    Args:
        grpc_debug_server_addresses: "host:port" or "grpc://host:port", or several of them.
        thread_name_filter: See `DumpingDebugWrapperSession`.
        send_traceback_and_source_code: Whether to send tracebacks and files.

    Raises:
        ValueError: There is no address.
    """

    def __init__(
        self,
        grpc_debug_server_addresses: str | Sequence[str],
        thread_name_filter: str | None = None,
        send_traceback_and_source_code: bool = True,
    ) -> None:
        super().__init__(grpc_debug_server_addresses, gated_watch, thread_name_filter)
        self._sender = SourceSender(self._runs.urls) if send_traceback_and_source_code else None

    async def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:  # type: ignore[override]
        """Sends what is new of the graph, and has the run tell of what is asked for."""
        args = run_context.original_args
        if self._sender is not None and self._runs.is_wanted_here:
            await self._sender.send(run_context.session.graph, args.fetches, args.feed_dict)
        return super().before_run(run_context)
