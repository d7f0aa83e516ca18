"""Sessions with a device of type GPU: what is where, what is copied, and what is left when something ends badly."""
from __future__ import annotations

import asyncio
import gc
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors

torch = pytest.importorskip("torch", reason="GPU devices need the extra `torch`", exc_type=ImportError)

from aioflow.packs.cuda import kernels  # noqa: E402, F401 - registers the kernels
from aioflow.packs.cuda.namespace import Tensors  # noqa: E402
from aioflow.packs.cuda.tensors import DeviceArray  # noqa: E402

RNG = np.random.default_rng(3)


def numbers(*shape: int) -> Any:
    """Normal numbers of float32."""
    return RNG.standard_normal(shape).astype(np.float32)


def small_network() -> tuple[tf.Graph, Any, Any]:
    """A convolution, a normalisation and a layer, with constants for weights; its input and its output."""
    rng = np.random.default_rng(1)
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 8, 8, 3])
        y = tf.nn.conv2d(x, rng.standard_normal((3, 3, 3, 4)).astype(np.float32), [1, 2, 2, 1], "SAME")
        y, _, _ = tf.nn.fused_batch_norm(y, np.ones(4, np.float32), np.zeros(4, np.float32), is_training=True)
        y = tf.reshape(tf.nn.max_pool(tf.nn.relu(y), [1, 2, 2, 1], [1, 2, 2, 1], "VALID"), [-1, 16])
        y = tf.nn.softmax(tf.matmul(y, rng.standard_normal((16, 5)).astype(np.float32)))
    return graph, x, y


def on_cpus() -> tf.ConfigProto:
    """A configuration without GPUs."""
    return tf.ConfigProto(device_count={"GPU": 0})


async def test_nodes_go_to_the_gpu_and_give_what_the_cpu_gives() -> None:
    """What has a kernel there is placed there though nobody asks; a session with no GPU gives the same."""
    graph, x, y = small_network()
    images = numbers(4, 8, 8, 3)
    async with tf.Session(graph=graph) as session, tf.Session(graph=graph, config=on_cpus()) as other:
        assert [each.device_type for each in await session.list_devices()] == ["CPU", "GPU"]
        assert [each.device_type for each in await other.list_devices()] == ["CPU"]
        metadata = tf.RunMetadata()
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        got = await session.run(y, {x: images}, options=options, run_metadata=metadata)
        np.testing.assert_allclose(got, await other.run(y, {x: images}), rtol=1e-4, atol=1e-6)
    (there,) = (stats.node_stats for stats in metadata.step_stats.dev_stats if stats.device.endswith("GPU:0"))
    names = {node.node_name.rpartition("/")[2] for node in there}
    assert {"Conv2D", "FusedBatchNormV3", "MaxPool", "MatMul", "Softmax"} <= names


async def test_constants_are_copied_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Further steps copy what is fed, and nothing else."""
    graph, x, y = small_network()
    copied: list[tuple[int, ...]] = []
    plain = Tensors.tensor

    def noting(xp: Tensors, array: Any) -> Any:
        copied.append(np.shape(array))
        return plain(xp, array)

    monkeypatch.setattr(Tensors, "tensor", noting)
    async with tf.Session(graph=graph) as session:
        await session.run(y, {x: numbers(2, 8, 8, 3)})
        copied.clear()
        await session.run(y, {x: numbers(2, 8, 8, 3)})
    assert copied == [(2, 8, 8, 3)]


async def test_a_fed_array_may_be_changed_behind_the_step() -> None:
    """The device has a copy: a result that was fetched before does not change with the feed, nor with other results."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [3])
        y = tf.identity(x) * 1.0
    value = np.array([1.0, 2.0, 3.0], np.float32)
    async with tf.Session(graph=graph) as session:
        first = await session.run(y, {x: value})
        value[:] = 0
        first[0] = 7
        assert (await session.run(y, {x: np.array([1.0, 2.0, 3.0], np.float32)})).tolist() == [1.0, 2.0, 3.0]
        assert first.tolist() == [7.0, 2.0, 3.0]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "int64", "bool", "complex64", "int32"])
