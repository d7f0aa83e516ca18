"""The live page in a real browser: it moves, tells of models and failures, and talks to nobody else."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest

import aioflow as tf
from aioflow.serving import Batching, Model, ModelServer
from tests.browser import DESKTOP, PHONE, Browser, browser
from tests.serving.models import save_affine

pytest.importorskip("starlette", reason="needs the extra `serve`")
uvicorn = pytest.importorskip("uvicorn", reason="needs the extra `serve`")

from aioflow.serving.admin.admin_app import AdminApp  # noqa: E402
from aioflow.serving.admin.options import AdminOptions  # noqa: E402

pytestmark = pytest.mark.slow
HOSTILE = "<img src=x onerror=document.title='hacked'>"
TOKEN = "correct horse battery"


def save_logarithm(path: Path) -> None:
    """A frozen graph whose node `encoder/check` fails for numbers that have no logarithm; its message is hostile."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        tf.identity(tf.check_numerics(tf.log(x), HOSTILE, name="encoder/check"), name="y")
    path.write_bytes(graph.as_graph_def().SerializeToString())


class Service(threading.Thread):
    """A server under load on an event loop of its own, with one page that anybody sees and one with a token."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._is_up, self._end = threading.Event(), asyncio.Event()
        self.urls: list[str] = []
        self.start()
        assert self._is_up.wait(60)

    def run(self) -> None:
        """Serves."""
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    def end(self) -> None:
        """Ends, and waits for it."""
        self._loop.call_soon_threadsafe(self._end.set)
        self.join(60)

    async def _serve(self) -> None:
        await save_affine(self._folder / "half" / "1")
        save_logarithm(self._folder / "log.pb")
        hostile = Model(HOSTILE.replace("/", "").replace(":", ""), self._folder / "log.pb")
        models = [hostile, Model("half", self._folder / "half")]
        async with ModelServer(models, batching=Batching(max_rows=8)) as server:
            open_page, closed_page = AdminApp(server, title=HOSTILE), AdminApp(server, AdminOptions(token=TOKEN))
            async with open_page, closed_page:
                pages = [await _listen(app) for app in (open_page, closed_page)]
                self.urls = [url for _, _, url in pages]
                work = asyncio.ensure_future(_load(server, hostile.name))
                self._is_up.set()
                await self._end.wait()
                work.cancel()
                for http, serving, _ in pages:
                    http.should_exit = True
                    await serving


async def _listen(app: AdminApp) -> tuple[Any, asyncio.Task[None], str]:
    http = uvicorn.Server(uvicorn.Config(app, "127.0.0.1", 0, log_config=None, lifespan="off"))
    http.install_signal_handlers = lambda: None
    serving = asyncio.ensure_future(http._serve())
    while not http.started:
        await asyncio.sleep(0.01)
    return http, serving, f"http://127.0.0.1:{http.servers[0].sockets[0].getsockname()[1]}/"


async def _load(server: ModelServer, fails: str) -> None:
    number = 0
    while True:
        number += 1
        await server["half"].predict({"x": np.ones(1 + number % 5, np.float32)})
        if number % 50 == 0:
            try:
                await server[fails].predict({"x": [-1.0]})
            except tf.errors.InvalidArgumentError:
                pass
        await asyncio.sleep(0.002)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A server under load."""
    service = Service(tmp_path_factory.mktemp("models"))
    yield service
    service.end()


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    """A browser's window."""
    with browser() as found:
        yield found


def moves(window: Browser) -> str:
    """The picture of the first chart."""
    return str(window.run("return document.querySelector('#charts canvas')?.toDataURL() ?? ''"))


def test_page_shows_what_the_server_does_while_it_does_it(service: Service, window: Browser) -> None:
    """Models and their states, requests per second, failures with their node; charts move; nobody else is asked."""
    url = service.urls[0]
    window.addresses()
    window.show(url)
    window.until(lambda: "half" in window.text("#models"))
    assert "v1 serves" in window.text("#models")
    window.until(lambda: float(window.text("#value-requests").replace(",", "") or 0) > 1)
    window.until(lambda: "encoder/check" in window.text("#failures"))
    assert "INVALID_ARGUMENT" in window.text("#failures")
    assert "serving" in window.text("#pools") and "half 1" in window.text("#signatures")
    first, told = moves(window), window.text("#tile-requests")
    window.until(lambda: moves(window) != first and window.text("#tile-requests") != told)
    assert window.run("return document.querySelectorAll('.chart canvas').length") == 6
    asked = {urlsplit(address).netloc for address in window.addresses() if not address.startswith("data:")}
    assert asked == {urlsplit(url).netloc}
    assert not window.complaints(), "no script fails, and the policy of the page blocks nothing that it needs"


def test_names_and_messages_are_text(service: Service, window: Browser) -> None:
    """Whatever a model, a title or an error is called, nothing of it becomes a part of the page."""
    window.show(service.urls[0])
    window.until(lambda: "onerror" in window.text("#failures"))
    assert window.text("#title") == HOSTILE and "<img" in window.text("#models")
    assert window.run("return document.querySelectorAll('main img, h1 img').length") == 0
    assert "/s ·" in window.driver.title, "nothing has set another one"
    assert not window.complaints()


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_fits_and_follows_the_scheme(service: Service, window: Browser, width: int, scheme: str) -> None:
    """No scrolling sideways, on a phone either; as dark as its user likes it."""
    window.show(service.urls[0], width, scheme)
    window.until(lambda: window.text("#failures") and window.text("#models"))
    window.until(lambda: moves(window))
    assert window.overflow() <= 0
    red = int(window.run("return getComputedStyle(document.body).backgroundColor").partition("(")[2].partition(",")[0])
    assert red < 64 if scheme == "dark" else red > 192
    assert window.run("return [...document.querySelectorAll('.chart')].every(c => c.scrollWidth <= c.clientWidth)")


def test_history_of_one_model(service: Service, window: Browser) -> None:
    """The model is chosen; the charts are of it alone, back to when it was first seen."""
    window.show(service.urls[0])
    window.until(lambda: float(window.text("#now-answered").replace(",", "") or 0) > 1)
    window.run("const s = document.getElementById('model'); s.value = s.options[1].value; "
               "s.dispatchEvent(new Event('change'))")  # fmt: skip
    window.until(lambda: window.text("#now-answered") == "0")


def test_page_asks_for_the_token(service: Service, window: Browser) -> None:
    """It shows nothing before; a wrong one is said to be wrong; the right one is kept while the window is open."""
    window.show(service.urls[1])
    window.until(lambda: "token" in window.text("#login"))
    assert window.run("return document.getElementById('main').hidden") and "half" not in window.text("#models")

    def enter(token: str) -> None:
        field = window.driver.find_element("id", "token")
        field.clear()
        field.send_keys(token)
        window.driver.find_element("css selector", "#login button").click()

    enter("wrong")
    window.until(lambda: "not the token" in window.text("#notice"))
    enter(TOKEN)
    window.until(lambda: "half" in window.text("#models"))
    window.complaints()  # which has told of the two answers 401


def test_server_that_goes_away_is_told(tmp_path: Path, window: Browser) -> None:
    """The page keeps what it has and says since when it is old."""
    service = Service(tmp_path)
    window.show(service.urls[0])
    window.until(lambda: "half" in window.text("#models"))
    service.end()
    window.until(lambda: "No answer since" in window.text("#notice"))
    assert "half" in window.text("#models")
    window.complaints()
