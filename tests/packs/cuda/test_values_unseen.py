"""Kernels where nobody looks at values, as on a GPU: wrong ones are dropped, give zeros or NaN, and raise nothing."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow.framework.dtypes import as_dtype
from aioflow.framework.kernels import OpKernel, find_kernel
from aioflow.framework.kernels.host_arguments import HOST_ARGUMENTS
from aioflow.framework.op_def import OPS

torch = pytest.importorskip("torch", reason="GPU devices need the extra `torch`", exc_type=ImportError)

import aioflow.packs.cuda.kernels  # noqa: E402, F401 - registers the kernels
from aioflow.packs.cuda.namespace import Tensors  # noqa: E402
from aioflow.packs.cuda.tensors import DeviceArray  # noqa: E402

NAN = np.float32("nan")


def computed(op: str, *inputs: Any, **attrs: Any) -> Any:
    """The first output of an op, by a kernel that looks at no values; it is not left to the CPU."""
    xp, op_def = Tensors(torch.device("cpu")), OPS[op]
    xp.checks_values = False
    arrays = [np.asarray(each) for each in inputs]
    for arg, array in zip(op_def.inputs, arrays, strict=True):
        if arg.type_attr:
            attrs[arg.type_attr] = as_dtype(array.dtype)
    full = op_def.complete_attrs(attrs)
    definition = find_kernel(op, full, "GPU")
    assert definition is not None and definition.device_type == "GPU"
    host = HOST_ARGUMENTS.get(op, frozenset[str]()) if definition.host is None else definition.host
    given = [a if arg.name in host else xp.from_host(a) for arg, a in zip(op_def.inputs, arrays, strict=True)]
    kernel = OpKernel("node", op_def, full, definition, xp)
    result = kernel.outputs(kernel.compute(*given))[0]
    assert not xp.refusals
    return xp.to_host(result) if isinstance(result, DeviceArray) else result


def ints(values: Any, dtype: Any = np.int32) -> Any:
    """An array of integers."""
    return np.array(values, dtype)


ROWS = np.array([[1, 2], [3, 4], [5, 6]], np.float32)


def test_rows_that_are_not_there_are_zeros() -> None:
    """Gathered rows, along any axis and in batches, and by position."""
    indices = ints([2, 3, -1])
    assert computed("GatherV2", ROWS, indices, np.int32(0)).tolist() == [[5, 6], [0, 0], [0, 0]]
    assert computed("GatherV2", ROWS, ints([1, 9], np.int64), np.int32(1)).tolist() == [[2, 0], [4, 0], [6, 0]]
    batched = computed("GatherV2", ROWS, ints([[1, 2], [0, 0], [-1, 1]], np.int64), np.int32(1), batch_dims=1)
    assert batched.tolist() == [[2, 0], [3, 3], [0, 6]]
    assert computed("GatherNd", ROWS, ints([[0, 1], [3, 0], [0, -1]])).tolist() == [2, 0, 0]


def test_updates_that_belong_nowhere_are_dropped() -> None:
    """Scattered values, and members of segments that there are not."""
    updates = np.array([1, 2, 4], np.float32)
    assert computed("ScatterNd", ints([[1], [5], [-1]]), updates, ints([3])).tolist() == [0, 1, 0]
    assert computed("TensorScatterAdd", updates, ints([[0], [3], [0]]), updates).tolist() == [6, 2, 4]
    assert computed("TensorScatterMax", updates, ints([[0], [3], [-7]]), updates * 9).tolist() == [9, 2, 4]
    assert computed("UnsortedSegmentSum", ROWS, ints([1, 7, -1]), np.int32(2)).tolist() == [[0, 0], [1, 2]]


def test_labels_that_are_no_classes_give_nan() -> None:
    """The losses of other rows are as they are."""
    losses = computed("SparseSoftmaxCrossEntropyWithLogits", ROWS, ints([0, 2, -1], np.int64))
    np.testing.assert_allclose(losses, [np.log1p(np.e), NAN, NAN], rtol=1e-6)


def test_boxes_of_no_image_are_the_extrapolated_value() -> None:
    """Boxes with numbers that are none, too."""
    image = np.ones((1, 3, 3, 1), np.float32)
    boxes = np.array([[0, 0, 1, 1], [0, 0, 1, 1], [NAN, 0, 1, 1]], np.float32)
    crops = computed("CropAndResize", image, boxes, ints([0, 4, 0]), ints([2, 2]), extrapolation_value=7.0)
    assert crops[..., 0].tolist() == [[[1, 1], [1, 1]], [[7, 7], [7, 7]], [[7, 7], [7, 7]]]


def test_nan_wins_in_windows() -> None:
    """As on TensorFlow's GPUs."""
    image = np.array([1, NAN, 3, 4], np.float32).reshape(1, 2, 2, 1)
    assert np.isnan(computed("MaxPool", image, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding=b"VALID")).all()


def test_lengths_beyond_a_sequence_are_its_length() -> None:
    """Reversed parts of sequences."""
    assert computed("ReverseSequence", ROWS, ints([5, 0, 1], np.int64), seq_dim=1).tolist() == [[2, 1], [3, 4], [5, 6]]
