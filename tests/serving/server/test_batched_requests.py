"""A server whose requests become batches."""
from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.serving import Batching, Loading, Model, ModelServer, Request
from aioflow.serving.server.events import BatchingCancelled, BatchingRefused, BatchRan, Event, RequestEnded
from tests.serving.models import floats, save_affine, save_frozen

ONCE = Loading(poll_wait_s=0, max_retries=0)


def serving(*models: Model, **settings: Any) -> ModelServer:
    """A server with batching, which keeps the events of batches."""
    return ModelServer(models, batching=Batching(**{"num_executors": 1, **settings}), loading=ONCE)


def told(server: ModelServer) -> list[Event]:
    """The events from now on."""
    events: list[Event] = []
    server.listeners.append(events.append)
    return events


async def test_requests_of_all_protocols_share_a_batch(half: Path) -> None:
    """V-62: Each gets its rows, in an array of its own."""
    async with serving(Model("half", half)) as server:
        events = told(server)
        first, second, third = await asyncio.gather(
            server["half"].predict({"x": [1, 2]}),
            server.predict(Request("half", {"x": floats(5)}, protocol="rest")),
            server["half"].predict({"x": []}),
        )
        np.testing.assert_array_equal(first["y"], floats(3.5, 4), strict=True)
        np.testing.assert_array_equal(second.outputs["y"], floats(5.5), strict=True)
        assert third["y"].shape == (0,) and first["y"].base is None
        assert [(each.num_rows, each.num_filler_rows) for each in events if isinstance(each, BatchRan)] == [(3, 0)]
        assert len([each for each in events if isinstance(each, RequestEnded)]) == 3


async def test_batches_give_what_requests_give_alone(tmp_path: Path) -> None:
    """V-46: For each subset of the outputs."""
    path = save_frozen(tmp_path / "two.pb")
    rows = np.random.default_rng(1).random((12, 2, 2)).astype(np.float32)
    async with ModelServer([Model("two", path)], loading=ONCE) as alone, serving(Model("two", path)) as together:

        def requests(server: ModelServer) -> list[Any]:
            subsets = [(), ("sum",), ("product",), ("product", "sum")]
            return [
                server["two"].predict({"a": row[:1], "b": row[1:]}, outputs=subsets[index % 4])
                for index, row in enumerate(rows)
            ]

        for expected, found in zip(
            await asyncio.gather(*requests(alone)), await asyncio.gather(*requests(together)), strict=True
        ):
            assert expected.keys() == found.keys()
            for alias, array in expected.items():
                np.testing.assert_array_equal(found[alias], array, strict=True)


async def test_values_that_do_not_fit(half: Path) -> None:
    """Are refused before they are in a batch."""
    async with serving(Model("half", half)) as server:
        for values in ({"x": [[1.0]]}, {"x": ["a"]}, {"x": 1.0}):
            with pytest.raises(tf.errors.InvalidArgumentError):
                await server["half"].predict(values)
        with pytest.raises(tf.errors.InvalidArgumentError):
            await server.predict(Request("half", {"x": np.zeros(1, np.int64)}, protocol="rest"))


async def test_a_version_brings_its_own_settings(half: Path) -> None:
    """In a file of TensorFlow Serving's, whose limits then hold."""
    (half / "1" / "batching_params.pbtxt").write_text("max_batch_size { value: 2 }")
    async with serving(Model("half", half)) as server:
        events = told(server)
        with pytest.raises(tf.errors.InvalidArgumentError, match="Task size 3 is larger than maximum input batch"):
            await server["half"].predict({"x": [1, 2, 3]})
        assert [each.reason for each in events if isinstance(each, BatchingRefused)] == ["size"]


async def save_scalar(folder: Path) -> Path:
    """A model with an input that has no rows."""
    with tf.Graph().as_default() as graph:
        x, scale = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.float32, [])
        async with tf.Session(graph=graph) as session:
            await tf.saved_model.simple_save(session, str(folder), {"x": x, "scale": scale}, {"y": x * scale})
    return folder


async def test_inputs_without_rows(tmp_path: Path) -> None:
    """Such a signature is run for each request by itself, as are requests with options of their own."""
    await save_scalar(tmp_path / "m" / "1")
    async with serving(Model("m", tmp_path / "m")) as server:
        events = told(server)
        asked = [server["m"].predict({"x": [1, 2], "scale": scale}) for scale in (2, 3)]
        assert [outputs["y"].tolist() for outputs in await asyncio.gather(*asked)] == [[2, 4], [3, 6]]
        assert not [each for each in events if isinstance(each, BatchRan)]


async def test_options_of_a_request(half: Path) -> None:
    """It is run by itself."""
    async with serving(Model("half", half)) as server:
        events = told(server)
        options = tf.RunOptions(inter_op_thread_pool=1)
        assert (await server["half"].predict({"x": [1]}, run_options=options))["y"] == [3.5]
        assert not [each for each in events if isinstance(each, BatchRan)]


async def test_cancelled_requests(half: Path) -> None:
    """Leave the queue, which stays usable."""
    async with serving(Model("half", half), timeout_s=60.0, is_adaptive=False, max_rows=2) as server:
        events = told(server)
        asked = asyncio.create_task(server["half"].predict({"x": [1]}))
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert [each.phase for each in events if isinstance(each, BatchingCancelled)] == ["queue"]
        assert (await server["half"].predict({"x": [1, 2]}))["y"].tolist() == [3.5, 4]


async def test_requests_that_wait_when_the_server_stops(half: Path) -> None:
    """V-63: Are answered, with an error if there is no time."""
    server = serving(Model("half", half), timeout_s=60.0, is_adaptive=False)
    server.drain_timeout_s = 0.0
    async with server:
        asked = asyncio.create_task(server["half"].predict({"x": [1]}))
        await asyncio.sleep(0)
    with pytest.raises((tf.errors.UnavailableError, tf.errors.CancelledError)):
        await asyncio.wait_for(asked, 30)


async def test_a_new_version_under_load(half: Path) -> None:
    """V-27: No request of a batch is lost or refused; each is answered by one version."""
    async with ModelServer(
        [Model("half", half)], batching=Batching(num_executors=2), loading=Loading(poll_wait_s=0)
    ) as server:
        is_over = False

        async def ask(number: int) -> set[int]:
            versions = set()
            while not is_over:
                response = await server.predict(Request("half", {"x": floats(number)}, protocol="rest"))
                expected = number / 2 + 3 if response.version == 1 else 2 * number
                assert response.outputs["y"].tolist() == [expected]
                versions.add(response.version)
            return versions

        asking = [asyncio.create_task(ask(number)) for number in range(16)]
        await save_affine(half / "2", 2.0, 0.0)
        await server.reload([Model("half", half)])
        while server.status("half")[-1].version == 1 and server.status("half")[-1].state != 50:
            await asyncio.sleep(0)
        await server["half"].predict({"x": [1]})
        is_over = True
        assert {2} <= set.union(*await asyncio.gather(*asking)) <= {1, 2}


async def test_an_unloaded_version_is_forgotten(half: Path) -> None:
    """Its queue goes, and with it all that was loaded."""
    async with serving(Model("half", half)) as server:
        with server.use("half") as servable:
            old = weakref.ref(servable)
        del servable
        await save_affine(half / "2", 2.0, 0.0)
        await server.reload([Model("half", half)])
        assert (await server["half"].predict({"x": [1]}))["y"] == [2.0]
        gc.collect()
        assert old() is None and list(server.rows_waiting()) == [("half", "2")]
    assert not server.rows_waiting()
