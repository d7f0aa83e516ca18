"""Streams, events and pinned memory as a GPU has them, played by objects that only note what they are asked.

Nothing here says that a GPU behaves so; it says in which order it is given work, and that the event loop does not wait.
"""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import aioflow as tf

torch = pytest.importorskip("torch", reason="GPU devices need the extra `torch`", exc_type=ImportError)

from aioflow.packs.cuda import device as device_module  # noqa: E402
from aioflow.packs.cuda.device import TorchDevice  # noqa: E402
from aioflow.packs.cuda.gpu_options import GPUShare  # noqa: E402


class PlayedGPU:
    """What is asked of streams and events, in order.

    Attributes:
        asked: The requests.
        current: The stream that work goes to.
        is_idle: Set when the device has come to all events.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.current = "default"
        self.is_idle = threading.Event()

    @contextmanager
    def stream(self, stream: Any) -> Iterator[None]:
        """As torch.cuda.stream."""
        before, self.current = self.current, stream.name
        yield
        self.current = before


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> PlayedGPU:
    """Devices of torch's CPU think that they are GPUs."""
    played, names = PlayedGPU(), iter(("compute", "out"))

    class Stream:
        def __init__(self, place: Any) -> None:
            self.name = next(names)

        def wait_stream(self, other: Any) -> None:
            played.asked.append(f"{self.name} waits for {other.name}")

    class Event:
        def record(self, stream: Any) -> None:
            played.asked.append(f"event in {stream.name}")

        def synchronize(self) -> None:
            is_loop = threading.current_thread() is threading.main_thread()
            assert played.is_idle.is_set() or not is_loop, "the event loop waits"
            assert played.is_idle.wait(60)

        def query(self) -> bool:
            return played.is_idle.is_set()

    def pinned(tensor: Any) -> Any:
        played.asked.append("pinned")
        return tensor.clone()

    empty = torch.empty
    monkeypatch.setattr(torch.cuda, "Stream", Stream)
    monkeypatch.setattr(torch.cuda, "Event", Event)
    monkeypatch.setattr(torch.cuda, "stream", played.stream)
    monkeypatch.setattr(torch.cuda, "empty_cache", lambda: played.asked.append("emptied"))
    monkeypatch.setattr(torch.Tensor, "pin_memory", pinned)
    monkeypatch.setattr(torch.Tensor, "record_stream", lambda tensor, stream: played.asked.append("kept for copy"))
    monkeypatch.setattr(torch, "empty", lambda *args, pin_memory=False, **how: empty(*args, **how))
    monkeypatch.setattr(device_module, "described", lambda place, number: "a played GPU")
    monkeypatch.setattr("aioflow.packs.cuda.namespace.is_gpu", lambda place: True)
    return played


class PlayedFactory(tf.DeviceFactory):
    """Makes one device that thinks that it is a GPU."""

    def create_devices(self, config: Any, prefix: str) -> list[Any]:
        """See `DeviceFactory`."""
        return [TorchDevice(f"{prefix}/device:GPU:0", 0, torch.device("cpu"), GPUShare(0, 1 << 30))]


async def test_a_step_waits_for_its_copy_and_nobody_else_does(gpu: PlayedGPU) -> None:
    """Feeds go through pinned memory on the compute stream, fetches on a stream of their own that waits for it."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [2])
        y = tf.sin(x)
    factory = tf.DeviceFactory.get_factory("GPU")
    assert factory is not None
    tf.DeviceFactory.unregister("GPU")
    tf.DeviceFactory.register("GPU", PlayedFactory(), 210)
    try:
        async with tf.Session(graph=graph) as session:
            step = asyncio.ensure_future(session.run(y, {x: [1.0, 2.0]}))
            while "kept for copy" not in gpu.asked:
                await asyncio.sleep(0)
            for _ in range(100):
                await asyncio.sleep(0)
            assert not step.done(), "the copy has not been made"
            gpu.is_idle.set()
            np.testing.assert_allclose(await step, np.sin([1.0, 2.0]), rtol=1e-6)
    finally:
        tf.DeviceFactory.unregister("GPU")
        tf.DeviceFactory.register("GPU", factory, 210)
    before_end = ["pinned", "out waits for compute", "kept for copy", "event in out"]
    assert [each for each in gpu.asked if each in before_end] == before_end
    assert "event in compute" in gpu.asked and gpu.asked[-1] == "emptied"
