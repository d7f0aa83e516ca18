"""Rows about what aioflow costs before it computes: import time, installed size, memory of sessions."""
from __future__ import annotations

import asyncio
import compileall
import os
import subprocess
import sys
import threading
import tomllib
import tracemalloc
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import numpy as np

import aioflow as tf
from benchmarks.measuring import Clock, Row

_IMPORT = """
import time
elapsed, computed = time.perf_counter(), time.process_time()
import aioflow
elapsed, computed = time.perf_counter() - elapsed, time.process_time() - computed
try:
    peak_kb = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
except OSError:
    import resource
    peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # on Linux that of the parent, if it had more
print(elapsed, computed, peak_kb)
"""
NUM_SESSIONS = 1000
ROOT = Path(tf.__file__ or "").parents[1]
REQUIRED = ("ml_dtypes", "numpy", "protobuf", "threadpoolctl")
_POOL_SIZE = 2


def import_cost(rounds: int) -> Row:
    """`import aioflow` in fresh processes, and the size of what is installed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    samples = []
    for _ in range(1 + rounds):
        done = subprocess.run(
            [sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True, env=environment
        )
        samples.append([float(text) for text in done.stdout.split()])
    del samples[0]  # it may have compiled the modules, which pip does when it installs
    elapsed, computed, peak_kb = (list(column) for column in zip(*samples, strict=True))
    row = Row("import aioflow")
    row.figure("time", computed if Clock.is_cpu else elapsed, "s", "<= 0.25")
    row.figure("peak RSS", [kb / 1024 for kb in peak_kb], "MB", "<= 60")
    row.figure("installed", [installed_nbytes() / 2**20], "MB", "<= 100")
    return row


def installed_nbytes() -> int:
    """Space on the disk, as `du` counts it, of aioflow and what it needs, with the compiled files that pip writes."""
    compileall.compile_dir(ROOT / "aioflow", quiet=2)
    compiled = f".{sys.implementation.cache_tag}.pyc"
    files = [path for path in own_files() if path.suffix != ".pyc" or path.name.endswith(compiled)]
    return disk_nbytes(files) + sum(map(distribution_nbytes, REQUIRED))


def own_files() -> list[Path]:
    """Our own files as a wheel brings them, and what was compiled of them for any version of Python."""
    # In a clone there is more than in a wheel; where a wheel is installed, there is no such file.
    project, excluded = ROOT / "pyproject.toml", []
    if project.exists():
        wheel = tomllib.loads(project.read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
        excluded = [ROOT / pattern.lstrip("/") for pattern in wheel["exclude"]]
    files = (path for path in (ROOT / "aioflow").rglob("*") if path.is_file())
    return [path for path in files if not any(map(path.is_relative_to, excluded))]


def distribution_nbytes(name: str) -> int:
    """Space that the files of a distribution take on the disk; 0 if it is not installed."""
    try:
        files = metadata.files(name) or []
    except metadata.PackageNotFoundError:
        return 0
    return disk_nbytes([Path(str(file.locate())) for file in files])


def disk_nbytes(paths: Iterable[Path]) -> int:
    """Space that files take on the disk, those that are there."""
    found = [path.stat() for path in paths if path.exists()]
    # Windows does not tell how many blocks a file has.
    return sum(512 * stat.st_blocks if hasattr(stat, "st_blocks") else stat.st_size for stat in found)


def many_sessions() -> Row:
    """Sessions of one tiny model on one shared pool."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [4], name="x")
        y = x + 1.0
    pool = tf.ThreadPoolOptionProto(num_threads=_POOL_SIZE, global_name="benchmark")
    config = tf.ConfigProto(session_inter_op_thread_pool=[pool])
    value = np.ones(4, np.float32)
    tf.Session(graph=graph, config=config).run_sync(y, {x: value})
    threads_before = threading.active_count()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    sessions = [tf.Session(graph=graph, config=config) for _ in range(NUM_SESSIONS)]
    for session in sessions:
        session.run_sync(y, {x: value})
    per_session = (tracemalloc.get_traced_memory()[0] - before) / NUM_SESSIONS
    tracemalloc.stop()
    row = Row(f"{NUM_SESSIONS:,} sessions of a tiny model, one pool")
    row.figure("further threads", [threading.active_count() - threads_before], "", f"<= {_POOL_SIZE}")
    row.figure("memory of each", [per_session / 1000], "kB", "<= 100")
    asyncio.run(_close(sessions))
    return row


async def _close(sessions: list[tf.Session]) -> None:
    for session in sessions:
        await session.close()


def rows(rounds: int) -> list[Row]:
    """All rows of this file."""
    return [import_cost(rounds), many_sessions()]
