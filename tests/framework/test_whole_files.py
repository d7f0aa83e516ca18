"""Files are there as a whole or not at all, however their writing ends."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from aioflow.framework.whole_files import Draft, file_written_whole
from tests.full_disk import full_disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that was there before."""
    (tmp_path / "f").write_bytes(b"old")
    return tmp_path / "f"


def test_the_name_comes_last(path: Path) -> None:
    """The old file is there until the new one is complete; no draft is left."""
    with file_written_whole(bytes(path)) as draft:
        draft.file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [file.name for file in path.parent.iterdir()] == ["f"]


@pytest.mark.parametrize("nbytes", [0, 10, 100_000])
def test_a_full_disk_changes_nothing(path: Path, nbytes: int) -> None:
    """The disk is full while data is written, or when the rest of the buffer is."""
    with pytest.raises(OSError, match="large"), full_disk(nbytes), file_written_whole(bytes(path)) as draft:
        draft.file.write(b"n" * (nbytes + 1))
    assert path.read_bytes() == b"old"
    assert [file.name for file in path.parent.iterdir()] == ["f"]


def test_an_error_of_the_writer_changes_nothing(path: Path) -> None:
    """Whatever ends the block, the old file stays."""
    with pytest.raises(KeyboardInterrupt), file_written_whole(bytes(path)) as draft:
        draft.file.write(b"new")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old"
    assert [file.name for file in path.parent.iterdir()] == ["f"]


def test_a_folder_keeps_its_name(tmp_path: Path) -> None:
    """A file cannot take the place of a folder; its draft goes."""
    (tmp_path / "d").mkdir()
    with pytest.raises(IsADirectoryError), file_written_whole(bytes(tmp_path / "d")):
        pass
    assert [file.name for file in tmp_path.iterdir()] == ["d"]


def test_two_drafts_of_one_file(path: Path) -> None:
    """Two writers at the same time do not write into one draft; the later one gets the name."""
    first, second = Draft(bytes(path)), Draft(bytes(path))
    for draft, data in ((first, b"1"), (second, b"2")):
        assert re.fullmatch(rb"f\.tempstate\d+", Path(draft.name.decode()).name.encode())
        draft.file.write(data)
    for draft in (first, second):
        draft.finish()
        draft.take_place()
        draft.discard()
    assert path.read_bytes() == b"2"
    assert [file.name for file in path.parent.iterdir()] == ["f"]
