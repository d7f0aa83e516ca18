"""Docstrings of messages, made of the comments in protos/, which protoc drops from what it makes for Python."""
from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping

from aioflow.tools.proto_comments import Protos

LINE_LENGTH = 120
_CLASS = re.compile(r"^( *)class (\w+)\(_message\.Message\):$", re.M)


def docstring(protos: Protos, message: str) -> str:
    """Return what is said about a message and its fields; "" if nothing is."""
    fields = {each.name: protos.comments[f"{message}.{each.name}"] for each in protos.messages[message].field}
    parts = [*_filled(protos.comments[message], "")]
    said = [line for name, text in fields.items() if text for line in _filled(f"{name}: {text}", "    ")]
    if said:
        parts += ["", "Attributes:", *said]
    return "\n".join(parts).strip()


def _filled(text: str, indent: str) -> list[str]:
    # Room for the indentation of a class in a class.
    width = LINE_LENGTH - 12
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent and indent + "    ", break_long_words=False
    )


def with_docstrings(protos: Protos, stub: str) -> str:
    """Return the text of a stub file with docstrings in its classes."""
    names = iter(list(_names(stub)))

    def with_docstring(found: re.Match[str]) -> str:
        text = docstring(protos, next(names))
        return f"{found[0]}\n{textwrap.indent(_quoted(text), found[1] + '    ')}" if text else found[0]

    return _CLASS.sub(with_docstring, stub)


def docstrings(protos: Protos, stubs: Mapping[str, str]) -> str:
    """Return the docstrings of all messages of a package, each below a line with its name.

    Args:
        protos: What protos/ says.
        stubs: Names of the files of the package's stubs, in any folder -> their texts.
    """
    parts = []
    for file, stub in sorted(stubs.items()):
        module = file.rpartition("/")[2].removesuffix(".pyi")
        texts = {name: docstring(protos, name) for name in _names(stub)}
        # A line that begins so would look like the next message's.
        assert not any("\n@" in text for text in texts.values()), file
        parts += [f"@{module}.{name}\n{text}\n" for name, text in texts.items() if text]
    return "".join(parts)


def _names(stub: str) -> Iterator[str]:
    """Give the full name of each message class, as its indentation tells it."""
    path: list[str] = []
    for found in _CLASS.finditer(stub):
        del path[len(found[1]) // 4 :]
        path.append(found[2])
        yield ".".join(path)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"""')
    end = "\n" if "\n" in text or text.endswith('"') else ""
    return f'"""{escaped}{end}"""'
