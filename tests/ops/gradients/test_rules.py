"""The gradient of each op is what TensorFlow made of the same graph, in values, dtypes and kinds."""
from __future__ import annotations

from functools import cache
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import aioflow as tf
from aioflow.ops.building.apply_op import apply_op
from tests.kernels.cases import Case
from tests.kernels.recording import Outcome, load_outcomes

from .trials import RECORDED, case_of, start
from .unlike import why_unlike

# dtype -> (rtol, atol)
TOLERANCES = {
    np.dtype(np.float16): (2e-2, 4e-3), np.dtype(ml_dtypes.bfloat16): (1e-1, 4e-2), np.dtype("f4"): (2e-4, 2e-5),
    np.dtype("c8"): (2e-4, 2e-5), np.dtype("f8"): (1e-7, 1e-9), np.dtype("c16"): (1e-7, 1e-9),
}  # fmt: skip
# Ops whose gradients TensorFlow's kernels compute to fewer digits.
FACTORS = {
    "CTCLoss": 100, "CropAndResize": 100, "ImageProjectiveTransformV3": 1000, "ResizeBicubic": 100,
    "ResizeBilinear": 100,
}  # fmt: skip
# Ops with an input that is a double whatever the first one is, whose gradient has the digits of the first one: what its
# last ones are depends on how the CPU's BLAS adds.
WITH_A_DOUBLE = {"MatrixSolveLs"}
NEEDING_SHAPES = {
    "CSRSparseMatrixToSparseTensor", "MatrixSolveLs", "Qr", "RaggedTensorToTensor", "SparseMatrixMatMul", "Svd",
}  # fmt: skip
FAMILIES = sorted(path.stem for path in RECORDED.glob("*.npz"))


@cache
def recorded(family: str) -> dict[str, Outcome]:
    """The recorded gradients of a family by the keys of their trials."""
    return load_outcomes(family, RECORDED)


# Second derivatives go through the same rules; that shapes are unknown is tried with the first ones.
MODES = [
    pytest.param(family, key, is_known, id=f"{key}-{'shapes' if is_known else 'no-shapes'}")
    for family in FAMILIES for key in recorded(family)
    for is_known in ([True] if key.endswith("/second") else [True, False])
]  # fmt: skip


class Built:
    """The graph of a case: its node, fed by placeholders.

    Args:
        case: The case.
        is_known: Whether their shapes are known, and integers are constants.
    """

    def __init__(self, case: Case, is_known: bool) -> None:
        self.is_known = is_known
        self.feeds: dict[tf.Tensor, Any] = {}
        self.op = self.build(case)

    def build(self, case: Case) -> tf.Operation:
        """Adds the node of a case."""
        inputs = []
        for number, value in enumerate(case.arrays):
            dtype = case.input_types.get(number)
            made = [self.fed(each, dtype) for each in (value if isinstance(value, list) else [value])]
            inputs.append(made if isinstance(value, list) else made[0])
        return apply_op(case.op, inputs, case.attrs, case.op.lstrip("_"))

    def fed(self, value: Any, dtype: str | None = None) -> tf.Tensor:
        """A placeholder that is fed with an array; the first output of a case."""
        if isinstance(value, Case):
            return self.build(value).outputs[0]
        is_number = value.dtype.kind in "iub" and dtype is None
        # Axes, sizes and the like are constants in most graphs.
        if self.is_known and is_number:
            return tf.constant(value)
        placeholder = tf.placeholder(dtype or value.dtype, value.shape if self.is_known or is_number else None)
        self.feeds[placeholder] = value
        return placeholder

    def started(self, tensor: tf.Tensor, shape: tuple[int, ...], number: int) -> tf.Tensor:
        """A placeholder for the gradient that a tensor starts with."""
        return self.fed(start(shape, tensor.dtype.as_numpy_dtype, number))


