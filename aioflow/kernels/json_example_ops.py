"""DecodeJSONExample: tf.Example messages from JSON."""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow._proto.example_pb2 import Example
from aioflow.framework.kernel import kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.string_arrays import mapped


@kernel("DecodeJSONExample")
def decode_json_example(xp: Any, json_examples: Array) -> Array:
    """Each example, in JSON as protobuf writes it, as a serialized message."""
    return mapped(_serialized, json_examples)


def _serialized(text: bytes) -> bytes:
    from google.protobuf import json_format  # costs 5 ms to import, and few graphs hold JSON

    try:
        return json_format.Parse(text, Example()).SerializeToString()
    except (json_format.ParseError, UnicodeDecodeError, RecursionError) as error:
        raise errors.invalid_argument(f"Error while parsing JSON: {error}") from None
