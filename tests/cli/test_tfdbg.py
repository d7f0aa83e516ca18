"""`aioflow tfdbg`: what it says of folders and names that are none."""
from __future__ import annotations

from pathlib import Path

import pytest

from aioflow.cli.main import main


@pytest.mark.parametrize(("name", "said"), [
    ("nowhere", "no folder"), (5000 * "a", "no folder"), (".", "no dump"), ("damaged", "no event"),
])  # fmt: skip
def test_bad_folders_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str) -> None:
    """In one line, which has the file's path once."""
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "_tfdbg_core_metadata_sessionrun0_1").write_bytes(b"\xff\xff\xff")
    assert main(["tfdbg", str(tmp_path / name)]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert len(complaint.splitlines()) == 1
    assert complaint.count(str(damaged)) <= 1
