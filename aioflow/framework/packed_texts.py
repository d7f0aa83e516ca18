"""PackedTexts: texts of one file, each compressed by itself and read when it is asked for.

For tables that are long and of which a program needs little. The file has a line that says what wrote it, a line with
the names of the texts, each behind "=" with the bytes that it takes compressed, and then the texts, by zlib.
"""
from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path


class PackedTexts:
    """The texts of one file, by name. Thread-safe.

    Args:
        path: The file.

    Raises:
        KeyError: (of a look-up) There is no text of that name.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _parts(self) -> dict[str, bytes]:
        _, listed, rest = self.path.read_bytes().split(b"\n", 2)
        parts, start = {}, 0
        for name, _, nbytes in (each.partition("=") for each in listed.decode().split()):
            parts[name] = rest[start : start + int(nbytes)]
            start += int(nbytes)
        return parts

    def __getitem__(self, name: str) -> str:
        return zlib.decompress(self._parts[name]).decode()

    def all(self) -> dict[str, str]:
        """All texts by their names."""
        return {name: self[name] for name in self._parts}


def packed(head: str, texts: Mapping[str, str]) -> bytes:
    """The content of such a file.

    Args:
        head: Its first line.
        texts: Name, without blanks and "=", -> text.
    """
    parts = {name: zlib.compress(text.encode(), 9) for name, text in texts.items()}
    listed = " ".join(f"{name}={len(part)}" for name, part in parts.items())
    return b"\n".join([head.encode(), listed.encode(), b"".join(parts.values())])
