"""The tests here have a device of type GPU that computes on torch's CPU."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

import aioflow as tf
from aioflow.packs import cuda


@pytest.fixture(scope="module", autouse=True)
def _gpu() -> Iterator[None]:
    """Sessions of a module have the device."""
    pytest.importorskip("torch", reason="GPU devices need the extra `torch`", exc_type=ImportError)
    cuda.enable("cpu")
    yield
    tf.DeviceFactory.unregister("GPU")
