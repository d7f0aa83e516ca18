"""Tables of the shapes that ops ask of their inputs."""
from __future__ import annotations

import pytest

from aioflow.framework.graph import input_shapes
from aioflow.framework.graph.input_shapes import checked_inputs
from aioflow.framework.op_def import OPS, OpDef
from aioflow.framework.shapes import TensorShape


@pytest.fixture
def op(monkeypatch: pytest.MonkeyPatch) -> OpDef:
    """An op of two lists and a tensor: Concat's like, with a table of its own for the test."""
    monkeypatch.setattr(input_shapes, "_TEXTS", {})
    return OPS["QuantizedConcat"]  # concat_dim, N values, N minima, N maxima


@pytest.mark.parametrize(
    ("table", "shapes", "told"),
    [
        ("[_]", [[2], [], [], [], [], [], []], None),
        ("[_]", [[], [], [], [], [], [], []], "Shape must be rank 1 but is rank 0"),
        ("[_,...]", [[2, 3], [], [], [], [], [], []], None),
        ("[_,...]", [[], [], [], [], [], [], []], "Shape must be at least rank 1 but is rank 0"),
        ("[_?]", [[2, 3], [], [], [], [], [], []], "Shape must be at most rank 1 but is rank 2"),
        ("[_?]", [[], [], [], [], [], [], []], None),
        ("[3]", [[2], [], [], [], [], [], []], "Dimension must be 3 but is 2"),
        ("[3]", [[None], [], [], [], [], [], []], None),
        ("[a,a]", [[2, 3], [], [], [], [], [], []], "Dimensions must be equal, but are 2 and 3"),
        ("[...,a,a]", [[7, 3, 3], [], [], [], [], [], []], None),
        ("[...,a,a]", [[3, 3, 2], [], [], [], [], [], []], "Dimensions must be equal, but are 3 and 2"),
        # small letters: the same place of two lists; capitals: all places
        ("* [a] [a]", [[], [2], [3], [2], [3], [], []], None),
        ("* [a] [a]", [[], [2], [3], [2], [2], [], []], "Dimensions must be equal, but are 3 and 2"),
        ("* [A] *", [[], [2], [3], [2], [3], [], []], "Dimensions must be equal, but are 2 and 3"),
        ("* * * [_]", [[], [], [], [], [], [1], []], "Shape must be rank 1 but is rank 0"),
    ],
)
def test_patterns(op: OpDef, table: str, shapes: list[list[int | None]], told: str | None) -> None:
    """What does not fit is told in TensorFlow's words; what is unknown fits."""
    input_shapes.input_shapes(f"Other {op.name}: {table}")
    given = [TensorShape(shape) for shape in shapes]
    attrs = {"N": 2}
    if told is None:
        assert checked_inputs(op, attrs, given) == given
    else:
        with pytest.raises(ValueError, match=told):
            checked_inputs(op, attrs, given)
    checked_inputs(op, attrs, [TensorShape(None)] * 7)


def test_ranks_are_known_by_patterns(op: OpDef) -> None:
    """A rule sees the rank that a table asks for where nothing else is known of the input."""
    input_shapes.input_shapes(f"{op.name}: [] [_,2] [_,...]")
    unknown = TensorShape(None)
    found = checked_inputs(op, {"N": 2}, [unknown] * 7)
    assert [shape.rank for shape in found] == [0, 2, 2, None, None, None, None]
