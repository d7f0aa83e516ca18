"""TensorArrays and stacks: what a step may do with them, and how it fails."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from tests.kernels.live_graph import LiveGraph, f32, i32, i64

FLOW = np.float32(0)


class Arrays:
    """Makes TensorArray nodes that run one after the other.

    Args:
        live: The graph.
        size: Number of slots.
        attrs: Attributes of the array.
    """

    def __init__(self, live: LiveGraph, size: Any, **attrs: Any) -> None:
        self.live = live
        attrs = {"dtype": tf.float32, "element_shape": tf.TensorShape(None), **attrs}
        self.handle, self.flow = live.op("TensorArrayV3", size, **attrs)

    def gradient(self, source: bytes = b"g") -> Arrays:
        """The array that collects gradients."""
        other = object.__new__(Arrays)
        other.live = self.live
        other.handle, other.flow = self.live.op("TensorArrayGradV3", self.handle, self.flow, source=source)
        return other

    def write(self, index: int, value: Any) -> None:
        """Writes; what comes later runs behind it."""
        self.flow = self.live.op("TensorArrayWriteV3", self.handle, i32(index), value, self.flow)

    def read(self, index: int, dtype: Any = tf.float32) -> Any:
        """A read."""
        return self.live.op("TensorArrayReadV3", self.handle, i32(index), self.flow, dtype=dtype)

    def size(self) -> Any:
        """The number of slots."""
        return self.live.op("TensorArraySizeV3", self.handle, self.flow)

    def gather(self, *indices: int, **attrs: Any) -> Any:
        """Several values."""
        attrs = {"dtype": tf.float32, "element_shape": tf.TensorShape(None), **attrs}
        return self.live.op("TensorArrayGatherV3", self.handle, np.array(indices, np.int32), self.flow, **attrs)

    def concat(self, dtype: Any = tf.float32) -> Any:
        """All values joined, and their lengths."""
        unknown = tf.TensorShape(None)
        return self.live.op(
            "TensorArrayConcatV3", self.handle, self.flow, dtype=dtype, element_shape_except0=unknown
        )

    def scatter(self, indices: Any, value: Any) -> None:
        """Writes rows."""
        self.flow = self.live.op("TensorArrayScatterV3", self.handle, indices, value, self.flow)

    def split(self, value: Any, lengths: Any) -> None:
        """Writes parts."""
        self.flow = self.live.op("TensorArraySplitV3", self.handle, value, lengths, self.flow)


async def test_write_and_read(live: LiveGraph) -> None:
    """What was written is read, and each step has an array of its own."""
    array = Arrays(live, i32(2))
    array.write(0, f32(1, 2))
    array.write(1, f32(3))
    for _ in range(2):
        first, second, size = await live.run([array.read(0), array.read(1), array.size()])
        assert (first.tolist(), second, size) == ([1, 2], 3, 2)


async def test_misuse_of_slots(live: LiveGraph) -> None:
    """R-66: writing or reading twice, and beyond the end, are errors."""
    for begin, end, message in (
        ([0], 0, "because it has already been written to"),
        ([], 2, "array is not resizeable and size is: 2"),
        ([], -1, "array is not resizeable and size is: 2"),
    ):
        array = Arrays(live, i32(2))
        for index in begin:
            array.write(index, f32(1))
        array.write(end, f32(2))
        with pytest.raises(errors.InvalidArgumentError, match=message):
            await live.run(array.flow)


async def test_misuse_of_reads(live: LiveGraph) -> None:
    """R-66, E-90: a value is read once, unless it is to stay; dtypes and indices must be right."""
    array = Arrays(live, i32(1))
    array.write(0, f32(1))
    for node, message in (
        (array.read(1), "Tried to read from index 1 but array size is: 1"),
        (array.read(0, tf.int32), "TensorArray dtype is float but Op requested dtype int32"),
    ):
        with pytest.raises(errors.InvalidArgumentError, match=message):
            await live.run(node)
    first = array.read(0)
    second = live.op("TensorArrayReadV3", array.handle, i32(0), array.flow, dtype=tf.float32, after=first)
    with pytest.raises(errors.InvalidArgumentError, match="Could not read index 0 twice because it was cleared"):
        await live.run(second)
    kept = Arrays(live, i32(1), clear_after_read=False)
    kept.write(0, f32(1))
    assert await live.run([kept.read(0), kept.read(0)]) == [1, 1]


async def test_written_dtype(live: LiveGraph) -> None:
    """A write of another dtype fails."""
    array = Arrays(live, i32(1))
    array.write(0, i32(1))
    with pytest.raises(errors.InvalidArgumentError, match="float but Op is trying to write dtype int32"):
        await live.run(array.flow)


async def test_slots_without_a_value(live: LiveGraph) -> None:
    """R-66: zeros where the shape of elements is known, else an error."""
    known = Arrays(live, i32(2), element_shape=[2])
    assert (await live.run(known.read(1))).tolist() == [0, 0]
    unknown = Arrays(live, i32(2))
    with pytest.raises(errors.InvalidArgumentError, match="Could not read from TensorArray index 1"):
        await live.run(unknown.read(1))


async def test_shapes_of_elements(live: LiveGraph) -> None:
    """Values must fit the declared shape, and that of the first one where all are to be alike."""
    for attrs in ({"element_shape": [2]}, {"identical_element_shapes": True}):
        array = Arrays(live, i32(2), **attrs)
        array.write(0, f32(1, 2))
        array.write(1, f32(1, 2, 3))
        with pytest.raises(errors.InvalidArgumentError, match="which is incompatible with"):
            await live.run(array.flow)


async def test_dynamic_size(live: LiveGraph) -> None:
    """R-67: writing behind the end makes a dynamic array longer."""
    array = Arrays(live, i32(0), dynamic_size=True)
    array.write(5, f32(1))
    assert await live.run(array.size()) == 6


async def test_negative_size(live: LiveGraph) -> None:
    """An array cannot have fewer than no slots."""
    size = live.placeholder(tf.int32)
    with pytest.raises(errors.InvalidArgumentError, match="Size should be >= 0"):
        await live.run(Arrays(live, size).handle.op, {size: -1})


async def test_gradients_accumulate(live: LiveGraph) -> None:
    """R-67: writes to a gradient array add up; there is one per array and source."""
    array = Arrays(live, i32(2))
    array.write(0, f32(1, 1))
    first, second, other = array.gradient(), array.gradient(), array.gradient(b"other")
    first.write(0, f32(5, 0))
    second.flow = first.flow
    second.write(0, f32(6, 1))
    assert (await live.run(second.read(0))).tolist() == [11, 1]
    assert (await live.run(other.read(0))).tolist() == [0, 0]


async def test_gradients_need_a_fixed_size(live: LiveGraph) -> None:
    """An array with a gradient array does not grow any more."""
    array = Arrays(live, i32(1), dynamic_size=True)
    array.flow = array.gradient().flow
    array.write(3, f32(1))
    with pytest.raises(errors.InvalidArgumentError, match="not resizeable"):
        await live.run(array.flow)


async def test_gather(live: LiveGraph) -> None:
    """Values are stacked; they must have one shape, and no values at all a known one."""
    array = Arrays(live, i32(3))
    for i in range(3):
        array.write(i, f32(i, i))
    assert (await live.run(array.gather(2, 0))).tolist() == [[2, 2], [0, 0]]
    assert (await live.run(array.gather(element_shape=[2]))).shape == (0, 2)
    with pytest.raises(errors.UnimplementedError, match="not fully defined"):
        await live.run(array.gather())
    uneven = Arrays(live, i32(2))
    uneven.write(0, f32(1))
    uneven.write(1, f32(1, 2))
    with pytest.raises(errors.InvalidArgumentError, match="TensorArray has inconsistent shapes"):
        await live.run(uneven.gather(0, 1))
    empty_first = Arrays(live, i32(2))
    empty_first.write(0, f32())
    empty_first.write(1, f32(1, 2))
    assert (await live.run(empty_first.gather(0, 1))).shape == (2, 0)


async def test_scatter_and_concat(live: LiveGraph) -> None:
    """Rows go to slots; slots are joined along their first dimension."""
    array = Arrays(live, i32(3))
    array.scatter(i32(2, 0), f32([[5, 6]], [[1, 2]]))
    array.write(1, f32([[3, 4], [7, 8]]))
    value, lengths = await live.run(array.concat())
    assert value.tolist() == [[1, 2], [3, 4], [7, 8], [5, 6]]
    assert lengths.tolist() == [1, 2, 1] and lengths.dtype == np.int64


async def test_split(live: LiveGraph) -> None:
    """Parts of a value go to slots; the lengths must add up and be as many as there are slots."""
    array = Arrays(live, i32(3))
    array.split(f32(1, 2, 3), i64(2, 0, 1))
    first, second, third = await live.run([array.read(i) for i in range(3)])
    assert (first.tolist(), second.tolist(), third.tolist()) == ([1, 2], [], [3])
    for lengths, message in ((i64(2, 0, 0), "Expected sum of lengths"), (i64(2, 1), "size is not equal")):
        bad = Arrays(live, i32(3))
        bad.split(f32(1, 2, 3), lengths)
        with pytest.raises(errors.InvalidArgumentError, match=message):
            await live.run(bad.flow)


async def test_closed_arrays(live: LiveGraph) -> None:
    """Nothing can be done with an array after it was closed."""
    array = Arrays(live, i32(1))
    closed = live.op("TensorArrayCloseV3", array.handle)
    size = live.op("TensorArraySizeV3", array.handle, array.flow, after=closed)
    with pytest.raises(errors.InvalidArgumentError, match="has already been closed"):
        await live.run(size)


@pytest.mark.parametrize("version", ["", "V2"])
async def test_older_generations(live: LiveGraph, version: str) -> None:
    """The first two generations do the same with handles that are strings."""
    handle = live.op(f"TensorArray{version}", i32(2), dtype=tf.float32)
    flow = live.op(f"TensorArrayWrite{version}", handle, i32(0), f32(1, 2), FLOW)
    flow = live.op(f"TensorArrayScatter{version}", handle, i32([1]), f32([[3, 4]]), flow)
    gathered = live.op(f"TensorArrayGather{version}", handle, i32(0, 1), flow, dtype=tf.float32)
    assert (await live.run(gathered)).tolist() == [[1, 2], [3, 4]]
    container, name = await live.run(live.op("Identity", handle))
    assert container.startswith(b"__per_step_") and name.startswith(b"TensorArray")


# ---- stacks


def stack(live: LiveGraph, max_size: int = -1) -> Any:
    """A stack of floats."""
    return live.op("StackV2", i32(max_size), elem_type=tf.float32)


async def test_stack(live: LiveGraph) -> None:
    """Last in, first out; R-65: and empty again in the next step."""
    handle = stack(live)
    first = live.op("StackPushV2", handle, f32(1))
    second = live.op("StackPushV2", handle, f32(2), after=first)
    top = live.op("StackPopV2", handle, elem_type=tf.float32, after=second)
    below = live.op("StackPopV2", handle, elem_type=tf.float32, after=top)
    for _ in range(2):
        assert await live.run([second, top, below]) == [2, 2, 1]
    with pytest.raises(errors.InvalidArgumentError, match="is empty when calling Pop"):
        await live("StackPopV2", handle, elem_type=tf.float32)


async def test_stack_errors(live: LiveGraph) -> None:
    """R-65: too many values, wrong dtypes and closed stacks are errors."""
    handle = stack(live, 1)
    first = live.op("StackPushV2", handle, f32(1))
    with pytest.raises(errors.InvalidArgumentError, match=r"overflowed its max_size \(1\)"):
        await live("StackPushV2", handle, f32(2), after=first)
    with pytest.raises(errors.InvalidArgumentError, match="Must have type 1 but got 3"):
        await live("StackPushV2", handle, i32(2))
    closed = live.op("StackCloseV2", handle)
    with pytest.raises(errors.InvalidArgumentError, match="has already been closed"):
        await live("StackPushV2", handle, f32(2), after=closed)


async def test_first_generation_of_stacks(live: LiveGraph) -> None:
    """The first generation's handles are references."""
    handle = live.op("Stack", elem_type=tf.float32)
    pushed = live.op("StackPush", handle, f32(3))
    assert await live("StackPop", handle, elem_type=tf.float32, after=pushed) == 3
