"""The example of a parameter server with two workers, which train one model together."""
from __future__ import annotations

import re
from pathlib import Path

from tests.test_examples import PARAMETER_SERVER, run_example


def test_both_workers_train_one_model(tmp_path: Path) -> None:
    """Losses fall to the noise of the labels, their steps are counted together, and all processes end well."""
    *lines, end = run_example(PARAMETER_SERVER, tmp_path).splitlines()
    assert end == "the parameter server ended with 0"
    first = re.search(r"worker \d: loss ([\d.]+) at step 1$", "\n".join(lines), re.MULTILINE)
    last = re.findall(r"worker (\d): loss ([\d.]+) after (\d+) steps of its own", "\n".join(lines))
    assert first is not None and float(first[1]) > 1.0
    assert sorted(task for task, _, _ in last) == ["0", "1"]
    assert all(0.001 < float(loss) < 0.05 for _, loss, _ in last)
    # One step may be on its way when the other worker sees that there are enough.
    assert 200 <= sum(int(steps) for _, _, steps in last) <= 201
    assert list(tmp_path.iterdir()) == []
