"""`ConfigProto.gpu_options`: GPUs by number, in order, and parts of them."""
from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.packs.cuda.gpu_options import GPUShare, gpu_shares

GIB, MIB = 1 << 30, 1 << 20
MACHINE = [8 * GIB, 4 * GIB, 2 * GIB]
VirtualDevices = tf.GPUOptions.Experimental.VirtualDevices


def options(fraction: float = 0, visible: str = "", parts: list[list[float]] | None = None, equal: int = 0) -> Any:
    """Options of a session."""
    experimental = tf.GPUOptions.Experimental(
        virtual_devices=[VirtualDevices(memory_limit_mb=limits) for limits in parts or []],
        num_virtual_devices_per_gpu=equal,
    )
    return tf.GPUOptions(
        per_process_gpu_memory_fraction=fraction, visible_device_list=visible, experimental=experimental
    )


@pytest.mark.parametrize(
    ("wanted", "count", "shares"),
    [
        (options(), None, [GPUShare(n, total) for n, total in enumerate(MACHINE)]),
        (options(), 2, [GPUShare(0, 8 * GIB), GPUShare(1, 4 * GIB)]),
        (options(), 0, []),
        (options(visible="2,0"), None, [GPUShare(2, 2 * GIB), GPUShare(0, 8 * GIB)]),
        (options(visible="1"), 1, [GPUShare(1, 4 * GIB)]),
        (options(fraction=0.25, visible="1"), None, [GPUShare(1, GIB)]),
        (options(fraction=2, visible="1"), None, [GPUShare(1, 4 * GIB)]),
        (
            options(visible="1,0", parts=[[1024, 512], []]), None,
            [GPUShare(1, GIB, True), GPUShare(1, GIB // 2, True), GPUShare(0, 8 * GIB)],
        ),
        (options(visible="2", equal=2), None, [GPUShare(2, GIB, True), GPUShare(2, GIB, True)]),
    ],
)  # fmt: skip
def test_shares(wanted: Any, count: int | None, shares: list[GPUShare]) -> None:
    """O-90, O-91: the order of the list is that of the names; a part has what its limit says."""
    assert gpu_shares(wanted, MACHINE, count) == shares


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (options(visible="0,0"), "visible_device_list contained a duplicate entry: 0,0"),
        (options(visible="0,3"), "listed an invalid Device id '3' but visible device count is 3"),
        (options(visible="0,x"), "Could not parse entry in 'visible_device_list': 'x'"),
        (options(fraction=0.5, parts=[[1]]), "invalid to set per_process_gpu_memory_fraction when virtual_devices is"),
        (options(visible="0,1", parts=[[1]]), "in visible_device_list doesn't match .*: 2 virtual_devices.size.*: 1"),
        (options(visible="0", parts=[[8 * 1024, 1]]), "do not fit GPU 0, which has 8192 MiB"),
    ],
)
def test_refused(wanted: Any, message: str) -> None:
    """O-90: settings that contradict themselves, or the machine, name what is wrong."""
    with pytest.raises(errors.InvalidArgumentError, match=message):
        gpu_shares(wanted, MACHINE, None)


@pytest.mark.parametrize(
    ("wanted", "count", "message"),
    [
        (options(visible="0", parts=[[1], [1]]), None, "Not enough GPUs .* num_gpus_to_use: 1 #virtual_devices: 2"),
        (options(visible="0", parts=[[]]), 0, "Not enough GPUs to create virtual devices. num_gpus_to_use: 0"),
        (options(parts=[[1]]), None, "number of valid GPUs doesn't match .* #valid GPUs: 3 virtual_devices.size.*: 1"),
    ],
)
def test_too_few_gpus(wanted: Any, count: int | None, message: str) -> None:
    """Virtual devices for other GPUs than there are end with TensorFlow's class of error."""
    with pytest.raises(errors.UnknownError, match=message):
        gpu_shares(wanted, MACHINE, count)


def test_counts() -> None:
    """A count below 0 is none; with a count of 0 nobody reads the list."""
    assert len(gpu_shares(options(), MACHINE, -1)) == 3
    assert gpu_shares(options(visible="nonsense"), MACHINE, 0) == []


def virtual(*parts: dict[str, Any]) -> Any:
    """Options that split the first GPUs."""
    wanted = options(visible=",".join(map(str, range(len(parts)))))
    wanted.experimental.virtual_devices.extend(VirtualDevices(**part) for part in parts)
    return wanted


def test_ordinals() -> None:
    """Ordinals number the devices; equal ones leave the order as it is."""
    wanted = virtual(
        {"memory_limit_mb": [1, 2], "device_ordinal": [10, 20]}, {"memory_limit_mb": [3, 4], "device_ordinal": [10, 20]}
    )
    shares = gpu_shares(wanted, MACHINE, None)
    assert [(share.number, share.memory_nbytes // MIB) for share in shares] == [(0, 1), (1, 3), (0, 2), (1, 4)]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([{}, {"memory_limit_mb": [1], "device_ordinal": [1]}], "ordinals must be set for all .* for 1 while"),
        ([{"memory_limit_mb": [1, 2], "device_ordinal": [1]}], "memory_limit_mb size: 2 and device_ordinal size: 1"),
        ([{}, {"memory_limit_mb": [1], "priority": [1]}], "Priority must be set for all .* specified for 1 while"),
        ([{"memory_limit_mb": [1, 2], "priority": [1]}], "memory_limit_mb size: 2 and priority size: 1"),
    ],
)
def test_uneven_lists(parts: list[dict[str, Any]], message: str) -> None:
    """Lists of virtual devices have as many entries as there are limits."""
    with pytest.raises(errors.InvalidArgumentError, match=message):
        gpu_shares(virtual(*parts), MACHINE, None)


async def test_parts_of_one_device() -> None:
    """O-98: two devices of one place hand values to each other, and each keeps to its limit."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 1])
        with tf.device("/device:GPU:0"):
            squares = tf.matmul(x, x, transpose_b=True)
        with tf.device("/device:GPU:1"):
            total = tf.reduce_sum(squares)
    config = tf.ConfigProto(gpu_options=options(parts=[[512, 1]]))
    async with tf.Session(graph=graph, config=config) as session:
        limits = [d.memory_limit_bytes for d in await session.list_devices() if d.device_type == "GPU"]
        assert limits == [512 * MIB, MIB]
        assert await session.run(total, {x: np.ones((10, 1))}) == 100.0
    with graph.as_default(), tf.device("/device:GPU:1"):
        large = tf.reduce_sum(tf.matmul(x, x, transpose_b=True))
    async with tf.Session(graph=graph, config=config) as session:
        with pytest.raises(errors.ResourceExhaustedError, match=r"shape\[1000,1000\] .*GPU:1 by allocator GPU_1_bfc"):
            await session.run(large, {x: np.ones((1000, 1))})
        assert await session.run(large, {x: np.ones((10, 1))}) == 100.0


def test_torch_is_not_imported_unasked() -> None:
    """O-91: a session whose program has not asked for GPUs has none, whatever its options, and imports no torch."""
    program = (
        "import asyncio, sys, aioflow as tf\n"
        "async def main():\n"
        "    config = tf.ConfigProto(gpu_options=tf.GPUOptions(allow_growth=True, visible_device_list='0'))\n"
        "    async with tf.Session(graph=tf.Graph(), config=config) as session:\n"
        "        assert [device.device_type for device in await session.list_devices()] == ['CPU']\n"
        "asyncio.run(main())\n"
        "assert 'torch' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
