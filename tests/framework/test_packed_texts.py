"""Texts of one file, each read when it is asked for."""
from __future__ import annotations

from pathlib import Path

import pytest

from aioflow.framework.packed_texts import PackedTexts, packed

TEXTS = {"empty": "", "long": "Ünïcode\n" * 1000, "lines": "a\n\nb = 1\n"}


def test_what_was_packed_is_read(tmp_path: Path) -> None:
    """Each text is as it was, whatever is in it; the first line stays readable."""
    path = tmp_path / "texts.packed"
    path.write_bytes(packed("# Generated.", TEXTS))
    texts = PackedTexts(path)
    assert {name: texts[name] for name in TEXTS} == texts.all() == TEXTS
    assert path.read_bytes().startswith(b"# Generated.\n") and path.stat().st_size < 300
    with pytest.raises(KeyError):
        texts["another"]
