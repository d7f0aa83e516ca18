"""The cycle collector is paused while graphs are compiled, and only then."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from aioflow.framework.collection_pause import all_frozen, collection_paused


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    was_on, num_frozen = gc.isenabled(), gc.get_freeze_count()
    gc.enable()
    gc.unfreeze()
    yield
    gc.enable() if was_on else gc.disable()
    if num_frozen:
        gc.freeze()


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


def made_in_a_pause() -> list[list[int]]:
    """Many objects, brought about while the collector is paused."""
    with collection_paused():
        return [[number] for number in range(20_000)]


def test_what_a_pause_brings_about_is_old() -> None:
    """The collector does not look at it the moment it goes on: that would be all of it at once."""
    made = made_in_a_pause()
    assert gc.get_count()[0] < len(made) and gc.get_freeze_count() == 0
    assert not {id(entry) for entry in made} & {id(found) for found in gc.get_objects(generation=0)}


def test_what_the_program_has_frozen_stays_so() -> None:
    """Objects that the collector is never to look at, as in a server before it forks, are left alone."""
    gc.freeze()
    try:
        num_frozen = gc.get_freeze_count()
        assert len(made_in_a_pause()) and gc.get_freeze_count() == pytest.approx(num_frozen, rel=0.1)
    finally:
        gc.unfreeze()


def test_what_comes_later_is_frozen_too_where_all_is() -> None:
    """In a process that frees by itself what it has made; behind it the collector sees everything again."""
    with all_frozen():
        before = gc.get_freeze_count()
        made = made_in_a_pause()
        assert gc.get_freeze_count() >= before + len(made)
    assert gc.get_freeze_count() == 0
    made = made_in_a_pause()
    assert gc.get_freeze_count() == 0
