"""Which devices a session has: factories and their priorities, counts, filters, lookups, names, and what is logged."""
from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.devices.device_factory import CPU_PRIORITY, DEFAULT_PRIORITY, DeviceFactory
from aioflow.framework.devices.device_set import DeviceSet
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.devices.devices import Device, DeviceAttributes, DeviceLocality, new_incarnation
from aioflow.framework.memory.allocator import AllocatorAttributes

PREFIX = "/job:localhost/replica:0/task:0"
CPU_0 = f"{PREFIX}/device:CPU:0"


class FakeFactory(DeviceFactory):
    """Makes one device of a type, in the process's memory."""

    def __init__(self, device_type: str) -> None:
        self.device_type = device_type

    def create_devices(self, config: Any, prefix: str) -> Sequence[Device]:
        """See `DeviceFactory`."""
        return [fake_device(f"{prefix}/device:{self.device_type}:0")]


def fake_device(name: str) -> Device:
    """A device of that name."""
    device_type = DeviceSpec.parse(name).device_type
    assert device_type is not None
    description = f"{device_type}, a fake" if device_type != "CPU" else ""
    return Device(
        DeviceAttributes(name, device_type, 1 << 20, new_incarnation(), physical_device_desc=description), np
    )


@pytest.fixture
def registered() -> Iterator[list[str]]:
    """Types to forget at the end of the test."""
    types: list[str] = []
    yield types
    for each in types:
        DeviceFactory.unregister(each)


def session_of(graph: tf.Graph | None = None, **config: Any) -> tf.Session:
    """A session with that configuration."""
    return tf.Session(graph=graph or tf.Graph(), config=tf.ConfigProto(**config))


# ---- factories
def test_priorities(registered: list[str]) -> None:
    """Of two factories for a type that of the higher priority counts; two of equal priority are an error."""
    registered.append("FAKE")
    low, high, other = (FakeFactory("FAKE") for _ in range(3))
    assert DeviceFactory.priority("FAKE") == -1 and DeviceFactory.get_factory("FAKE") is None
    DeviceFactory.register("FAKE", low)
    assert DeviceFactory.get_factory("FAKE") is low and DeviceFactory.priority("FAKE") == DEFAULT_PRIORITY == 50
    DeviceFactory.register("FAKE", high, 80)
    DeviceFactory.register("FAKE", low, 70)
    assert DeviceFactory.get_factory("FAKE") is high and DeviceFactory.priority("FAKE") == 80
    with pytest.raises(errors.AlreadyExistsError, match="'FAKE' has two factories of priority 80"):
        DeviceFactory.register("FAKE", other, 80)
    assert DeviceFactory.priority("CPU") == CPU_PRIORITY == 60 and "FAKE" in DeviceFactory.types()


