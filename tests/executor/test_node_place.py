"""Where a ready node runs: every row of the table, without a loop, a thread or a step."""
from __future__ import annotations

from itertools import product

import pytest

from aioflow.executor.node_place import MAX_STEP_ON_LOOP_S, MAX_STEP_ON_THREAD_S, Place, place

HERE, POOL, TASK = Place.HERE, Place.POOL, Place.TASK
FLAGS = (False, True)


@pytest.mark.parametrize(("is_expensive", "has_pool", "on_loop", "leaves_loop", "has_company", "wanted"), [
    # A session without threads runs everything where it is called.
    (True, False, True, True, True, HERE),
    (True, False, False, False, True, HERE),
    # The event loop keeps cheap nodes only, and none of a step that leaves it.
    (False, True, True, False, False, HERE),
    (False, True, True, False, True, HERE),
    (True, True, True, False, False, POOL),
    (True, True, True, False, True, POOL),
    (False, True, True, True, False, POOL),
    # A thread of the pool keeps cheap nodes, and an expensive one behind which nothing would wait.
    (False, True, False, False, False, HERE),
    (False, True, False, False, True, HERE),
    (True, True, False, False, False, HERE),
    (True, True, False, False, True, POOL),
])  # fmt: skip
def test_nodes_that_compute(
    is_expensive: bool, has_pool: bool, on_loop: bool, leaves_loop: bool, has_company: bool, wanted: Place
) -> None:
    """A node goes to another thread only where there is one, where it is worth it, and where that helps others."""
    assert place(False, is_expensive, has_pool, on_loop, leaves_loop, has_company) is wanted


def test_nodes_that_wait() -> None:
    """A waiting kernel is a task, whatever else is the case: it takes no thread."""
    assert {place(True, *flags) for flags in product(FLAGS, repeat=5)} == {TASK}


def test_company_is_nothing_to_the_loop() -> None:
    """On the event loop an expensive node is sent on even if it is alone: the loop itself is who would wait."""
    for is_expensive, leaves_loop in product(FLAGS, repeat=2):
        alone, among_others = (place(False, is_expensive, True, True, leaves_loop, company) for company in FLAGS)
        assert alone is among_others


def test_a_thread_is_kept_for_longer_than_the_loop() -> None:
    """Others on the loop are people's requests; others in the pool are only other steps."""
    assert MAX_STEP_ON_LOOP_S < MAX_STEP_ON_THREAD_S
