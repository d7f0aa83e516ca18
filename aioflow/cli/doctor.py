"""`aioflow doctor`: the machine and the Python that it runs on, and what could be better."""
from __future__ import annotations

import os
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import threadpoolctl
from google.protobuf.internal import api_implementation

import aioflow
from aioflow._proto import config_pb2
from aioflow.cli.tables import columns
from aioflow.cli.terminal import counted, printable
from aioflow.pools.cpus import affinity_cpus, quota_cpus, usable_cpus
from aioflow.pools.pool_sizes import inter_op_size, intra_op_size

Document = dict[str, Any]

# What describe() and ConfigProto call them.
_POOLS = {"nodes": "inter-op", "insides_of_kernels": "intra-op"}
CORETYPE_VARIABLE = "OPENBLAS_CORETYPE"
"""The processor for which numpy's OpenBLAS takes its kernels. Not read by aioflow; `aioflow doctor` shows it."""
# OpenBLAS's kernels that use 256 bits or less.
_WITHOUT_AVX512 = frozenset({"Haswell", "Zen", "Sandybridge", "Nehalem", "Prescott", "Core2"})
DEPENDENCIES = ("ml_dtypes", "numpy", "protobuf", "threadpoolctl")
EXTRAS = {
    "serve": ("anyio", "httptools", "orjson", "prometheus-client", "starlette", "uvicorn", "uvloop"),
    "grpc": ("grpcio",),
    "ray": ("ray",),
    "torch": ("torch",),
    "onnx": ("onnxruntime",),
    "image": ("Pillow",),
    "io": ("google-crc32c",),
    "strings": ("google-re2",),
    "scipy": ("scipy",),
    "otel": ("opentelemetry-api",),
    "scripts": ("absl-py",),
    "cli": ("rich", "shtab", "uvloop"),
}


def diagnose() -> Document:
    """Looks at machine, Python and libraries; returns a document for JSON."""
    document: Document = {
        "aioflow": aioflow.__version__,
        "python": {
            "version": platform.python_version(),
            "implementation": platform.python_implementation(),
            "executable": sys.executable,
        },
        "platform": platform.platform(),
        "cpus": {
            "affinity": affinity_cpus(),
            "cgroup_quota": quota_cpus(),
            "usable": usable_cpus(),
            "machine": os.cpu_count(),
            "has_avx512": _has_avx512(),
        },
        "pools": {
            "nodes": inter_op_size(config_pb2.ConfigProto())._asdict(),
            "insides_of_kernels": intra_op_size(config_pb2.ConfigProto())._asdict(),
        },
        "blas": _blas(),
        "openblas_coretype": os.environ.get(CORETYPE_VARIABLE),
        "protobuf_implementation": api_implementation.Type(),
        "dependencies": {name: _version(name) for name in DEPENDENCIES},
        "extras": {extra: {name: _version(name) for name in names} for extra, names in EXTRAS.items()},
    }
    document["hints"] = hints_of(document)
    return document


def _version(distribution: str) -> str | None:
    """Finds the installed version of a distribution, or None; nothing is imported."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _blas() -> list[Document]:
    """Lists the thread pools of the numeric libraries that numpy has loaded."""
    np.dot(np.ones((2, 2)), np.ones((2, 2)))  # some libraries appear with their first use only
    keys = ("internal_api", "version", "num_threads", "threading_layer", "architecture", "filepath")
    return [{key: pool.get(key) for key in keys} for pool in threadpoolctl.threadpool_info()]


def _has_avx512() -> bool:
    """Whether the processor computes on 512 bits at a time, as far as Linux tells."""
    try:
        return "avx512f" in Path("/proc/cpuinfo").read_text("utf-8", "replace").split()
    except OSError:
        return False


def hints_of(document: Document) -> list[str]:
    """What could be better, by a document of `diagnose`."""
    hints = []
    if document["protobuf_implementation"] == "python":
        hints.append("protobuf runs in pure Python, which reads models about 50 times slower: install its binary wheel")
    cpus = document["cpus"]
    for pool in document["blas"]:
        # More threads than CPUs take turns on them, and every product of matrices waits for the slowest one.
        if pool["num_threads"] is not None and pool["num_threads"] > cpus["usable"]:
            hints.append(
                f"{pool['internal_api']} starts {pool['num_threads']} threads for {cpus['usable']} usable CPUs: "
                f"set OPENBLAS_NUM_THREADS or OMP_NUM_THREADS"
            )
        # OpenBLAS knows processors by their numbers, and the environment may say which one it is to take this one for.
        # Measured on an EPYC 9005: float32 products of 64 x 256 by 256 x 256 take 79 us as Haswell, 45 as SkylakeX.
        if cpus["has_avx512"] and pool["internal_api"] == "openblas" and pool["architecture"] in _WITHOUT_AVX512:
            told = document.get("openblas_coretype")
            remedy = f"without OPENBLAS_CORETYPE={told}" if told else "with OPENBLAS_CORETYPE=SkylakeX"
            hints.append(
                f"OpenBLAS takes this processor for {pool['architecture']}, though it has AVX-512: products may be "
                f"faster {remedy} in the environment"
            )
    missing = [name for name, version in document["dependencies"].items() if version is None]
    hints += [f"{name} is missing: pip install {name}" for name in missing]
    return hints


def diagnosis_text(document: Document) -> str:
    """Writes the document as text."""
    python, cpus, pools = document["python"], document["cpus"], document["pools"]
    quota = "none" if cpus["cgroup_quota"] is None else f"{cpus['cgroup_quota']:g}"
    rows = [
        ["aioflow", document["aioflow"]],
        ["Python", f"{python['version']} ({python['implementation']}), {python['executable']}"],
        ["platform", document["platform"]],
        ["CPUs", f"{cpus['usable']} usable: affinity {cpus['affinity']} of {cpus['machine']}, cgroup quota {quota}"],
        *[["pools", f"{_POOLS[name]}: {_size_text(size)}"] for name, size in pools.items()],
        *[["BLAS", _blas_text(pool)] for pool in document["blas"]],
        ["protobuf", f"{document['dependencies']['protobuf']}, implementation {document['protobuf_implementation']}"],
    ]
    lines = columns(rows, indent="")
    lines += [
        "dependencies",
        *columns([name, version or "missing"] for name, version in document["dependencies"].items()),
    ]
    lines += ["extras", *columns(_extra_rows(document["extras"]))]
    lines += [f"hint: {printable(hint)}" for hint in document["hints"]]
    return "\n".join(lines)


def _size_text(size: Document) -> str:
    return f"{counted(size['num_threads'], 'thread')} by default ({size['reason']})"


def _blas_text(pool: Document) -> str:
    details = ", ".join(str(pool[key]) for key in ("threading_layer", "architecture") if pool[key])
    return f"{pool['internal_api']} {pool['version'] or ''}, {counted(pool['num_threads'], 'thread')} ({details})"


def _extra_rows(extras: Document) -> list[list[str]]:
    return [
        [extra, ", ".join(f"{name} {version or 'absent'}" for name, version in versions.items())]
        for extra, versions in extras.items()
    ]
