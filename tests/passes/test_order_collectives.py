"""The order of reductions that nothing else orders."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import aioflow as tf
from aioflow.passes.order_collectives import order_collectives
from tests.kernels.collective.nodes import gather, reduce
from tests.passes.optimized import pruned


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    """A default graph for each test."""
    with tf.Graph().as_default():
        yield


def ordered(fetches: Sequence[tf.Tensor], by_edges: bool) -> dict[str, Any]:
    """Node -> its control inputs, or what `wait_for` says."""
    graph = pruned(fetches)
    order_collectives(graph, by_edges)
    ops = [op for op in graph.get_operations() if op.type.startswith("Collective")]
    if by_edges:
        return {op.name: [other.name for other in op.control_inputs] for op in ops}
    return {op.name: op.attrs.get("wait_for") for op in ops}


def three() -> list[tf.Tensor]:
    """Reductions 2, 3 and 1 and a gathering."""
    return [*(reduce(0, [1.0], key=key, name=f"k{key}") for key in (2, 3, 1)), gather(0, [1.0], key=9, name="g")]


def test_edges_from_the_largest_key_to_the_smallest() -> None:
    """O-82, E-112: 3 -> 2 -> 1 without 3 -> 1; gatherings stay as they are."""
    assert ordered(three(), True) == {"k3": [], "k2": ["k3"], "k1": ["k2"], "g": []}


def test_attributes_say_the_same() -> None:
    """O-82: `wait_for` has the keys of those that an edge would come from."""
    assert ordered(three(), False) == {"k3": [], "k2": [3], "k1": [2], "g": None}


def test_data_orders_already() -> None:
    """Where values lead from the smaller key to the larger there is no edge back, nor a way around."""
    first = reduce(0, [1.0], key=1, name="k1")
    fetches = [reduce(0, first, key=3, name="k3"), reduce(0, [1.0], key=2, name="k2")]
    assert ordered([first, *fetches], True) == {"k1": [], "k3": [], "k2": ["k3"]}


def test_devices_are_ordered_apart() -> None:
    """Reductions of two devices do not wait for each other."""
    fetches = [reduce(i, [1.0], key=key, name=f"d{i}k{key}") for i in range(2) for key in (1, 2)]
    assert ordered(fetches, True) == {"d0k1": ["d0k2"], "d0k2": [], "d1k1": ["d1k2"], "d1k2": []}


async def test_sessions_order_them() -> None:
    """O-82: where the settings ask for it; a key that a device has twice is refused."""
    config = tf.ConfigProto(device_count={"CPU": 2})
    config.experimental.collective_deterministic_sequential_execution = True
    fetches = [reduce(i, [float(key)], key=key) for i in range(2) for key in (1, 2)]
    twice = [reduce(1, [1.0], key=7) for _ in range(2)]
    options, metadata = tf.RunOptions(output_partition_graphs=True), tf.RunMetadata()
    async with tf.Session(config=config) as session:
        values = await session.run(fetches, options=options, run_metadata=metadata)
        assert [value.tolist() for value in values] == [[2.0], [4.0]] * 2
        with pytest.raises(tf.errors.InternalError, match="Unexpected same instance_key 7 on 2 nodes with "):
            await session.run(twice)
    nodes = {node.name: node for part in metadata.partition_graphs for node in part.node}
    assert f"^{fetches[1].op.name}" in nodes[fetches[0].op.name].input