def test_enabled_types(registered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the environment lists types, others cannot be registered."""
    registered.extend(["LISTED", "OTHER"])
    monkeypatch.setenv("TF_ENABLED_DEVICE_TYPES", "CPU,LISTED")
    for name in registered:
        DeviceFactory.register(name, FakeFactory(name))
    assert DeviceFactory.priority("LISTED") == 50 and DeviceFactory.priority("OTHER") == -1


async def test_list_devices() -> None:
    """R-29: two CPUs are two devices of 256 MiB with incarnations of their own, as many as asked for."""
    async with session_of(device_count={"CPU": 2}) as session:
        devices = await session.list_devices()
    assert [device.name for device in devices] == [CPU_0, f"{PREFIX}/device:CPU:1"]
    assert {device.memory_limit_bytes for device in devices} == {268435456}
    incarnations = {device.incarnation for device in devices}
    assert len(incarnations) == 2 and all(0 < abs(number) < 2**63 for number in incarnations)
    assert repr(devices[0]) == f"_DeviceAttributes({CPU_0}, CPU, 268435456, {devices[0].incarnation})"
    assert devices[0].locality == DeviceLocality() and devices[0].physical_device_desc == ""


@pytest.mark.parametrize("count", [0, -1])
async def test_no_cpu(count: int) -> None:
    """R-30: without a CPU there is no session."""
    with pytest.raises(errors.NotFoundError, match="No CPU devices are available in this process"):
        session_of(device_count={"CPU": count})


async def test_more_than_there_are() -> None:
    """A count of devices that the machine has not is no error."""
    async with session_of(device_count={"GPU": 4, "CPU": 3}) as session:
        assert len(await session.list_devices()) == 3


@pytest.mark.parametrize("name", ["foo", "/job:a-b", "/device:CPU:x"])
async def test_malformed_filters(name: str) -> None:
    """R-31: a device filter that is no device name is refused."""
    with pytest.raises(errors.InvalidArgumentError, match=f"Invalid device filter: {name}"):
        session_of(device_filters=["/job:localhost", name])


@pytest.mark.parametrize(
    ("filters", "types"),
    [
        ([], ["CPU", "ONE", "TWO"]),
        (["/job:worker/task:1"], ["CPU", "ONE", "TWO"]),
        (["/device:TWO:0"], ["CPU", "TWO"]),
        (["/job:localhost", "/device:CPU:*"], ["CPU"]),
    ],
)
async def test_filters(filters: list[str], types: list[str], registered: list[str]) -> None:
    """A filter that names a type leaves other types out, but for the CPU; one that names a job only does nothing."""
    registered.extend(["ONE", "TWO"])
    for name in registered:
        DeviceFactory.register(name, FakeFactory(name))
    async with session_of(device_filters=filters) as session:
        assert [device.device_type for device in await session.list_devices()] == types


@pytest.mark.parametrize("target", ["nope://x", "localhost:2222", "local"])
async def test_unknown_target(target: str) -> None:
    """R-32: a target that no session factory accepts is not found."""
    with pytest.raises(errors.NotFoundError, match="No session factory registered for the given session options"):
        tf.Session(target, graph=tf.Graph())


def test_entry_points(tmp_path: Path) -> None:
    """Installed packages bring kinds of device by entry points; one that is broken is logged and left out."""
    package = tmp_path / "boxes.py"
    package.write_text(
        "from tests.devices.toy_device import ToyFactory\n"
        "class Favourite(ToyFactory):\n    default_priority = 77\n"
        "made = ToyFactory()\n"
    )
    info = tmp_path / "boxes-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: boxes\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[aioflow.devices]\nTOY = boxes:Favourite\nBOX = boxes:made\nLOST = boxes:nothing\n"
    )
    code = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
import aioflow as tf
from aioflow.framework.devices.device_factory import DeviceFactory

async def main():
    async with tf.Session(graph=tf.Graph()) as session:
        return [device.device_type for device in await session.list_devices()]

print(asyncio.run(main()), DeviceFactory.priority("TOY"), DeviceFactory.priority("BOX"), DeviceFactory.types())
"""
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(tmp_path)],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "['CPU', 'TOY', 'TOY'] 77 300 ['BOX', 'CPU', 'TOY']"
    assert "device type 'LOST' of entry point boxes:nothing cannot be used" in done.stderr


# ---- the devices of a session
def test_lookup() -> None:
    """A device is found by its full name, in both forms, and by its end; an unknown name is an error."""
    devices = DeviceSet([fake_device(CPU_0), fake_device(f"{PREFIX}/device:FAKE:0")])
    for name in (CPU_0, f"{PREFIX}/cpu:0", "/device:CPU:0", "CPU:0"):
        assert devices.lookup(name) is devices.client_device
    assert devices.lookup("FAKE:0").device_type == "FAKE" and len(devices) == 2
    with pytest.raises(errors.InvalidArgumentError, match="CPU:1 unknown device"):
        devices.lookup("CPU:1")
    assert devices.find("CPU:1") is None


def test_sets(registered: list[str]) -> None:
    """Devices are found by parts of names, and put in order: by type, then those of this process, then by name."""
    registered.append("FAKE")
    DeviceFactory.register("FAKE", FakeFactory("FAKE"), 100)
    far = "/job:worker/replica:0/task:0/device:FAKE:0"
    names = [CPU_0, f"{PREFIX}/device:CPU:10", f"{PREFIX}/device:CPU:2", "/job:a/replica:0/task:0/device:XXX:0", far]
    names.append(f"{PREFIX}/device:FAKE:1")
    devices = DeviceSet([fake_device(name) for name in names])
    assert [device.name for device in devices.matching(DeviceSpec.parse("/device:CPU:*"))] == names[:3]
    assert devices.matching(DeviceSpec(job="worker", task=1)) == [] and devices.matching(DeviceSpec()) == list(devices)
    assert devices.prioritized_types() == ["FAKE", "CPU", "XXX"]
    wanted = [names[5], far, CPU_0, names[2], names[1], names[3]]
    assert [device.name for device in devices.prioritized()] == wanted


