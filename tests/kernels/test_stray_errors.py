"""Whatever shapes and dtypes reach a kernel: it computes what its op declares, or raises one of our errors."""
from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.graph.shape_inference import SHAPE_FUNCTIONS
from aioflow.framework.kernels import KernelDef, KernelKind, bind_kernel, registered_kernels
from aioflow.framework.op_def import MISSING, OPS, AttrDef
from aioflow.framework.shapes import TensorShape
from tests.kernels.own_ops import own_kernels, own_ops
from tests.kernels.test_recorded import StaticNode

TRIES = 60
TYPES = [
    dtypes.float32, dtypes.float64, dtypes.float16, dtypes.bfloat16, dtypes.int8, dtypes.int32, dtypes.int64,
    dtypes.uint8, dtypes.uint16, dtypes.complex64, dtypes.bool_, dtypes.string,
]  # fmt: skip
SHAPES: list[tuple[int, ...]] = [
    (), (1,), (2,), (3,), (0,), (2, 3), (3, 2), (3, 3), (1, 3), (0, 2), (2, 0), (2, 2, 2), (2, 3, 3), (4, 3), (0, 0),
    (2, 1, 2, 2),
]  # fmt: skip
LISTS_OF_INTS = [
    [1, 1, 1, 1], [1, 1, 1, 1], [1, 2, 2, 1], [1, 1, 2, 2], [1, 1, 1, 1, 1], [1, 2, 1, 1, 1], [], [1], [0], [2, -1],
]  # fmt: skip
EXAMPLES = {"equation": b"ij,jk->ik", "boundaries": [0.0, 1.0]}
# Pass on what they get, whatever their attributes and rules say of shapes and numbers of tensors; so does TensorFlow.
UNCHECKED = {"LoopCond", "PlaceholderWithDefault", "_ArrayToList", "_ListToArray"}
TEXTS = [b"ab", b"ab", b"ab", b"", b"12", b"\xff\0", "ä".encode() * 3]


def has_functions(op: str) -> bool:
    """Whether an attribute of the op is a function; such ops have a test of their own."""
    return any(attr.element_kind == "func" for attr in OPS[op].attrs.values())


PURE_OPS = [
    op
    for op in own_ops()
    if op not in UNCHECKED and not has_functions(op)
    if any(kernel.kind is KernelKind.PURE for kernel in own_kernels(op))
]


def random_attrs(op: str, kernel: KernelDef, choose: random.Random) -> dict[str, Any] | None:
    """Attributes that the kernel takes; None where it takes only dtypes that have no usual values."""
    attrs: dict[str, Any] = {}
    for name, attr in OPS[op].attrs.items():
        value = MISSING if attr.kind == "tensor" else random_attr(attr, usable_types(attr, kernel), choose)
        if value is MISSING and attr.kind != "tensor":
            return None
        attrs[name] = value
    for name, attr in OPS[op].attrs.items():
        if attr.kind == "tensor":
            attrs[name] = random_array(attrs.get("dtype", dtypes.uint8), choose.choice(SHAPES), choose)
    return attrs


def usable_types(attr: AttrDef, kernel: KernelDef) -> list[dtypes.DType]:
    """The usual dtypes among those that op and kernel take; all of these where none of them is usual."""
    offered = kernel.constraints.get(attr.name, attr.allowed or TYPES)
    allowed = [t for t in offered if t in (attr.allowed or offered)]
    return [t for t in TYPES if t in allowed] or [t for t in allowed if t not in (dtypes.variant, dtypes.resource)]


def random_attr(attr: AttrDef, types: list[dtypes.DType], choose: random.Random) -> Any:
    """A value for one attribute, or `MISSING`."""
    if attr.kind.startswith("list(") and attr.kind != "list(type)" and attr.default is not MISSING:
        return EXAMPLES.get(attr.name, attr.default)
    if attr.kind == "type":
        return choose.choice(types) if types else MISSING
    if attr.kind == "list(type)":
        return [choose.choice(types) for _ in range(choose.randint(max(attr.minimum or 0, 1), 3))] if types else MISSING
    if attr.name in EXAMPLES or (attr.default is not MISSING and choose.random() < 0.7 and attr.kind != "bool"):
        return EXAMPLES.get(attr.name, attr.default)
    return random_value_of(attr, choose)


def random_value_of(attr: AttrDef, choose: random.Random) -> Any:
    """A value of any other kind, good or bad for the op, or `MISSING`."""
    if attr.kind == "int":
        return max(choose.choice([-1, 0, 1, 2, 2, 3, 7]), attr.minimum if attr.minimum is not None else -1)
    if attr.kind == "string":
        return choose.choice(sorted(attr.allowed)) if attr.allowed else choose.choice(TEXTS)
    kinds: dict[str, Any] = {
        "bool": lambda: choose.random() < 0.5,
        "float": lambda: choose.choice([0.0, 0.5, 1.0, -1.0, 1e30]),
        "shape": lambda: TensorShape(choose.choice([None, [None], *SHAPES])),
        "list(shape)": lambda: [TensorShape(choose.choice([None, *SHAPES])) for _ in range(choose.randint(0, 2))],
        "list(int)": lambda: choose.choice(LISTS_OF_INTS),
        "list(float)": lambda: [0.5] * choose.randint(0, 4),
        "list(string)": lambda: [choose.choice(TEXTS) for _ in range(choose.randint(attr.minimum or 0, 3))],
    }
    return kinds[attr.kind]() if attr.kind in kinds else MISSING


