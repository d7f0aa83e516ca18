"""Fixtures: copies of recorded SavedModels, which a test may spoil."""
from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.saved_model.cases import RECORDED

Copied = Callable[[str], Path]


@pytest.fixture
def copied(tmp_path: Path) -> Copied:
    """Copies a recorded SavedModel into a folder of its own, with files that can be written."""

    def copy(name: str) -> Path:
        folder = tmp_path / "models" / name
        shutil.copytree(RECORDED / name, folder, copy_function=shutil.copyfile)
        return folder

    return copy
