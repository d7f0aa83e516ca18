"""Construction, closing, resetting, devices, and what stays usable after each."""
from __future__ import annotations

import asyncio
import gc
import os
from typing import Any

import pytest

from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, ConfigProto, RunMetadata, RunOptions
from aioflow.framework.graph.graph import Graph, get_default_graph
from aioflow.session.session import Session
from aioflow.session.session_factory import SessionFactory, SessionOptions

from .building import BLOCKERS, GATES, Nodes


class TestConstruction:
    """The constructor's arguments."""

    async def test_defaults(self, graph: Graph) -> None:
        """Without a graph a session takes the graph that is the default when it is made."""
        with graph.as_default():
            session = Session()
        assert session.graph is graph and get_default_graph() is not graph
        await session.close()

    @pytest.mark.parametrize("argument", [{"graph": 3}, {"target": 5}, {"config": "x"}])
    def test_wrong_types(self, argument: dict[str, Any]) -> None:
        """An argument of a wrong type is refused; argument and type are named."""
        name, value = next(iter(argument.items()))
        with pytest.raises(TypeError, match=f"`{name}`.*{type(value).__name__}"):
            Session(**argument)

    def test_config_as_target(self) -> None:
        """S-55: a config in the target's place is refused with advice to write `config=`."""
        with pytest.raises(TypeError, match="config="):
            Session(ConfigProto())  # type: ignore[arg-type]

    @pytest.mark.parametrize("target", ["bogus", "local", "localhost:2222"])
    def test_unknown_target(self, target: str, graph: Graph) -> None:
        """S-53: a target that nobody accepts is refused, naming target, config and the registered factories."""
        with pytest.raises(errors.NotFoundError, match=rf"{target}.*true.*Registered factories are .*DIRECT_SESSION"):
            Session(target, graph, ConfigProto(allow_soft_placement=True))

    def test_no_cpu(self, graph: Graph) -> None:
        """A session needs a CPU."""
        with pytest.raises(errors.NotFoundError, match="CPU"):
            Session(graph=graph, config=ConfigProto(device_count={"CPU": 0}))

    @pytest.mark.parametrize(("target", "sess_str"), [("", b""), (b"", b""), (None, None)])
    async def test_in_process_targets(self, graph: Graph, nodes: Nodes, target: Any, sess_str: bytes | None) -> None:
        """No target, as text, bytes or None, means this process; `sess_str` tells which it was."""
        async with Session(target, graph) as session:
            assert await session.run(nodes.constant(1)) == 1
            assert session.sess_str == sess_str

    async def test_config_is_copied(self, graph: Graph) -> None:
        """Changing the config afterwards does not change the session."""
        config = ConfigProto(device_count={"CPU": 2})
        async with Session(graph=graph, config=config) as session:
            config.device_count["CPU"] = 3
            assert session.config.device_count["CPU"] == 2

    async def test_repr(self, graph: Graph, nodes: Nodes) -> None:
        """In a shell one sees which session it is, on which pools, whether it is open, and how large its graph is."""
        nodes.constant([1, 2], name="c")
        config = ConfigProto(
            session_inter_op_thread_pool=[{"num_threads": 1}],
            experimental={"session_metadata": {"name": "shown", "version": 3}},
        )
        async with Session(graph=graph, config=config) as session:
            assert repr(session) == "<Session 'shown/3' pools=['Compute0'] state=open graph=<Graph operations=1>>"
        assert "state=closed" in repr(session)

    async def test_notebooks_show_tables(self, graph: Graph, nodes: Nodes) -> None:
        """A notebook shows how the runs of a session have ended; what is named in it is text."""
        config = ConfigProto(experimental={"session_metadata": {"name": "<b>"}})
        async with Session(graph=graph, config=config) as session:
            await session.run(nodes.constant(1))
            shown = session._repr_html_()
        assert shown.startswith("<table><caption>Session &#x27;&lt;b&gt;/0&#x27; pools=")
        assert "<th>succeeded</th><td>1</td>" in shown and "<b>" not in shown
        assert "state=closed" in session._repr_html_()

    async def test_graph_def(self, graph: Graph, nodes: Nodes) -> None:
        """`graph_def` is the graph as a message, with shapes where the config asks for them."""
        nodes.constant([1, 2], name="c")
        config = ConfigProto()
        async with Session(graph=graph, config=config) as session:
            assert [(n.name, "_output_shapes" in n.attr) for n in session.graph_def.node] == [("c", False)]
        config.graph_options.infer_shapes = True
        async with Session(graph=graph, config=config) as session:
            assert "_output_shapes" in session.graph_def.node[0].attr