def random_array(dtype: dtypes.DType, shape: tuple[int, ...], choose: random.Random) -> np.ndarray[Any, Any]:
    """An array that cannot be written to; of floating-point numbers, some are not finite."""
    array: np.ndarray[Any, Any] = np.empty(shape, dtype.numpy_dtype)
    for index in np.ndindex(*shape):
        array[index] = random_value(dtype, choose)
    array.flags.writeable = False
    return array


def random_value(dtype: dtypes.DType, choose: random.Random) -> Any:
    """A small number of the dtype, now and then one that is not finite, or a string."""
    if dtype.base_dtype is dtypes.string:
        return choose.choice(TEXTS)
    if dtype.is_floating or dtype.is_complex:
        return choose.choice([0, 1, np.nan, np.inf, -np.inf]) if choose.random() < 0.2 else choose.gauss(0, 2)
    return choose.randint(0 if np.dtype(dtype.numpy_dtype).kind == "u" else -1, 3)


# What TensorFlow reports as its own fault, too.
INTERNAL_IN_TENSORFLOW = ("division by zero", "overflow from large input shape")


@pytest.mark.filterwarnings("ignore:(Matrix is|.* result may be)")  # so scipy tells of inexact matrix functions
@pytest.mark.parametrize("op", PURE_OPS)
def test_kernel_meets_any_input_with_a_result_or_an_error_of_ours(op: str) -> None:
    """No exception of numpy escapes, and the outputs have the declared dtypes and the shapes that the rule foresees."""
    choose = random.Random(op)
    kernels = [kernel for kernel in own_kernels(op) if kernel.kind is KernelKind.PURE]
    for _ in range(TRIES):
        attrs = random_attrs(op, choose.choice(kernels), choose)
        if attrs is None:
            continue  # a kernel for variants or resources only
        usual = choose.choice(SHAPES)
        shapes = [choose.choice([usual, usual, (), choose.choice(SHAPES)]) for _ in OPS[op].input_types(attrs)]
        types = OPS[op].input_types(attrs)
        inputs = [random_array(t, shape, choose) for t, shape in zip(types, shapes, strict=True)]
        try:
            kernel = bind_kernel("node", op, attrs, "CPU", np)
            with np.errstate(all="ignore"):
                outputs = kernel.outputs(kernel.compute(*inputs))
        except errors.OpError as error:
            is_known = any(text in error.message for text in INTERNAL_IN_TENSORFLOW)
            assert not isinstance(error, errors.InternalError) or is_known, (attrs, shapes)
            continue
        rule = SHAPE_FUNCTIONS.get(op)
        if rule is not None:
            node = StaticNode([TensorShape(shape) for shape in shapes], attrs, len(outputs), list(inputs))
            try:
                foreseen = rule(node)
            except ValueError:  # as in TensorFlow, where kernels take some shapes that no graph can be built with
                continue
            for predicted, output in zip(foreseen, outputs, strict=True):
                assert output is None or predicted.is_compatible_with(np.shape(output)), (attrs, shapes)


EXTREMES: dict[str, list[Any]] = {
    "ConcatV2": [[np.zeros(2), np.zeros(3)], np.int32(-(2**31))],
    "Transpose": [np.zeros(2), np.array([-(2**63)])],
    "Range": [np.float32(0), np.float32(-np.inf), np.float32(-np.inf)],
    "RandomIndexShuffle": [np.int64(-1), np.array([1, 2, 3]), np.int64(-1)],
    "DenseCountSparseOutput": [np.array([2**63 - 1]), np.zeros(0, np.float32)],
}


@pytest.mark.parametrize("op", EXTREMES)
def test_extreme_numbers_are_refused(op: str) -> None:
    """Numbers that numpy misreads, or that would keep a kernel busy for ever, are invalid arguments."""
    function = own_kernels(op)[-1].function
    counted: dict[str, Any] = {"minlength": -1, "maxlength": -1, "binary_output": False}
    attrs = {"RandomIndexShuffle": {"rounds": 4}, "DenseCountSparseOutput": counted}.get(op, {})
    with np.errstate(all="ignore"), pytest.raises(errors.InvalidArgumentError):
        function(np, *EXTREMES[op], **attrs)


@pytest.mark.parametrize("op", ["MatrixLogarithm", "MatrixSquareRoot"])
def test_functions_of_matrices_that_are_not_finite(op: str) -> None:
    """They are not numbers, as TensorFlow's are; nothing is searched for without end."""
    matrix = np.array([[0.8, -np.inf], [0, -1.5]], np.complex64)
    assert np.isnan(own_kernels(op)[0].function(np, matrix)).all()


def test_least_squares_of_a_matrix_that_is_not_finite() -> None:
    """There is no solution, and the search for one ends; that of another matrix in the batch is found."""
    matrices = np.stack([np.array([[0, np.inf], [1, 0], [np.nan, 1]], np.float32), np.eye(3, 2, dtype=np.float32)])
    solve = registered_kernels("MatrixSolveLs")[0].function
    solutions = solve(np, matrices, np.ones((2, 3, 1), np.float32), np.float64(0), fast=False)
    assert np.isnan(solutions[0]).all()
    np.testing.assert_allclose(solutions[1], 1, rtol=1e-6)


def test_a_high_rate_of_samples_wraps_around_in_the_file() -> None:
    """The bytes per second that a WAV file names have 32 bits, in TensorFlow's, too."""
    file = registered_kernels("EncodeWav")[0].function(np, np.zeros((1, 3), np.float32), np.int32(2**31 - 1)).item()
    assert file[20:36].hex() == "01000300ffffff7ffaffffff06001000"
