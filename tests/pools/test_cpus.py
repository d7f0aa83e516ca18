"""Number of CPUs: the affinity, and the quota in the files of both versions of control groups."""
from __future__ import annotations

from pathlib import Path

import pytest

from aioflow.pools import cpus


@pytest.fixture
def cgroup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in the place of the control group's, with neither version's files."""
    monkeypatch.setattr(cpus, "CGROUP_V2", tmp_path / "cpu.max")
    monkeypatch.setattr(cpus, "CGROUP_V1", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [("max 100000\n", None), ("150000 100000\n", 1.5), ("50000 100000\n", 0.5), ("nonsense\n", None), ("\n", None)],
)
def test_version_2(cgroup: Path, text: str, expected: float | None) -> None:
    """One file has the quota and its period."""
    (cgroup / "cpu.max").write_text(text)
    assert cpus.quota_cpus() == expected


@pytest.mark.parametrize(("quota", "expected"), [("-1", None), ("250000", 2.5)])
def test_version_1(cgroup: Path, quota: str, expected: float | None) -> None:
    """Two files have the quota and its period."""
    (cgroup / "cpu.cfs_quota_us").write_text(f"{quota}\n")
    (cgroup / "cpu.cfs_period_us").write_text("100000\n")
    assert cpus.quota_cpus() == expected


def test_no_control_group(cgroup: Path) -> None:
    """Without the files there is no quota."""
    assert cpus.quota_cpus() is None


@pytest.mark.parametrize(
    ("affinity", "quota", "expected"), [(6, None, 6), (6, 0.5, 1), (6, 1.5, 2), (6, 1000.0, 6), (1, 2.0, 1)]
)
def test_usable_cpus(monkeypatch: pytest.MonkeyPatch, affinity: int, quota: float | None, expected: int) -> None:
    """The smaller number counts; a part of a CPU is worth a thread."""
    monkeypatch.setattr(cpus, "affinity_cpus", lambda: affinity)
    monkeypatch.setattr(cpus, "quota_cpus", lambda: quota)
    assert cpus.usable_cpus() == expected
