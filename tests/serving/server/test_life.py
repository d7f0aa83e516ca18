"""A server's life: frameworks start and stop it, files change it, loads do not hold it up, memory comes back."""
from __future__ import annotations

import asyncio
import gc
import resource
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow.serving import Batching, Loading, Model, ModelServer, VersionPolicy
from aioflow.serving.server.config_file import follow
from tests.serving.models import save_affine

ONCE = Loading(poll_wait_s=0, max_retries=0)
virtual_time = pytest.mark.asyncio(loop_factories=["jumping"])


async def test_lifespan_starts_and_stops(half: Path) -> None:
    """A framework calls it with the application."""
    server = ModelServer([Model("half", half)], loading=ONCE)
    async with server.lifespan(object()) as state:
        assert state is None
        assert server.is_ready
    assert not server.is_ready


async def test_lifespan_around_another_one(half: Path) -> None:
    """The inner one runs while the server serves, and gives its state to the framework."""
    server = ModelServer([Model("half", half)], loading=ONCE)
    seen: list[Any] = []

    @asynccontextmanager
    async def inner(app: Any) -> AsyncIterator[dict[str, str]]:
        seen.append((app, server.is_ready))
        yield {"key": "value"}
        seen.append(server.is_ready)

    async with server.lifespan(inner=inner)("app") as state:
        assert state == {"key": "value"}
    assert seen == [("app", True), True]


async def test_lifespan_of_starlette(half: Path) -> None:
    """Mounted or not, the application's own lifespan starts the server."""
    applications = pytest.importorskip("starlette.applications", reason="needs the extra `serve`")
    server = ModelServer([Model("half", half)], loading=ONCE)
    app = applications.Starlette(lifespan=server.lifespan)
    async with app.router.lifespan_context(app):
        assert (await server["half"].predict({"x": [1.0]}))["y"] == [3.5]
    assert not server.is_ready


async def test_stop_lets_requests_in_flight_end(half: Path) -> None:
    """V-63: Readiness is gone at once and new requests are refused, while what has begun goes on."""
    server = ModelServer([Model("half", half)], loading=ONCE)
    await server.start()
    with server.use("half") as servable:
        stopping = asyncio.ensure_future(server.stop())
        await asyncio.sleep(0)
        assert not server.is_ready
        with pytest.raises(tf.errors.UnavailableError, match="shutting down"):
            await server["half"].predict({"x": [1.0]})
        outputs = await servable.run(servable.signature(), {"x": [1.0]}, ("y",))
        assert outputs["y"] == [3.5]
        assert not stopping.done()
    await stopping


async def test_reload_with_other_models(half: Path, tmp_path: Path) -> None:
    """The new list replaces the old one, and is served when the call returns."""
    await save_affine(tmp_path / "twice" / "1", 2.0, 0.0)
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        await server.reload([Model("twice", tmp_path / "twice")])
        assert (await server["twice"].predict({"x": [2.0]}))["y"] == [4]
        with pytest.raises(tf.errors.NotFoundError, match=r"Latest\(half\)"):
            await server["half"].predict({"x": [1.0]})
        assert server.model_names == ["twice"]


@virtual_time
async def test_configuration_file_is_followed(half: Path, tmp_path: Path) -> None:
    """What changes is served; what is wrong, or missing for a moment, changes nothing."""
    await save_affine(tmp_path / "twice" / "1", 2.0, 0.0)
    file = tmp_path / "models.config"
    texts = {
        name: f'model_config_list {{ config {{ name: "{name}" base_path: "{tmp_path / name}" }} }}'
        for name in ("half", "twice")
    }
    file.write_text(texts["half"])
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        following = asyncio.ensure_future(follow(server, file, 5.0))
        file.write_text("model_config_list { nonsense: 1 }")
        await asyncio.sleep(12)
        assert server.model_names == ["half"]
        file.unlink()
        await asyncio.sleep(12)
        assert server.model_names == ["half"]
        file.write_text(texts["twice"])
        await asyncio.sleep(12)
        assert server.model_names == ["twice"]
        following.cancel()