class Elsewhere(SessionFactory):
    """A factory that accepts one target, or everything."""

    def __init__(self) -> None:
        self.target = "elsewhere://"
        self.accepts_all = False

    def accepts_options(self, options: SessionOptions) -> bool:
        return self.accepts_all or options.target == self.target


ELSEWHERE = Elsewhere()
SessionFactory.register("ELSEWHERE_SESSION", ELSEWHERE)


class TestFactories:
    """`SessionFactory`."""

    def test_one_accepts(self) -> None:
        """The factory that accepts the options is the one."""
        assert SessionFactory.get_factory(SessionOptions("elsewhere://")) is ELSEWHERE

    def test_several_accept(self, graph: Graph) -> None:
        """S-54: when two factories accept the same options, both are named."""
        ELSEWHERE.accepts_all = True
        try:
            with pytest.raises(errors.InternalError, match=r"are {DIRECT_SESSION, ELSEWHERE_SESSION}"):
                Session(graph=graph)
        finally:
            ELSEWHERE.accepts_all = False

    def test_name_is_taken(self) -> None:
        """A name can be registered once, unless overriding is asked for."""
        with pytest.raises(errors.AlreadyExistsError, match="ELSEWHERE_SESSION"):
            SessionFactory.register("ELSEWHERE_SESSION", Elsewhere())
        SessionFactory.register("ELSEWHERE_SESSION", ELSEWHERE, override=True)
        assert SessionFactory.get_factory(SessionOptions("elsewhere://")) is ELSEWHERE

    async def test_without_reset(self) -> None:
        """A factory need not know how to reset."""
        with pytest.raises(errors.UnimplementedError, match="Elsewhere"):
            await Session.reset("elsewhere://")


class TestClose:
    """`close`, and what is refused after it."""

    async def test_refusals(self, session: Session, nodes: Nodes) -> None:
        """R-27, S-43: after `close` every use is a RuntimeError, also of callables; closing again does nothing."""
        c = nodes.constant(1, name="c")
        x = nodes.placeholder()
        with_feeds, without = session.make_callable(c, [x]), session.make_callable(c)
        handle = await session.partial_run_setup([nodes.identity(x)], [x])
        compiled = session._make_callable_from_options(CallableOptions(fetch=["c:0"]))
        await session.close()
        await session.close()
        uses: list[Any] = [
            lambda: session.run(c),
            lambda: session.run([]),
            lambda: session.run(c, {"nope": object()}),
            lambda: session.partial_run_setup([c], [x]),
            lambda: session.partial_run(handle, [], {x: 1}),
            lambda: with_feeds(1),
            without,
            compiled,
            session.list_devices,
            lambda: session.make_callable(c),
            lambda: session._make_callable_from_options(CallableOptions(fetch=["c:0"])),
        ]
        for use in uses:
            with pytest.raises(RuntimeError, match="Attempted to use a closed Session"):
                await use()

    async def test_while_a_kernel_waits(self, session: Session, nodes: Nodes) -> None:
        """A step whose kernel waits ends with CancelledError, which is not that of asyncio."""
        run = asyncio.create_task(session.run(nodes.wait("close")))
        await asyncio.sleep(0)
        await session.close()
        with pytest.raises(errors.CancelledError):
            await run

    async def test_while_a_kernel_blocks(self, session: Session, nodes: Nodes) -> None:
        """S-45: a step whose kernel cannot be cancelled ends with CancelledError once the kernel has ended."""
        run = asyncio.create_task(session.run(nodes.block("close")))
        entered, release = BLOCKERS["close"]
        assert await asyncio.to_thread(entered.wait, 30)
        closing = asyncio.create_task(session.close())
        await asyncio.sleep(0)
        assert not run.done() and not closing.done()
        release.set()
        await closing
        with pytest.raises(errors.CancelledError):
            await run

    async def test_forgotten_session(self, graph: Graph, nodes: Nodes) -> None:
        """A session that nobody holds any more closes silently."""
        session = Session(graph=graph, config=ConfigProto(use_per_session_threads=True))
        assert await session.run(nodes.constant(1)) == 1
        del session
        gc.collect()

    def test_failed_construction(self) -> None:
        """A session that could not be made goes away silently."""
        with pytest.raises(errors.NotFoundError):
            Session("bogus")
        gc.collect()


