"""Tests of sessions here run on all event loops and with all kinds of pool; tests of decisions on none."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

import aioflow as tf
from tests.executor.settings import *  # noqa: F403


@pytest.fixture
def default_graph() -> Iterator[tf.Graph]:
    """A graph, the default one of a test that needs no event loop."""
    with tf.Graph().as_default() as graph:
        yield graph
