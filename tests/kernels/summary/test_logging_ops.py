"""What a graph prints fails no step, and does not come where something else belongs."""
from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import pytest

from tests.kernels.live_graph import LiveGraph


class Full(io.StringIO):
    """A stream to a disk without room."""

    def write(self, text: str) -> int:
        """Takes nothing."""
        raise OSError(28, "No space left on device")


def closed() -> io.StringIO:
    """A stream that its program has closed."""
    stream = io.StringIO()
    stream.close()
    return stream


async def printed(live: LiveGraph) -> None:
    """Prints by both ops, to both streams."""
    assert await live("Print", np.int32(1), [np.int32(2)], message=b"x") == 1
    for stream in (b"stderr", b"stdout"):
        await live("PrintV2", np.array("zürich".encode(), object), output_stream=stream)


@pytest.mark.parametrize("stream", [None, Full(), closed()], ids=["none", "full", "closed"])
async def test_streams_that_take_nothing(live: LiveGraph, monkeypatch: pytest.MonkeyPatch, stream: Any) -> None:
    """Without standard error nothing appears in standard output, where results belong; no step fails."""
    output = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(sys, "stdout", output)
    await printed(live)
    assert output.getvalue() == "zürich\n"
    monkeypatch.setattr(sys, "stdout", stream)
    await printed(live)


async def test_a_stream_that_lacks_characters(live: LiveGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are escaped."""
    taken = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(taken, "ascii", write_through=True))
    await live("PrintV2", np.array("zürich".encode(), object), output_stream=b"stdout")
    assert taken.getvalue() == b"z\\xfcrich\n"
