"""Tuning: how long batches of each size take, and which settings follow from that."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from aioflow import errors
from aioflow.serving.servables.servable import Servable
from aioflow.serving.servables.session_pools import LOADING_OPTIONS
from aioflow.serving.servables.warm_up import with_rows
from aioflow.serving.settings.batching import Batching

#: Larger batches than one with this share of the best rate only make requests wait.
_GOOD_SHARE = 0.9
_NUM_RUNS = 5


@dataclass(frozen=True, slots=True)
class TuningReport:
    """What `ModelServer.tune` has measured.

    Attributes:
        model: The model's name.
        seconds: Rows of a batch -> seconds that it takes, the shortest of some runs.
        batching: Settings that these numbers speak for.
    """

    model: str
    seconds: Mapping[int, float]
    batching: Batching

    @property
    def speed_up(self) -> float:
        """How many times as many rows a second as one by one batches of the proposed size give."""
        rows = self.batching.max_rows
        return rows / self.seconds[rows] * self.seconds[min(self.seconds)] / min(self.seconds)

    def __str__(self) -> str:
        lines = [f"model {self.model}", f"{'rows':>8} {'ms':>10} {'rows/s':>12}"]
        lines += [f"{rows:8} {1000 * seconds:10.3f} {rows / seconds:12,.0f}" for rows, seconds in self.seconds.items()]
        rows, timeout_s = self.batching.max_rows, self.batching.timeout_s
        settings = f"Batching(max_rows={rows}, timeout_s={timeout_s:.4g})"
        lines.append(f"{settings}: {self.speed_up:.1f} times as many rows a second")
        return "\n".join(lines)


async def tune(servable: Servable, signature: str, inputs: Mapping[str, Any], sizes: Sequence[int]) -> TuningReport:
    """Runs batches of each size on the pool for loading, and proposes settings.

    Args:
        servable: The version.
        signature: The signature; "" for the default one.
        inputs: Some rows, as a request has them; they are repeated.
        sizes: Numbers of rows.

    Raises:
        InvalidArgumentError: The signature has no rows, or there are no sizes.
        OpError: As of a request with these inputs.
    """
    found = servable.signature(signature)
    checked, outputs = found.checked_inputs(inputs), found.checked_outputs(())
    seconds: dict[int, float] = {}
    for size in sorted(set(sizes)):
        rows = with_rows(found, checked, size)
        if rows is None or size < 1:
            raise errors.invalid_argument(f"signature {found.name!r} takes no batches of {size} rows of these inputs")
        times = []
        for _ in range(1 + _NUM_RUNS):  # the first one compiles, or learns what such a batch costs
            began_s = perf_counter()
            await servable.run(found, rows, outputs, LOADING_OPTIONS)
            times.append(perf_counter() - began_s)
        seconds[size] = min(times[1:])
    if not seconds:
        raise errors.invalid_argument("there are no sizes to measure")
    return TuningReport(servable.model.name, seconds, proposed(seconds))


def proposed(seconds: Mapping[int, float]) -> Batching:
    """The settings that measurements speak for: the smallest size that is nearly as good as the best one.

    A batch waits no longer than such a one takes: by then the one before is done.
    """
    rates = {size: size / taken for size, taken in seconds.items()}
    size = min(size for size, rate in rates.items() if rate >= _GOOD_SHARE * max(rates.values()))
    return Batching(max_rows=size, timeout_s=seconds[size])
