"""Where the recorded TensorFlow traces are, if they are anywhere."""
from __future__ import annotations

import os
from pathlib import Path

ABSENT = "the corpus of recorded traces is not here: put it at ../shared/corpus or name its folder in AIOFLOW_CORPUS"


def corpus_folder() -> Path | None:
    """The folder with the recorded traces and their `replay.py`, or None."""
    named = os.environ.get("AIOFLOW_CORPUS")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "corpus"
    return folder if (folder / "replay.py").is_file() else None
