"""Shapes that the random ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
ComputeAccidentalHits: [_,_] [_]
SobolSample: [] [] []
StatelessMultinomial: [_,_] [] [2]
StatelessParameterizedTruncatedNormal: [_] [2] * * * *
StatelessRandomBinomial: [_] [2] * *
StatelessRandomGammaV2 StatelessRandomPoisson: [_] [2] *
StatelessRandomGammaV3: [_] [1] [_] [] *
StatelessRandomGetKeyCounter StatelessRandomGetKeyCounterAlg: [2]
StatelessRandomNormal StatelessRandomUniform StatelessRandomUniformFullInt StatelessTruncatedNormal: [_] [2]
StatelessRandomNormalV2 StatelessRandomUniformFullIntV2 StatelessRandomUniformV2: [_] [1] [_] []
StatelessRandomUniformInt: [_] [2] [] []
StatelessRandomUniformIntV2: [_] [1] [_] [] [] []
StatelessTruncatedNormalV2: [_] [1] [_] []
StochasticCastToInt: * [1] [_] []
""")
