"""What TensorFlow answered, written by `tests/framework/record.py`, one JSON file per part."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def load(part: str) -> Any:
    """The content of `recorded/PART.json`."""
    return json.loads(Path(__file__).with_name(f"{part}.json").read_text("utf-8"))
