"""`aioflow graph`: the page of a model, from its files to a real browser."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import aioflow as tf
from aioflow.cli.main import main
from tests.browser import DESKTOP, PHONE, Browser, browser

HOSTILE = "</script><img src=x onerror=document.title='hacked'>"
DIGITS = Path(__file__).parents[3] / "examples" / "digits"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A frozen graph: a chain in scopes, with a constant."""
    with tf.Graph().as_default() as graph:
        value = tf.placeholder(tf.float32, [None, 4], name="x")
        for number in range(3):
            with tf.name_scope(f"layer{number}"):
                value = tf.tanh(tf.add(value, tf.constant(1.0, name="bias"), name="sum"), name="tanh")
        tf.identity(value, name="y")
    path = tmp_path / "model.pb"
    path.write_bytes(graph.as_graph_def().SerializeToString())
    return path


def data_of(page: Path) -> dict:
    """What the page draws."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text("utf-8"), re.S)
    assert found is not None
    return dict(json.loads(found[1]))


def test_picture_without_a_run(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing runs, no cost is known, and the page says so."""
    page = tmp_path / "out.html"
    assert main(["graph", str(model), "--html", str(page)]) == 0
    assert "11 nodes in 1 graph; nothing was run" in capsys.readouterr().out
    data = data_of(page)
    assert not data["is_measured"] and not any("us" in node for node in data["graphs"][0]["nodes"])


def test_costs_and_places_of_a_run(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fed values are run: each node that is in the plan has its cost and the part of the step that it is in."""
    monkeypatch.setattr("aioflow.cli.graph_page.measuring._WARM_UP_S", 0.0)
    page = tmp_path / "out.html"
    assert main(["graph", str(model), "--html", str(page), "--feed", "x=[[1,2,3,4]]", "-q"]) == 0
    data = data_of(page)
    nodes = {node["name"]: node for node in data["graphs"][0]["nodes"]}
    assert data["is_measured"] and nodes["layer1/tanh"]["us"] > 0
    assert nodes["layer0/tanh"]["segment"] == nodes["layer2/tanh"]["segment"]
    assert nodes["layer1/tanh"]["runs"] in ("in place", "pool")


@pytest.mark.parametrize(("words", "code", "said"), [
    (["--html", "{folder}/none/out.html"], 2, "no such folder"), ([], 2, "--html"),
    (["--html", "{folder}/out.html", "--feed", "z=1"], 2, "z"),
    (["--html", "{folder}/out.html", "--fetch", "y"], 1, "x"),
])  # fmt: skip
def test_what_cannot_be_drawn(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    """One line, and no page."""
    assert main(["graph", str(model), *(word.format(folder=tmp_path) for word in words), "-q"]) == code
    complaint = capsys.readouterr().err
    assert said in complaint and len(complaint.splitlines()) == 1
    assert not (tmp_path / "out.html").exists()


def test_empty_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Has no picture."""
    (tmp_path / "empty.pbtxt").write_text("versions { producer: 1 }")
    assert main(["graph", str(tmp_path / "empty.pbtxt"), "--html", str(tmp_path / "out.html"), "-q"]) == 2
    assert "no nodes" in capsys.readouterr().err


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    """A browser's window."""
    with browser() as found:
        yield found


def boxes(window: Browser) -> list[str]:
    """The names in the boxes of the picture."""
    return list(window.run("return [...document.querySelectorAll('.box text:not(.small)')].map(t => t.textContent)"))


@pytest.mark.slow
def test_picture_opens_closes_finds_and_explains(tmp_path: Path, window: Browser) -> None:
    """A scope opens when it is clicked; a name that is found is shown with what leads to it; nothing is asked for."""
    page = tmp_path / "out.html"
    images = np.load(DIGITS / "held_back.npz")["images"][:1].astype(np.float32)
    np.save(tmp_path / "images.npy", images)
    words = ["--feed", f"images={tmp_path / 'images.npy'}", "-q"]
    assert main(["graph", str(DIGITS / "digits_cnn.pb"), "--html", str(page), *words]) == 0
    window.addresses()
    window.show(page.as_uri())
    window.until(lambda: boxes(window))
    assert "measured cost" in window.text("#mode") and "30 % or more" in window.text("#legend")
    window.run("document.getElementById('less').click()")
    closed = boxes(window)
    window.run("document.getElementById('more').click()")
    assert len(boxes(window)) >= len(closed)
    data = data_of(page)
    wanted = next(node["name"] for node in data["graphs"][0]["nodes"] if node["op"] == "Conv2D")
    window.driver.find_element("id", "search").send_keys(wanted[:-1])
    window.until(lambda: wanted in window.text("#found"))
    window.run("document.querySelector('#found button').click()")
    window.until(lambda: "Inputs" in window.text("#panel"))
    assert "per run" in window.text("#panel") and window.run("return document.querySelectorAll('.picked').length") == 1
    window.run("const b = document.querySelector('#panel li button'); b.click()")
    asked = [address for address in window.addresses() if not address.startswith(("data:", "file:"))]
    assert not asked and not window.complaints()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "dark"), (PHONE, "light"), (DESKTOP, "dark")])
def test_picture_fits_and_names_are_text(tmp_path: Path, window: Browser, width: int, scheme: str) -> None:
    """Whatever nodes are called; on a telephone nothing is wider than the window."""
    graph_def = tf.GraphDef()
    graph_def.node.add(name=HOSTILE, op=HOSTILE)
    graph_def.node.add(name="second", op="X", input=[HOSTILE], device=HOSTILE)
    (tmp_path / "hostile.pb").write_bytes(graph_def.SerializeToString())
    page = tmp_path / "out.html"
    assert main(["graph", str(tmp_path / "hostile.pb"), "--html", str(page), "-q"]) == 0
    window.show(page.as_uri(), width, scheme)
    window.until(lambda: "second" in boxes(window))
    assert window.overflow() <= 0 and "hacked" not in window.driver.title
    assert window.run("return document.querySelectorAll('img').length") == 0
    red = int(window.run("return getComputedStyle(document.body).backgroundColor").partition("(")[2].partition(",")[0])
    assert red < 64 if scheme == "dark" else red > 192
    assert not window.complaints()
