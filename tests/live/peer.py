"""TensorFlow's side: `python -m tests.live.peer OURS THEIRS` writes into THEIRS, and tells what it finds in both."""
from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import tensorflow.compat.v1 as tf

import tests.live.checkpoints
import tests.live.debug_dumps
import tests.live.models
import tests.live.timelines  # noqa: F401 - all four note their artifacts
from tests.live.artifacts import read_all, write_all


async def main(ours: Path, theirs: Path) -> None:
    """Writes, reads, and prints as JSON."""
    await write_all(tf, theirs)
    print(json.dumps([await read_all(tf, ours), await read_all(tf, theirs)]))


if __name__ == "__main__":
    tf.disable_v2_behavior()
    asyncio.run(main(*map(Path, sys.argv[1:])))
