"""`aioflow pools`: experiments read, run in turns, and reported."""
from __future__ import annotations

import asyncio
import json
import re
import shutil
import xml.dom.minidom
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow._proto.perfetto_trace_pb2 import Trace
from aioflow.cli.pool_experiment.axes import Axis, linear_axis, logarithmic_axis
from aioflow.cli.pool_experiment.placement import Placement, cell_blas_threads
from aioflow.cli.pool_experiment.pool_knobs import turn_knobs
from aioflow.cli.pool_experiment.thread_use import Span, thread_use
from aioflow.cli.pool_experiment.toml_file import read_experiment
from aioflow.cli.pool_experiment.workloads import make_workloads
from aioflow.pools.open_pools import open_pools
from tests.saved_model.cases import RECORDED

from .conftest import Cli

EXAMPLE = Path(__file__).parents[2] / "examples" / "pools" / "starvation.toml"

QUICK = """
title = "Three <layouts> & more"
seconds = 0.06
warm_up_seconds = 0.02
repeats = 2
seed = 5
[models.small]
kind = "graph"
path = "affine.pb"
fetch = ["y:0"]
feeds = { "x:0" = [3, 2] }
[models.bulk]
kind = "bulk"
elements = 10_000
nodes = 2
[traffic.serving]
model = ["small", "bulk"]
sessions = 2
arrivals = { pattern = "poisson", rate_per_s = 200 }
[traffic.batch]
model = "bulk"
arrivals = [{ pattern = "closed", callers = 2 }, { pattern = "burst", size = 5, every_s = 0.05 }]
[pools]
layouts = ["shared", "separate", "chosen"]
threads = { serving = 1, batch = 2 }
"""


@pytest.fixture
def quick(tmp_path: Path, affine: Path) -> Path:
    """An experiment of 12 cells beside the model that it uses."""
    path = tmp_path / "quick.toml"
    path.write_text(QUICK)
    return path


@pytest.mark.slow
def test_experiment(cli: Cli, quick: Path, tmp_path: Path) -> None:
    """All combinations run, repeatedly and mixed; table, JSON and page hold each of them; no pool is left behind."""
    pools_before = set(open_pools())
    trace = tmp_path / "out.pftrace"
    ended = cli("pools", quick, "--json", tmp_path / "out.json", "--html", tmp_path / "out.html", "--trace", trace)
    assert ended.code == 0, ended.stderr
    tracks = [packet.track_descriptor for packet in Trace.FromString(trace.read_bytes()).packet]
    assert {"runs", "loop_lag_ms"} <= {track.name for track in tracks}
    assert any(track.thread.tid for track in tracks)  # a model as small as this one runs on the loop's own thread
    document = json.loads((tmp_path / "out.json").read_text())
    cells = document["cells"]
    assert len(cells) == 12 == len({cell["label"] for cell in cells})
    assert {cell["layout"]: cell["pools"] for cell in cells} == {
        "shared": {"shared": 3},
        "separate": {"serving": 2, "batch": 2},
        "chosen": {"serving": 1, "batch": 2},
    }
    for cell in cells:
        check_cell(cell)
        assert ended.stdout.count(f"  {cell['label']}  ") == 2
    progress = ended.stderr.splitlines()
    assert len(progress) == 1 + 24 and progress[-1].startswith("24/24 ")
    first_round = [line.partition(" ")[2].partition(": serving p99")[0] for line in progress[1:13]]
    second_round = [line.partition(" ")[2].partition(": serving p99")[0] for line in progress[13:]]
    assert sorted(first_round) == sorted(second_round) and first_round != second_round
    check_page((tmp_path / "out.html").read_text("utf-8"), len(cells))
    assert {pool.name for pool in set(open_pools()) - pools_before} <= {"intra_op"}  # the process's


def check_cell(cell: dict[str, Any]) -> None:
    """Checks the numbers of a cell of the quick experiment."""
    for traffic in cell["traffic"].values():
        latency = traffic["latency"]
        if latency["p50_ms"] is not None:  # where the machine stood still for long enough, nothing was sent
            assert 0 < latency["p50_ms"] <= latency["p99_ms"] <= latency["p99.9_ms"] <= latency["max_ms"]
        assert len(traffic["p99_ms_of_repeats"]) == 2 and traffic["throughput_per_s"] >= 0
    depth = cell["queue_depth"]
    assert set(depth["depths"]) == set(cell["pools"])
    assert all(len(values) == len(depth["times_s"]) > 0 for values in depth["depths"].values())
    busy = cell["thread_use"]["busy_ms"]
    assert set(busy) <= {*cell["pools"], "event loop"}
    if cell["layout"] != "shared":
        assert set(busy.get("serving", {})) <= {"serving"} and set(busy.get("batch", {})) <= {"batch"}