@pytest.mark.parametrize(("family", "key", "is_known"), MODES)
def test_as_recorded(family: str, key: str, is_known: bool) -> None:
    """First and second derivatives are TensorFlow's, whether shapes are known before the step or not."""
    is_second = key.endswith("/second")
    case = case_of(key.removesuffix("/second"))
    reason = why_unlike(case, is_second)
    if reason is not None:
        pytest.skip(reason)
    if not is_known and case.op in NEEDING_SHAPES:
        pytest.skip("the rule needs ranks, or numbers of rows and columns, as TensorFlow's does")
    with tf.Graph().as_default() as graph, tf.Session(graph=graph) as session:
        built = Built(case, is_known)
        ys = [y for y in built.op.outputs if y.dtype.is_floating or y.dtype.is_complex]
        xs = [x for x in built.feeds if x.dtype.is_floating or x.dtype.is_complex]
        dys = [
            built.started(y, np.shape(value), i)
            for i, (y, value) in enumerate(zip(ys, session.run_sync(ys, built.feeds), strict=True))
        ]
        dxs = gradients(ys, xs, dys)
        if is_second:
            reached = [tf.convert_to_tensor(dx) for dx in dxs if dx is not None]
            values = session.run_sync(reached, built.feeds)
            ddys = [built.started(d, np.shape(v), 3 + i) for i, (d, v) in enumerate(zip(reached, values, strict=True))]
            dxs = [dx if dx is None else tf.convert_to_tensor(dx) for dx in gradients(reached, [*xs, *dys], ddys)]
        results = session.run_sync([dx for dx in dxs if dx is not None], built.feeds)
    factor = FACTORS.get(case.op, 1) * (4 if is_second else 1)
    digits = case.arrays[0].dtype if case.op in WITH_A_DOUBLE else None
    check(dxs, results, recorded(family)[key]["outputs"], is_second, is_known, factor, digits)


def gradients(ys: list[tf.Tensor], xs: list[tf.Tensor], dys: list[tf.Tensor]) -> list[Any]:
    """The gradients that rules build."""
    return list(tf.gradients(ys, xs, dys))


def check(
    dxs: list[Any], results: list[Any], wanted: list[Any], is_second: bool, is_known: bool, factor: float,
    digits: np.dtype[Any] | None,
) -> None:  # fmt: skip
    """Checks values against recorded ones, of which the first tells the kinds."""
    kinds = [0 if dx is None else 1 if isinstance(dx, tf.Tensor) else 2 for dx in dxs]
    results, wanted = list(results), list(wanted)
    for i, (kind, recorded_kind) in enumerate(zip(kinds, wanted.pop(0).tolist(), strict=True)):
        value = results.pop(0) if kind else None
        arrays = [wanted.pop(0) for _ in range((0, 1, 3)[recorded_kind])]
        # None of a second derivative stands for zeros, too: TensorFlow makes them where its rules do.
        if kind == 0 or recorded_kind == 0:
            rest = [*arrays, *([] if value is None else [value])]
            assert not rest or (is_second and not np.any(rest[0])), f"input {i}: {kind} instead of {recorded_kind}"
            continue
        # Where an axis is not known, rows are not told from other parts, so that a gather's gradient is dense.
        if (kind, recorded_kind) == (1, 2) and not is_known:
            kind, arrays = 1, [dense(*arrays)]
        else:
            assert kind == recorded_kind, f"input {i}"
        for got, expected in zip([value] if kind == 1 else tuple(value or ()), arrays, strict=True):
            assert_close(np.asarray(got), expected, is_second, factor, digits)


def dense(values: Any, indices: Any, shape: Any) -> Any:
    """Slices as a whole array."""
    whole = np.zeros(shape, values.dtype)
    np.add.at(whole, indices, values)
    return whole


def assert_close(got: Any, wanted: Any, is_second: bool, factor: float, digits: np.dtype[Any] | None) -> None:
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    rtol, atol = (factor * tolerance for tolerance in TOLERANCES.get(digits or wanted.dtype, (0, 0)))
    if is_second and wanted.dtype in TOLERANCES:
        # A second derivative that TensorFlow has as NaN is none, whatever the order of its operations makes of it.
        got, wanted = got[~np.isnan(wanted)], wanted[~np.isnan(wanted)]
    if wanted.dtype.kind == "c":
        # Which part of an infinite complex number is NaN is a matter of the order of multiplications.
        is_finite = np.isfinite(wanted)
        np.testing.assert_array_equal(np.isfinite(got), is_finite)
        got, wanted = got[is_finite], wanted[is_finite]
    else:
        got, wanted = got.astype(np.float64), wanted.astype(np.float64)
    np.testing.assert_allclose(got, wanted, rtol=rtol, atol=atol)


