"""The fields of messages in words that two packages with the same messages share."""
from __future__ import annotations

from google.protobuf.descriptor import Descriptor, FieldDescriptor, FileDescriptor
from google.protobuf.descriptor_pb2 import FieldDescriptorProto

_PACKAGES = (
    "aioflow.serving.", "aioflow.inference.", "aioflow.distributed.", "aioflow.", "tensorflow.serving.", "tensorflow.",
    "inference.", "grpc.health.v1.",
)  # fmt: skip


def fields_of_file(file: FileDescriptor) -> dict[str, dict[str, list[str]]]:
    """Message -> number of a field -> its name, type, whether it is repeated, and its oneof; enums as messages."""
    found: dict[str, dict[str, list[str]]] = {}
    waiting = list(file.message_types_by_name.values())
    enums = list(file.enum_types_by_name.values())
    while waiting:
        message = waiting.pop()
        found[_without_package(message.full_name)] = {str(field.number): _field(field) for field in message.fields}
        waiting += message.nested_types
        enums += message.enum_types
    for enum in enums:
        found[_without_package(enum.full_name)] = {str(value.number): [value.name] for value in enum.values}
    return found


def _field(field: FieldDescriptor) -> list[str]:
    kind = FieldDescriptorProto.Type.Name(field.type)  # type: ignore[arg-type]
    named: Descriptor | None = field.message_type or field.enum_type  # type: ignore[assignment]
    of = kind if named is None else _without_package(named.full_name)
    oneof = field.containing_oneof.name if field.containing_oneof is not None else ""
    return [field.name, of, "repeated" if field.is_repeated else "", oneof]


def _without_package(name: str) -> str:
    return next((name.removeprefix(package) for package in _PACKAGES if name.startswith(package)), name)