def check_page(page: str, num_cells: int) -> None:
    """Checks that a page needs nothing else, that its drawings are XML, and that the title is only text."""
    assert "Three &lt;layouts&gt; &amp; more" in page and "<layouts>" not in page
    assert not re.search(r"<script|<link|<img|src=|url\(|@import", page)
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    # Three plots of each traffic in each of the four groups of cells with the same traffic.
    assert len(drawings) == 4 * 2 * 3 + 2 * num_cells
    for drawing in drawings:
        xml.dom.minidom.parseString(drawing)
    labels = re.findall(r'aria-label="([^":]*)', page)
    assert {label: labels.count(label) for label in labels} == {
        **{f"{plot} of serving": 4 for plot in ("latency", "throughput", "distribution")},
        **{f"{plot} of batch": 4 for plot in ("latency", "throughput", "distribution")},
        "queue depth": num_cells, "who ran where": num_cells,
    }  # fmt: skip


@pytest.mark.slow
def test_starvation(cli: Cli, tmp_path: Path) -> None:
    """The ready experiment, shortened: on a shared pool serving waits behind bulk work, and not on one of its own."""
    text = EXAMPLE.read_text()
    short = re.sub(r"repeats = \d+", "repeats = 1", re.sub(r"(?m)^seconds = .*", "seconds = 0.5", text))
    assert short != text
    (tmp_path / "short.toml").write_text(short)
    ended = cli("pools", tmp_path / "short.toml", "--json", tmp_path / "out.json")
    assert ended.code == 0, ended.stderr
    cells = {cell["layout"]: cell for cell in json.loads((tmp_path / "out.json").read_text())["cells"]}
    assert cells["shared"]["thread_use"]["busy_ms"]["shared"]["bulk"] > 0
    assert "bulk" not in cells["chosen"]["thread_use"]["busy_ms"].get("serving", {})
    assert sum(cells["shared"]["pools"].values()) == sum(cells["chosen"]["pools"].values()) == 2
    deepest = {layout: max(map(max, cell["queue_depth"]["depths"].values())) for layout, cell in cells.items()}
    assert deepest["shared"] >= 4


SETTINGS = """
seconds = 0.05
warm_up_seconds = 0.02
repeats = 1
[models.tf1]
kind = "saved_model"
path = "tf1"
feeds = { x = [2, 2], text = [2] }
[traffic.serving]
model = "tf1"
arrivals = { pattern = "closed", callers = 2 }
[traffic.batch]
model = "tf1"
arrivals = { pattern = "closed", callers = 1 }
[pools]
layouts = ["shared", "separate", "chosen"]
threads = 1
max_queue = 100
nice = [0, { batch = 5 }]
priority = { serving = 3 }
never_inline = true
blas_threads = 1
"""


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """An experiment with a SavedModel, whose variables and tables each session restores, and settings of pools."""
    shutil.copytree(RECORDED / "tf1", tmp_path / "tf1")
    (tmp_path / "settings.toml").write_text(SETTINGS)
    return tmp_path / "settings.toml"


def test_saved_models_and_settings_of_pools(cli: Cli, settings: Path) -> None:
    """Settings are axes; a SavedModel answers from every session, checked against its first answer."""
    ended = cli("pools", settings, "--json", "-", "--quiet")
    assert ended.code == 0, ended.stderr
    labels = [cell["label"] for cell in ended.document["cells"]]
    layouts = ("shared", "separate", "chosen")
    assert labels == [f"{layout}, nice {nice}" for layout in layouts for nice in ("0", "5 batch")]
    assert all(traffic["num_requests"] for cell in ended.document["cells"] for traffic in cell["traffic"].values())


