"""What a measurement was made with: date, machine, versions."""
from __future__ import annotations

import datetime
import os
import platform
from importlib import metadata
from pathlib import Path

import aioflow
from aioflow.pools.cpus import usable_cpus

PEERS = ("numpy", "tensorflow-cpu", "tensorflow", "onnxruntime", "dask", "torch")


def facts() -> dict[str, str]:
    """Name -> what there is, "absent" for peers that are not installed."""
    found = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{_processor()}, {usable_cpus()} CPUs",
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "aioflow": aioflow.__version__,
    }
    versions = {name: _version(name) for name in PEERS}
    if versions["tensorflow-cpu"] != "absent":
        versions["tensorflow"] = versions["tensorflow-cpu"]
    del versions["tensorflow-cpu"]
    return found | versions


def load_average() -> float:
    """How many processes want a CPU, over the last minute; 0 where the system does not say."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _processor() -> str:
    listing = Path("/proc/cpuinfo")
    lines = listing.read_text().splitlines() if listing.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "absent"
