"""Writes `aioflow/kernels/string/unicode_scripts.py`: asks TensorFlow for the script of every code point."""
from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf

TARGET = Path(__file__).parents[2] / "aioflow" / "kernels" / "string" / "unicode_scripts.py"
NUM_CODE_POINTS = 0x110000
TEMPLATE = '''"""The script of every Unicode code point, as ICU numbers it. Made by make_unicode_scripts.py."""
from __future__ import annotations

# Runs of equal scripts: number of code points, a colon, the script's number; both in base 36.
RUNS = """\\
{runs}
"""
'''


def main() -> None:
    scripts = tf.raw_ops.UnicodeScript(input=np.arange(NUM_CODE_POINTS, dtype=np.int32)).numpy()
    starts = [0, *(np.flatnonzero(np.diff(scripts)) + 1).tolist(), NUM_CODE_POINTS]
    runs = [f"{base_36(end - start)}:{base_36(int(scripts[start]))}" for start, end in pairwise(starts)]
    TARGET.write_text(TEMPLATE.format(runs="\n".join(wrap(" ".join(runs), 118))))


def base_36(number: int) -> str:
    return np.base_repr(number, 36).lower()


if __name__ == "__main__":
    main()
