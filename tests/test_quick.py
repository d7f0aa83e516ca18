"""`-m quick`: something of every test, in a minute."""
from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_one_case_of_each_test_that_is_not_slow() -> None:
    """However many cases a test has, the first one is chosen, and none of a slow test."""
    files = ["tests/pools/test_pool_sizes.py", "tests/executor/test_schedules.py"]
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider"]
    lists = []
    for chosen in ([], ["-m", "quick"]):
        done = subprocess.run([*command, *chosen, *files], capture_output=True, text=True, check=True, cwd=ROOT)
        lists.append(Counter(line.partition("[")[0] for line in done.stdout.splitlines() if "::" in line))
    cases, quick = lists
    slow = {"tests/executor/test_schedules.py::test_nothing_is_left"}
    assert max(cases.values()) > 2 and slow <= cases.keys()
    assert quick == {name: 1 for name in cases if name not in slow}
