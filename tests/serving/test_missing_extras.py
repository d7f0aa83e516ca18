"""Names of `aioflow.serving` whose packages are not installed."""
from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(("name", "package", "extra"), [
    ("GrpcServer", "grpc", "grpc"), ("AdminApp", "starlette", "serve"), ("RestApp", "orjson", "serve"),
])  # fmt: skip
def test_extra_is_named(name: str, package: str, extra: str) -> None:
    """The error has the command that installs it."""
    program = f"import sys; sys.modules[{package!r}] = None; from aioflow.serving import {name}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert f"pip install 'aioflow-runtime[{extra}]'" in done.stderr.splitlines()[-1]
