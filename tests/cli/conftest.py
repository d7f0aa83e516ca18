"""Fixtures: the command line in this process, and models to give to it."""
from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow.cli.main import main

DIGITS = Path(__file__).parents[2] / "examples" / "digits" / "digits_cnn.pb"


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> Any:
        """What it printed, read as JSON."""
        return json.loads(self.stdout)

    def is_refusal(self, code: int, *words: str) -> bool:
        """Whether it printed nothing but one clear line on stderr that holds all of `words`."""
        assert (self.code, self.stdout) == (code, ""), self
        line, newline, rest = self.stderr.partition("\n")
        assert newline and not rest and line.isprintable() and line.startswith("aioflow"), self
        assert "internal error" not in line, self
        return all(word in line for word in words)


Cli = Callable[..., Ended]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs the command line with the given arguments."""

    def run(*arguments: object) -> Ended:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ended(code, captured.out, captured.err)

    return run


@pytest.fixture
def affine(tmp_path: Path) -> Path:
    """A frozen graph: y = x * 2 + 1 for x [?, 2]; "shout" is "text" and an exclamation mark; "pause" does nothing."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        tf.add(tf.multiply(x, 2.0), 1.0, name="y")
        tf.strings.join([tf.placeholder(tf.string, [], name="text"), "!"], name="shout")
        tf.no_op(name="pause")
    path = tmp_path / "affine.pb"
    path.write_bytes(graph.as_graph_def().SerializeToString())
    return path


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A graph that says that it is running, and then counts for ever: x [] starts, y is never reached."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], name="x")
        begun = tf.Print(x, [x], message="running\x1b[2J")
        last = tf.while_loop(lambda i: i > -1.0, lambda i: tf.minimum(i + 1.0, 10.0), [begun])
        tf.identity(last, name="y")
    path = tmp_path / "endless.pb"
    path.write_bytes(graph.as_graph_def().SerializeToString())
    return path
