"""The cycle collector is paused while graphs are compiled, and only then."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from aioflow.framework.collection_pause import collection_paused


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.enable()
    yield
    gc.enable() if was_on else gc.disable()


def test_pauses_overlap() -> None:
    """The collector goes on when the last of several pauses ends, in whatever order they do."""
    first, second = collection_paused(), collection_paused()
    first.__enter__()
    assert not gc.isenabled()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def test_errors_end_a_pause() -> None:
    """The collector goes on after an error."""
    with pytest.raises(KeyError), collection_paused():
        raise KeyError
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off() -> None:
    """A program that has turned the collector off finds it off."""
    gc.disable()
    with collection_paused():
        assert not gc.isenabled()
    assert not gc.isenabled()