async def test_settings_reach_the_pools(settings: Path) -> None:
    """Each pool has what the file says of its traffic; a session takes its priority along to a pool that all share."""
    experiment = read_experiment(str(settings))
    workloads = await asyncio.to_thread(make_workloads, experiment)
    found = {}
    for cell in experiment.cells:
        async with Placement(cell, workloads) as placement:
            for name, (session,) in placement.sessions.items():
                assert session.config.aioflow.never_inline
                found[cell.label, name] = [
                    (option.aioflow.nice, option.aioflow.priority, option.aioflow.max_queue)
                    for option in session.config.session_inter_op_thread_pool
                ]
    assert found["shared, nice 5 batch", "serving"] == [(0, 3, 100)]
    assert found["shared, nice 5 batch", "batch"] == [(0, 0, 100)]
    assert found["separate, nice 5 batch", "batch"] == [(5, 0, 100)]
    assert found["chosen, nice 5 batch", "batch"] == [(0, 0, 100), (5, 0, 100)]
    assert found["chosen, nice 0", "serving"] == [(0, 3, 100), (0, 3, 100)]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('path = "tf1"', 'path = "tf1"\nsignature = "other"', ["[models.tf1]", "'other'", "serving_default"]),
        ('path = "tf1"', 'path = "settings.toml"', ["settings.toml", "GraphDef"]),
        ("x = [2, 2]", "z = [2, 2]", ["[models.tf1]", "z"]),
        ("x = [2, 2]", "x = [2, 3]", ["[models.tf1]", "x:0"]),
        ("nice = [0, { batch = 5 }]", "nice = 20", ["'nice'", "from 0 to 19"]),
        ("nice = [0, { batch = 5 }]", "nice = { other = 5 }", ["[pools] nice", "'other'"]),
        ("never_inline = true", "never_inline = 1", ["'never_inline'", "true or false"]),
        ("max_queue = 100", 'max_queue = "many"', ["'max_queue'", "whole number"]),
        ("max_queue = 100", "cpu_affinity = 1", ["'cpu_affinity'", "a list of numbers of CPUs"]),
        ("max_queue = 100", "cpu_affinity = [[]]", ["'cpu_affinity'", "a list of numbers of CPUs"]),
        ("max_queue = 100", "cpu_affinity = { other = [1] }", ["[pools] cpu_affinity", "'other'"]),
        ("max_queue = 100", "cpu_affinity = [-1]", ["'cpu_affinity'", "whole number"]),
        ("blas_threads = 1", "blas_threads = 0", ["'blas_threads'", "from 1 to"]),
    ],
)
def test_bad_settings(cli: Cli, settings: Path, old: str, new: str, words: list[str]) -> None:
    """What cannot be set is refused with one line that says where and what."""
    assert old in SETTINGS
    settings.write_text(SETTINGS.replace(old, new))
    assert cli("pools", settings).is_refusal(2, *words)


@pytest.mark.parametrize(("written", "labels", "of_batch"), [
    ("[0, 1]", [""], [[0, 1]]),  # one set of CPUs
    ("[[0], [0, 1]]", [", cpu_affinity [0]", ", cpu_affinity [0 1]"], [[0], [0, 1]]),
    ("[[2], { batch = [1] }]", [", cpu_affinity [2]", ", cpu_affinity [1] batch"], [[2], [1]]),
])  # fmt: skip
def test_sets_of_cpus(settings: Path, written: str, labels: list[str], of_batch: list[list[int]]) -> None:
    """One for every pool, or one per traffic; several are an axis."""
    text = SETTINGS.replace("nice = [0, { batch = 5 }]", f"cpu_affinity = {written}")
    settings.write_text(text.replace('"shared", "separate", "chosen"', '"chosen"'))
    cells = read_experiment(str(settings)).cells
    assert [cell.label.removeprefix("chosen") for cell in cells] == [label.removeprefix(", ") for label in labels]
    for cell, cpus in zip(cells, of_batch, strict=True):
        option = tf.ThreadPoolOptionProto()
        turn_knobs(option, cell.knobs, "batch", "serving")
        assert list(option.aioflow.cpu_affinity) == cpus and option.aioflow.max_queue == 100
        assert cell_blas_threads(cell) == 1