class TestReset:
    """`Session.reset`."""

    async def test_closes_sessions(self, session: Session, graph: Graph, nodes: Nodes) -> None:
        """S-46: after a reset an old session's runs are cancelled, and a new session works."""
        c = nodes.constant(1)
        assert await session.run(c) == 1
        await Session.reset("")
        with pytest.raises(errors.CancelledError, match="closed"):
            await session.run(c)
        with pytest.raises(errors.CancelledError, match="closed"):
            await session.list_devices()
        async with Session(graph=graph) as new:
            assert await new.run(c) == 1

    async def test_while_a_step_waits(self, session: Session, nodes: Nodes) -> None:
        """A step that waits while the reset comes is cancelled."""
        run = asyncio.create_task(session.run(nodes.wait("reset")))
        await asyncio.sleep(0)
        await Session.reset("", ["some container"])
        with pytest.raises(errors.CancelledError):
            await run
        assert not GATES["reset"].is_set()

    async def test_bad_arguments(self) -> None:
        """A target that nobody accepts, and one of a wrong type, are refused."""
        with pytest.raises(errors.NotFoundError, match="bogus"):
            await Session.reset("bogus")
        with pytest.raises(TypeError, match="target"):
            await Session.reset(3)  # type: ignore[arg-type]


class TestDevices:
    """`list_devices`."""

    async def test_one_cpu(self, session: Session) -> None:
        """The CPU has a full name, 256 MiB, and a random incarnation."""
        (cpu,) = await session.list_devices()
        assert cpu.name == "/job:localhost/replica:0/task:0/device:CPU:0" and cpu.device_type == "CPU"
        assert cpu.memory_limit_bytes == 268435456 and cpu.incarnation != 0

    async def test_several_cpus(self, graph: Graph, nodes: Nodes) -> None:
        """S-56: a device count of three makes three CPUs, and an operation pinned to one of them runs."""
        with graph.device("/cpu:2"):
            c = nodes.constant(3)
        async with Session(graph=graph, config=ConfigProto(device_count={"CPU": 3})) as session:
            names = [device.name.rpartition("/")[2] for device in await session.list_devices()]
            assert names == ["device:CPU:0", "device:CPU:1", "device:CPU:2"]
            assert await session.run(nodes.identity(c)) == 3

    async def test_partition_graphs(self, graph: Graph, nodes: Nodes) -> None:
        """S-56: there is one partition graph for each device that has nodes."""
        counts = []
        for i in (0, 2):
            with graph.device(f"/cpu:{i}"):
                counts.append(nodes.count(f"partition {i}", name=f"count_{i}"))
        metadata = RunMetadata()
        async with Session(graph=graph, config=ConfigProto(device_count={"CPU": 3})) as session:
            assert await session.run(counts, None, RunOptions(output_partition_graphs=True), metadata) == [1, 1]
        names = [{node.name for node in partition.node} for partition in metadata.partition_graphs]
        assert len(names) == 2
        for name in ("count_0", "count_2"):
            assert sorted(name in part for part in names) == [False, True]


class TestState:
    """What sessions share, and what they do not."""

    async def test_across_signatures(self, session: Session, graph: Graph, nodes: Nodes) -> None:
        """S-48: a stateful kernel continues across signatures of a session, and starts anew in another session."""
        count = nodes.count("stream")
        same = nodes.identity(count)
        assert [await session.run(f) for f in (count, [same], (count, same))] == [1, [2], (3, 3)]
        async with Session(graph=graph) as other:
            assert await other.run(count) == 1
        assert await session.run(same) == 4

    async def test_concurrent_runs(self, session: Session, nodes: Nodes) -> None:
        """Runs that overlap, of one signature and of several, each get their own feeds."""
        x = nodes.placeholder()
        y = nodes.add(x, nodes.wait("concurrent"))
        runs = [asyncio.create_task(session.run(y if i % 2 else [y], {x: i})) for i in range(20)]
        await asyncio.sleep(0)
        GATES["concurrent"].set()
        for i, result in enumerate(await asyncio.gather(*runs)):
            assert (result if i % 2 else result[0]) == i + 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_fork(graph: Graph, nodes: Nodes) -> None:
    """In a forked child a session of the parent refuses to run instead of hanging; in the parent it goes on."""
    c = nodes.constant(1)
    with Session(graph=graph) as session:
        session.run_sync(c)
        child = os.fork()
        if child == 0:
            try:
                session.run_sync(c)
            except RuntimeError as error:
                os._exit(0 if "fork" in str(error) else 1)
            os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert session.run_sync(c) == 1
