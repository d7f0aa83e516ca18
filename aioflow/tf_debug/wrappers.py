"""Sessions that watch their runs: they dump them all, or keep what a filter finds something in."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from aioflow import errors
from aioflow._proto.config_pb2 import RunMetadata
from aioflow.session.base_session import BaseSession
from aioflow.session.calls import sync_runner
from aioflow.tf_debug.dump_dir import DebugDumpDir
from aioflow.tf_debug.dumped_tensors import has_inf_or_nan
from aioflow.tf_debug.sent_sources import SourceSender, gated_watch
from aioflow.tf_debug.wrapped_runs import DebuggedRuns, RemoteRuns, WatchedRuns, WatchFunction


class BaseDebugWrapperSession:
    """A session around another one, whose runs it watches. What it does not have itself, the other session does.

    Args:
        sess: The session.
        pass_through_operrors: Whether a run that fails raises, as runs do; else, as in TensorFlow, it gives the error.
            None raises.

    Raises:
        TypeError: `sess` is no session.
    """

    _runs: WatchedRuns  # set by derived classes, behind the check of `sess`: folders are not made for what is none

    def __init__(self, sess: Any, pass_through_operrors: bool | None = None) -> None:
        if not isinstance(sess, BaseSession | BaseDebugWrapperSession):
            raise TypeError(f"a session is to be wrapped, not {type(sess).__name__}")
        self._sess: Any = sess
        self._raises = pass_through_operrors is None or pass_through_operrors
        self.run_call_count = 0

    @property
    def session(self) -> Any:
        """The session within."""
        return self._sess

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sess, name)

    async def __aenter__(self) -> Any:
        await self._sess.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._sess.__aexit__(kind, error, traceback)

    def __enter__(self) -> Any:
        self._sess.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._sess.__exit__(kind, error, traceback)

    async def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: Any = None,
        run_metadata: Any = None,
    ) -> Any:
        """Runs one step, and watches it; see `Session.run`.

        Returns:
            The values; the error of a run that failed, where errors are not passed through.
        """
        self.run_call_count += 1
        if _is_empty(fetches) or not self._runs.is_wanted_here:
            return await self._sess.run(fetches, feed_dict, options, run_metadata)
        try:
            return await self._run_watched(fetches, feed_dict, options, run_metadata or RunMetadata())
        except errors.OpError as error:
            if self._raises:
                raise
            return error

    def run_sync(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: Any = None,
        run_metadata: Any = None,
    ) -> Any:
        """Does the same as `run` in scripts without an event loop; raises `RuntimeError` where one runs."""
        if sync_runner.is_loop_running():
            raise sync_runner.refusal(sys._getframe(1))
        return sync_runner.run_to_end(self.run(fetches, feed_dict, options, run_metadata))

    def make_callable(
        self, fetches: Any, feed_list: Any = None, accept_options: bool = False
    ) -> Callable[..., Awaitable[Any]]:
        """Makes an async function that runs the same fetches again and again, each time as `run` does."""
        keys = list(feed_list or ())

        async def call(*values: Any, options: Any = None, run_metadata: Any = None) -> Any:
            if len(values) != len(keys):
                raise TypeError(f"this callable takes {len(keys)} fed values, but was given {len(values)}")
            return await self.run(fetches, dict(zip(keys, values, strict=True)) or None, options, run_metadata)

        return call

    async def partial_run_setup(self, fetches: Any, feeds: Any = None) -> Any:
        """Raises `NotImplementedError`: partial runs are not watched."""
        raise NotImplementedError("partial_run_setup is not implemented for debug-wrapper sessions.")

    async def partial_run(self, handle: Any, fetches: Any, feed_dict: Any = None) -> Any:
        """Raises `NotImplementedError`: partial runs are not watched."""
        raise NotImplementedError("partial_run is not implemented for debug-wrapper sessions.")

    # ---- what derived classes say
    async def _run_watched(self, fetches: Any, feed_dict: Any, options: Any, run_metadata: Any) -> Any:
        raise NotImplementedError


class DumpingDebugWrapperSession(BaseDebugWrapperSession):
    """A session whose runs are dumped, each into a folder `run_<micros>_<number>`.

    Args:
        sess: The session.
        session_root: The folder of all runs; it must be empty, or not be there.
        watch_fn: Takes fetches and feeds of a run, and gives its `WatchOptions`; None watches everything.
        thread_name_filter: A regular expression for the beginning of the names of threads on which runs are watched.
        pass_through_operrors: Whether a run that fails raises, or gives the error, as in TensorFlow; None raises.

    Raises:
        ValueError: The folder has something in it, or is a file.
    """

    def __init__(
        self,
        sess: Any,
        session_root: str | Path,
        watch_fn: WatchFunction | None = None,
        thread_name_filter: str | None = None,
        pass_through_operrors: bool | None = None,
    ) -> None:
        super().__init__(sess, pass_through_operrors)
        self._runs: DebuggedRuns = DebuggedRuns(session_root, watch_fn, thread_name_filter)

    async def _run_watched(self, fetches: Any, feed_dict: Any, options: Any, run_metadata: Any) -> Any:
        watched, _ = await self._runs.begin(self._sess.graph, fetches, feed_dict, options)
        return await self._sess.run(fetches, feed_dict, watched, run_metadata)


TensorFilter = Callable[[Any, Any], bool]


class LocalCLIDebugWrapperSession(BaseDebugWrapperSession):
    """A session that keeps the dumps of runs in which a filter finds something, and of those that fail.

    TensorFlow's has a prompt before and after each run, for which an event loop could not wait. This one looks through
    each dump behind the run, and tells of what it has found: a line per filter, and the command that shows the dump.

    Args:
        sess: The session.
        dump_root: The folder of all dumps, which must be empty or not be there; None for a temporary one.
        ui_type: Taken for the sake of programs: "readline" is all that there is.
        thread_name_filter: See `DumpingDebugWrapperSession`.
        config_file_path: Taken for the sake of programs.
        file: Where to tell; standard error when None.

    Raises:
        ValueError: The folder has something in it, or `ui_type` is another one.
    """

    def __init__(
        self,
        sess: Any,
        dump_root: str | Path | None = None,
        ui_type: str = "readline",
        thread_name_filter: str | None = None,
        config_file_path: Any = None,
        file: TextIO | None = None,
    ) -> None:
        super().__init__(sess)
        if ui_type != "readline":
            raise ValueError(f"ui_type can be 'readline' alone, not {ui_type!r}")
        root = Path(tempfile.mkdtemp(prefix="tfdbg_")) if dump_root is None else Path(dump_root)
        self._runs: DebuggedRuns = DebuggedRuns(root, None, thread_name_filter)
        self._file = file
        self._filters: dict[str, TensorFilter] = {"has_inf_or_nan": has_inf_or_nan}

    def add_tensor_filter(self, filter_name: str, tensor_filter: TensorFilter) -> None:
        """Adds a filter.

        Args:
            filter_name: What it is called.
            tensor_filter: Takes a `DebugTensorDatum` and its value, and tells whether it is to be told of.

        Raises:
            ValueError: The name is empty.
            TypeError: The filter cannot be called.
        """
        if not filter_name:
            raise ValueError("Input argument filter_name cannot be empty.")
        if not callable(tensor_filter):
            raise TypeError("Input argument tensor_filter is expected to be callable, but is not.")
        self._filters[filter_name] = tensor_filter

    async def _run_watched(self, fetches: Any, feed_dict: Any, options: Any, run_metadata: Any) -> Any:
        watched, folder = await self._runs.begin(self._sess.graph, fetches, feed_dict, options)
        try:
            result = await self._sess.run(fetches, feed_dict, watched, run_metadata)
        except BaseException as error:
            self._tell(f"run {self.run_call_count} failed: {type(error).__name__}", folder)
            raise
        found = await asyncio.to_thread(self._search, folder)
        for line in found:
            self._tell(f"run {self.run_call_count}: {line}", folder)
        if not found:
            await asyncio.to_thread(shutil.rmtree, folder, True)
        return result

    def _search(self, folder: Path) -> list[str]:
        """What the filters find in a dump, a line each."""
        dump = DebugDumpDir(folder)
        found = []
        for name, wanted in self._filters.items():
            first = dump.find(wanted, first_n=1)
            if first:
                place = "".join(f", {frame} iteration {number}" for frame, number in dump.frames(first[0]))
                found.append(f"{name}: {first[0].tensor_name}{place}")
        return found

    def _tell(self, line: str, folder: Path) -> None:
        print(f"{line} (aioflow tfdbg {folder})", file=self._file or sys.stderr)


class GrpcDebugWrapperSession(BaseDebugWrapperSession):
    """A session whose runs tell debuggers at the other end of connections.

    Args:
        sess: The session.
        grpc_debug_server_addresses: "host:port" or "grpc://host:port", or several of them.
        watch_fn: See `DumpingDebugWrapperSession`, as for the next two.
        thread_name_filter: See above.
        pass_through_operrors: See above.

    Raises:
        ValueError: There is no address.
    """

    def __init__(
        self,
        sess: Any,
        grpc_debug_server_addresses: str | Sequence[str],
        watch_fn: WatchFunction | None = None,
        thread_name_filter: str | None = None,
        pass_through_operrors: bool | None = None,
    ) -> None:
        super().__init__(sess, pass_through_operrors)
        self._runs: RemoteRuns = RemoteRuns(grpc_debug_server_addresses, watch_fn, thread_name_filter)

    async def _run_watched(self, fetches: Any, feed_dict: Any, options: Any, run_metadata: Any) -> Any:
        watched = self._runs.begin(self._sess.graph, fetches, feed_dict, options)
        return await self._sess.run(fetches, feed_dict, watched, run_metadata)


class TensorBoardDebugWrapperSession(GrpcDebugWrapperSession):
    """A session whose runs tell a debugger what it asks for, as TensorBoard's debugger plugin does.

    Of each run the debugger hears what it is; a tensor is sent where the debugger has opened its gate. Where the nodes
    were made, and the source files, are sent when the graph has grown.

    Args:
        sess: The session.
        grpc_debug_server_addresses: "host:port" or "grpc://host:port", or several of them.
        thread_name_filter: See `DumpingDebugWrapperSession`.
        send_traceback_and_source_code: Whether to send tracebacks and files; whoever listens can read the program then.
        pass_through_operrors: See `DumpingDebugWrapperSession`.

    Raises:
        ValueError: There is no address.
    """

    def __init__(
        self,
        sess: Any,
        grpc_debug_server_addresses: str | Sequence[str],
        thread_name_filter: str | None = None,
        send_traceback_and_source_code: bool = True,
        pass_through_operrors: bool | None = None,
    ) -> None:
        super().__init__(sess, grpc_debug_server_addresses, gated_watch, thread_name_filter, pass_through_operrors)
        self._sender = SourceSender(self._runs.urls) if send_traceback_and_source_code else None

    async def _run_watched(self, fetches: Any, feed_dict: Any, options: Any, run_metadata: Any) -> Any:
        if self._sender is not None:
            await self._sender.send(self._sess.graph, fetches, feed_dict)
        return await super()._run_watched(fetches, feed_dict, options, run_metadata)


def _is_empty(fetches: Any) -> bool:
    return isinstance(fetches, list | tuple | dict) and not fetches
