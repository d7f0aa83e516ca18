"""CONTRIBUTING.md: the op that it shows how to add is there, word for word, and does what TensorFlow recorded."""
from __future__ import annotations

import re
from pathlib import Path

import aioflow as tf
from tests.kernels.cases import load_cases
from tests.kernels.recording import load_outcomes, static_refusals
from tests.kernels.test_recorded import KNOWLEDGE, check_outcome, check_shape_rule

ROOT = Path(__file__).parents[1]
SECTION = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Adding an op")[1].split("\n## ")[0]
PARTS = SECTION.split("```")
TEXTS, BLOCKS = PARTS[0::2], [part.partition("\n")[2] for part in PARTS[1::2]]


def test_the_example_is_in_the_tree() -> None:
    """Each block is part of the file that is named before it: declaration, kernel, shape rule, cases."""
    for folder, text, code in zip(("protos/ops", "kernels", "shapes", "cases"), TEXTS, BLOCKS, strict=False):
        path = re.findall(r"`([\w/]+\.(?:py|txt))`", text)[-1]
        assert folder in path and code and code in (ROOT / path).read_text("utf-8"), path


def test_the_example_is_short() -> None:
    """All that is written by hand, and the commands, take less than 25 lines."""
    assert len(BLOCKS) == 5
    assert sum(len(block.splitlines()) for block in BLOCKS) < 25


def test_the_example_does_what_tensorflow_recorded() -> None:
    """Its cases are recorded; kernel and shape rule agree with them, and the builder builds."""
    outcomes, refusals = load_outcomes("array/broadcast_ops"), static_refusals("array/broadcast_ops")
    cases = {name: case for name, case in load_cases("array/broadcast_ops").items() if case.op == "BroadcastArgs"}
    assert len(cases) > 2 and outcomes.keys() >= cases.keys()
    for name, case in cases.items():
        check_outcome(case, outcomes[name])
        for known in KNOWLEDGE:
            check_shape_rule(case, outcomes[name], known, refusals.get(name, ()))
    with tf.Graph().as_default(), tf.Session() as session:
        assert session.run_sync(tf.raw_ops.BroadcastArgs(s0=[2, 1], s1=[3])).tolist() == [2, 3]
    assert "| BroadcastArgs | T: int32 int64 |" in (ROOT / "docs" / "ops.md").read_text("utf-8")
