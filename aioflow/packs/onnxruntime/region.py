"""OnnxRegion: a part of a graph that ONNX Runtime computes."""
from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy import ndarray
from onnxruntime import RunOptions

from aioflow.framework.kernels.stopping import StepStoppedError, current_must_stop
from aioflow.framework.memory.host_memory import handed_on
from aioflow.framework.regions.engines import RegionPart
from aioflow.framework.regions.kernel_region import KernelRegion
from aioflow.packs.onnxruntime.costs import Measured, Trial
from aioflow.packs.onnxruntime.model import MINIMUM, OnnxModel
from aioflow.packs.onnxruntime.sessions import session_of
from aioflow.packs.onnxruntime.stopping import WATCH, WORTH_WATCHING_S

#: Smaller results are copied when they are fetched, which takes no longer than to say whose they are: 29 µs for a run
#: of 256 kB either way, 0.27 instead of 0.62 ms for one of 4 MB.
_WORTH_HANDING_ON_NBYTES = 1 << 18

_LOG = logging.getLogger(__name__)


class OnnxRegion:
    """A region (see `framework/regions/engines.py`).

    Args:
        part: Its nodes.
        model: The same as a model.
        num_threads: How many threads of its own one run may use.
        trial: Finds out whether it pays; None where that is known.

    Attributes:
        ops: The names of its nodes.
        pays: See `Region.pays`.
        inputs: The names of its inputs in the model.
        outputs: The names of its outputs in the model.
        session: The session of ONNX Runtime.
    """

    def __init__(self, part: RegionPart, model: OnnxModel, num_threads: int, trial: Trial | None = None) -> None:
        self.ops: Sequence[str] = [op.name for op in part.ops]
        self.pays: bool | None = True if trial is None else None
        self._trial = trial
        self._kernels = KernelRegion(part)
        self.inputs, self.outputs = model.inputs, model.outputs
        self._looks_at_indices = MINIMUM in model.outputs
        self.session = session_of(model, num_threads)
        self._run: Callable[..., list[Any]] = self.session.run
        self._has_warned = False
        #: Seconds of the last run; nothing is known of the first one, which may be long.
        self._elapsed_s = float("inf")
        # With options of its own a run is cheaper than with none; nobody sets anything in these.
        self._options = RunOptions()

    def run(self, *inputs: Any) -> list[Any]:
        """See `Region.run`."""
        # Kernels may give scalars of numpy for arrays of rank 0, which ONNX Runtime does not take.
        arrays = [value if type(value) is ndarray else np.asarray(value) for value in inputs]
        feeds = dict(zip(self.inputs, arrays, strict=True))
        began_s = perf_counter()
        try:
            if self._elapsed_s < WORTH_WATCHING_S:
                results = self._run(self.outputs, feeds, self._options)
            else:
                results = self._run_watched(feeds)
        except StepStoppedError:
            raise
        except Exception as error:  # its classes have no common base
            return self._by_kernels(arrays, error)
        self._elapsed_s = perf_counter() - began_s
        if self._trial is not None:
            self._try(self._trial, feeds, arrays)
        if self._looks_at_indices and results.pop() < 0:
            return self._by_kernels(arrays, None)
        for i, result in enumerate(results):
            if result.nbytes >= _WORTH_HANDING_ON_NBYTES:
                results[i] = handed_on(result)
        return results

    def _try(self, trial: Trial, feeds: dict[str, Any], inputs: Sequence[Any]) -> None:
        """Compares the region with the kernels, in one of its first runs."""
        # What takes so long that its step may have to stop it is not run several times; nor what kernels refuse, whose
        # errors belong to runs of theirs.
        measured: Measured | None = None
        if self._elapsed_s < WORTH_WATCHING_S:
            try:
                measured = trial.measure(
                    lambda: self._run(self.outputs, feeds, self._options), lambda: self._kernels.run(*inputs)
                )
            except Exception:
                self._trial, self.pays = None, True
        if measured is not None:
            self._trial, self.pays = None, measured.pays

    def _run_watched(self, feeds: dict[str, Any]) -> list[Any]:
        """Runs so that the end of the step ends it between two nodes.

        Raises:
            StepStoppedError: The step was stopped.
        """
        must_stop = current_must_stop()
        if must_stop is None:  # on an event loop, which could not tell of a cancellation meanwhile
            return self._run(self.outputs, feeds, self._options)
        options = RunOptions()
        try:
            with WATCH.over(must_stop, options):
                return self._run(self.outputs, feeds, options)
        except Exception:
            # The class of the error is that of much else, so it is not looked at.
            if options.terminate:
                raise StepStoppedError("the step was stopped") from None
            raise

    def _by_kernels(self, inputs: Sequence[Any], error: Exception | None) -> list[Any]:
        """Computes with our kernels, whose errors are TensorFlow's and name the node.

        They are pure, so nothing was done twice.
        """
        results = self._kernels.run(*inputs)
        if error is not None and not self._has_warned:
            self._has_warned = True
            _LOG.warning("ONNX Runtime failed in a region, where the kernels of its nodes do not: %s", error)
        return results
