"""Regions of one op, made of recorded cases: what ONNX Runtime gives of it, to be compared with the op's own kernel."""
from __future__ import annotations

from typing import Any

import aioflow as tf
from aioflow.framework.graph.operation import Operation
from aioflow.framework.op_def import OPS
from aioflow.framework.regions.engines import RegionPart
from aioflow.packs.onnxruntime import translations as translations
from aioflow.packs.onnxruntime.model import OnnxModel
from aioflow.packs.onnxruntime.node_writer import NotTranslatedError, translated
from aioflow.packs.onnxruntime.region import OnnxRegion
from tests.kernels.cases import Case
from tests.kernels.test_recorded import complete_attrs, flat_inputs

FORMS = ("fed", "without shapes", "integers constant", "all but the first constant")
"""What is known of the inputs of an op when its region is built."""


def node_of(case: Case, form: str) -> tuple[Operation, list[Any]] | None:
    """A node of a case's op in a graph of its own, and what is fed to it; None where no such graph can be built."""
    arrays, attrs = flat_inputs(case), complete_attrs(OPS[case.op], case)
    with tf.Graph().as_default() as graph:
        tensors, fed = [], []
        for i, array in enumerate(arrays):
            if (form == "integers constant" and array.dtype.kind == "i") or (form[:3] == "all" and i):
                tensors.append(tf.constant(array, array.dtype))
            else:
                tensors.append(tf.placeholder(array.dtype, None if form == "without shapes" else array.shape))
                fed.append(array)
        try:
            return graph.create_op(case.op, tensors, attrs=attrs), fed
        except (ValueError, TypeError, tf.errors.OpError):
            return None  # which TensorFlow, too, refuses when the graph is built


def region_of(op: Operation, is_strict: bool = False) -> OnnxRegion | None:
    """The region of one node; None where it is not translated.

    Raises:
        Exception: ONNX Runtime refuses the model, though none of its shapes has a size of 0.
    """
    try:
        writer = translated(op, is_strict)
    except NotTranslatedError:
        return None
    inputs = list(dict.fromkeys(tensor for tensor in op.inputs if tensor.op.type != "Const"))
    given = {name for emitted in writer.emitted for name in emitted.outputs}
    part = RegionPart([op], inputs, [tensor for tensor in op.outputs if tensor.name in given])
    try:
        return OnnxRegion(part, OnnxModel(part, [writer]), num_threads=1)
    except Exception:
        if any(0 in tensor.shape.as_list() for tensor in op.inputs if tensor.shape.rank is not None):
            return None
        raise