async def test_every_type_goes_in_and_out(dtype: str) -> None:
    """Numbers of each type come back as they were fed, from an explicit place on the device."""
    kind = tf.as_dtype(dtype)
    with tf.Graph().as_default() as graph, tf.device("/device:GPU:0"):
        x = tf.placeholder(kind, [None])
        y = tf.identity(x)
    value = np.array([0, 1, 1, 0]).astype(kind.as_numpy_dtype)
    async with tf.Session(graph=graph) as session:
        for fed in (value, value[::2], value[:0]):
            got = await session.run(y, {x: fed})
            assert got.dtype == value.dtype and got.tolist() == fed.tolist()


async def test_loops_and_branches() -> None:
    """A loop counts on the host and computes on the device; a branch that is not taken gives nothing."""
    with tf.Graph().as_default() as graph, tf.device("/device:GPU:0"):
        x = tf.placeholder(tf.float32, [2])
        _, total = tf.while_loop(lambda i, _: i < 5, lambda i, s: (i + 1, tf.sin(s) + x), [tf.constant(0), x])
        y = tf.cond(tf.reduce_sum(total) > 0, lambda: tf.exp(total), lambda: -total)
    config = tf.ConfigProto(allow_soft_placement=True)
    without = tf.ConfigProto(allow_soft_placement=True, device_count={"GPU": 0})
    async with tf.Session(graph=graph, config=config) as session, tf.Session(graph=graph, config=without) as other:
        for value in ([0.5, 1.0], [-2.0, -3.0]):
            got, wanted = await session.run(y, {x: value}), await other.run(y, {x: value})
            np.testing.assert_allclose(got, wanted, rtol=1e-5)


async def test_errors_are_those_of_the_cpu() -> None:
    """Wrong shapes and indices are told in the words that users know, with the node's name."""
    with tf.Graph().as_default() as graph, tf.device("/device:GPU:0"):
        x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        product = tf.matmul(x, y, name="product")
        rows = tf.gather(x, [7], name="rows")
    async with tf.Session(graph=graph) as session:
        with pytest.raises(errors.InvalidArgumentError, match=r"Matrix size-incompatible: .*[\s\S]*product"):
            await session.run(product, {x: numbers(2, 3), y: numbers(2, 3)})
        with pytest.raises(errors.InvalidArgumentError, match=r"indices\[0\] = 7 is not in \[0, 2\)"):
            await session.run(rows, {x: numbers(2, 3)})
        assert (await session.run(product, {x: np.eye(2), y: np.eye(2)})).tolist() == np.eye(2).tolist()


def live_arrays() -> int:
    """How many arrays of devices there are in the process."""
    gc.collect()
    return sum(type(each) is DeviceArray for each in gc.get_objects())


async def test_memory_returns_when_sessions_end() -> None:
    """Neither constants nor results are left behind by many sessions."""
    before, tensors = live_arrays(), sum(isinstance(each, torch.Tensor) for each in gc.get_objects())
    for _ in range(30):
        graph, x, y = small_network()
        async with tf.Session(graph=graph) as session:
            await session.run(y, {x: numbers(2, 8, 8, 3)})
        del graph, x, y, session
    assert live_arrays() <= before
    assert sum(isinstance(each, torch.Tensor) for each in gc.get_objects()) <= tensors


async def test_a_lack_of_memory_is_told_and_leaves_the_device_usable() -> None:
    """TensorFlow's text names shape, type, device and allocator; smaller steps run on."""
    with tf.Graph().as_default() as graph, tf.device("/device:GPU:0"):
        x = tf.placeholder(tf.float32, [None, 1])
        y = tf.reduce_sum(tf.matmul(x, x, transpose_b=True))
    config = tf.ConfigProto()
    config.aioflow.memory_limit["GPU"] = 1 << 20
    async with tf.Session(graph=graph, config=config) as session:
        for _ in range(3):
            with pytest.raises(
                errors.ResourceExhaustedError,
                match=r"OOM when allocating tensor with shape\[1000,1000\] and type float on "
                r"/job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc",
            ):
                await session.run(y, {x: np.ones((1000, 1))})
            assert await session.run(y, {x: np.ones((10, 1))}) == 100.0


