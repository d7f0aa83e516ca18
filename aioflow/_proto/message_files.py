"""Modules of messages from one file: `messages.binpb` beside this package's stubs has what protoc knows of all of them.

The 33 modules that protoc writes for a package take five times the space on the disk, and as long to import. The file
is a FileDescriptorSet; `docstrings.txt` has what `help` shows of messages. Both are found through the package's
`__path__`, as files in a zip archive are.
"""
from __future__ import annotations

import sys
from collections.abc import Iterator, MutableSequence, Sequence
from functools import cached_property
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from aioflow._proto.varints import read_varint

MESSAGES, DOCSTRINGS = "messages.binpb", "docstrings.txt"
# Numbers of fields in descriptor.proto: of FileDescriptorSet, and of FileDescriptorProto.
_FILE, _NAME, _DEPENDENCY = 1, 1, 3
_BYTES = 2  # a field's type on the wire, the lowest 3 bits of its key; the only other type here is a number


class MessageFinder:
    """Finds the modules of one file of messages, and fills them; an entry of `__path__` leads to it.

    Raises:
        ImportError: The entry is no file of messages.
    """

    def __init__(self, entry: str) -> None:
        if not entry.endswith(MESSAGES):
            raise ImportError(f"{entry} has no messages")
        self._path = Path(entry)

    @cached_property
    def _files(self) -> dict[str, bytes]:
        """Name of a module ("config_pb2") -> the serialized description of its file."""
        return {_module(_names(file, _NAME)[0])[1]: file for _, file in _fields(self._path.read_bytes())}

    @cached_property
    def _docstrings(self) -> dict[str, dict[str, str]]:
        """Name of a module -> its messages with what is said about them."""
        found: dict[str, dict[str, str]] = {}
        for name, text in read_docstrings(self._path.with_name(DOCSTRINGS).read_text("utf-8")):
            module, _, message = name.partition(".")
            found.setdefault(module, {})[message] = text
        return found

    def find_spec(self, name: str, target: ModuleType | None = None) -> ModuleSpec | None:
        """The specification of a module, if its messages are here."""
        if name.rpartition(".")[2] not in self._files:
            return None
        loader: Any = self  # without the base class that is there for loaders, whose module nothing else here needs
        return ModuleSpec(name, loader, origin=str(self._path))

    def iter_modules(self, prefix: str = "") -> Iterator[tuple[str, bool]]:
        """The names of all modules that are here, for `pkgutil`; none is a package."""
        return ((prefix + name, False) for name in self._files)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leaves it to the import system to make the module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Puts the classes of its messages into a module, as code that protoc writes does."""
        from google.protobuf import descriptor_pool
        from google.protobuf.internal import builder

        name = module.__name__.rpartition(".")[2]
        file = self._files[name]
        for dependency in _names(file, _DEPENDENCY):  # which the pool must know before
            import_module(".".join(_module(dependency)))
        members = module.__dict__
        members["DESCRIPTOR"] = descriptor_pool.Default().AddSerializedFile(file)
        builder.BuildMessageAndEnumDescriptors(members["DESCRIPTOR"], members)
        builder.BuildTopDescriptorsAndMessages(members["DESCRIPTOR"], module.__name__, members)
        for message, text in self._docstrings.get(name, {}).items():
            _member(module, message).__doc__ = text


def add_messages(path: MutableSequence[str]) -> None:
    """Lets a package have the modules of the file of messages in its folder.

    Args:
        path: The package's `__path__`.
    """
    if MessageFinder not in sys.path_hooks:
        sys.path_hooks.append(MessageFinder)
    path.append(str(Path(path[0], MESSAGES)))


def read_docstrings(text: str) -> list[tuple[str, str]]:
    """What is said about messages, each behind a line "@" and its full name, as a list of names and docstrings."""
    parts = (part.partition("\n") for part in f"\n{text}".split("\n@")[1:])
    return [(name, docstring.removesuffix("\n")) for name, _, docstring in parts]


def _module(file: str) -> tuple[str, str]:
    """The package and name of a .proto file's module: of "aioflow/config.proto" ("aioflow._proto", "config_pb2")."""
    package, _, name = file.removesuffix(".proto").replace("/", ".").rpartition(".")
    return package.replace("aioflow", "aioflow._proto", 1), f"{name}_pb2"


def _member(module: ModuleType, path: str) -> type:
    found: object = module
    for name in path.split("."):
        found = getattr(found, name)
    assert isinstance(found, type)
    return found


# ---- the wire format, as far as it is needed before there are classes that know it
def _names(message: bytes, number: int) -> Sequence[str]:
    return [value.decode() for each, value in _fields(message) if each == number]


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The numbers and values of a message's fields, but for those that are numbers."""
    position = 0
    while position < len(message):
        key, position = read_varint(message, position)
        value, position = read_varint(message, position)
        if key & 7 == _BYTES:
            yield key >> 3, message[position : position + value]
            position += value
