"""How large a node's results will be, from its inputs."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow.compiler.result_sizes import ResultSizes
from aioflow.framework import dtypes
from aioflow.framework.kernels import bind_kernel

F = {"T": dtypes.float32}


def sizes_of(op: str, attrs: dict[str, Any], *inputs: Any) -> list[tuple[tuple[int, ...], int]]:
    """Shapes and bytes of the results that are sure to be new."""
    sizes = ResultSizes(bind_kernel("node", op, attrs, "CPU", np))
    return [(shape, nbytes) for shape, _, nbytes in sizes.new(inputs)]


@pytest.mark.parametrize(
    ("op", "attrs", "inputs", "wanted"),
    [
        ("AddV2", F, (np.ones((5, 1), np.float32), np.ones(7, np.float32)), [((5, 7), 140)]),
        ("AddV2", F, (np.ones(7, np.float32), np.ones(7, np.float32)), [((7,), 28)]),
        ("Transpose", F | {"Tperm": dtypes.int32}, (np.ones((5, 3), np.float32), np.array([1, 0], np.int32)), []),
        ("Tile", F | {"Tmultiples": dtypes.int32}, (np.ones(5, np.float32), np.array([9], np.int32)), [((45,), 180)]),
        ("BroadcastTo", F | {"Tidx": dtypes.int32}, (np.ones((), np.float32), np.array([9], np.int32)), []),
        ("Tile", F | {"Tmultiples": dtypes.int32}, (np.ones(5, np.float32), np.array([9, 9], np.int32)), []),
    ],
    ids=["broadcast", "elementwise", "perhaps a view", "by a value", "a view", "ill-formed"],
)  # fmt: skip
def test_sizes(op: str, attrs: dict[str, Any], inputs: tuple[Any, ...], wanted: list[Any]) -> None:
    """Shapes and values of the inputs tell; what may be a view of an input is left out."""
    assert sizes_of(op, attrs, *inputs) == wanted


def test_values_may_change() -> None:
    """An answer holds for the same shapes, and for the same values where the rule has asked for them."""
    attrs = F | {"Tmultiples": dtypes.int32}
    sizes = ResultSizes(bind_kernel("node", "Tile", attrs, "CPU", np))
    x = np.ones(5, np.float32)
    for times in (9, 9, 3, 9):
        assert [shape for shape, _, _ in sizes.new([x, np.array([times], np.int32)])] == [(5 * times,)]
