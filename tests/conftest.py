"""Options of the whole test-suite."""
from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests import execution


def pytest_addoption(parser: pytest.Parser) -> None:
    """Lets the suite run with segments as measured, never, or of everything that may join, and with busy pools."""
    parser.addoption("--segments", choices=execution.SEGMENTS, default="measured", help="how nodes join to segments")
    parser.addoption("--nodes", choices=execution.NODES, default="measured", help="where nodes run")
    parser.addoption("--regions", choices=execution.REGIONS, default="off", help="regions of ONNX Runtime")


def pytest_configure(config: pytest.Config) -> None:
    """Applies the options; has property tests try the same examples every time, however slow the machine is."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell; child processes inherit that
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Each process that a test starts would compile the package where nothing may be written beside its files,
    # as in many containers: 0.1 to 0.5 s. Other workers get the variables from the first process.
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", "") and "PYTHONPYCACHEPREFIX" not in os.environ:
        folder = os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="aioflow_compiled_")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    execution.apply(config.getoption("--segments"), config.getoption("--nodes"), config.getoption("--regions"))
    settings.register_profile("repeatable", deadline=None, derandomize=True)
    settings.load_profile("repeatable")


@pytest.hookimpl(tryfirst=True)  # before pytest looks at `-m`
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the first case of each test as quick, unless it is slow: `-m quick` has something of everything."""
    seen: set[str] = set()
    for item in items:
        name = item.nodeid.partition("[")[0]
        if name not in seen and item.get_closest_marker("slow") is None:
            item.add_marker("quick")
        seen.add(name)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Takes what collection has made out of the collector's sight: it stays, and it is most of what there is."""
    _forget_what_stays()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Does the same, between two files of tests, with what the last one has left: modules, recordings, caches."""
    if item.path != _last_file[0]:
        _last_file[0] = item.path
        _forget_what_stays()


_last_file: list[Path | None] = [None]


def _forget_what_stays() -> None:
    # Tests of what is left behind collect a thousand times, and each time would look at 30,000 tests again (0.4 s), and
    # at all that was recorded for those before (0.05 to 0.2 s: a third of what these tests and those computed).
    gc.collect()
    gc.freeze()
