"""DecodeJSONExample: tf.Example messages from JSON."""
from __future__ import annotations

import json
import struct
from typing import Any

from aioflow import errors
from aioflow._proto.example_pb2 import Example
from aioflow._proto.varints import varint
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.string_arrays import mapped


@kernel("DecodeJSONExample")
def decode_json_example(xp: Any, json_examples: Array) -> Array:
    """Each example, in JSON as protobuf writes it, as a serialized message."""
    return mapped(_serialized, json_examples)


def _serialized(text: bytes) -> bytes:
    """One example as bytes; raises `InvalidArgumentError` for text that is none."""
    from google.protobuf import json_format  # costs 5 ms to import, and few graphs hold JSON

    try:
        example = json_format.Parse(text, Example())
    except (json_format.ParseError, UnicodeDecodeError, RecursionError) as error:
        raise errors.invalid_argument(f"Error while parsing JSON: {error}") from None
    # An empty message is no bytes at all.
    if not example.HasField("features"):
        return b""
    # A second time through the text: protobuf's map has lost the order of the names. The names are all in
    # `features`, for the first parse has checked them.
    names = (json.loads(text).get("features") or {}).get("feature") or {}
    features = example.features.feature
    # A map is a repeated message of key (1) and value (2); `features` (1) holds the map `feature` (1).
    entries = [_field(1, name.encode()) + _field(2, _feature(features[name])) for name in names]
    return _field(1, b"".join(_field(1, entry) for entry in entries))


# TensorFlow keeps the order of the names, and does not pack numbers, neither of which protobuf's Python code can do.
def _feature(feature: Any) -> bytes:
    """A `Feature` as bytes: the list of its kind, bytes (1), floats (2) or integers (3)."""
    kind = feature.WhichOneof("kind")
    if kind is None:
        return b""
    values = getattr(feature, kind).value
    # Each value has a tag of its own: field 1, four fixed bytes (0x0d); below, field 1, varint (0x08).
    if kind == "float_list":
        return _field(2, b"".join(b"\x0d" + struct.pack("<f", value) for value in values))
    if kind == "int64_list":
        # Negative numbers are varints of their 64 bits, ten bytes long.
        return _field(3, b"".join(b"\x08" + varint(value) for value in values))
    return _field(1, b"".join(_field(1, value) for value in values))


def _field(number: int, content: bytes) -> bytes:
    """A field of wire type 2: its tag, the length of its content and the content."""
    return bytes([number << 3 | 2]) + varint(len(content)) + content