def test_allocators_of_the_cpu() -> None:
    """All kinds of memory that may be asked for come from the CPU's one allocator."""
    cpu = fake_device(CPU_0)
    allocators = {cpu.allocator(AllocatorAttributes(bits)) for bits in range(16)}
    assert {allocator.name for allocator in allocators} == {"cpu"} and cpu.is_host


# ---- names
PLACES = ["/cpu:0", "cpu:0", "CPU:0", "/device:cpu:0", "/job:localhost", "/replica:0/job:localhost", "/"]


@pytest.mark.parametrize("name", PLACES)
async def test_spellings(name: str) -> None:
    """R-33: all spellings of the first CPU, or of something that it satisfies, place a node there."""
    graph = tf.Graph()
    with graph.as_default(), graph.device(name):
        y = tf.add(tf.constant(1.0), 2.0, name="y")
    async with session_of(graph, device_count={"CPU": 2}) as session:
        metadata = tf.RunMetadata()
        assert await session.run(y, None, tf.RunOptions(output_partition_graphs=True), metadata) == 3
        assert {node.device for part in metadata.partition_graphs for node in part.node} == {CPU_0}


@pytest.mark.parametrize("name", ["/device:CPU", "/xpu:0", "/device:*", "localhost/cpu:0", "/gpu:x"])
def test_spellings_that_are_none(name: str) -> None:
    """R-34: what is no device name is a ValueError where it is written."""
    with pytest.raises(ValueError, match="device name"), tf.Graph().device(name):
        pass


def test_type_only() -> None:
    """R-34: "CPU" alone means any CPU."""
    graph = tf.Graph()
    with graph.as_default(), graph.device("CPU"):
        assert tf.no_op().device == "/device:CPU:*"


@pytest.mark.parametrize("is_soft", [False, True])
async def test_type_that_is_not_there(is_soft: bool) -> None:
    """R-35: a node for a GPU that is not there is refused, or runs on the CPU where that is allowed."""
    graph = tf.Graph()
    with graph.as_default(), graph.device("/gpu:0"):
        y = tf.add(tf.placeholder_with_default(1.0, []), 2.0, name="y")
    async with session_of(graph, allow_soft_placement=is_soft) as session:
        if is_soft:
            assert await session.run(y) == 3
            return
        with pytest.raises(errors.InvalidArgumentError, match="was explicitly assigned to /device:GPU:0") as caught:
            await session.run(y)
        assert f"but available devices are [ {CPU_0} ]. Make sure the device" in caught.value.message


@pytest.mark.parametrize("is_soft", [False, True])
async def test_place_that_is_not_there(is_soft: bool) -> None:
    """R-36: a node for another process is refused, also where types may be replaced."""
    graph = tf.Graph()
    with graph.as_default(), graph.device("/job:worker/task:0"):
        y = tf.identity(tf.constant(1.0))
    async with session_of(graph, allow_soft_placement=is_soft) as session:
        with pytest.raises(errors.InvalidArgumentError, match="Cannot assign a device for operation"):
            await session.run(y)


@pytest.mark.parametrize("prunes_first", [False, True])
async def test_node_that_nobody_asks_for(prunes_first: bool) -> None:
    """R-37: a node that cannot be placed makes all runs of its graph fail, unless graphs are pruned first."""
    graph = tf.Graph()
    with graph.as_default():
        y = tf.identity(tf.constant(1.0))
        with graph.device("/device:NOWHERE:0"):
            tf.identity(tf.constant(2.0), name="unplaceable")
    async with session_of(graph, graph_options={"place_pruned_graph": prunes_first}) as session:
        if prunes_first:
            assert await session.run(y) == 1
            return
        with pytest.raises(errors.InvalidArgumentError, match="/device:NOWHERE:0"):
            await session.run(y)


async def test_reading_a_variable_elsewhere() -> None:
    """R-38: reading a variable is placed where the variable is, whatever was asked for."""
    graph = tf.Graph()
    with graph.as_default():
        with graph.device("/cpu:0"):
            variable = tf.get_variable("v", initializer=5.0, use_resource=True)
        with graph.device("/cpu:1"):
            read = tf.raw_ops.ReadVariableOp(resource=variable.handle, dtype=tf.float32)
    async with session_of(graph, device_count={"CPU": 2}) as session:
        await session.run(variable.initializer)
        metadata = tf.RunMetadata()
        assert await session.run(read, None, tf.RunOptions(output_partition_graphs=True), metadata) == 5
        assert {n.device for part in metadata.partition_graphs for n in part.node if n.name == read.op.name} == {CPU_0}


