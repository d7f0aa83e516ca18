"""KernelRegion: a region whose nodes our own kernels compute."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from aioflow.framework.blaming import blaming
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.kernels.op_kernel import OpKernel, bind_kernel
from aioflow.framework.regions.engines import RegionPart


class KernelRegion:
    """The nodes of a part, one after the other by their own kernels. Engines fall back on it.

    Args:
        part: The nodes.

    Attributes:
        ops: Their names.
    """

    #: Who chose it has found nothing faster.
    pays: bool | None = True

    def __init__(self, part: RegionPart) -> None:
        # All that is needed of the nodes: the graph that they are from is taken apart when a pass has replaced it.
        places = {tensor: i for i, tensor in enumerate((*part.inputs, *(t for op in part.ops for t in op.outputs)))}
        self.ops: Sequence[str] = [op.name for op in part.ops]
        self._calls = [_Call(op, places) for op in part.ops]
        self._results = [places[tensor] for tensor in part.outputs]

    def run(self, *inputs: Any) -> list[Any]:
        """See `Region.run`."""
        values = list(inputs)
        for call in self._calls:
            values += call.outputs(values)
        return [values[place] for place in self._results]


class _Call:
    """A node, and where its inputs come from: constants, or places among the values so far."""

    def __init__(self, op: Operation, places: Mapping[Tensor, int]) -> None:
        self._node = op.name, op.type, op.attrs
        self._inputs = [t.op.attrs["value"] if t.op.type == "Const" else places[t] for t in op.inputs]
        self._kernel: OpKernel | None = None  # bound when it is first needed, which is rarely

    def outputs(self, values: Sequence[Any]) -> list[Any]:
        name, op_type, attrs = self._node
        with blaming(name):
            if self._kernel is None:
                self._kernel = bind_kernel(name, op_type, attrs, "CPU", np)
            args = [values[source] if isinstance(source, int) else source for source in self._inputs]
            return self._kernel.outputs(self._kernel.compute(*args))