def test_ready_experiments() -> None:
    """All files in examples/pools can be read; the one that shows starvation is over in well under 30 s."""
    num_cells = {path.stem: len(read_experiment(str(path)).cells) for path in EXAMPLE.parent.glob("*.toml")}
    assert num_cells == {"starvation": 2, "layouts": 12}
    assert read_experiment(str(EXAMPLE)).total_s <= 20


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[pools]", "[pools", ["not TOML", "line"]),
        ("[pools]", "[pool]", ["needs 'pools'"]),
        ("seed = 5", "sead = 5", ["unknown key 'sead'", "valid keys: "]),
        ("seconds = 0.06", "seconds = 0", ["'seconds'", "above 0"]),
        ("repeats = 2", "repeats = true", ["'repeats'", "whole number"]),
        ('kind = "bulk"', 'kind = "vast"', ["[models.bulk]", "digits, bulk, graph", "'vast'"]),
        ("nodes = 2", "nodes = 0", ["[models.bulk]", "'nodes'"]),
        ('path = "affine.pb"', "", ["[models.small]", "needs 'path'"]),
        ("affine.pb", "nothing.pb", ["nothing.pb", "No such file"]),
        ('fetch = ["y:0"]', 'fetch = ["z:0"]', ["[models.small]", "z:0"]),
        ('fetch = ["y:0"]', "fetch = [1]", ["[models.small]", "names of tensors"]),
        ("[3, 2]", "[3, 5]", ["[models.small]", "x:0"]),
        ("[3, 2]", "3", ["a shape such as"]),
        ('model = "bulk"', 'model = "other"', ["[traffic.batch]", "'other'", "small, bulk"]),
        ("sessions = 2", "sessions = [2, 2]", ["without repetition"]),
        ("sessions = 2", "sessions = []", ["not empty"]),
        ('"poisson"', '"tides"', ["closed, poisson, burst"]),
        ("rate_per_s = 200", "rate_per_s = nan", ["'rate_per_s'"]),
        ("callers = 2", "callers = 2, size = 1", ["unknown key 'size'", "valid keys: callers, pattern"]),
        ('"separate"', '"private"', ["'private'", "shared, separate, chosen"]),
        ("batch = 2", "batch = 2, more = 3", ["'more'"]),
        ("{ serving = 1, batch = 2 }", "{ serving = 1 }", ["needs 'batch'"]),
        ("{ serving = 1, batch = 2 }", "-1", ["'threads'", "from 1"]),
        ("sessions = 2", f"sessions = {list(range(1, 200))}", ["cells", "1000"]),
    ],
)
def test_bad_files(cli: Cli, quick: Path, old: str, new: str, words: list[str]) -> None:
    """A file that cannot be used is refused with one line that says where and what."""
    assert old in QUICK
    quick.write_text(QUICK.replace(old, new))
    assert cli("pools", quick).is_refusal(2, *words)


def test_no_file(cli: Cli, tmp_path: Path, quick: Path) -> None:
    """Files that cannot be read, and results that cannot be written, are refused before anything runs."""
    assert cli("pools", tmp_path / "none.toml").is_refusal(2, "none.toml")
    assert cli("pools", tmp_path).is_refusal(2, "not a regular file")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    assert cli("pools", tmp_path / "binary.toml").is_refusal(2, "not TOML")
    assert cli("pools", quick, "--html", tmp_path / "no" / "out.html").is_refusal(2, "cannot write", "out.html")
    assert cli("pools", quick, "--trace", tmp_path / "out.txt").is_refusal(2, ".pftrace")


