"""Benchmarks run with the kernels that OpenBLAS chooses for the processor, whatever the environment tells it."""
from __future__ import annotations

import os
import sys

_TOLD = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


def take_own_processor() -> None:
    """Starts this program anew without the variables that tell OpenBLAS of another processor, where there are any.

    Peers do not ask for them: a benchmark would compare products of an older processor with those of this one. OpenBLAS
    reads them when numpy is imported, which is too early for anything but a new process.
    """
    told = [name for name in _TOLD if name in os.environ]
    if told:
        print(f"started anew without {' and '.join(told)}, for which no peer asks", flush=True)
        kept = {name: value for name, value in os.environ.items() if name not in _TOLD}
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], kept)
