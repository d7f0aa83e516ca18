"""Views into a session: what it has made of a graph and of its settings, for tests of the runtime itself."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.compiler.compiled_graph import CompiledGraph
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.pools.thread_pool import ThreadPool
from aioflow.session.base_session import BaseSession
from aioflow.session.direct_session import DirectSession


def direct_session(session: BaseSession) -> DirectSession:
    """Gives the in-process runtime behind a session.

    Raises:
        TypeError: The session runs elsewhere.
    """
    if not isinstance(session.backend, DirectSession):
        raise TypeError(f"the session runs in {session.backend!r}, not in this process")
    return session.backend


def compiled_graph(
    session: BaseSession, fetches: Sequence[Tensor], feeds: Sequence[Tensor] = (), targets: Sequence[Operation] = ()
) -> CompiledGraph:
    """Gives the compiled form that runs with these fetches, feeds and targets share; compiles it if there is none.

    Raises:
        OpError: It cannot be compiled.
    """
    return direct_session(session).prepare(session.graph, feeds, fetches, targets).entry.compiled


def pools_of(session: BaseSession) -> list[ThreadPool]:
    """Lists the inter-op pools that runs of a session may choose, by index."""
    return [entry.pool for entry in direct_session(session).pools.pools]