def test_wrong_result(cli: Cli, quick: Path, affine: Path) -> None:
    """A model that gives another result each time fails the experiment, unless it is not to be checked."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        tf.add(x, tf.random_uniform([2]), name="y")
    affine.write_bytes(graph.as_graph_def().SerializeToString())
    ended = cli("pools", quick)
    assert ended.code == 1 and "WRONG" in ended.stderr.splitlines()[-1]
    shorter = QUICK.replace("repeats = 2", "repeats = 1").replace('model = ["small", "bulk"]', 'model = "small"')
    quick.write_text(shorter.replace('path = "affine.pb"', 'path = "affine.pb"\ncheck = false'))
    assert cli("pools", quick).code == 0


def test_results_to_standard_output(cli: Cli, quick: Path) -> None:
    """`--json -` prints the results, without a table; --quiet leaves the progress out. One is told as one."""
    one = QUICK.replace("repeats = 2", "repeats = 1").replace('model = ["small", "bulk"]', 'model = "small"')
    one = one.replace('"shared", "separate", "chosen"', '"shared"')
    one = one.replace(', { pattern = "burst", size = 5, every_s = 0.05 }', "")
    quick.write_text(one)
    ended = cli("pools", quick, "--json", "-", "--quiet")
    assert (ended.code, ended.stderr) == (0, "") and len(ended.document["cells"]) == 1
    ended = cli("pools", quick)
    assert "1 cell, 1 time each" in ended.stderr and "medians of 1 repeat of" in ended.stdout
    assert not Path("-").exists()


def test_comparison_with_earlier_results(cli: Cli, settings: Path, tmp_path: Path) -> None:
    """`--compare` tells below the table what has become of each cell; files of something else are refused."""
    earlier = tmp_path / "earlier.json"
    settings.write_text(SETTINGS.replace('"shared", "separate", "chosen"', '"shared", "chosen"'))
    assert cli("pools", settings, "-q", "--json", earlier).code == 0
    settings.write_text(SETTINGS.replace('"shared", "separate", "chosen"', '"chosen", "separate"'))
    ended = cli("pools", settings, "-q", "--compare", earlier)
    assert ended.code == 0, ended.stderr
    table, _, comparison = ended.stdout.partition("compared with earlier results:\n")
    assert table and "chosen, nice 5 batch  serving" in comparison and "separate" not in comparison
    assert comparison.rstrip().endswith("in one of the two only: 8")
    document = json.loads(earlier.read_text())
    for cell in document["cells"]:
        for traffic in cell["traffic"].values():
            traffic["throughput_per_s"] *= 1e6
    earlier.write_text(json.dumps(document))
    ended = cli("pools", settings, "-q", "--compare", earlier, "--fail-above", "2", "--html", tmp_path / "new.html")
    assert ended.code == 1 and "worse than 2 times: chosen" in ended.stderr and "compared with" in ended.stdout
    assert "Compared with an earlier run" in (tmp_path / "new.html").read_text("utf-8")
    assert cli("pools", settings, "--fail-above", "2").is_refusal(2, "--compare")
    assert cli("pools", settings, "--compare", earlier, "--fail-above", "0.5").is_refusal(2, "from 1 to 1000")
    for text in ("{", "[]", '{"cells": [{}]}', '{"cells": [{"label": "a", "traffic": {"b": {"latency": {}}}}]}'):
        earlier.write_text(text)
        assert cli("pools", settings, "--compare", earlier).is_refusal(2, "earlier.json", "no results")
    assert cli("pools", settings, "--compare", tmp_path / "none").is_refusal(2, "none", "No such file")


def test_ticks() -> None:
    """Ticks are round, within the axis, and few."""
    assert linear_axis([0.0, 0.97], 0, 100).ticks() == pytest.approx([0.0, 0.5])
    assert linear_axis([1000.0], 0, 100).ticks() == pytest.approx([0, 500, 1000])
    assert logarithmic_axis([0.3, 45.0], 0, 100).ticks() == pytest.approx([1, 10])
    assert logarithmic_axis([1054, 1499], 0, 100).ticks() == pytest.approx([1000, 2000, 5000, 10000])
    assert logarithmic_axis([12, 45.0], 0, 100).ticks() == pytest.approx([10, 20, 50])
    for high in (0.001, 0.7, 3.0, 4.1, 12.0, 99.0, 12345.0):
        ticks = linear_axis([high], 0, 1).ticks()
        assert 2 <= len(ticks) <= 6 and ticks[-1] <= high * 1.0001


def test_places() -> None:
    """Values lie on an axis in proportion, or in proportion of their logarithms."""
    assert Axis(0, 10, 100, 200).place(2.5) == pytest.approx(125)
    assert Axis(0, 10, 200, 100).place(2.5) == pytest.approx(175)
    assert Axis(1, 100, 0, 200, is_logarithmic=True).place(10) == pytest.approx(100)
    assert Axis(1, 100, 0, 200, is_logarithmic=True).place(0) == 0


def test_thread_use() -> None:
    """Busy times add up per pool and traffic; threads that belong to no pool are the event loop."""
    spans = [Span("a", 1, 2_000_000, 5_000_000), Span("b", 1, 5_000_000, 6_000_000), Span("a", 9, 1_000_000, 1_500_000)]
    used = thread_use(spans, {1: ("serving", "serving 0")})
    assert used["busy_ms"] == {"event loop": {"a": 0.5}, "serving": {"a": 3.0, "b": 1.0}}
    assert used["spans"][0] == ["event loop", "a", 0.0, 0.5]
    assert used["spans"][1] == ["serving 0", "a", 1.0, 4.0]
