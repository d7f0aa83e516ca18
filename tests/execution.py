"""How nodes run while tests do: as measured, or all of them in one way, which must change nothing."""
from __future__ import annotations

import os

import aioflow as tf
from aioflow.executor.segments.plan import MODES, ViewPlan
from aioflow.pools.hop_price import ASSUMED_S, HOP
from aioflow.session.steps import region_builds

SEGMENTS = MODES  # as measured, never, or of everything that may join
NODES = ("measured", "pool")  # where they cost less, or each on a thread of the pool whatever it costs
REGIONS = ("off", "always")  # regions of ONNX Runtime: none, or of all that can be translated, from the first run on
DEVICES = ("cpu", "gpu")  # the CPU alone, or with a device of type GPU that computes on torch's CPU
_VARIABLES = ("AIOFLOW_TEST_SEGMENTS", "AIOFLOW_TEST_NODES", "AIOFLOW_TEST_REGIONS", "AIOFLOW_TEST_DEVICES")


def apply(segments: str = "measured", nodes: str = "measured", regions: str = "off", devices: str = "cpu") -> None:
    """Sets this process up; the price of a hop is the assumed one, whatever the machine."""
    ViewPlan.mode = segments
    HOP.fix(-1.0 if nodes == "pool" else ASSUMED_S)
    if regions == "always":
        from aioflow.packs.onnxruntime.engine import OnnxEngine  # needs the extra `onnx`

        tf.use_kernels("onnxruntime")
        OnnxEngine.always_pays = region_builds.at_once = True
    if devices == "gpu":
        from aioflow.packs import cuda  # needs the extra `torch`

        cuda.enable("cpu")


def apply_environment() -> None:
    """As `apply`, for processes that were started with what `environment` gave."""
    defaults = ("measured", "measured", "off", "cpu")
    apply(*(os.environ.get(name, default) for name, default in zip(_VARIABLES, defaults, strict=True)))


def environment(segments: str, nodes: str, regions: str, devices: str = "cpu") -> dict[str, str]:
    """Environment variables for such processes."""
    return dict(zip(_VARIABLES, (segments, nodes, regions, devices), strict=True))
