"""Tensors framed by hand are those of protobuf."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.resource_handle_pb2 import ResourceHandleProto
from aioflow._proto.tensor_pb2 import TensorProto, VariantTensorDataProto
from aioflow.distributed.wire.tensors import read_tensor, write_tensor
from aioflow.framework import dtypes
from aioflow.framework.tensors import tensor_from_proto, tensor_to_proto

VALUES = [
    (dtypes.float32, np.arange(6, dtype=np.float32).reshape(2, 3)),
    (dtypes.float32, np.float32(1.5)),
    (dtypes.float32, np.zeros((0, 3), np.float32)),
    (dtypes.float32, np.ones((100, 100), np.float32).T),
    (dtypes.int64, np.array([-1, 2**62])),
    (dtypes.bool_, np.array([True, False])),
    (dtypes.float16, np.array([1.5, -2], np.float16)),
    (dtypes.bfloat16, np.array([1.5, -2], dtypes.bfloat16.numpy_dtype)),
    (dtypes.bfloat16, np.ones(1000, dtypes.bfloat16.numpy_dtype)),
    (dtypes.complex64, np.array([1 + 2j], np.complex64)),
    (dtypes.qint8, np.array([1, -2], dtypes.qint8.numpy_dtype)),
    (dtypes.string, np.array([[b"abc", b"d" * 200], [b"", b"\x00"]], object)),
    (dtypes.string, np.array(b"abc", object)),
]


@pytest.mark.parametrize(("dtype", "value"), VALUES)
def test_there_and_back(dtype: dtypes.DType, value: Any) -> None:
    """D-12: protobuf reads what is written, and what it writes is read."""
    parts, nbytes = write_tensor(value, dtype)
    written = b"".join(parts)
    assert len(written) == nbytes
    by_hand = read_tensor(memoryview(written))
    by_protobuf = tensor_from_proto(TensorProto.FromString(written))
    from_fields = read_tensor(memoryview(tensor_to_proto(value, dtype).SerializeToString()))
    for found in (by_hand, by_protobuf, from_fields):
        assert found.dtype == np.asarray(value).dtype
        np.testing.assert_array_equal(found, value)


def test_strings_have_their_lengths_first() -> None:
    """As TensorFlow's runtime writes them."""
    written = b"".join(write_tensor(np.array([b"abc", b"d"], object), dtypes.string)[0])
    assert TensorProto.FromString(written).tensor_content == b"\x03\x01abcd"


def test_large_values_are_not_copied() -> None:
    """Neither while they are written, nor when they are read."""
    value = np.ones(1000, np.float32)
    parts, _ = write_tensor(value, dtypes.float32)
    assert np.shares_memory(np.frombuffer(parts[-1], np.float32), value)
    body = b"".join(parts)
    found = read_tensor(memoryview(body))
    assert not found.flags.writeable
    assert np.shares_memory(found, np.frombuffer(body, np.uint8))


def test_handles_are_messages() -> None:
    """In `tensor_content`, with their lengths first."""
    handle = ResourceHandleProto(device="/job:ps/replica:0/task:0/device:CPU:0", name="v")
    text = handle.SerializeToString()
    proto = TensorProto(dtype=20, tensor_content=bytes([len(text)]) + text)  # type: ignore[arg-type]
    proto.tensor_shape.SetInParent()
    found = read_tensor(memoryview(proto.SerializeToString()))
    assert found.shape == ()
    assert found[()] == handle


def test_variants_are_messages() -> None:
    """D-11: in `tensor_content`, too; strings and handles are above."""
    lists = [VariantTensorDataProto(type_name="tensorflow::TensorList", metadata=bytes([n])) for n in range(2)]
    texts = [each.SerializeToString() for each in lists]
    content = bytes(map(len, texts)) + b"".join(texts)
    proto = TensorProto(dtype=21, tensor_content=content)  # type: ignore[arg-type]
    proto.tensor_shape.dim.add(size=2)
    assert list(read_tensor(memoryview(proto.SerializeToString()))) == lists


@pytest.mark.parametrize("body", [b"\x22\x05abc", b"\x08", b"\x07", b"\x08" + 10 * b"\xff" + b"\x01"])
def test_garbage_is_no_message(body: bytes) -> None:
    """It raises, and reads nothing beyond."""
    with pytest.raises(DecodeError):
        read_tensor(memoryview(body))


def test_content_must_fit() -> None:
    """And a few bytes do not stand for more than is allowed."""
    proto = TensorProto(dtype=1, tensor_content=b"abc")  # type: ignore[arg-type]
    with pytest.raises(errors.InvalidArgumentError):
        read_tensor(memoryview(proto.SerializeToString()))
    splat = TensorProto(dtype=1, float_val=[1.0])  # type: ignore[arg-type]
    splat.tensor_shape.dim.add(size=1 << 30)
    assert read_tensor(memoryview(splat.SerializeToString())).shape == (1 << 30,)
    with pytest.raises(errors.ResourceExhaustedError):
        read_tensor(memoryview(splat.SerializeToString()), 1 << 20)
