"""Asks TensorFlow what becomes of checkpoints: `python tests/kernels/checkpoint_programs/record.py`.

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

import tensorflow as tf

from aioflow.framework.op_def import OPS
from tests.kernels.checkpoint_programs import RECORDED, Step, array_of, files_in, listed, shown_error
from tests.kernels.checkpoint_programs.programs import PROGRAMS


def main() -> None:
    lines = [f"{json.dumps(name)}: {json.dumps(outcome_of(steps))}" for name, steps in PROGRAMS.items()]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print(f"{len(lines)} programs, {RECORDED.stat().st_size} bytes")


def outcome_of(steps: list[Step]) -> dict[str, Any]:
    """What each step gives, and the files in the end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return {"steps": [called(step, folder) for step in steps], "files": files_in(folder)}


def called(step: Step, folder: Path) -> Any:
    pairs = zip(OPS[step.op].inputs, step.inputs, strict=True)
    inputs = {arg.name: tensor(value, folder) for arg, value in pairs}
    try:
        result = getattr(tf.raw_ops, step.op)(**inputs, **step.attrs)
    except tf.errors.OpError as error:
        return {"error": shown_error(type(error).__name__, error.message, folder)}
    results = [] if result is None else result if isinstance(result, list) else [result]
    return [listed(each.numpy()) for each in results]


def tensor(value: Any, folder: Path) -> Any:
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        return [typed(array, dtype) for array, dtype in value]
    array = array_of(value, folder)
    return tf.constant(array, tf.string) if array.dtype == object else tf.constant(array)


def typed(array: Any, dtype: str) -> Any:
    wanted = tf.dtypes.as_dtype(dtype)
    return tf.bitcast(tf.constant(array), wanted) if wanted.is_quantized else tf.constant(array, wanted)


if __name__ == "__main__":
    main()
