"""CRC-32C by our tables and by google-crc32c: the same number for the same bytes, however they come."""
from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from aioflow.kernels.io import checksums
from aioflow.kernels.io.checksums import crc32c

BEFORE = 0x12345678
# Around the bounds between bytes one by one, one row, several rows, rows of rows, and pieces.
SIZES = (0, 1, 3, 4, 5, 47, 48, 255, 256, 257, 511, 512, 513, 4096, 16384, 16385, 65535, 65536, 65537, 200_000)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Each test looks for google-crc32c anew, and so does what comes after it."""
    checksums._library.cache_clear()
    yield
    checksums._library.cache_clear()


def byte_by_byte(data: bytes, before: int = 0) -> int:
    """The checksum by its definition: bit by bit through the register."""
    state = before ^ 0xFFFFFFFF
    for byte in data:
        state ^= byte
        for _ in range(8):
            state = state >> 1 ^ (0x82F63B78 if state & 1 else 0)
    return state ^ 0xFFFFFFFF


def without_library(patch: pytest.MonkeyPatch) -> None:
    """Lets google-crc32c be missing."""
    patch.setitem(sys.modules, "google_crc32c", None)


def library(implementation: str) -> Any:
    """A module like google-crc32c, which refuses other kinds of bytes than it does."""

    def extend(before: int, data: Any) -> int:
        assert isinstance(data, bytes | np.ndarray)
        return byte_by_byte(bytes(data), before)

    module: Any = ModuleType("google_crc32c")
    module.extend, module.implementation = extend, implementation
    return module


def test_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check value of the definition (RFC 3720), with what is installed and by our tables."""
    assert crc32c(b"123456789") == 0xE3069283
    checksums._library.cache_clear()
    without_library(monkeypatch)
    assert crc32c(b"123456789") == 0xE3069283


@pytest.mark.parametrize("nbytes", SIZES)
def test_tables(monkeypatch: pytest.MonkeyPatch, nbytes: int) -> None:
    """Rows of bytes that are looked up at once give what going bit by bit gives, from any checksum on."""
    without_library(monkeypatch)
    data = random.Random(nbytes).randbytes(nbytes)
    assert crc32c(data, BEFORE) == byte_by_byte(data, BEFORE)
    # Zeros in front change the register, unless it is one of zeros: they are what rows are filled up with.
    assert crc32c(b"\0" * 7 + data) == byte_by_byte(b"\0" * 7 + data)


@pytest.mark.parametrize("nbytes", SIZES)
def test_library(nbytes: int) -> None:
    """So does google-crc32c, where it is installed."""
    pytest.importorskip("google_crc32c")
    data = random.Random(nbytes).randbytes(nbytes)
    for kind in (bytes, bytearray, memoryview):
        assert crc32c(kind(data), BEFORE) == byte_by_byte(data, BEFORE)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_kinds_of_bytes(monkeypatch: pytest.MonkeyPatch, kind: type) -> None:
    """A library that takes neither bytearray nor memoryview is given an array, long data piece by piece."""
    monkeypatch.setitem(sys.modules, "google_crc32c", library("c"))
    monkeypatch.setattr(checksums, "_LOCKED_NBYTES", 100)
    data = random.Random(1).randbytes(350)
    assert crc32c(kind(data), BEFORE) == byte_by_byte(data, BEFORE)
    assert crc32c(kind(b""), BEFORE) == BEFORE


def test_slow_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library's loop in Python is not used: our tables are faster."""
    monkeypatch.setitem(sys.modules, "google_crc32c", library("python"))
    assert checksums._library() is None
