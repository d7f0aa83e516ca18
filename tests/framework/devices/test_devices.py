"""Device names: the spellings that users and the runtime may use, and how names combine."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aioflow import errors
from aioflow.framework.devices.device_spec import DeviceSpec, merge_device_names
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph.graph import Graph
from tests.framework.recorded import load

RECORDED = load("devices")
FULL = "/job:localhost/replica:0/task:0/device:CPU:0"
names = st.none() | st.sampled_from(["worker", "ps"])
numbers = st.none() | st.integers(0, 3)
specs = st.builds(DeviceSpec, names, numbers, numbers, st.none() | st.sampled_from(["CPU", "GPU"]), numbers)


@pytest.mark.parametrize("name", [name for name, canonical in RECORDED.items() if canonical is not None])
def test_what_users_may_write(name: str) -> None:
    """Each spelling that TensorFlow's front end takes has the same canonical form."""
    graph = Graph()
    with graph.device(name):
        assert graph.create_op("NoOp").device == RECORDED[name]


@pytest.mark.parametrize("name", [name for name, canonical in RECORDED.items() if canonical is None])
def test_what_users_may_not_write(name: str) -> None:
    """Each spelling that TensorFlow's front end refuses is a ValueError that shows it."""
    with pytest.raises(ValueError, match="device name") as caught, Graph().device(name):
        pass
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("", ""),
        ("/", ""),
        (FULL, FULL),
        ("/task:0/job:localhost", "/job:localhost/task:0"),
        ("/cpu:0", "/device:CPU:0"),
        ("/GPU:*", "/device:GPU:*"),
        ("/device:GPU", "/device:GPU:*"),
        ("/device:*:2", "/device:*:2"),
        ("/device:*", ""),
        ("/device:cpu:0", "/device:cpu:0"),  # only the old short forms are turned into upper case
        ("CPU:0", "/device:CPU:0"),
        ("/job:*/replica:*/task:*/device:*:*", ""),
        ("/job:a/job:b", "/job:b"),
        ("/job:a/job:*", ""),
        ("/cpu:0/gpu:1", "/device:GPU:1"),
    ],
)
def test_what_the_runtime_reads(name: str, canonical: str) -> None:
    """The runtime reads parts in any order, a later one overwriting an earlier, with * for an open one."""
    assert str(DeviceSpec.parse(name)) == canonical
    assert DeviceSpec.parse(canonical) == DeviceSpec.parse(name)


@pytest.mark.parametrize(
    "name",
    [
        "cpu", "CPU", "/cpu", "cpu:0/", "/Cpu:0", "/xpu:0", "/job:local-host", "/job:1a", "/job:", "/job:é", "/task:x",
        "/task:-1", "/task:99999999999", "/task:٣", "/device", "/device:", "/device:CPU:x", "/device:1:0", "//cpu:0",
        "/cpu:0/", " /cpu:0", "/cpu:0 ", "/cpu:0\n", "localhost/cpu:0", "/device:CPU:0:1",
    ],
)  # fmt: skip
def test_what_the_runtime_refuses(name: str) -> None:
    """Everything else is malformed, as an InvalidArgumentError."""
    with pytest.raises(errors.InvalidArgumentError, match="Malformed device specification"):
        DeviceSpec.parse(name)


@given(specs)
def test_canonical_names_are_read_back(spec: DeviceSpec) -> None:
    """What is written is read again as the same, by the runtime and by the front end."""
    assert DeviceSpec.parse(str(spec)) == spec
    parts = (spec.job, spec.replica, spec.task, spec.device_type, spec.index)
    read = DeviceSpec.parse_request(str(spec))
    assert [str(a) for a in parts if a is not None] == [str(b) for b in read._parts() if b not in (None, "*")]


@given(specs, specs)
def test_merging_lets_the_inner_name_win(inner: DeviceSpec, outer: DeviceSpec) -> None:
    """A merged name has each part of the inner name, and the outer one's where that is open."""
    merged = inner.merged_into(outer)
    for part in ("job", "replica", "task", "device_type", "index"):
        mine = getattr(inner, part)
        assert getattr(merged, part) == (mine if mine is not None else getattr(outer, part))


@given(specs, specs)
def test_intersection(a: DeviceSpec, b: DeviceSpec) -> None:
    """Two names intersect unless a part is set and different in both; the result then satisfies both."""
    both = a.intersect(b)
    assert both == b.intersect(a)
    conflict = any(x != y for x, y in zip(a._parts(), b._parts(), strict=True) if x is not None and y is not None)
    assert (both is None) == conflict
    if both is not None:
        assert a.matches(both) and b.matches(both)


@given(specs, st.integers(0, 1), st.integers(0, 1))
def test_matching_a_full_name(spec: DeviceSpec, task: int, index: int) -> None:
    """A device satisfies a name when every part that is set is equal."""
    full = DeviceSpec("worker", 0, task, "CPU", index)
    assert spec.matches(full) == (spec.intersect(full) == full)


def test_soft_placement_keeps_the_place() -> None:
    """Without the type, job, replica and task remain."""
    assert str(DeviceSpec.parse(FULL).without_type()) == "/job:localhost/replica:0/task:0"


def test_names_are_merged_as_text() -> None:
    """Names merge in any spelling that users may write, and come out canonical."""
    assert merge_device_names("gpu:1", "/job:w/task:2/cpu:0") == "/job:w/task:2/device:GPU:1"
    assert merge_device_names("", "") == ""
    with pytest.raises(ValueError, match="nowhere"):
        merge_device_names("", "/nowhere:1")


def test_device() -> None:
    """A device tells its name and type."""
    device = Device(DeviceAttributes(FULL, "CPU", 1 << 28, 7), np)
    assert (device.name, device.device_type, device.spec.index, device.xp) == (FULL, "CPU", 0, np)
    assert repr(device) == f"<Device {FULL}>"
