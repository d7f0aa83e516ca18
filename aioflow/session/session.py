"""Session and InteractiveSession: when a session is closed, and where it is the default one."""
from __future__ import annotations

import asyncio
import copy
import logging
import weakref
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import ClassVar

from aioflow._proto.config_pb2 import ConfigProto
from aioflow.framework.graph import defaults
from aioflow.framework.graph.graph import Graph
from aioflow.session.base_session import BaseSession
from aioflow.session.calls import sync_runner
from aioflow.session.calls.arguments import check_arguments
from aioflow.session.session_factory import SessionFactory, SessionOptions

_LOG = logging.getLogger(__name__)
# Closing waits for kernels, and a kernel may never end. An error that has left the block is worth more than a tidy end;
# the limit is above the grace that kernels of stopped runs have (5 s), so that it counts for what hangs only.
_CLOSE_AFTER_ERROR_S = 30.0


class Session(BaseSession):
    """A session that is a context manager: inside, it and its graph are the defaults; at the end it is closed.

    Both `async with` and `with` work; inside a running event loop `with` does not wait for cancelled steps to end.
    Arguments: see `BaseSession`.
    """

    # The contexts of graph and session while it is entered. TensorFlow refuses to enter twice, too, since the first end
    # closes the session for both.
    _entered: ExitStack | None = None

    def __enter__(self) -> Session:
        self._runner.check_open()
        if self._entered is not None:
            raise RuntimeError("Session context managers are not re-entrant; use session.as_default() inside")
        self._entered = ExitStack()
        self._entered.enter_context(self.graph.as_default())
        self._entered.enter_context(self.as_default())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self._leave()
        finally:
            # A plain `with` cannot wait on a running loop, which alone could end the steps that it would wait for.
            if sync_runner.is_loop_running():
                self._runner.close_nowait()
            else:
                sync_runner.run_to_end(self._close_after(error))

    async def __aenter__(self) -> Session:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self._leave()
        finally:
            await self._close_after(error)

    @staticmethod
    async def reset(target: str, containers: Sequence[str] | None = None, config: ConfigProto | None = None) -> None:
        """Clears resource containers and closes all sessions that runtimes of this target have in the process.

        Args:
            target: As for the constructor.
            containers: Names of containers; None or [] for the default one.
            config: Settings that the choice of the runtime may depend on.

        Raises:
            NotFoundError: No session factory accepts the target.
        """
        check_arguments(target, None, config)
        options = SessionOptions(target, copy.deepcopy(config) if config is not None else ConfigProto())
        await SessionFactory.get_factory(options).reset(options, list(containers or ()))

    def _leave(self) -> None:
        # Forgotten before the contexts are left: they raise where others were entered inside and are still open.
        entered, self._entered = self._entered, None
        if entered is not None:
            entered.close()

    async def _close_after(self, error: BaseException | None) -> None:
        """Closes; after an error waits a limited time only, so that the error is seen."""
        if error is None:
            await self.close()
            return
        try:
            async with asyncio.timeout(_CLOSE_AFTER_ERROR_S):
                await self.close()
        except TimeoutError:
            _LOG.error("The session did not close within %s s after %r; its steps go on", _CLOSE_AFTER_ERROR_S, error)


class InteractiveSession(BaseSession):
    """A session that is the default one from its construction until it is closed, for shells and notebooks.

    Args:
        target: As for `Session`.
        graph: The graph to run, which becomes the default graph; None takes the current one.
        config: As for `Session`.
    """

    # Those that are not closed. The stack of default sessions does not do: it is another one in each task and thread.
    _open: ClassVar[weakref.WeakSet[InteractiveSession]] = weakref.WeakSet()

    def __init__(
        self,
        target: str | bytes | None = "",
        graph: Graph | None = None,
        config: ConfigProto | None = None,
        **flags: bool,
    ) -> None:
        self._installed_graph = graph  # to be taken off the stack of default graphs again
        check_arguments(target, graph, config)
        settings = copy.deepcopy(config) if config is not None else ConfigProto(gpu_options={"allow_growth": True})
        # As in TensorFlow: in a shell, a node that cannot be placed must not spoil the session for all that follows.
        settings.graph_options.place_pruned_graph = True
        super().__init__(target, graph, settings, **flags)
        if InteractiveSession._open:  # told, not refused: in a notebook, running a cell again is no error
            _LOG.error("Another interactive session is open; close() it to free what it holds, or use tf.Session()")
        InteractiveSession._open.add(self)
        defaults.SESSIONS.push(self)
        if graph is not None:
            defaults.GRAPHS.push(graph)

    async def close(self) -> None:
        """Ends it as the default session and closes it. A second call does nothing."""
        if self in InteractiveSession._open:
            InteractiveSession._open.discard(self)
            defaults.SESSIONS.pop(self)
            if self._installed_graph is not None:
                defaults.GRAPHS.pop(self._installed_graph)
        await super().close()
