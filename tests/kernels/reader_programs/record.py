"""Asks TensorFlow what readers do: `python tests/kernels/reader_programs/record.py`.

Runs where `tensorflow` can be imported, which the project itself never needs.
"""
from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
sys.path[0] = str(Path(__file__).resolve().parents[3])

import tensorflow

from tests.kernels.reader_programs import FILES, PROGRAMS, RECORDED, ReaderProgram, built

tf = tensorflow.compat.v1
tf.disable_v2_behavior()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, data in FILES.items():
            Path(name).write_bytes(data)
        outcomes = [f"{json.dumps(name)}: {json.dumps(outcomes_of(program))}" for name, program in PROGRAMS.items()]
        os.chdir("/")
    RECORDED.write_text("{\n" + ",\n".join(outcomes) + "\n}\n", "utf-8")
    print(f"{len(outcomes)} programs, {RECORDED.stat().st_size} bytes")


def outcomes_of(program: ReaderProgram) -> Any:
    """What each call gives, or the class of its error."""
    with tf.Graph().as_default():
        nodes = built(tf, program)
        with tf.Session() as session:
            session.run(nodes.enqueue)
            session.run(nodes.close)
            for _ in range(program.num_calls):
                records = called(session, nodes.read)
                counts = called(session, nodes.counts)
                if not nodes.note(records, counts if not isinstance(counts, str) else (-1, -1)):
                    break
    return nodes.outcomes


def called(session: Any, fetches: Any) -> Any:
    try:
        return session.run(fetches)
    except tf.errors.OpError as error:
        return type(error).__name__


if __name__ == "__main__":
    main()
