"""The default session and graph: who sees which, and how contexts nest."""
from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

from aioflow._proto.config_pb2 import ConfigProto
from aioflow.framework.graph.defaults import get_default_session
from aioflow.framework.graph.graph import Graph, get_default_graph
from aioflow.session.session import InteractiveSession, Session

from .building import Nodes


async def test_as_default(session: Session) -> None:
    """S-49: `as_default` leaves the default graph as it is and the session open; it may be entered many times."""
    before = get_default_graph()
    with session.as_default() as entered, session.as_default():
        assert entered is session and get_default_session() is session and get_default_graph() is before
    assert get_default_session() is None
    await session.list_devices()


async def test_async_with(graph: Graph) -> None:
    """S-49: `async with session` makes it and its graph the defaults, and closes it."""
    async with Session(graph=graph) as session:
        assert get_default_session() is session and get_default_graph() is graph
    assert get_default_session() is None and get_default_graph() is not graph
    with pytest.raises(RuntimeError, match="closed"):
        await session.list_devices()


async def test_with_inside_a_coroutine(graph: Graph, nodes: Nodes) -> None:
    """S-49: plain `with session` does the same inside a coroutine."""
    c = nodes.constant(1)
    with Session(graph=graph) as session:
        assert get_default_graph() is graph and await c.eval() == 1
    with pytest.raises(RuntimeError, match="closed"):
        await session.run(c)


def test_with_outside_of_a_loop(graph: Graph, nodes: Nodes) -> None:
    """S-49: plain `with session` works in a script too."""
    c = nodes.constant(1)
    with Session(graph=graph) as session:
        assert get_default_session() is session and session.run_sync(c) == 1
    with pytest.raises(RuntimeError, match="closed"):
        session.run_sync(c)


async def test_halves_in_two_tasks(graph: Graph, nodes: Nodes) -> None:
    """A session may be left in another task than it was entered in, as the fixtures and lifespans of others do."""
    c = nodes.constant(1)

    async def lifespan() -> AsyncIterator[Session]:
        async with Session(graph=graph) as session:
            yield session

    async def go_on() -> Session | None:
        return await anext(generator, None)

    generator = lifespan()
    session = await asyncio.create_task(go_on())
    assert session is not None
    assert get_default_session() is None and await session.run(c) == 1
    with Graph().as_default() as own:
        assert await asyncio.create_task(go_on()) is None
        assert get_default_graph() is own
    with pytest.raises(RuntimeError, match="closed"):
        await session.run(c)


async def test_closed_after_an_exception(graph: Graph) -> None:
    """An exception leaves the block as it is, and the session is closed."""
    with pytest.raises(KeyError, match="mine"):
        async with Session(graph=graph) as session:
            raise KeyError("mine")
    with pytest.raises(RuntimeError, match="closed"):
        await session.list_devices()
    assert get_default_session() is None


async def test_not_reentrant(graph: Graph) -> None:
    """S-50: entering a session again while it is entered is refused, in either way."""
    async with Session(graph=graph) as session:
        with pytest.raises(RuntimeError, match="re-entrant"):
            await session.__aenter__()
        with pytest.raises(RuntimeError, match="re-entrant"), session:
            pass
        assert get_default_session() is session


async def test_entering_a_closed_session(session: Session) -> None:
    """A closed session cannot be entered."""
    await session.close()
    with pytest.raises(RuntimeError, match="closed"):
        async with session:
            pass


async def test_eval_and_run(session: Session, nodes: Nodes) -> None:
    """`tensor.eval()` and `operation.run()` use the default session or the one they are given."""
    x = nodes.placeholder()
    y = nodes.identity(x)
    assert await y.eval({x: 2}, session) == 2
    with session.as_default():
        assert await y.eval({x: 3}) == 3
        assert await y.op.run({x: 3}) is None  # type: ignore[func-returns-value]


async def test_eval_without_its_session(session: Session, nodes: Nodes) -> None:
    """S-51: without a default session, or with one of another graph, `eval` and `run` are refused."""
    other = Nodes(Graph()).constant(1)
    with pytest.raises(ValueError, match="session"):
        await nodes.constant(1).eval()
    with pytest.raises(ValueError, match="session"):
        await nodes.constant(1).op.run()
    with session.as_default(), pytest.raises(ValueError, match="another graph"):
        await other.eval()
    with pytest.raises(ValueError, match="another graph"):
        await other.eval(session=session)


async def test_new_thread(session: Session) -> None:
    """S-52: a new thread starts without a default session."""
    seen: list[Any] = []
    with session.as_default():
        thread = threading.Thread(target=lambda: seen.append(get_default_session()))
        thread.start()
        thread.join()
    assert seen == [None]


async def test_tasks_do_not_disturb_each_other(session: Session, graph: Graph) -> None:
    """A task inherits the default session of its creator, and what it enters is not seen by its siblings."""
    inside = asyncio.Event()
    done = asyncio.Event()

    async def enter_another() -> Any:
        inherited = get_default_session()
        async with Session(graph=graph) as mine:
            inside.set()
            await done.wait()
            return inherited, get_default_session() is mine

    with session.as_default():
        task = asyncio.create_task(enter_another())
        await inside.wait()
        assert get_default_session() is session
        done.set()
        assert await task == (session, True)


async def test_leaving_in_wrong_order(graph: Graph) -> None:
    """Contexts that are left in another order than the reverse of entering are an AssertionError naming the type."""
    first, second = Session(graph=graph), Session(graph=graph)
    await first.__aenter__()
    await second.__aenter__()
    with pytest.raises(AssertionError, match="Session"):
        await first.__aexit__(None, None, None)
    await second.__aexit__(None, None, None)
    for session in (first, second):
        with pytest.raises(RuntimeError, match="closed"):
            await session.list_devices()


class TestInteractiveSession:
    """`InteractiveSession`."""

    async def test_is_default(self, graph: Graph, nodes: Nodes) -> None:
        """It is the default session from its construction to its end, and so is a graph that it was given."""
        c = nodes.constant(1)
        session = InteractiveSession(graph=graph)
        assert get_default_session() is session and get_default_graph() is graph and await c.eval() == 1
        await session.close()
        await session.close()
        assert get_default_session() is None and get_default_graph() is not graph

    async def test_takes_the_default_graph(self, graph: Graph) -> None:
        """Without a graph it takes the default one, which stays what it is."""
        with graph.as_default():
            session = InteractiveSession()
        assert session.graph is graph and get_default_graph() is not graph
        await session.close()

    async def test_config(self, graph: Graph) -> None:
        """It places pruned graphs and lets GPU memory grow, without touching the caller's config."""
        config = ConfigProto(allow_soft_placement=True)
        first, second = InteractiveSession(graph=graph, config=config), InteractiveSession(graph=graph)
        assert first.config.graph_options.place_pruned_graph and first.config.allow_soft_placement
        assert second.config.graph_options.place_pruned_graph and second.config.gpu_options.allow_growth
        assert config == ConfigProto(allow_soft_placement=True)
        await second.close()
        await first.close()

    async def test_closed_in_any_order(self, graph: Graph, caplog: pytest.LogCaptureFixture) -> None:
        """A second one is reported in the log, and the two may be closed in any order."""
        with caplog.at_level(logging.ERROR):
            first = InteractiveSession(graph=graph)
            assert caplog.records == []
            second = InteractiveSession(graph=graph)
            assert "interactive session" in caplog.text
        await first.close()
        assert get_default_session() is second
        await second.close()
        assert get_default_session() is None
        caplog.clear()
        await InteractiveSession(graph=graph).close()
        assert caplog.records == []
