"""The way of a run: the functions of the project between `session.run` and the first kernel, found by following one.

Two numbers are bounded. What a run *meets* are all functions that are entered, constructors and properties too, until
work is handed to another thread, and there until the first kernel. Its *way* are those that are still open then: the
ladder that somebody climbs down who reads how a run gets to its kernels.
"""
from __future__ import annotations

import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.executor.segments.plan import ViewPlan
from aioflow.pools.hop_price import ASSUMED_S, HOP
from aioflow.pools.pool_run import PoolRun

ROOT = str(Path(tf.__file__).parent)
KERNELS = f"{ROOT}/kernels/"
HAND_OVER = PoolRun.submit.__code__
"""Where work leaves its thread for one of the pool."""


class Way:
    """Follows one run, on all threads.

    Attributes:
        met: Functions that were entered, in this order.
        way: Functions that were open when work was handed over, and when the first kernel was called.
    """

    def __init__(self) -> None:
        self.met: list[str] = []
        self.way: list[str] = []
        self._threads_done: set[int] = set()
        self._is_over = True

    def start(self) -> None:
        """Begins to look."""
        self._is_over = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Told by the interpreter of each call; see `sys.setprofile`."""
        code, ident = frame.f_code, threading.get_ident()
        if self._is_over or ident in self._threads_done:
            return
        if event == "return" and code is HAND_OVER:  # what the thread does from now on is beside the way
            self._threads_done.add(ident)
        elif event == "call" and code.co_filename.startswith(KERNELS):
            self._is_over = True
            self._note_open(frame.f_back)
        elif event == "call" and _is_ours(code):
            self._note(self.met, code)
            if code is HAND_OVER:
                self._note_open(frame)
            elif code.co_filename.startswith("<segment"):  # which may call kernels' array functions directly
                self._is_over = True
                self._note_open(frame)

    def _note_open(self, frame: FrameType | None) -> None:
        while frame is not None:
            if _is_ours(frame.f_code):
                self._note(self.way, frame.f_code)
            frame = frame.f_back

    @staticmethod
    def _note(names: list[str], code: CodeType) -> None:
        name = f"{code.co_filename.removeprefix(ROOT)}:{code.co_qualname}"
        if name not in names:
            names.append(name)


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith((ROOT, "<segment"))


@contextmanager
def followed() -> Iterator[Way]:
    """A `Way` that sees all calls of this thread, and of those that are started."""
    way, before = Way(), sys.getprofile()
    threading.setprofile(way)
    sys.setprofile(way)
    try:
        yield way
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


@asynccontextmanager
async def small_model(config: tf.ConfigProto | None = None) -> AsyncIterator[tuple[tf.Session, Any, Any]]:
    """A session, what to fetch, and what to feed."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 4])
        y = tf.nn.softmax(tf.nn.relu(tf.matmul(x, np.ones((4, 3), np.float32)) + 0.5))
        async with tf.Session(config=config) as session:
            yield session, y, {x: np.ones((2, 4), np.float32)}


async def test_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """A known call of a model of cheap nodes meets ten functions, its generated one included; no thread but its own."""
    monkeypatch.setattr(ViewPlan, "mode", "always")
    monkeypatch.setattr(HOP, "price_s", 1.0)  # however busy the machine is, the step is not worth a thread
    async with small_model() as (session, fetches, feeds):
        for _ in range(6):  # of which the first run otherwise, one in so many
            await session.run(fetches, feeds)
        with followed() as way:
            way.start()
            await session.run(fetches, feeds)
    assert way.met[-1].startswith("<segment"), way.met
    assert len(way.met) <= 10, way.met


async def test_callable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call of a callable meets no more functions than a run."""
    monkeypatch.setattr(ViewPlan, "mode", "always")
    monkeypatch.setattr(HOP, "price_s", 1.0)  # as above
    async with small_model() as (session, fetches, feeds):
        call = session.make_callable(fetches, list(feeds))
        for _ in range(6):
            await call(*feeds.values())
        with followed() as way:
            way.start()
            await call(*feeds.values())
    assert way.met[-1].startswith("<segment") and len(way.met) <= 10, way.met


async def test_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run with a deadline whose nodes run one by one on the pool has at most thirty functions on its way."""
    monkeypatch.setattr(ViewPlan, "mode", "off")
    monkeypatch.setattr(HOP, "price_s", ASSUMED_S)
    monkeypatch.setattr(HOP, "is_open", False)  # as behind the first hops of a process, which calibrate the price
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
    config.aioflow.never_inline = True
    options = tf.RunOptions(timeout_in_ms=600_000)
    with followed() as way:  # before the pool has threads
        async with small_model(config) as (session, fetches, feeds):
            for _ in range(3):
                await session.run(fetches, feeds, options)
            way.start()
            await session.run(fetches, feeds, options)
    assert "/pools/worker.py:Worker.run" in way.way, "the run was not followed to the pool's thread"
    assert len(way.way) <= 30, way.way
    assert len(way.met) <= 60, way.met
