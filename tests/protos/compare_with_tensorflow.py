"""Load TensorFlow and aioflow's messages into one process, in the order given, and print every difference.

    python compare_with_tensorflow.py aioflow-first|tensorflow-first

Needs TensorFlow. Exit status: 0 when nothing differs, 1 otherwise.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, FileDescriptor
from google.protobuf.message import Message

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FIRST_OF_OURS = 1000  # Fields from this number on, and messages whose names begin so, are aioflow's own.
OUR_PREFIX = "Aioflow"


def load_aioflow() -> list[FileDescriptor]:
    """Import every module of aioflow._proto and return their files."""
    names = sorted(path.stem for path in (ROOT / "aioflow" / "_proto").glob("*_pb2.pyi"))
    return [importlib.import_module(f"aioflow._proto.{name}").DESCRIPTOR for name in names]


def load_tensorflow() -> None:
    """Import TensorFlow and all its framework and configuration messages."""
    core = Path(str(importlib.import_module("tensorflow").__file__)).parent / "core"
    saved_slices = core / "util" / "saved_tensor_slice_pb2.py"
    service = core / "debug" / "debug_service_pb2.py"
    for path in sorted([*core.glob("framework/*_pb2.py"), *core.glob("protobuf/*_pb2.py"), saved_slices, service]):
        importlib.import_module(f"tensorflow.core.{path.parent.name}.{path.stem}")


def differences(files: list[FileDescriptor]) -> Iterator[str]:
    """Say which messages and enums of `files` are not exactly TensorFlow's, and which samples are read differently."""
    pool = descriptor_pool.Default()
    for file in files:
        for message in file.message_types_by_name.values():
            if message.name.startswith(OUR_PREFIX):
                continue
            theirs = pool.FindMessageTypeByName(tensorflow_name(message.full_name))
            yield from different(message, theirs)
        for enum in file.enum_types_by_name.values():
            yield from different(enum, pool.FindEnumTypeByName(tensorflow_name(enum.full_name)))
    for path in sorted((HERE / "samples").glob("*.binpb")):
        yield from read_differently(path)


def different(ours: Descriptor | EnumDescriptor, theirs: Descriptor | EnumDescriptor) -> Iterator[str]:
    """Say in what two definitions differ, apart from package and order."""
    lines = difflib.unified_diff(definition(theirs), definition(ours), "tensorflow", "aioflow", n=3, lineterm="")
    text = "\n".join(lines)
    if text:
        yield f"{ours.full_name} differs\n{text}"


def definition(descriptor: Descriptor | EnumDescriptor) -> list[str]:
    """Return all that defines a message or enum, with fields, values and nested definitions in a fixed order."""
    if isinstance(descriptor, Descriptor):
        message = descriptor_pb2.DescriptorProto()
        descriptor.CopyToProto(message)
        sort_message(message)
        fields = [field for field in sorted_fields(descriptor) if field.number < FIRST_OF_OURS]
        lines = [f"{field.name} has_presence={field.has_presence}" for field in fields]
        return lines + str(message).replace(".tensorflow.", ".aioflow.").splitlines()
    enum = descriptor_pb2.EnumDescriptorProto()
    descriptor.CopyToProto(enum)
    sort_enum(enum)
    return str(enum).splitlines()


def sorted_fields(descriptor: Descriptor) -> list[FieldDescriptor]:
    """Return the fields of a message by number."""
    return sorted(descriptor.fields, key=lambda field: field.number)


def sort_message(proto: descriptor_pb2.DescriptorProto) -> None:
    """Bring the parts of a message's definition into a fixed order and drop options that say the default."""
    theirs = sorted((field for field in proto.field if field.number < FIRST_OF_OURS), key=lambda field: field.number)
    del proto.field[:]
    proto.field.extend(theirs)
    proto.nested_type.sort(key=lambda nested: nested.name)
    proto.enum_type.sort(key=lambda enum: enum.name)
    proto.reserved_range.sort(key=lambda reserved: reserved.start)
    for field in proto.field:
        field.options.ClearField("packed")  # Compared through the samples: it is the default of proto3.
        if not field.options.ByteSize():
            field.ClearField("options")
    for nested in proto.nested_type:
        sort_message(nested)
    for enum in proto.enum_type:
        sort_enum(enum)


def sort_enum(proto: descriptor_pb2.EnumDescriptorProto) -> None:
    """Bring the values of an enum's definition into a fixed order."""
    proto.value.sort(key=lambda value: value.number)
    proto.reserved_name.sort()


def read_differently(path: Path) -> Iterator[str]:
    """Say whether TensorFlow sees another message after aioflow has read and written the sample at `path`."""
    name = path.name.partition(".")[0]
    ours, theirs, again = (new_message(f"{package}.{name}") for package in ("aioflow", "tensorflow", "tensorflow"))
    theirs.ParseFromString(path.read_bytes())
    ours.ParseFromString(path.read_bytes())
    again.ParseFromString(ours.SerializeToString())
    if again != theirs or not theirs.ByteSize():
        yield f"{path.name}: TensorFlow reads something else after aioflow has written it"


def new_message(full_name: str) -> Message:
    """Return an empty message of the type called `full_name`."""
    return message_factory.GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(full_name))()


def tensorflow_name(full_name: str) -> str:
    """Return what TensorFlow calls the message or enum that aioflow calls `full_name`."""
    return full_name.replace("aioflow.", "tensorflow.", 1)


def main() -> int:
    """Compare in the order given on the command line."""
    sys.path.insert(0, str(ROOT))
    if sys.argv[1] == "tensorflow-first":
        load_tensorflow()
    files = load_aioflow()
    load_tensorflow()
    found = list(differences(files))
    print("\n".join(found) or f"{len(files)} files: no difference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
