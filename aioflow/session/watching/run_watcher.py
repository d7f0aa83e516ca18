"""RunWatcher: tells of the watched tensors of one run, to debuggers and to the program itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from aioflow import errors
from aioflow.compiler.compiler import ExecutorEntry
from aioflow.compiler.watched_parts import WatchedParts
from aioflow.framework.watches import DebugNode, Delivery, Watches
from aioflow.passes.debug_watches import debug_graph_def
from aioflow.session.watching import disk_bytes
from aioflow.session.watching.debug_options import DebugRequest, is_remote, root_of
from aioflow.session.watching.dump_root import DumpRoot
from aioflow.session.watching.value_watch import ValueWatch

if TYPE_CHECKING:
    from aioflow.session.watching.grpc_streams import DebugStream


class RunWatcher:
    """The `Watcher` of one run.

    Args:
        request: What a debugger asks for, or None.
        values: What the program watches.

    Attributes:
        watches: All watches, for the compiler.
        run_index: The number of the run.
    """

    def __init__(self, request: DebugRequest | None, values: Sequence[ValueWatch]) -> None:
        self._request = request
        of_debugger: Watches = () if request is None else request.watches
        #: By the number of a watch behind those of the debugger.
        self._values: list[ValueWatch] = []
        of_program: list[Any] = []
        for each in values:
            of_program += each.watches
            self._values += [each] * len(each.watches)
        self.watches: Watches = (*of_debugger, *of_program)
        self._num_of_debugger = len(of_debugger)
        self.run_index = 0
        urls = [] if request is None else request.all_urls
        self._roots = {url: DumpRoot(root_of(url)) for url in urls if not is_remote(url)}
        self._remote = [url for url in urls if is_remote(url)]
        self._streams: dict[str, DebugStream] = {}
        self._metadata: dict[str, Any] = {}

    def begin(self, entry: ExecutorEntry, run_index: int) -> None:
        """Publishes graphs and what the run is; it writes files, and so takes a thread that may block.

        Args:
            entry: The signature, as it is watched.
            run_index: The number of the run.

        Raises:
            OpError: Something cannot be written.
        """
        self.run_index = run_index
        request, watched = self._request, entry.compiled.watched
        if request is None or watched is None:
            return
        if request.resets_disk_bytes:
            disk_bytes.reset_used()
        metadata = self._metadata = _metadata(entry, request.global_step, run_index)
        for url, root in self._roots.items():
            if not watched.published.is_there(url):
                files = [root.write_graph(device, graph_def) for device, graph_def in self._written(watched)]
                watched.published.note(url, files)
            if request.tells_of_run:
                root.write_metadata(run_index, metadata)

    async def begin_streams(self, entry: ExecutorEntry) -> None:
        """Does the same as `begin`, behind it, for debuggers at the other end of a connection.

        Raises:
            FailedPreconditionError: Nobody listens there.
            UnavailableError: Who listens has gone.
        """
        watched = entry.compiled.watched
        if not self._remote or watched is None:
            return
        from aioflow.session.watching.grpc_streams import DebugStream  # not above: few debuggers are elsewhere

        for url in self._remote:
            stream = self._streams[url] = DebugStream(url)
            await stream.open()
            if not watched.published.is_there(url):
                for device, graph_def in self._written(watched):
                    await stream.send_graph(device, graph_def)
                watched.published.note(url, ())
            await stream.send_metadata(self._metadata)

    async def end(self) -> None:
        """Ends the connections."""
        for stream in self._streams.values():
            await stream.close()

    def graphs(self, watched: WatchedParts) -> list[tuple[str, Any]]:
        """The partitions, by device, as `GraphDef` messages with the URLs of this run."""
        parts = watched.graphs.items()
        return [(device.name, debug_graph_def(part, watched.nodes, self._urls_of)) for device, part in parts]

    def _written(self, watched: WatchedParts) -> list[tuple[str, bytes]]:
        return [(name, graph_def.SerializeToString(deterministic=True)) for name, graph_def in self.graphs(watched)]

    def _urls_of(self, number: int) -> Sequence[str]:
        return () if self._request is None else self._request.urls[number]

    # ---- what kernels of debug nodes ask and tell
    def wants(self, node: DebugNode) -> bool:
        """See `Watcher.wants`."""
        # Only a server has a gate; to files everything goes.
        urls = self._urls_of(node.number)
        if not all(map(is_remote, urls)):
            return True
        from aioflow.session.watching.grpc_streams import gate_of

        return any(gate_of(url, node.key) is not None for url in urls)

    def show(self, node: DebugNode, value: Any, frame_iteration: tuple[str, int]) -> None:
        """See `Watcher.show`."""
        if node.delivery is Delivery.AT_ONCE:
            values, loop_name = self._values[node.number - self._num_of_debugger], self.watches[node.number].loop_name
            values.offer(node, value, frame_iteration, self.run_index, loop_name)
            return
        urls = self._urls_of(node.number)
        _publish_to_all(urls, lambda url: self._roots[url].write_tensor(node, value, frame_iteration))

    async def show_waiting(self, node: DebugNode, value: Any, frame_iteration: tuple[str, int]) -> None:
        """See `Watcher.show_waiting`."""
        faults = []
        urls = self._urls_of(node.number)
        for url in urls:
            try:
                if is_remote(url):
                    await self._streams[url].send_tensor(node, value, frame_iteration)
                else:
                    await asyncio.to_thread(self._roots[url].write_tensor, node, value, frame_iteration)
            except errors.OpError as fault:
                faults.append(fault)
        _raise_first(faults, len(urls))


def write_run(
    request: DebugRequest, number: int, feeds: Sequence[str], fetches: Sequence[str], targets: Sequence[str]
) -> None:  # fmt: skip
    """Writes what a run is whose parts are dumped elsewhere, into the folders of its debugger.

    Args:
        request: What the debugger asks for.
        number: The number of the run among those of its signature that are watched.
        feeds: The names of fed tensors, sorted.
        fetches: Those of fetched ones, likewise.
        targets: Those of operations that run, likewise.

    Raises:
        OpError: It cannot be written.
    """
    metadata = {
        "global_step": request.global_step, "session_run_index": number, "executor_step_index": number,
        "input_names": feeds, "output_names": fetches, "target_nodes": targets,
    }  # fmt: skip
    for url in request.all_urls:
        DumpRoot(root_of(url)).write_metadata(number, metadata)


def _publish_to_all(urls: Sequence[str], publish: Callable[[str], None]) -> None:
    faults: list[errors.OpError] = []
    for url in urls:
        try:
            publish(url)
        except errors.OpError as fault:
            faults.append(fault)
    _raise_first(faults, len(urls))


def _raise_first(faults: Sequence[errors.OpError], num_urls: int) -> None:
    """Raises what has failed; where there were several URLs, one error for all."""
    if not faults:
        return
    if num_urls == 1:
        raise faults[0]
    raise errors.internal(
        f"Publishing to {len(faults)} of {num_urls} debug target URLs failed, due to the following errors: "
        + "".join(f"{fault.message};" for fault in faults)
    )


def _metadata(entry: ExecutorEntry, global_step: int, run_index: int) -> dict[str, Any]:
    """What a run is, with the keys in the order in which TensorFlow has them."""
    return {
        "global_step": global_step,
        "session_run_index": run_index,
        "executor_step_index": next(entry.executions),
        "input_names": sorted(tensor.name for tensor in entry.feeds),
        "output_names": sorted(tensor.name for tensor in entry.fetches),
        "target_nodes": sorted(entry.compiled.graph.targets),
    }
