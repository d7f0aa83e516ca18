"""Ops that pass no gradient on: zeros reach what is before them."""

from __future__ import annotations

from aioflow.ops.gradients.op_gradients import gradient, no_gradient

gradient(
    "Const", "EditDistance", "Equal", "FakeQuantWithMinMaxArgsGradient", "FakeQuantWithMinMaxVarsGradient",
    "FakeQuantWithMinMaxVarsPerChannelGradient", "Floor", "FloorDiv", "Greater", "GreaterEqual", "Less", "LessEqual",
    "LinSpace", "LogicalAnd", "LogicalNot", "LogicalOr", "NotEqual", "OnesLike", "RandomUniform", "Range", "Rank",
    "Shape", "Size", "StatelessMultinomial", "StatelessRandomNormal", "StatelessRandomUniform",
    "StatelessTruncatedNormal", "StopGradient", "TruncateDiv", "ZerosLike",
)(no_gradient)  # fmt: skip
