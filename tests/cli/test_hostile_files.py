"""Files that are no models: missing, unreadable, endless, damaged, or dressed up as arrays."""
from __future__ import annotations

import os
import random
import struct
from pathlib import Path

import numpy as np
import pytest

from .conftest import DIGITS, Cli

COMMANDS = (("inspect",), ("run", "--fetch", "y"))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/dev/zero", "regular"), ("/dev/null", "regular"), ("/", "saved_model.pb"), ("", "must name a file"),
        ("/nonexistent/model.pb", "No such file"), ("x" * 5000, "too long"), ("a\0b", "null"),
        ("/etc/passwd/x", "Not a directory"),
    ],
)  # fmt: skip
def test_no_file(cli: Cli, command: tuple[str, ...], path: str, word: str) -> None:
    """What is not a regular file is refused without being read."""
    assert cli(*command, path).is_refusal(2, word)


@pytest.mark.parametrize("command", COMMANDS)
def test_pipe(cli: Cli, tmp_path: Path, command: tuple[str, ...]) -> None:
    """A named pipe, at which a reader would wait for ever, is refused."""
    os.mkfifo(tmp_path / "pipe.pb")
    assert cli(*command, tmp_path / "pipe.pb").is_refusal(2, "regular")


def test_pipe_in_a_folder(cli: Cli, tmp_path: Path) -> None:
    """The same where the pipe is called saved_model.pb."""
    os.mkfifo(tmp_path / "saved_model.pb")
    assert cli("inspect", tmp_path).is_refusal(2, "regular")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable(cli: Cli, tmp_path: Path) -> None:
    """A file without read permission is named as such."""
    path = tmp_path / "model.pb"
    path.write_bytes(b"\n\0")
    path.chmod(0)
    assert cli("inspect", path).is_refusal(2, "Permission denied")


def test_link_to_itself(cli: Cli, tmp_path: Path) -> None:
    """A symbolic link that leads nowhere is refused."""
    (tmp_path / "model.pb").symlink_to("model.pb")
    assert cli("inspect", tmp_path / "model.pb").is_refusal(2)


def test_empty(cli: Cli, tmp_path: Path) -> None:
    """An empty file is no model."""
    (tmp_path / "model.pb").touch()
    assert cli("inspect", tmp_path / "model.pb").is_refusal(2, "empty")


@pytest.mark.parametrize("nbytes", [1 << 30, 1 << 40])
def test_sparse(cli: Cli, tmp_path: Path, nbytes: int) -> None:
    """A file that claims a size is judged by its size or its first bytes, not read."""
    with open(tmp_path / "model.pb", "wb") as stream:
        stream.truncate(nbytes)
    assert cli("inspect", tmp_path / "model.pb").is_refusal(2)


def test_bulk_in_an_unknown_field(cli: Cli, tmp_path: Path) -> None:
    """A file most of which is a field that no GraphDef has is refused unread."""
    with open(tmp_path / "model.pb", "wb") as stream:
        stream.write(b"\x0a\x09\x0a\x01n\x12\x04NoOp"[:11] + b"\x7a\x80\x80\x80\x80\x04")
        stream.truncate(stream.tell() + (1 << 30))
    assert cli("inspect", tmp_path / "model.pb").is_refusal(2, "complex")


def test_truncated(cli: Cli, tmp_path: Path) -> None:
    """A model of which the end is missing is refused, or described as far as it goes, wherever it ends."""
    data, path = DIGITS.read_bytes(), tmp_path / "model.pb"
    for end in random.Random(0).sample(range(1, len(data)), 40):
        path.write_bytes(data[:end])
        ended = cli("inspect", path)
        assert ended.code == 0 or ended.is_refusal(2)


@pytest.mark.parametrize("nbytes", [1, 10, 1000, 100_000, 5_000_000])
def test_noise(cli: Cli, tmp_path: Path, nbytes: int) -> None:
    """Random bytes are refused."""
    (tmp_path / "model.pb").write_bytes(random.Random(nbytes).randbytes(nbytes))
    assert cli("inspect", tmp_path / "model.pb").is_refusal(2)


@pytest.mark.parametrize("text", ["node {", "node: 3", "nodes { }", "node { name: 'a' op: 3 }", "\xff", "# comment\n{"])
def test_bad_text(cli: Cli, tmp_path: Path, text: str) -> None:
    """Text that is not a GraphDef is refused, naming the file."""
    (tmp_path / "model.pbtxt").write_bytes(text.encode("latin-1"))
    assert cli("inspect", tmp_path / "model.pbtxt").is_refusal(2, "model.pbtxt")


def npy(header: str, data: bytes = b"", version: bytes = b"\1\0") -> bytes:
    """A .npy file with this header."""
    padded = header.encode("latin-1") + b"\n"
    return b"\x93NUMPY" + version + struct.pack("<H", len(padded)) + padded + data


def described(descr: str, shape: str) -> bytes:
    """A .npy file of four bytes of data that claims to hold something."""
    return npy(f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}", b"1234")


ARRAYS = {
    "huge shape": described("'<f4'", "(1099511627776,)"),
    "shape beyond counting": described("'<f4'", f"({(1 << 63) - 1}, 8)"),
    "negative shape": described("'<f4'", "(-1,)"),
    "many dimensions": described("'<f4'", f"({'1,' * 500})"),
    "huge element": described("'V2147483647'", "(1,)"),
    "no dtype": described("'nonsense'", "(1,)"),
    "nested dtype": described("[('a', " * 60 + "'<f4'" + ")]" * 60, "()"),
    "code": npy("__import__('os').system('false')"),
    "long header": described("'<f4'", f"({'1, ' * 20_000})"),
    "no header": b"\x93NUMPY\x01\x00",
    "unknown version": npy("{'descr': '<f4', 'fortran_order': False, 'shape': ()}", b"1234", b"\x09\0"),
    "archive": b"PK\3\4" + bytes(100),
    "pickle": b"\x80\x04\x95" + bytes(20),
    "nothing": b"",
    "text": b"1 2 3",
}


@pytest.mark.parametrize("name", ARRAYS)
def test_bad_array(cli: Cli, affine: Path, tmp_path: Path, name: str) -> None:
    """A .npy file whose header lies, or that is something else, is refused without a large allocation."""
    path = tmp_path / "x.npy"
    path.write_bytes(ARRAYS[name])
    assert cli("run", affine, "--feed", f"x={path}", "--fetch", "y").is_refusal(2)


@pytest.mark.parametrize("size", [1 << 32, 1 << 40])
def test_array_larger_than_memory(cli: Cli, affine: Path, tmp_path: Path, size: int) -> None:
    """A file that really is as large as its header says, most of it a hole, is refused by the limit on memory."""
    with open(tmp_path / "x.npy", "wb") as stream:
        stream.write(described("'<f4'", f"({size}, 2)"))
        stream.truncate(8 * size + 128)
    ended = cli("run", affine, "--feed", f"x={tmp_path}/x.npy", "--fetch", "y", "--memory-mb", "300")
    assert ended.is_refusal(2, "emory")


def test_pickled_array(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """An array of Python objects, which would have to be unpickled, is refused."""
    np.save(tmp_path / "x.npy", np.array([print, "x"], object), allow_pickle=True)
    assert cli("run", affine, "--feed", f"x={tmp_path}/x.npy", "--fetch", "y").is_refusal(2, "Python objects")


def test_array_from_a_pipe(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """A named pipe in place of a .npy file is refused."""
    os.mkfifo(tmp_path / "x.npy")
    assert cli("run", affine, "--feed", f"x={tmp_path}/x.npy", "--fetch", "y").is_refusal(2, "regular")
