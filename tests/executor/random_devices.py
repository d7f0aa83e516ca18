"""Runs of random graphs whose nodes are on devices with memory of their own, by seed."""
from __future__ import annotations

import argparse
import asyncio
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import aioflow as tf
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.passes.uneven_loops import has_uneven_loops
from tests.devices.wide_device import PRIORITY, TYPE, WideFactory

from .random_blocks import NUM_DEVICES, asking_for
from .random_effects import variables_on
from .random_graphs import KINDS, RandomGraph, random_graph
from .random_outcomes import differences, on_reference, outcomes
from .random_runs import PASSES, Setting, session_outcomes
from .settings import SETTINGS

#: What leaves a loop of the other kinds may be neither alive nor dead, so that no other device may wait for it.
KINDS_FOR_DEVICES = ("tidy", "plain")


def seeds_for_devices(first: int, count: int) -> list[int]:
    """The first seeds, from one on, of graphs that may be spread over devices with memories of their own."""
    seeds = (seed for seed in itertools.count(first) if KINDS[seed % len(KINDS)] in KINDS_FOR_DEVICES)
    return list(itertools.islice(seeds, count))


def spread_graph(seed: int) -> RandomGraph:
    """The graph of a seed, with devices of which some have memory of their own."""
    random = Random(seed)
    names = [random.choice([f"/cpu:{i}", f"/device:{TYPE}:{random.randrange(2)}"]) for i in range(NUM_DEVICES)]
    with asking_for(names), variables_on(names[0]):
        return random_graph(seed)


class SettingWithDevices(Setting):
    """A setting with two such devices, beside three CPUs."""

    def config(self) -> tf.ConfigProto:
        """See `Setting`."""
        config = super().config()
        config.allow_soft_placement = True
        config.device_count[TYPE] = 2
        return config


@contextmanager
def wide_devices() -> Iterator[WideFactory]:
    """A context in which sessions have such devices."""
    factory = WideFactory()
    DeviceFactory.register(TYPE, factory, PRIORITY)
    try:
        yield factory
    finally:
        DeviceFactory.unregister(TYPE)


async def differences_on_devices(seed: int, factory: WideFactory) -> list[str]:
    """What differs between the serial reference and a session with such devices."""
    made = spread_graph(seed)
    if has_uneven_loops(made.graph.get_operations()):  # these wait for ever on several devices, as in TensorFlow
        return []
    wanted = await outcomes(made, on_reference(made.graph))
    turn = seed // len(KINDS)
    setting = SettingWithDevices(list(SETTINGS)[turn % len(SETTINGS)], PASSES[turn // len(SETTINGS) % len(PASSES)])
    seen = await session_outcomes(made, setting)
    found = differences(made, seen, wanted)
    if found:  # a node that fails, and that others only wait for, is left out
        found = differences(made, seen, await outcomes(made, on_reference(made.graph, drops_unread=True)))
    return found


async def _compare(first: int, count: int) -> None:
    num_different = 0
    with wide_devices() as factory:
        for seed in seeds_for_devices(first, count):
            try:
                found = await differences_on_devices(seed, factory)
            except Exception as error:
                found = [f"ended with {type(error).__name__}: {str(error)[:300]}"]
            num_different += bool(found)
            for line in found:
                print(f"{seed}: {line}", flush=True)
        nbytes = await factory.nbytes_in_use()
        num_calls = sum(len(device.xp.calls) for device in factory.made)
        num_copies = sum(device.copied_in + device.copied_out for device in factory.made)
    print(f"{count} graphs, {num_different} different; {num_calls} kernels, {num_copies} copies, {nbytes} bytes left")


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.executor.random_devices", description=__doc__)
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("count", type=int, default=500, nargs="?", help="how many graphs")
    _args = parser.parse_args()
    asyncio.run(_compare(_args.first, _args.count))
