"""Random graphs over devices with memory of their own give what the serial reference gives."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.devices.wide_device import WideFactory

from .random_devices import differences_on_devices, seeds_for_devices, wide_devices

FOUND = [111, 199, 263, 3026, 3094, 1000010]
"""Seeds whose graphs once came out wrong."""


@pytest.fixture
def factory() -> Iterator[WideFactory]:
    """The kind of device, registered for the test."""
    with wide_devices() as factory:
        yield factory


async def test_random_devices(factory: WideFactory) -> None:
    """E-35: values, effects and what is dead are the same; nothing stays in the devices' memory."""
    seeds = seeds_for_devices(40, 24)
    assert [line for seed in seeds for line in await differences_on_devices(seed, factory)] == []
    assert sum(len(device.xp.calls) for device in factory.made) > 100
    assert await factory.nbytes_in_use() == 0


@pytest.mark.parametrize("seed", FOUND)
async def test_found_before(factory: WideFactory, seed: int) -> None:
    """What once came out wrong does not any more."""
    assert await differences_on_devices(seed, factory) == []
