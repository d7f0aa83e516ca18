"""Programs that tests run in a process of their own, because they are about what a process has once."""
from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_UNSET = (
    "TF_NUM_INTEROP_THREADS", "TF_NUM_INTRAOP_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS",
)  # fmt: skip
_TIMEOUT_S = 600
_BEGINNING = """
import asyncio, os, sys, threading
import numpy as np
import aioflow as tf
from aioflow import errors

def threads(prefix):
    return sorted(t.name for t in threading.enumerate() if t.name.startswith(prefix))

"""


def run(program: str, environment: dict[str, str] | None = None, options: tuple[str, ...] = ()) -> str:
    """Runs a program in which asserts must hold; warnings and unclosed resources are errors.

    Args:
        program: Python code; `asyncio`, `tf`, `errors`, `np` and `threads(prefix)` are there.
        environment: Environment variables to set; those that concern thread numbers are unset otherwise.
        options: Further options of the interpreter.

    Returns:
        What it printed, on standard error too, without what asyncio's debug mode says of callbacks that took long.
    """
    variables = {name: value for name, value in os.environ.items() if name not in _UNSET}
    variables.update({"PYTHONPATH": str(ROOT), **(environment or {})})
    command = [sys.executable, "-W", "error", *options, "-c", _BEGINNING + textwrap.dedent(program)]
    done = subprocess.run(
        command, env=variables, capture_output=True, text=True, check=False, timeout=_TIMEOUT_S, cwd=ROOT
    )
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    return "".join(line for line in output.splitlines(keepends=True) if not line.startswith("Executing <"))
