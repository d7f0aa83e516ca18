"""Settings in force, as `describe` shows them: values, reasons, and what has no effect."""
from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import pytest

import aioflow as tf


@pytest.fixture
async def graph() -> AsyncIterator[tf.Graph]:
    """A graph, the default one of the test."""
    with tf.Graph().as_default() as graph:
        yield graph


def described(session: Any) -> dict[str, list[str]]:
    """The lines of `describe`, by what they are about."""
    text = io.StringIO()
    session.describe(file=text)
    lines: dict[str, list[str]] = {}
    name = ""
    for line in text.getvalue().splitlines():
        # Lines that go on where one before has ended begin with blanks.
        if line.startswith(" "):
            lines[name][-1] += f" {line.strip()}"
        else:
            name, _, rest = line.partition("  ")
            lines.setdefault(name.strip(), []).append(rest.strip())
    return lines


@pytest.mark.parametrize("size", [1, 4])
async def test_describe(graph: tf.Graph, size: int) -> None:
    """Each setting is there with its value and where it comes from."""
    config = tf.ConfigProto(operation_timeout_in_ms=250, placement_period=3, device_count={"CPU": 2})
    pool = config.session_inter_op_thread_pool.add(num_threads=size)
    pool.aioflow.CopyFrom(tf.AioflowPoolOptions(max_queue=7, priority=2))
    config.session_inter_op_thread_pool.add(global_name=f"described_{size}")
    config.inter_op_parallelism_threads = 3
    config.experimental.session_metadata.name, config.experimental.session_metadata.version = "digits", 3
    config.gpu_options.allow_growth = True
    async with tf.Session(config=config) as session:
        lines = described(session)
    assert lines["session"][0].startswith("digits/3")
    assert [line.split()[0][-6:] for line in lines["device"]] == [":CPU:0", ":CPU:1"]
    [first], [second] = lines["inter-op pool 0"], lines["inter-op pool 1"]
    assert f"'Compute0': {size} thread" in first and "max_queue 7, priority 2" in first
    assert "session_inter_op_thread_pool[0].num_threads; of this session" in first
    assert f"'described_{size}': 3 threads" in second
    assert "ConfigProto.inter_op_parallelism_threads; of all sessions that name it" in second
    assert "threads" in lines["intra-op pool"][0] and "of the process" in lines["intra-op pool"][0]
    assert "per call" in lines["BLAS"][0]
    assert lines["interpreter lock"][0].startswith("handed over within 5 ms")
    assert lines["time limit"][0].startswith("250 ms per run")
    assert lines["executor"][0].startswith("DEFAULT") and "fold_constants" in lines["passes"][0]
    assert [line.split()[0] for line in lines["no effect"]] == [
        "ConfigProto.placement_period", "ConfigProto.gpu_options.allow_growth",
    ]  # fmt: skip
    [shared] = [each for each in tf.pools() if each.name == f"described_{size}"]
    shared.close()


async def test_describe_inline(graph: tf.Graph, capsys: pytest.CaptureFixture[str]) -> None:
    """A session on the calling thread says so; without a file the text goes to standard output."""
    async with tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=-1)) as session:
        session.describe()
    text = capsys.readouterr().out
    assert "the calling thread" in text and "inter-op pool" not in text and "no effect" not in text


@pytest.mark.parametrize("columns", [70, 100, 400])
async def test_the_terminals_width(graph: tf.Graph, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """Lines are as wide as the terminal at most; what is said is the same at every width."""
    monkeypatch.setenv("COLUMNS", str(columns))
    texts = []
    async with tf.Session() as session:
        for width in (str(columns), "4000"):
            monkeypatch.setenv("COLUMNS", width)
            text = io.StringIO()
            session.describe(file=text)
            texts.append(text.getvalue())
    assert max(map(len, texts[0].splitlines())) <= columns
    assert texts[0].split() == texts[1].split()


async def test_nobody_asked_for_it(graph: tf.Graph) -> None:
    """What an interactive session sets by itself is not told as a setting of the user's."""
    session = tf.InteractiveSession()
    try:
        assert "no effect" not in described(session)
    finally:
        await session.close()
