"""The adapter between the recorded-trace replayer and aioflow's session."""
from __future__ import annotations

import os
from typing import Any

import aioflow as tf
from aioflow import errors
from aioflow.framework.importing import import_graph_def
from tests import execution

execution.apply_environment()
_TARGET = os.environ.get("AIOFLOW_TEST_TARGET", "")


class Adapter:
    """One session; made anew for each trace."""

    def __init__(self) -> None:
        self.session: Any = None
        self.servers: Any = None

    async def open(self, graph_def: bytes, config: bytes | None) -> None:
        """Loads a serialized GraphDef into a new session."""
        graph = tf.Graph()
        with graph.as_default():
            # Recorded graphs hold checkpoint ops that no step reaches.
            import_graph_def(graph_def, name="", trust="full")
        message = tf.ConfigProto.FromString(config) if config else tf.ConfigProto()
        message.allow_soft_placement = True  # as the recording: some graphs name GPUs
        if not _TARGET:
            self.session = tf.Session(graph=graph, config=message)
            return
        from tests.conformance.targets import Servers

        self.servers = Servers(_TARGET)
        self.session = await self.servers.session(graph, message)

    async def run(
        self, fetches: list[str], targets: list[str], feeds: dict[str, Any], run_options: bytes | None
    ) -> list[Any]:
        """Runs one step; returns the values of `fetches`."""
        options = tf.RunOptions.FromString(run_options) if run_options else None
        graph = self.session.graph
        wanted = [graph.get_tensor_by_name(name) for name in fetches]
        wanted += [graph.get_operation_by_name(name) for name in targets]
        results = await self.session.run(wanted, feeds, options=options)
        return list(results[: len(fetches)])

    async def partial_run_setup(self, fetches: list[str], targets: list[str], feeds: list[str]) -> Any:
        """Begins a partial run."""
        graph = self.session.graph
        wanted = [*fetches, *(graph.get_operation_by_name(name) for name in targets)]
        if not hasattr(self.session, "partial_run_setup"):
            raise errors.unimplemented("partial runs are not implemented")
        return await self.session.partial_run_setup(wanted, feeds)

    async def partial_run(self, handle: Any, fetches: list[str], feeds: dict[str, Any]) -> list[Any]:
        """Continues a partial run."""
        return list(await self.session.partial_run(handle, fetches, feeds))

    async def close(self) -> None:
        """Closes the session."""
        if self.session is not None:
            await self.session.close()
        if self.servers is not None:
            await self.servers.stop()
