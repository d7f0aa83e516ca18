"""Static shapes of the ops of summaries. What they make is a serialised message, a scalar."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input, scalar

# A summary is one serialised message, hence a scalar; what is printed passes through unchanged.
shape_function("DebugIdentityV2", "Print")(same_as_first_input)
shape_function(
    "HistogramSummary", "ImageSummary", "MergeSummary", "ScalarSummary", "SummaryWriter", "TensorSummary",
    "TensorSummaryV2", "Timestamp",
)(scalar)  # fmt: skip


@shape_function("DebugIdentity", "DebugIdentityV3")
def same_as_input_or_nothing(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the input, unless a gate may be shut, behind which it is [0]."""
    return [UNKNOWN if op.attrs["gated_grpc"] else op.shapes[0]]