@pytest.mark.parametrize(
    ("target", "other", "is_soft", "merged"),
    [
        ("/job:a", "/task:1", False, "/job:a/task:1"),
        ("/job:a", "/job:b", True, "incompatible jobs: '/job:a' and '/job:b'"),
        ("/replica:0", "/replica:1", True, "incompatible replicas: '/replica:0' and '/replica:1'"),
        ("/task:0", "/task:1", True, "incompatible tasks"),
        ("/device:CPU:0", "/device:GPU:0", False, "incompatible types"),
        ("/job:a/device:CPU:0", "/device:GPU:0", True, "/job:a"),
        ("/device:CPU:0", "/device:CPU:1", False, "incompatible ids"),
        ("/device:CPU:0", "/job:a/device:CPU:1", True, "/job:a/device:CPU:*"),
        ("", CPU_0, False, CPU_0),
    ],
)
def test_merging(target: str, other: str, is_soft: bool, merged: str) -> None:
    """R-39: names merge part by part; places never contradict, types and numbers may where that is allowed."""
    first, second = DeviceSpec.parse(target), DeviceSpec.parse(other)
    if not merged.startswith("incompatible"):
        assert str(first.merge(second, is_soft)) == merged
        return
    with pytest.raises(errors.InvalidArgumentError, match=f"Cannot merge devices with {merged}"):
        first.merge(second, is_soft)


@pytest.mark.parametrize(
    ("target", "other", "result"),
    [
        ("/device:CPU:0", "/device:GPU:1", "/device:GPU:1"),
        ("/device:CPU:0", "/device:CPU:1", "/device:CPU:1"),
        ("/device:CPU:0", "/device:GPU:*", "/device:GPU:*"),
        ("/job:a/device:CPU:0", "/task:2", "/job:a/task:2/device:CPU:0"),
    ],
)
def test_overriding(target: str, other: str, result: str) -> None:
    """Where one name overrides another, its type and number count; places must still agree."""
    assert str(DeviceSpec.parse(target).override(DeviceSpec.parse(other))) == result
    with pytest.raises(errors.InvalidArgumentError, match="incompatible tasks"):
        DeviceSpec(task=1).override(DeviceSpec(task=2))


def test_canonical_names() -> None:
    """A name is completed by a full one; processes are the same when job, replica and task are set and equal."""
    base = DeviceSpec.parse(CPU_0)
    assert DeviceSpec.parse("/device:GPU:3").canonical(base) == f"{PREFIX}/device:GPU:3"
    with pytest.raises(errors.InvalidArgumentError, match="not a full device name: '/job:a'"):
        base.canonical(DeviceSpec(job="a"))
    assert base.is_same_address_space(DeviceSpec.parse(f"{PREFIX}/device:GPU:1"))
    assert not base.is_same_address_space(DeviceSpec.parse("/job:localhost/replica:0/task:1"))
    assert not DeviceSpec(job="a").is_same_address_space(DeviceSpec(job="a"))


# ---- what is logged
async def test_log_of_placement(
    registered: list[str], capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """With `log_device_placement` a session tells its devices, and where each node is, once, to stderr and the log."""
    caplog.set_level(logging.INFO, "aioflow.compiler.placement_log")
    graph = tf.Graph()
    with graph.as_default(), graph.device("/cpu:0"):
        y = tf.identity(tf.constant(1.0, name="one"), name="y")
    for device_types, first in ((["CPU"], "Device mapping: no known devices."), (["CPU", "FAKE"], "Device mapping:")):
        if "FAKE" in device_types:
            registered.append("FAKE")
            DeviceFactory.register("FAKE", FakeFactory("FAKE"))
            first += f"\n{PREFIX}/device:FAKE:0 -> FAKE, a fake"
        async with session_of(graph, log_device_placement=True) as session:
            await session.run(y)
            await session.run(y)
        wanted = [f"one: (Const): {CPU_0}", f"y: (Identity): {CPU_0}"]
        lines = caplog.messages
        assert lines[0] == first and [line for line in lines if line in wanted] == wanted
        assert capsys.readouterr().err.splitlines() == "\n".join(lines).splitlines()
        caplog.clear()
    async with session_of(graph) as session:
        await session.run(y)
    assert caplog.messages == [] and capsys.readouterr().err == ""