async def save_deep(folder: Path) -> Path:
    """Writes a model of many nodes, and 4 MB of variables."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        y = x
        for _ in range(150):
            y = y * 0.5 + 1.0
        big = tf.Variable(tf.zeros([1_000_000]), name="big")
        y = y + tf.reduce_sum(big)
        async with tf.Session(graph=graph) as session:
            await session.run(tf.global_variables_initializer())
            await tf.saved_model.simple_save(session, str(folder), {"x": x}, {"y": y})
    return folder


async def test_event_loop_turns_while_versions_are_switched(tmp_path: Path) -> None:
    """V-32: No turn of it takes long by its own doing: reading, compiling and taking apart happen on other threads."""
    for version in ("1", "2"):
        await save_deep(tmp_path / version)
    first, second = (
        Model("m", tmp_path, VersionPolicy.specific([version]), warmup=[{"x": [1.0]}]) for version in (1, 2)
    )
    server = ModelServer([first], loading=ONCE)
    for work in (server.start(), server.reload([second])):
        doing = asyncio.ensure_future(work)
        turns = []
        process_s = time.process_time()
        while not doing.done():
            began_s = time.thread_time()
            await asyncio.sleep(0)
            turns.append(time.thread_time() - began_s)
        assert len(turns) > 100
        # Reading and compiling take nearly all of the time that the process computes meanwhile.

        assert max(turns) < 0.2 * (time.process_time() - process_s)
    await server.stop()


async def test_nothing_of_an_unloaded_version_waits_for_a_collection(tmp_path: Path) -> None:
    """V-32: The collector, which looks at all objects of the process while no thread has a turn, is not called."""
    for version in ("1", "2"):
        await save_deep(tmp_path / version)
    models = [Model("m", tmp_path, VersionPolicy.specific([version]), batching=Batching()) for version in (1, 2)]
    async with ModelServer(models[:1], loading=ONCE) as server:
        collections: list[str] = []
        gc.disable()
        gc.callbacks.append(lambda phase, info: collections.append(phase))
        try:
            await switch(server, models[1])
            before = num_parts()
            assert before["Operation"] > 500
            await switch(server, models[0])
            after = num_parts()
        finally:
            gc.callbacks.pop()
            gc.enable()
        assert not collections
        for kind, count in before.items():
            assert after[kind] < count + 10, kind  # the session itself, with a few kernels of variables, may wait


async def switch(server: ModelServer, model: Model) -> None:
    """Has another version serve, and run."""
    await server.reload([model])
    assert (await server["m"].predict({"x": [1.0]}))["y"] == [2]


def num_parts() -> Counter[str]:
    """How many nodes, tensors and kernels there are in the process."""
    kinds = ("Operation", "Tensor", "NodeItem", "OpKernel")
    return Counter(type(each).__name__ for each in gc.get_objects() if type(each).__name__ in kinds)


@pytest.mark.slow
async def test_memory_comes_back_after_many_loads(tmp_path: Path) -> None:
    """V-31: A model of 4 MB that is switched 50 times leaves less than two copies of itself behind."""
    for version in ("1", "2"):
        await save_deep(tmp_path / version)
    models = [Model("m", tmp_path, VersionPolicy.specific([version])) for version in (1, 2)]
    async with ModelServer(models[:1], loading=ONCE) as server:
        sizes = []
        for _ in range(25):
            await switch(server, models[1])
            await server.reload(models[:1])
            sizes.append(memory_nbytes())
        # Free memory lies about in the C library's arenas, now more and now less of it.
        assert min(sizes[-5:]) - max(sizes[5:10]) < 8_000_000


def memory_nbytes() -> int:
    """What the process has in memory now."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("needs /proc")
    return int(statm.read_text().split()[1]) * resource.getpagesize()
