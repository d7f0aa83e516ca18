"""Names of the package for what has another name inside, mostly because Python has that name already."""
from __future__ import annotations

from aioflow.framework.constant_value import constant_value as get_static_value
from aioflow.framework.graph import PRODUCER_VERSION as GRAPH_DEF_VERSION
from aioflow.framework.tensors import tensor_from_proto as make_ndarray
from aioflow.framework.tensors import tensor_to_proto as make_tensor_proto
from aioflow.ops.control_flow_ops import tuple_ as tuple
from aioflow.ops.indexing_ops import slice_ as slice

newaxis = None

__all__ = ["GRAPH_DEF_VERSION", "get_static_value", "make_ndarray", "make_tensor_proto", "newaxis", "slice", "tuple"]