async def test_torch_itself_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel is tried again when torch has given back what it kept; then it is the same error."""
    with tf.Graph().as_default() as graph, tf.device("/device:GPU:0"):
        x = tf.placeholder(tf.float32, [2, 3])
        y = tf.nn.softmax(x)
    released: list[bool] = []
    monkeypatch.setattr(Tensors, "release_cached", lambda xp: released.append(True))
    async with tf.Session(graph=graph) as session:
        await session.run(y, {x: numbers(2, 3)})
        plain, failures = torch.softmax, 1

        def failing(*args: Any) -> Any:
            nonlocal failures
            failures -= 1
            if failures >= 0:
                raise torch.OutOfMemoryError("CUDA out of memory.")
            return plain(*args)

        monkeypatch.setattr(torch, "softmax", failing)
        await session.run(y, {x: numbers(2, 3)})
        assert len(released) == 1
        failures = 2
        with pytest.raises(
            errors.ResourceExhaustedError, match=r"tensor with shape\[2,3\] and type float on \S+GPU:0 by .*GPU_0_bfc"
        ):
            await session.run(y, {x: numbers(2, 3)})
        await session.run(y, {x: numbers(2, 3)})


async def test_a_device_that_has_died_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the driver fails the step, and the session runs no more there; a new session has another device."""
    with tf.Graph().as_default() as graph, tf.device("/device:GPU:0"):
        x = tf.placeholder(tf.float32, [2, 3])
        y = tf.nn.softmax(x)
    async with tf.Session(graph=graph) as session:
        await session.run(y, {x: numbers(2, 3)})
        with monkeypatch.context() as broken:

            def failing(*args: Any) -> Any:
                raise RuntimeError("CUDA error: device-side assert triggered\nCompile with ...")

            broken.setattr(torch, "softmax", failing)
            with pytest.raises(errors.InternalError, match=r"GPU:0 has died: CUDA error: device-side assert triggered"):
                await session.run(y, {x: numbers(2, 3)})
        with pytest.raises(errors.UnavailableError, match=r"GPU:0 has died and takes no new steps"):
            await session.run(y, {x: numbers(2, 3)})
    async with tf.Session(graph=graph) as session:
        await session.run(y, {x: numbers(2, 3)})


def endless() -> tuple[tf.Graph, Any]:
    """A loop on the device that has no end."""
    with tf.Graph().as_default() as graph, tf.device("/device:GPU:0"):
        y = tf.while_loop(lambda s: tf.reduce_sum(s) < 1e9, lambda s: tf.sin(s), [tf.ones([100])])
    return graph, y


async def test_cancelled_and_late_steps_leave_the_device_usable() -> None:
    """A loop on the device ends when its caller is cancelled, and at its deadline; other steps run."""
    graph, y = endless()
    with graph.as_default(), tf.device("/device:GPU:0"):
        z = tf.sin(tf.ones([2]))
    async with tf.Session(graph=graph, config=tf.ConfigProto(allow_soft_placement=True)) as session:
        for _ in range(2):
            task = asyncio.ensure_future(session.run(y))
            await session.run(z)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            with pytest.raises(errors.DeadlineExceededError):
                await session.run(y, options=tf.RunOptions(timeout_in_ms=20))
        assert (await session.run(z)).shape == (2,)


async def test_tensors_go_in_and_out_where_they_are() -> None:
    """A callable takes what has `__dlpack__` and gives such arrays, without copies; feeds of numpy's go with them."""
    with tf.Graph().as_default() as graph:
        x, y = tf.placeholder(tf.float32, [2], name="x"), tf.placeholder(tf.float32, [], name="y")
        tf.multiply(x, y, name="z")
        tf.identity(x, name="same")
    options = tf.CallableOptions(
        feed=["x", "y"], fetch=["z", "same:0", "z"], feed_devices={"x:0": "/device:GPU:0"},
        fetch_devices={"z": "/GPU:0", "same:0": "/device:GPU:0"},
    )  # fmt: skip
    async with tf.Session(graph=graph) as session:
        call = session._make_callable_from_options(options)
        fed = torch.tensor([1.0, 2.0])
        scaled, same, again = await call(fed, np.float32(3))
        assert torch.from_dlpack(scaled).tolist() == [3.0, 6.0] == torch.from_dlpack(again).tolist()
        assert torch.from_dlpack(same).data_ptr() == fed.data_ptr()
        assert torch.from_dlpack((await call(scaled, np.float32(2)))[0]).tolist() == [6.0, 12.0]
        for wrong in (torch.tensor([1, 2]), "text", [1.0, 2.0]):
            with pytest.raises(errors.InvalidArgumentError, match=r"Type mismatch: .*'x:0'|can make no array of a"):
                await call(wrong, np.float32(3))
        assert (await session.run("z:0", {"x:0": [1, 2], "y:0": 3})).tolist() == [3.0, 6.0]
