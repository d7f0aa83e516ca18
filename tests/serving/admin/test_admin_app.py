"""AdminApp without a browser: who may see it, what its numbers are, what it forgets."""
from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

import aioflow as tf
from aioflow.observe.live.live_process import LiveProcess
from aioflow.serving import Access, Batching, Model, ModelServer
from aioflow.testing import JumpingLoop
from tests.serving.models import save_affine

pytest.importorskip("starlette", reason="needs the extra `serve`")

from aioflow.serving.admin.admin_app import AdminApp
from aioflow.serving.admin.history import History
from aioflow.serving.admin.options import AdminOptions
from aioflow.serving.admin.traffic import Traffic
from aioflow.serving.server.events import UNKNOWN_MODEL


def client(app: AdminApp, host: str = "localhost:8502") -> httpx.AsyncClient:
    """Sends requests to an application in this process."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"http://{host}")


async def numbers(app: AdminApp, **parameters: Any) -> Any:
    """The numbers of the page."""
    async with client(app) as http:
        answer = await http.get("/api/snapshot", params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_numbers_of_models(half: Path) -> None:
    """Versions with states and labels; answers, failures and those who did not wait, counted."""
    models = [Model("half", half, labels={"stable": 1})]
    async with ModelServer(models, batching=Batching(max_rows=4)) as server, AdminApp(server) as app:
        await asyncio.gather(*(server["half"].predict({"x": np.ones(1, np.float32)}) for _ in range(5)))
        for inputs in ({"x": ["no number"]}, {"z": [1.0]}, {"x": ["no number"]}):
            with pytest.raises(tf.errors.InvalidArgumentError):
                await server["half"].predict(inputs)
        for _ in range(3):
            with pytest.raises(tf.errors.NotFoundError):
                await server["nothing of the kind"].predict({})
        gone = asyncio.ensure_future(server["half"].predict({"x": np.ones(1, np.float32)}))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
        found = await numbers(app)
    (model,) = found["models"]
    version = {"version": 1, "state": "AVAILABLE", "serves": True, "labels": ["stable"], "error": ""}
    assert model["versions"] == [version]
    assert (model["answered"], model["failed"], model["gone"]) == (5, 3, 1)
    assert found["total"]["answered"] == 5 and found["total"]["failed"] == 6
    failures = {(each["model"], each["code"]): each["count"] for each in found["failures"]}
    assert failures == {("half", "INVALID_ARGUMENT"): 3, (UNKNOWN_MODEL, "NOT_FOUND"): 3}
    assert found["about"]["is_ready"] and found["process"]["pools"]


async def test_names_of_strangers_do_not_pile_up(half: Path) -> None:
    """Neither models that there are not, nor kinds of failures."""
    async with ModelServer([Model("half", half)]) as server, AdminApp(server) as app:
        for number in range(200):
            with pytest.raises(tf.errors.OpError):
                await server[f"model {number}"].predict({})
        found = await numbers(app)
    assert len(found["failures"]) == 1 and found["failures"][0]["count"] == 200
    assert len(found["failures"][0]["message"]) <= 600


def test_a_point_each_second_for_five_minutes(tmp_path: Path) -> None:
    """And only those that the page does not know; a page of an earlier server gets all."""

    async def main() -> list[Any]:
        await save_affine(tmp_path / "half" / "1")
        async with ModelServer([Model("half", tmp_path / "half")]) as server:
            traffic = Traffic()
            server.listeners.append(traffic.note)
            history = History(server, traffic, LiveProcess())
            history.start()
            await asyncio.sleep(10.5)
            first = history.since(0, "")
            for _ in range(3):
                await server["half"].predict({"x": [1.0]})
            await asyncio.sleep(2)
            later, of_model, of_other = (history.since(first["last"], name) for name in ("", "half", "none"))
            await asyncio.sleep(600)
            whole, again = history.since(0, ""), history.since(10**9, "")
            history.stop()
        return [first, later, of_model, of_other, whole, again]

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        first, later, of_model, of_other, whole, again = runner.run(main())
    assert len(first["at_s"]) == first["last"] == 10
    assert [len(column) for column in later.values() if isinstance(column, list)] == [2] * 16
    assert later["answered"][0] > 0 and later["answered"][1] == 0 and later["p50_ms"][1] is None
    assert of_model["answered"] == later["answered"] and of_other["answered"] == [None, None]
    assert len(whole["at_s"]) == 300 and again == whole


async def test_page_and_files(half: Path) -> None:
    """They come with a policy that lets them load nothing from elsewhere, and nothing inline."""
    async with ModelServer([Model("half", half)]) as server, AdminApp(server) as app, client(app) as http:
        page = await http.get("/")
        names = ["live.js", "live.css", "uPlot.iife.min.js", "uPlot.min.css"]
        files = [await http.get(f"/{name}") for name in names]
        assert (await http.get("/index.html/../admin_app.py")).status_code == 404
        assert (await http.post("/")).status_code == 405
    assert all(f'"{name}"' in page.text for name in names)
    for answer in (page, *files):
        assert answer.status_code == 200 and "default-src 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "style=" not in page.text and "<script>" not in page.text and "onclick" not in page.text
    assert "innerHTML" not in files[0].text


@pytest.mark.parametrize(("host", "status"), [
    ("localhost:8502", 200), ("127.0.0.1:8502", 200), ("[::1]:8502", 200), ("localhost", 200),
    ("evil.example:8502", 421), ("127.0.0.1.evil.example", 421),
])  # fmt: skip
async def test_names_of_others_for_this_machine(half: Path, host: str, status: int) -> None:
    """A page of a stranger, whose name points here, reads nothing."""
    async with ModelServer([Model("half", half)]) as server, AdminApp(server) as app, client(app) as http:
        assert (await http.get("/api/snapshot", headers={"host": host})).status_code == status


async def test_token_and_hook(half: Path) -> None:
    """The page itself is no secret; its numbers need the token, and what the hook says, which hears of an admin."""
    asked: list[Access] = []

    async def authorize(access: Access) -> None:
        asked.append(access)
        if "x-not-you" in access.headers:
            raise tf.errors.PermissionDeniedError(None, None, "not you")

    options = AdminOptions(token="a long secret", authorize=authorize)
    async with ModelServer([Model("half", half)]) as server, AdminApp(server, options) as app, client(app) as http:
        assert (await http.get("/")).status_code == 200
        for header in ({}, {"authorization": "Bearer wrong"}, {"authorization": "Basic a long secret"}):
            answer = await http.get("/api/snapshot", headers=header)
            assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
            assert "half" not in answer.text
        assert not asked
        right = {"authorization": "Bearer a long secret"}
        assert (await http.get("/api/snapshot", headers=right)).status_code == 200
        assert (await http.get("/api/snapshot", headers={**right, "x-not-you": "1"})).status_code == 403
    assert (asked[0].protocol, asked[0].method, asked[0].is_admin) == ("admin", "GET", True)


async def test_reload_where_it_is_allowed(half: Path) -> None:
    """A ModelServerConfig in text form; a page of another origin could not send its type."""
    labels = 'version_labels { key: "a" value: 1 }'
    config = f'model_config_list {{ config {{ name: "other" base_path: "{half}" {labels} }} }}'
    kind = {"content-type": "text/x-protobuf"}
    async with ModelServer([Model("half", half)]) as server:
        async with AdminApp(server) as app, client(app) as http:
            assert (await http.post("/api/reload", content=config, headers=kind)).status_code == 403
        async with AdminApp(server, AdminOptions(allows_reload=True)) as app, client(app) as http:
            assert (await http.post("/api/reload", content=config)).status_code == 400
            for body in ("model_config_lisd {}", "x" * (2 << 20), b"\xff\xfe"):
                assert (await http.post("/api/reload", content=body, headers=kind)).status_code == 400
            assert server.model_names == ["half"]
            answer = await http.post("/api/reload", content=config, headers=kind)
            assert answer.json() == {"models": ["other"]}
            assert (await numbers(app))["models"][0]["versions"][0]["labels"] == ["a"]


async def test_nobody_looks_nothing_counts(half: Path) -> None:
    """A server without a page has no listener; a closed page leaves none, and no timer."""
    async with ModelServer([Model("half", half)]) as server:
        app = AdminApp(server)
        assert not server.listeners
        async with app:
            assert len(server.listeners) == 1
        assert not server.listeners
        assert app._history._timer is None and app._live.lag._timer is None


async def test_bad_questions(half: Path) -> None:
    """A point that is no number; a model that there is not has no history."""
    async with ModelServer([Model("half", half)]) as server, AdminApp(server) as app, client(app) as http:
        for since in ("x", "-1", "1" * 40, "1_0"):
            assert (await http.get("/api/snapshot", params={"since": since})).status_code == 400
        assert (await http.get("/api/snapshot", params={"model": "x" * 5000})).status_code == 200


async def test_configuration_in_force(half: Path) -> None:
    """What was set and what was not, by model and for all, with the settings of sessions; for whom the page is."""
    models = [Model("half", half, batching=Batching(max_rows=7)), Model("other", half, labels={"stable": 1})]
    options = AdminOptions(token="secret")
    server = ModelServer(models, batching=Batching(), drain_timeout_s=3)
    async with server, AdminApp(server, options) as app, client(app) as http:
        assert (await http.get("/api/config")).status_code == 401
        found = (await http.get("/api/config", headers={"authorization": "Bearer secret"})).json()
    versions = {name: next(iter(model["versions"].values())) for name, model in found["models"].items()}
    assert versions["half"]["batching"]["max_rows"] == 7 and found["batching"]["max_rows"] == 1000
    assert found["models"]["other"]["batching"] is None and versions["other"]["batching"]["max_rows"] == 1000
    assert found["batching"]["num_executors"] >= 1 and found["drain_timeout_s"] == 3
    assert found["models"]["other"]["labels"] == {"stable": 1} and found["models"]["half"]["base_path"] == str(half)
    assert [pool["name"] for pool in found["pools"]] == [pool.name for pool in server.pools]
    settings = versions["half"]["session"]
    assert {"name", "value", "reason"} == settings[0].keys() and any(each["name"] == "passes" for each in settings)
    assert "secret" not in str(found)
