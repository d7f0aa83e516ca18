"""Each op that is translated to ONNX gives in a region what its own kernel gives, for all recorded cases."""
from __future__ import annotations

import logging
from functools import cache
from typing import Any

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="regions need the extra `onnx`", exc_type=ImportError)

import aioflow as tf
from aioflow import errors
from aioflow.packs.onnxruntime import translations as translations
from aioflow.packs.onnxruntime.node_writer import TRANSLATIONS
from tests.kernels.cases import Case, load_cases
from tests.kernels.recording import recorded_names
from tests.kernels.test_recorded import assert_equal_to_tolerance, outputs_of

from .one_op_regions import FORMS, node_of, region_of

#: TensorFlow itself treats NaN, and windows of -inf, by their places here; `strict` keeps these ops out.
BY_PLACE = {"MaxPool", "Max", "Min", "ArgMax", "ArgMin", "TopKV2"}
#: Ops that are translated together with others only (see `test_gelu`), or compute nothing.
ELSEWHERE = {"Erfc", "NoOp"}


@cache
def cases() -> dict[str, list[Case]]:
    """The recorded cases by op."""
    found: dict[str, list[Case]] = {op: [] for op in TRANSLATIONS.names()}
    for name in recorded_names():
        for case in load_cases(name).values():
            if case.op in found:
                found[case.op].append(case)
    return found


@pytest.mark.parametrize("op", sorted(TRANSLATIONS.names()))
def test_regions_give_what_kernels_give(op: str, caplog: pytest.LogCaptureFixture) -> None:
    """Values, dtypes, shapes and classes of errors are the same, whatever is known when the region is built."""
    with caplog.at_level(logging.CRITICAL, "aioflow"):  # where ONNX Runtime refuses sizes of 0, kernels step in
        compared = sum(is_compared(case, form) for case in cases()[op] for form in FORMS)
    assert compared or op in ELSEWHERE, "no case was translated"


def is_compared(case: Case, form: str) -> bool:
    """Compares a case; whether it could be."""
    made = node_of(case, form)
    if made is None:
        return False
    op, fed = made
    region = region_of(op)
    if region is None or (case.op in BY_PLACE and not all(map(is_finite, fed))):
        return False
    try:
        wanted: Any = outputs_of(case)
    except errors.OpError as error:
        with pytest.raises(type(error)):
            region.run(*fed)
        return True
    for got, value in zip(region.run(*fed), wanted, strict=False):  # outputs that nobody reads are not computed
        value = np.asarray(value)
        assert (got.dtype, got.shape) == (value.dtype, value.shape), case
        assert_equal_to_tolerance(case, got, value)
    return True


def is_finite(array: Any) -> bool:
    """Whether an array has neither NaN nor infinities."""
    return array.dtype.kind != "f" or bool(np.isfinite(array).all())


def test_strict_regions() -> None:
    """Ops that treat NaN by its place stay out of strict regions, for floats only."""
    for name in sorted(BY_PLACE):
        for case in cases()[name]:
            made = node_of(case, "integers constant")
            if made is not None and made[0].inputs[0].dtype.is_floating:
                assert region_of(made[0], is_strict=True) is None, case


def test_gelu() -> None:
    """Erfc is translated within the usual form of GELU, and nowhere else."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 3])
        tail = tf.erfc(tf.negative(x) * np.float32(0.5**0.5))
        assert region_of(tail.op) is None
        result = np.float32(0.5) * x * tail
        region = region_of(tail.op)
        assert region is not None and region_of(tf.erfc(x).op) is None
        given = np.linspace(-9, 9, 60, dtype=np.float32).reshape(-1, 3)
        with tf.Session() as session:
            wanted, argument = session.run_sync([result, tail.op.inputs[0]], {x: given})
    np.testing.assert_allclose(0.5 * given * region.run(argument)[0], wanted, atol=1e-6)


@pytest.mark.parametrize("op", ["ReluGrad", "Relu6Grad", "SigmoidGrad", "TanhGrad", "RsqrtGrad"])
def test_gradients_of_open_batches(op: str) -> None:
    """Batches of any size are taken; what has another shape than its gradient is an error, and is not broadcast."""
    names = ("gradients", "features") if op.startswith("Relu") else ("dy", "y")
    with tf.Graph().as_default():
        given = {name: tf.placeholder(tf.float32, [None, 3]) for name in names}
        result = getattr(tf.raw_ops, op)(**given)
        region = region_of(result.op)
        assert region is not None
        with tf.Session() as session:
            for size in (0, 1, 4):
                x = np.linspace(-1, 7, 3 * size, dtype=np.float32).reshape(size, 3)
                values = dict(zip(given.values(), (np.cos(x), x), strict=True))
                got = region.run(*(values[tensor] for tensor in result.op.inputs))[0]
                np.testing.assert_array_equal(got, session.run_sync(result, values))
    for sizes in ((4, 1), (1, 4)):
        with pytest.raises(errors.InvalidArgumentError):
            region.run(*(np.ones((size, 3), np.float32) for size in sizes))


@pytest.mark.parametrize("label", [-1, 3, 2**31 - 1])
def test_labels_out_of_range(label: int) -> None:
    """They are the kernel's error: negative ones do not count from the end."""
    with tf.Graph().as_default():
        logits, labels = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.int32, [None])
        region = region_of(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits).op)
    assert region is not None
    scores = np.ones((2, 3), np.float32)
    np.testing.assert_allclose(region.run(scores, np.array([0, 2], np.int32))[0], np.log([3, 3]), rtol=1e-6)
    with pytest.raises(errors.InvalidArgumentError, match="outside the valid range"):
        region.run(scores, np.array([0, label], np.int32))
    with pytest.raises(errors.InvalidArgumentError, match="same first dimension"):
        region.run(scores, np.array([0, 1, 2], np.int32))
