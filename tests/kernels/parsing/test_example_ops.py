"""Tensors out of tf.Example and tf.SequenceExample messages, and ragged tensors in variants."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow._proto.example_pb2 import Example, SequenceExample
from aioflow._proto.feature_pb2 import Feature, FeatureList
from aioflow.framework.dtypes import float32, int64
from aioflow.framework.kernels import bind_kernel
from aioflow.framework.shapes import TensorShape


def ints(*values: int) -> Feature:
    """A feature of integers."""
    feature = Feature()
    feature.int64_list.value.extend(values)
    return feature


def floats(*values: float) -> Feature:
    """A feature of floats."""
    feature = Feature()
    feature.float_list.value.extend(values)
    return feature


def example(**features: Feature) -> bytes:
    """A serialized example."""
    message = Example()
    for name, feature in features.items():
        message.features.feature[name].CopyFrom(feature)
    return message.SerializeToString()


def strings(*values: bytes) -> Any:
    """A string vector."""
    array = np.empty(len(values), object)
    array[:] = values
    return array


def scalar(value: bytes) -> Any:
    """A string scalar."""
    array = np.empty((), object)
    array[()] = value
    return array


def parse(
    serialized: Any, sparse: tuple[bytes, ...] = (), dense: tuple[bytes, ...] = (), ragged: tuple[bytes, ...] = (),
    default: Any = (), shape: Any = (2,),
) -> Any:  # fmt: skip
    """Runs ParseExampleV2 on int64 sparse and ragged columns and float dense ones of one shape and default."""
    attrs = {
        "Tdense": [float32] * len(dense), "num_sparse": len(sparse), "sparse_types": [int64] * len(sparse),
        "ragged_value_types": [int64] * len(ragged), "ragged_split_types": [int64] * len(ragged),
        "dense_shapes": [TensorShape(shape)] * len(dense),
    }  # fmt: skip
    kernel = bind_kernel("parse", "ParseExampleV2", attrs, "CPU", np)
    defaults = [np.array(default, np.float32)] * len(dense)
    return kernel.compute(serialized, strings(), strings(*sparse), strings(*dense), strings(*ragged), *defaults)


def listed(results: Any) -> Any:
    """Nested lists of all outputs."""
    return [[array.tolist() for array in group] for group in results]


def test_columns_of_a_batch() -> None:
    """Sparse, dense and ragged columns hold what each example has, defaults where it has nothing."""
    batch = strings(example(a=floats(1, 2), b=ints(3, 4), c=ints(7)), example())
    results = listed(parse(batch, (b"b",), (b"a",), (b"c",), default=[8, 9]))
    assert results == [[[[0, 0], [0, 1]]], [[3, 4]], [[2, 2]], [[[1, 2], [8, 9]]], [[7]], [[0, 1, 1]]]


def test_columns_of_one_example() -> None:
    """A scalar gives columns without a batch dimension, and no splits."""
    one = scalar(example(a=floats(1, 2), b=ints(3, 4), c=ints(7)))
    results = listed(parse(one, (b"b",), (b"a",), (b"c",)))
    assert results == [[[[0], [1]]], [[3, 4]], [[2]], [[1, 2]], [[7]], [[]]]


def test_dense_columns_of_variable_size_are_padded() -> None:
    """With an open first size, rows grow to the longest one, filled with the default."""
    batch = strings(example(a=floats(1, 2, 3, 4)), example(a=floats(5, 6)), example())
    results = parse(batch, dense=(b"a",), default=[9], shape=(None, 2))[3][0]
    assert results.tolist() == [[[1, 2], [3, 4]], [[5, 6], [9, 9]], [[9, 9], [9, 9]]]


@pytest.mark.parametrize(
    ("feature", "message"),
    [
        (floats(1), "Values size: 1 but output shape"),
        (ints(1, 2), "Data types don't match"),
        (Feature(), "is required but could not be found"),
    ],
)
def test_wrong_dense_values(feature: Feature, message: str) -> None:
    """Too few values, values of another type, and no values without a default are refused."""
    with pytest.raises(errors.InvalidArgumentError, match=message):
        parse(strings(example(a=feature)), dense=(b"a",))


def test_no_example() -> None:
    """What is no message is refused."""
    with pytest.raises(errors.InvalidArgumentError, match="Could not parse"):
        parse(strings(b"\xff\xff"), sparse=(b"a",))


def sequence(context: dict[str, Feature], **lists: list[Feature]) -> bytes:
    """A serialized sequence example."""
    message = SequenceExample()
    for name, feature in context.items():
        message.context.feature[name].CopyFrom(feature)
    for name, steps in lists.items():
        message.feature_lists.feature_list[name].CopyFrom(FeatureList(feature=steps))
    return message.SerializeToString()


def parse_lists(serialized: Any, sparse: bool = False, ragged: bool = False, may_be_missing: bool = False) -> Any:
    """Runs ParseSequenceExampleV2 on the list `l` of integers: sparse, ragged or as dense pairs."""
    dense = not (sparse or ragged)
    attrs = {
        "Ncontext_sparse": 0, "Tcontext_dense": [], "context_sparse_types": [], "context_ragged_value_types": [],
        "context_ragged_split_types": [], "context_dense_shapes": [], "Nfeature_list_sparse": int(sparse),
        "Nfeature_list_dense": int(dense), "feature_list_dense_types": [int64] * dense,
        "feature_list_sparse_types": [int64] * sparse, "feature_list_ragged_value_types": [int64] * ragged,
        "feature_list_ragged_split_types": [int64] * ragged, "feature_list_dense_shapes": [TensorShape([2])] * dense,
    }  # fmt: skip
    kernel = bind_kernel("parse", "ParseSequenceExampleV2", attrs, "CPU", np)
    keys = [strings(*[b"l"] * wanted) for wanted in (sparse, dense, ragged)]
    missing = np.array([may_be_missing] * dense, bool)
    return kernel.compute(serialized, strings(), strings(), strings(), strings(), *keys, missing)


BATCH = strings(sequence({}, l=[ints(1, 2), ints(3)]), sequence({}), sequence({}, l=[ints(4, 5), Feature(), ints()]))


def test_sparse_steps() -> None:
    """Values of steps stand at (example, step, place)."""
    groups = [group for group in listed(parse_lists(BATCH, sparse=True)) if group]
    places = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [2, 0, 0], [2, 0, 1]]
    assert groups == [[places], [[1, 2, 3, 4, 5]], [[3, 3, 2]]]


def test_ragged_steps() -> None:
    """Values of steps have splits between examples and between steps."""
    groups = [group for group in listed(parse_lists(BATCH, ragged=True)) if group]
    assert groups == [[[1, 2, 3, 4, 5]], [[0, 2, 2, 5]], [[0, 2, 3, 5, 5, 5]]]


def test_dense_steps() -> None:
    """Blocks of steps are padded with zeros; a list may be missing if that is allowed."""
    batch = strings(sequence({}, l=[ints(1, 2), ints(3, 4)]), sequence({}))
    groups = [group for group in listed(parse_lists(batch, may_be_missing=True)) if group]
    assert groups == [[[[[1, 2], [3, 4]], [[0, 0], [0, 0]]]], [[2, 0]]]
    with pytest.raises(errors.InvalidArgumentError, match="is required but could not be found"):
        parse_lists(batch)


def test_dense_steps_of_another_size() -> None:
    """A step with too few values is refused, by its number."""
    with pytest.raises(errors.InvalidArgumentError, match="Index: 1"):
        parse_lists(strings(sequence({}, l=[ints(1, 2), ints(3)])))


@pytest.mark.parametrize("batched", [False, True])
def test_ragged_tensors_survive_variants(batched: bool) -> None:
    """A ragged tensor, whole or row by row, comes back from its variants."""
    splits, values = [np.array([0, 1, 3]), np.array([0, 2, 2, 5])], np.arange(5.0, dtype=np.float32)
    encode = bind_kernel(
        "encode", "RaggedTensorToVariant",
        {"RAGGED_RANK": 2, "Tvalues": float32, "Tsplits": int64, "batched_input": batched}, "CPU", np,
    )  # fmt: skip
    decode = bind_kernel(
        "decode", "RaggedTensorFromVariant",
        {"input_ragged_rank": 1 if batched else 2, "output_ragged_rank": 2, "Tvalues": float32, "Tsplits": int64},
        "CPU", np,
    )  # fmt: skip
    encoded = encode.compute(*splits, values)
    nested, result = decode.compute(encoded)
    assert encoded.shape == ((2,) if batched else ())
    assert [s.tolist() for s in nested] == [s.tolist() for s in splits]
    assert result.tolist() == values.tolist()
