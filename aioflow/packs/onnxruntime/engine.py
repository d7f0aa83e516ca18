"""OnnxEngine: makes regions that ONNX Runtime computes. Importing this brings the engine into use."""
from __future__ import annotations

import logging
from functools import partial

from aioflow.framework.graph.operation import Operation
from aioflow.framework.regions.engines import ENGINES, Region, RegionPart
from aioflow.packs.onnxruntime import translations as translations
from aioflow.packs.onnxruntime.costs import Measured, Trial, may_pay
from aioflow.packs.onnxruntime.model import OnnxModel
from aioflow.packs.onnxruntime.node_writer import NotTranslatedError, translated
from aioflow.packs.onnxruntime.patterns import with_patterns
from aioflow.packs.onnxruntime.region import OnnxRegion

_LOG = logging.getLogger(__name__)
_refused: set[tuple[str, str]] = set()
"""The regions that were refused, and why; few, as each of them is a defect of a translation."""

_Key = tuple[tuple[str, ...], tuple[str, ...]]


class OnnxEngine:
    """The engine (see `framework/regions/engines.py`).

    Args:
        is_strict: Whether ops stay out of regions of which TensorFlow and ONNX Runtime treat NaN differently.
        num_threads: How many threads of its own one run of a region may use.
    """

    name = "onnxruntime"
    #: Whether whatever can be translated becomes a region, also where that does not pay: for tests.
    always_pays = False

    def __init__(self, is_strict: bool, num_threads: int) -> None:
        self._is_strict = is_strict
        self._num_threads = num_threads
        #: The regions that have been tried. Written by runs and read by builds: single operations of a dict.
        self._measured: dict[_Key, Measured] = {}

    def refusal(self, op: Operation) -> str | None:
        """See `RegionEngine.refusal`."""
        try:
            translated(op, self._is_strict)
        except NotTranslatedError as why:
            return str(why)
        return None

    def pays(self, part: RegionPart) -> bool:
        """See `RegionEngine.pays`: as it was measured, else by what ops and sizes make likely."""
        if self.always_pays:
            return True
        measured = self._measured.get(_key(part))
        return may_pay(part) if measured is None else measured.pays

    def why_slower(self, part: RegionPart) -> str:
        """See `RegionEngine.why_slower`."""
        measured = self._measured.get(_key(part))
        if measured is not None:
            return str(measured)
        edges = len(part.inputs) + len(part.outputs)
        return f"the call of the engine with {edges} inputs and outputs takes longer than their kernels"

    def build(self, part: RegionPart) -> Region | None:
        """See `RegionEngine.build`; says in a warning what ONNX Runtime refuses."""
        writers = with_patterns(part, [translated(op, self._is_strict) for op in part.ops])
        key = _key(part)
        # Where a run uses several threads its own one does not tell what it costs.
        is_known = self.always_pays or key in self._measured or self._num_threads > 1
        trial = None if is_known else Trial(len(part.ops), partial(self._measured.__setitem__, key))
        try:
            return OnnxRegion(part, OnnxModel(part, writers), self._num_threads, trial)
        except Exception as error:  # its classes have no common base
            names = f"{part.ops[0].name} … {part.ops[-1].name} ({len(part.ops)} nodes)"
            if (names, str(error)) not in _refused:  # further sessions of the model have nothing new to tell
                _refused.add((names, str(error)))
                _LOG.warning("ONNX Runtime refuses the region %s, which keeps its kernels: %s", names, error)
            return None


def _key(part: RegionPart) -> _Key:
    # With the inputs: where variables are constants, the same nodes are another region.
    return tuple(op.name for op in part.ops), tuple(tensor.name for tensor in part.inputs)


ENGINES["onnxruntime"] = OnnxEngine
