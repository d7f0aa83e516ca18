"""Which entries of a model's folder are versions."""
from __future__ import annotations

from pathlib import Path

import pytest

from aioflow.serving.lifecycle.version_folders import find_versions, numbered, version_of
from tests.serving.models import save_affine, save_frozen


@pytest.mark.parametrize(("name", "version"), [
    ("0", 0), ("1", 1), ("00000123", 123), (str(2**63 - 1), 2**63 - 1), (str(2**63), None), ("-1", None), ("1.0", None),
    ("v1", None), ("", None), ("1a", None), (" 1", None), ("١", None), ("1_0", None), ("temp-1", None),
])  # fmt: skip
def test_numbers(name: str, version: int | None) -> None:
    """V-26: Only decimal digits that fit in 64 bits; zeros before them do not matter."""
    assert version_of(name) == version


def test_two_folders_of_one_version(caplog: pytest.LogCaptureFixture) -> None:
    """The shorter name wins, whatever their order, and a warning tells of the other one."""
    assert numbered(["0001", "1", "2"]) == {1: "1", 2: "2"}
    assert "'0001'" in caplog.text


async def test_folders(tmp_path: Path) -> None:
    """Files and other folders are not versions."""
    for name in ("1", "00000123", "tmp", "7.tmp"):
        (tmp_path / name).mkdir()
    (tmp_path / "5").write_text("")
    assert find_versions(tmp_path) == {1: tmp_path / "1", 123: tmp_path / "00000123"}


async def test_model_without_version_folders(tmp_path: Path) -> None:
    """A SavedModel, or a frozen graph's file, is version 1."""
    folder = await save_affine(tmp_path / "model")
    assert find_versions(folder) == {1: folder}
    path = save_frozen(tmp_path / "graph.pb")
    assert find_versions(path) == {1: path}


def test_missing_folder(tmp_path: Path) -> None:
    """It is no folder without versions: that would unload them."""
    with pytest.raises(OSError, match="absent"):
        find_versions(tmp_path / "absent")
