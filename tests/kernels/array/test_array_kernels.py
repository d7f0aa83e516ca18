"""What recorded cases cannot show of the array kernels: unfed placeholders, sharing of memory."""
from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.kernels import bind_kernel
from aioflow.framework.op_def import OPS
from aioflow.framework.shapes import TensorShape


def run(op: str, *inputs: Any, **attrs: Any) -> Any:
    """The first output of an op's kernel; type attributes that inputs tell are float32 or what `attrs` says."""
    complete = OPS[op].complete_attrs(attrs)
    kernel = bind_kernel("node", op, complete, "CPU", np)
    return kernel.outputs(kernel.compute(*inputs))[0]


def unfed_placeholder_message(**attrs: Any) -> str:
    """What the error of an unfed placeholder called "x" says."""
    complete = OPS["Placeholder"].complete_attrs(attrs)
    kernel = bind_kernel("x", "Placeholder", complete, "CPU", np)
    with pytest.raises(errors.InvalidArgumentError) as info:
        kernel.compute(SimpleNamespace(node_name="x"))
    return str(info.value.message)


def test_an_unfed_placeholder_names_itself_its_dtype_and_shape() -> None:
    """The message has the name, TensorFlow's name of the dtype, and the shape with ? for unknown sizes."""
    message = unfed_placeholder_message(dtype=as_dtype("float32"), shape=TensorShape([None, 4]))
    assert message == "You must feed a value for placeholder tensor 'x' with dtype float and shape [?,4]"


@pytest.mark.parametrize("shape", [TensorShape(None), TensorShape([])])
def test_an_unfed_placeholder_without_dimensions_names_no_shape(shape: TensorShape) -> None:
    """Unknown and scalar shapes are left out, as TensorFlow leaves them out."""
    message = unfed_placeholder_message(dtype=as_dtype("string"), shape=shape)
    assert message == "You must feed a value for placeholder tensor 'x' with dtype string"


ROWS = np.arange(6, dtype=np.float32).reshape(3, 2)
CHANGING = [
    ("TensorScatterUpdate", [ROWS, np.array([[1]]), ROWS[:1]], {"Tindices": as_dtype("int64")}),
    ("TensorScatterAdd", [ROWS, np.array([[1]]), ROWS[:1]], {"Tindices": as_dtype("int64")}),
    ("InplaceAdd", [ROWS, np.array([1], np.int32), ROWS[:1]], {}),
    ("TensorStridedSliceUpdate", [ROWS, *np.array([[[0]], [[1]], [[1]]]).reshape(3, 1), ROWS[1:2]],
     {"Index": as_dtype("int64")}),
    ("MatrixSetDiag", [ROWS, np.array([8, 9], np.float32)], {}),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "attrs"), CHANGING, ids=[case[0] for case in CHANGING])
def test_ops_that_change_an_input_change_a_copy(op: str, inputs: list[Any], attrs: dict[str, Any]) -> None:
    """Inputs are immutable: the output differs, the input stays, and they share no memory."""
    before = inputs[0].copy()
    result = run(op, *inputs, T=as_dtype("float32"), **attrs)
    assert (inputs[0] == before).all()
    assert (result != before).any()
    assert not np.shares_memory(result, inputs[0])


@pytest.mark.parametrize("op", ["Identity", "StopGradient", "Snapshot"])
def test_passing_on_copies_nothing(op: str) -> None:
    """Ops that pass a value on give the very same array."""
    assert run(op, ROWS, T=as_dtype("float32")) is ROWS


def test_reshape_of_a_contiguous_array_is_a_view() -> None:
    """Reshape moves no data where it need not."""
    assert np.shares_memory(run("Reshape", ROWS, np.array([6]), T=as_dtype("float32"), Tshape=as_dtype("int64")), ROWS)


HUGE = np.array([1 << 40, 1 << 20], np.int64)


def test_an_array_that_cannot_be_had_is_resource_exhausted() -> None:
    """Too large an array ends in TensorFlow's error, which names the shape, before any memory is touched."""
    with pytest.raises(errors.ResourceExhaustedError, match=r"shape\[1099511627776,1048576\]"):
        run("Fill", HUGE, np.float64(1), T=as_dtype("float64"), index_type=as_dtype("int64"))


def test_too_many_blocks_are_refused_by_their_number() -> None:
    """Paddings that make a space of more elements than can be counted are an invalid argument."""
    paddings = np.array([[0, 4611686014132420609], [0, 4611686014132420609]], np.int64)
    types = {"T": as_dtype("float32"), "Tblock_shape": as_dtype("int64"), "Tpaddings": as_dtype("int64")}
    with pytest.raises(errors.InvalidArgumentError):
        run("SpaceToBatchND", np.ones([1, 1, 1, 5], np.float32), np.array([2, 2]), paddings, **types)
