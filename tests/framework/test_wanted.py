"""Work that may become unwanted, and who asks."""
from __future__ import annotations

import threading

import pytest

from aioflow.framework import wanted
from aioflow.framework.wanted import UnwantedError, Work, check_wanted


class Clock:
    """Stands for the clock of the thread's time, and for that of deadlines."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 0.0
        for name in ("thread_time", "monotonic"):
            monkeypatch.setattr(wanted, name, lambda: self.now_s)


def test_outside_of_work_nobody_is_asked() -> None:
    """Whoever compiles in place goes on to the end."""
    check_wanted()


def test_stopped_work_ends_where_it_asks() -> None:
    """And only there, and only it."""
    work = Work()
    with work:
        check_wanted()
        work.stop()
        with pytest.raises(UnwantedError):
            check_wanted()
    check_wanted()


def test_unwanted_work_goes_on_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its patience counts from when it finds that nobody waits; who comes back has it go on for good."""
    clock, work = Clock(monkeypatch), Work(patience_s=10.0)
    with work:
        work.want(False)
        for now_s in (100.0, 110.0):
            clock.now_s = now_s
            check_wanted()
        work.want(True)
        for now_s in (111.0, 1000.0):
            clock.now_s = now_s
            check_wanted()
        work.want(False)
        check_wanted()
        clock.now_s = 1011.0
        with pytest.raises(UnwantedError):
            check_wanted()
    assert work.spent_s == 1011.0


def test_work_with_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind it nobody waits, whoever does."""
    clock, work = Clock(monkeypatch), Work(patience_s=10.0, deadline_s=100.0)
    with work:
        for now_s in (90.0, 101.0, 111.0):
            clock.now_s = now_s
            work.want(True)
            check_wanted()
        clock.now_s = 111.5
        with pytest.raises(UnwantedError):
            check_wanted()


def test_work_is_of_one_thread() -> None:
    """What another thread does meanwhile is none of it."""
    work = Work()
    with work:
        work.stop()
        thread = threading.Thread(target=check_wanted)
        thread.start()
        thread.join()


def test_it_is_no_error_of_a_node() -> None:
    """Handlers of errors let it pass."""
    assert not issubclass(UnwantedError, Exception)
