"""Write the fields of messages between the tasks of a cluster into tests/protos/recorded/distributed_fields.json.

Needs TensorFlow, whose Python package has no classes for them: their descriptions are in its library.
"""
from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

from google.protobuf import descriptor_pb2

RESULT = Path(__file__).parent / "recorded" / "distributed_fields.json"
FILES = (
    "tensorflow/core/protobuf/master.proto", "tensorflow/core/protobuf/worker.proto",
    "tensorflow/core/protobuf/transport_options.proto", "xla/tsl/protobuf/distributed_runtime_payloads.proto",
)  # fmt: skip
_Type = descriptor_pb2.FieldDescriptorProto.Type


def main() -> None:
    """Write the file."""
    spec = importlib.util.find_spec("tensorflow")
    assert spec is not None and spec.origin is not None, "TensorFlow is not installed"
    found: dict[str, dict[str, list[str]]] = {}
    libraries = Path(spec.origin).parent.glob("libtensorflow*.so*")
    data = b"".join(path.read_bytes() for path in libraries)
    for name in FILES:
        file = described(data, name)
        for message in file.message_type:
            found |= dict(fields_of(message, message.name))
    RESULT.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")


def described(data: bytes, name: str) -> descriptor_pb2.FileDescriptorProto:
    """The description of a file, which begins with its name and ends before the first byte that is no field of it."""
    key = b"\x0a" + bytes([len(name)]) + name.encode() + b"\x12"
    begin = end = data.index(key)
    known = {field.number for field in descriptor_pb2.FileDescriptorProto.DESCRIPTOR.fields}
    while True:
        tag, after = varint(data, end)
        if tag >> 3 not in known or tag & 7 != 2:
            return descriptor_pb2.FileDescriptorProto.FromString(data[begin:end])
        length, after = varint(data, after)
        end = after + length


def varint(data: bytes, position: int) -> tuple[int, int]:
    """The number at `position`, and where the next byte is."""
    number = shift = 0
    while True:
        byte = data[position]
        number |= (byte & 0x7F) << shift
        position, shift = position + 1, shift + 7
        if byte < 0x80:
            return number, position


def fields_of(message: descriptor_pb2.DescriptorProto, name: str) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """The fields of a message and of those in it, as `message_fields` tells them."""
    yield name, {str(field.number): field_words(field) for field in message.field}
    for nested in message.nested_type:
        yield from fields_of(nested, f"{name}.{nested.name}")


def field_words(field: descriptor_pb2.FieldDescriptorProto) -> list[str]:
    """Name, type, and whether it is repeated; there are no oneofs."""
    named = field.type_name.removeprefix(".").removeprefix("tensorflow.").removeprefix("distributed_runtime.")
    is_repeated = field.label == descriptor_pb2.FieldDescriptorProto.LABEL_REPEATED
    return [field.name, named or _Type.Name(field.type), "repeated" if is_repeated else "", ""]


if __name__ == "__main__":
    main()
