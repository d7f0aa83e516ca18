"""Constant folding: what depends on constants alone is computed once, when a signature is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from aioflow.framework import variant
from aioflow.framework.graph import CONTROL_FLOW, Graph, Operation, Tensor, shape_if_any
from aioflow.framework.kernels import KernelKind, bind_kernel, find_kernel
from aioflow.framework.wanted import check_wanted
from aioflow.passes.rebuild import Rebuilt, in_order, rebuild

DEFAULT_MAX_NBYTES = 10 << 20  # as TensorFlow's constant folding
_NEVER = CONTROL_FLOW | {"_Arg", "_Retval", "NoOp", "Const", "Placeholder", "PlaceholderWithDefault", "ControlTrigger"}


def fold_constants(graph: Graph, max_nbytes: int = DEFAULT_MAX_NBYTES) -> Graph:
    """A graph in which stateless nodes of constant inputs have become constants.

    A folded node's control inputs, and those of the constants it came from, move to the new constant: what is inside an
    untaken branch stays dead, and order is kept. A node whose computation fails stays as it is; the error appears if it
    runs.

    Args:
        graph: A pruned graph.
        max_nbytes: Larger results are not kept.
    """
    folder = _Folder(graph, max_nbytes)
    values = {op: folded for op in in_order(graph) if (folded := folder.fold(op)) is not None}
    if not values:
        return graph

    def replace(op: Operation, new: Rebuilt) -> list[Tensor] | None:
        folded = values.get(op)
        if folded is None:
            return None
        controls = [new.control(control) for control in folder.controls[op]]
        outputs = enumerate(zip(folded, op.outputs, strict=True))
        return [new.constant(f"{op.name}/_{i}__cf__{op.id}", value, tensor, controls) for i, (value, tensor) in outputs]

    return rebuild(graph, replace)


class _Folder:
    def __init__(self, graph: Graph, max_nbytes: int) -> None:
        self.functions = graph.functions
        self.max_nbytes = max_nbytes
        #: The values of constants, and of what depends on constants alone.
        self.known: dict[Tensor, Any] = {}
        #: For each node with such values, all for which it waits, itself or by way of its inputs.
        self.controls: dict[Operation, list[Operation]] = {}

    def fold(self, op: Operation) -> list[Any] | None:
        """The outputs of `op` if they are constant, unless it is a constant already."""
        check_wanted()
        if op.type == "Const":
            self._note(op, [op.attrs["value"]], op.control_inputs)
            return None
        if op.type in _NEVER or op.op_def.is_stateful or op.type in self.functions or not op.outputs:
            return None
        if not op.inputs or any(tensor not in self.known for tensor in op.inputs):
            return None
        if any(tensor.dtype is variant for tensor in op.outputs):
            return None  # a graph with such a constant could not be written, nor given to another task
        controls = [
            c for source in (op, *(t.op for t in op.inputs)) for c in self.controls.get(source, source.control_inputs)
        ]
        values = self._compute(op)
        return None if values is None else self._keep(op, values, controls)

    def _keep(self, op: Operation, values: list[Any], controls: list[Operation]) -> list[Any] | None:
        if any(value is None or value.nbytes > self.max_nbytes for value in values):
            return None
        arrays = [np.asarray(value) for value in values]
        self._note(op, arrays, controls)
        return arrays

    def _note(self, op: Operation, values: list[Any], controls: list[Operation]) -> None:
        if isinstance(values[0], np.ndarray):
            self.known.update(zip(op.outputs, values, strict=True))
            self.controls[op] = list(dict.fromkeys(controls))

    def _compute(self, op: Operation) -> list[Any] | None:
        # Nothing is computed before its size is known to be small: compiling must not take the memory, or the time, for
        # which no run may ever ask.
        inputs = [self.known[tensor] for tensor in op.inputs]
        if sum(value.nbytes for value in inputs) > self.max_nbytes:
            return None
        shapes = [shape_if_any(tensor) for tensor in op.outputs]
        if any(
            (shape.num_elements() or 0) * t.dtype.size > self.max_nbytes
            for shape, t in zip(shapes, op.outputs, strict=True)
        ):
            return None
        if any(shape.num_elements() is None for shape in shapes):
            return None  # how large it gets, only the run may find out
        # By the CPU's kernel, wherever the node is to run: only there are values at hand when a graph is compiled.
        definition = find_kernel(op.type, op.attrs, "CPU")
        if definition is None or definition.kind is not KernelKind.PURE:
            return None
        try:
            kernel = bind_kernel(op.name, op.type, op.attrs, "CPU", np)
            with np.errstate(all="ignore"):
                return kernel.outputs(kernel.compute(*inputs))
        except Exception:
            return None  # whatever is wrong belongs to the run, if the node ever runs
