"""The report of the benchmarks: figures, targets, and the table of docs/speed.md, which comes from stored results."""
from __future__ import annotations

import json
import re
import sys
import tomllib
from typing import Any

import pytest

import aioflow as tf
from aioflow.executor.segments.plan import ViewPlan
from aioflow.pools.hop_price import HOP
from benchmarks import distributed, distributed_peer, rows_front, rows_regions, training_building
from benchmarks.cases_small import small_network
from benchmarks.measuring import Figure, Row, interleave, shown
from benchmarks.rows_footprint import REQUIRED, ROOT, disk_nbytes, distribution_nbytes, own_files
from benchmarks.rows_kernels import LAYERS, _chain, comma_separated, examples, records, small_images
from benchmarks.speed_page import PAGE, RESULTS, table, with_table
from benchmarks.training_models import trainings
from tests.distributed.clusters import cluster
from tests.distributed.clusters import run as run_cluster

ROWS = (
    "8-node MLP, one caller", "8-node MLP, 64 callers", "1,000 chained small adds", "TF1 while loop, 1,000 iterations",
    "16 independent 512x512 matmuls, 2 threads", "event-loop lag while a pool is saturated",
    "p99 of a pool while another pool is saturated", "import aioflow", "1,000 sessions of a tiny model, one pool",
    "cold start: import, SavedModel of 14 MB, first answer",
    "frozen MobileNetV2, one image", "frozen resnet20_cifar", "frozen transformer_encoder_2l",
)  # fmt: skip


def stored() -> Any:
    """The results that the repository holds."""
    return json.loads(RESULTS.read_text())


def test_the_page_has_the_stored_results() -> None:
    """The page's table is what its command writes from the stored results."""
    text = PAGE.read_text()
    assert with_table(text, stored()) == text


def test_every_target_is_measured() -> None:
    """The stored results have a row for each line of the targets, with a target met or missed."""
    rows = {row["work"]: row["figures"] for row in stored()["rows"]}
    assert set(ROWS) <= set(rows)
    assert all(any(figure["is_met"] in (True, False) for figure in rows[work]) for work in ROWS)


# numpy for Python 3.13 takes 7 MB less, and there the target is met.
@pytest.mark.xfail(sys.version_info < (3, 13), strict=False, reason="103 MB on 3.11: docs/speed.md")
def test_an_installation_is_small() -> None:
    """Our own files and what they need take 100 MB at most, with compiled files, on any version of Python."""
    assert estimated_nbytes() <= 100 * 2**20


def test_an_installation_grows_no_further() -> None:
    """As long as the target is missed, this tells of what misses it by more."""
    assert estimated_nbytes() <= 106 * 2**20


def estimated_nbytes() -> float:
    """What an installation takes, whether the files of this version of Python have been compiled or not."""
    required = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert sorted(re.match(r"\w+", each)[0] for each in required) == sorted(REQUIRED)  # type: ignore[index]
    files = [path for path in own_files() if path.suffix != ".pyc"]
    # Compiled, modules take 1.43 times as much again with Python 3.11, 1.31 times with 3.13; those of this version may
    # not be there yet.
    compiled = 1.43 * disk_nbytes(path for path in files if path.suffix == ".py")
    return sum(map(distribution_nbytes, REQUIRED)) + disk_nbytes(files) + compiled


