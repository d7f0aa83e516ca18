"""Fixtures: a folder of sockets that only this test has."""
from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's runtime directory; its name is short, for the system bounds the names of sockets."""
    folder = Path(tempfile.mkdtemp(prefix="aio"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    yield folder
    shutil.rmtree(folder)