def test_the_row_of_the_front_door(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its generated code is found, and each way to run a step is compared with it."""
    monkeypatch.setattr(ViewPlan, "mode", "always")
    monkeypatch.setattr(HOP, "price_s", 1.0)  # however busy the machine is, the step is not worth a thread
    row = rows_front.row(small_network(), calls=64, rounds=1)
    assert [figure.text for figure in row.figures] == [f"{name} / generated code" for name in rows_front.TARGETS]
    assert all(figure.target for figure in row.figures)


def test_steps_of_several_tasks() -> None:
    """The graph that both peers run has the values it should have, and crosses where it says."""

    async def run_all() -> list[Any]:
        async with cluster({"w": 2}) as made:
            with tf.Graph().as_default():
                works = distributed_peer.steps(tf)
                async with tf.Session(made.target("w0")) as session:
                    for name in ("one task", "two tasks"):
                        await session.run(works[name][1])
                    calls = made.network.calls["/tensorflow.WorkerService/RunGraph"]
                    one = await session.run(works["one task"][0])
                    assert made.network.calls["/tensorflow.WorkerService/RunGraph"] == calls
                    two = await session.run(works["two tasks"][0])
                    assert made.network.calls["/tensorflow.WorkerService/RunGraph"] == calls + 1
                    return [list(one), list(two)]

    assert run_cluster(run_all()) == [[3.0, 5.0], [3.0, 5.0]]


def test_the_growth_of_a_step_of_two_tasks() -> None:
    """It is compared with TensorFlow's, round by round; without TensorFlow it is shown alone."""
    one = Row("one", {"aioflow": [1.0, 2.0], "tensorflow": [1.0, 1.0]})
    two = Row("two", {"aioflow": [3.0, 4.0], "tensorflow": [2.0, 4.0]})
    figures = distributed._growth(one, two)
    assert [figure.values for figure in figures] == [[3.0, 2.0], [2.0, 4.0], [1.5, 0.5], [2.0, 2 / 3]]
    assert [figure.target for figure in figures] == ["", "", "<= 1", ""]
    del two.seconds["tensorflow"]
    assert [figure.text for figure in distributed._growth(one, two)] == ["aioflow, two tasks / one task"]


def test_a_table_without_a_place_is_refused() -> None:
    """A page without marks is left alone."""
    with pytest.raises(ValueError, match="no place for the table"):
        with_table("# Nothing\n", stored())


@pytest.mark.parametrize(
    ("target", "is_met"), [("<= 2", True), ("<= 1.9", False), (">= 2", True), (">= 2.1", False), ("", None)]
)
def test_targets(target: str, is_met: bool | None) -> None:
    """A target is about the median of the rounds."""
    figure = Figure("a / b", [1.0, 2.0, 300.0], "x", target)
    assert figure.is_met is is_met
    assert figure.as_json()["low"] == 1.0 and figure.as_json()["high"] == 300.0


def test_contenders_take_turns() -> None:
    """Each is asked once per round, the first round does not count, absent peers are named, ratios go by round."""
    order: list[str] = []
    seconds = {"a": iter([9.0, 1.0, 4.0]), "b": iter([9.0, 1.0, 2.0])}

    def contender(name: str) -> Any:
        def measure() -> float:
            order.append(name)
            return next(seconds[name])

        return measure

    row = interleave(Row("work"), {"a": contender("a"), "b": contender("b"), "c": None}, 2)
    row.ratio("a", "b", "<= 1.5")
    row.ratio("a", "c")
    assert order == ["a", "b"] * 3 and row.absent == ["c"]
    assert row.seconds == {"a": [1.0, 4.0], "b": [1.0, 2.0]}
    assert [figure.values for figure in row.figures] == [[1.0, 2.0]]
    assert row.as_json()["contenders"]["a"]["median_s"] == 2.5


def test_missed_targets_are_bold() -> None:
    """The table shows figures that have targets, missed ones in bold."""
    figures = [Figure("a / b", [2.0], "x", "<= 1.5"), Figure("c", [0.25], "s", ">= 0.1"), Figure("d", [1.0])]
    row = Row("work", figures=figures)
    text = table({"facts": stored()["facts"], "rows": [row.as_json()]})
    assert "| work | a / b | **2×** | ≤ 1.5× |" in text
    assert "| work | c | 250 ms | ≥ 100 ms |" in text
    assert "| d |" not in text


def test_seconds_have_units_that_suit_them() -> None:
    """Microseconds, milliseconds and seconds; other units stay."""
    assert [shown(value, "s") for value in (2.5, 0.0025, 2.5e-6, 2.5e-9)] == ["2.5 s", "2.5 ms", "2.5 µs", "0.0025 µs"]
    assert [shown(3.14159, unit) for unit in ("x", "MB", "")] == ["3.14×", "3.14 MB", "3.14"]


def test_rows_of_kernels() -> None:
    """Records, comma separated values and examples are measured, whatever peers are installed."""
    rows = [records(1, count=3, nbytes=100), *comma_separated(1, count=5), *examples(1, sizes=(2,))]
    assert [row.work for row in rows] == [
        "3 records of 100 bytes", "DecodeCSV, 5 plain records", "DecodeCSV, 5 quoted records",
        "ParseExample, 2 of 14 features",
    ]  # fmt: skip
    assert all(len(seconds) == 1 for row in rows for seconds in row.seconds.values())
    assert [figure.unit for row in rows for figure in row.figures if figure.unit != "x"][-2:] == ["thousand/s"] * 2


def test_rows_of_small_images(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each op of the row is one node of its chain, with weights of its own."""
    for layer in LAYERS.values():
        assert len(_chain(layer, 8, 3).get_operations()) > len(_chain(layer, 8, 1).get_operations())
    monkeypatch.setattr("benchmarks.rows_kernels.LAYERS", {"MaxPool 3x3": LAYERS["MaxPool 3x3"]})
    (row,) = small_images(1)
    assert row.work == "MaxPool 3x3, one image of 16 channels" and "aioflow, 8 x 8" in row.seconds


def test_rows_of_regions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model on ONNX Runtime is compared with the same model by hand, for one caller and for many."""
    pytest.importorskip("onnxruntime", reason="regions need the extra `onnx`", exc_type=ImportError)
    monkeypatch.setattr(rows_regions, "_ROUND_S", 0.0)
    one, many = rows_regions.rows_of(rows_regions.small_models()[0], rounds=1)
    assert not one.absent and list(one.seconds) == [rows_regions.HAND, "aioflow"]
    assert [figure.target for figure in one.figures] == ["<= 1.15"]
    assert len(many.seconds) == 6 and many.figures[0].target == ">= 0.9"


def test_rows_of_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """Building gradients is compared layer by layer, and the memory of steps in processes of their own."""
    monkeypatch.setattr(training_building, "tensorflow", tf)
    monkeypatch.setattr(training_building, "_NUM_LAYERS", 3)
    rows = training_building.gradients(rounds=1)
    assert [list(row.seconds) for row in rows] == [["aioflow", "tensorflow"]] * 2
    assert [figure.target for row in rows for figure in row.figures] == ["<= 0.6"] * 2
    monkeypatch.setattr(training_building, "_LIBRARIES", {"aioflow": "aioflow", "tensorflow": "aioflow"})
    row = training_building.memory(trainings()[0], rounds=1)
    if row.absent:
        pytest.skip("only Linux tells the peak of a part of a process's life")
    ours, theirs, ratio = row.figures
    assert ours.median > 1 and theirs.median > 1 and ratio.target == "<= 1.0"
