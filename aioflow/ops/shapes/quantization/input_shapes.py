"""Shapes that the quantization ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
Dequantize QuantizeAndDequantizeV2 QuantizeAndDequantizeV4 QuantizeV2: * [_?] [_?]
FakeQuantWithMinMaxVars QuantizeDownAndShrinkRange QuantizedRelu QuantizedRelu6 RequantizationRange: * [] []
FakeQuantWithMinMaxVarsGradient: * * [] []
FakeQuantWithMinMaxVarsPerChannel: [...,a] [a] [a]
QuantizeAndDequantizeV3: * [_?] [_?] []
QuantizeAndDequantizeV4Grad: * * [_?] [_?]
QuantizedAdd: * * [] [] [] []
QuantizedAvgPool QuantizedInstanceNorm QuantizedMaxPool: [_,_,_,_] [] []
QuantizedBatchNormWithGlobalNormalization: [_,_,_,a] * * [a] * * [a] * * [a] * * [a]
QuantizedBiasAdd: [...,_,a] [a] [] [] [] []
QuantizedConcat: [] [_,...] [] []
QuantizedConv2D: [_,_,_,a] [_,_,a,_] [] [] [] []
QuantizedMatMul: [_,_] [_,_] [] [] [] []
QuantizedReshape: * [_] [] []
QuantizedResizeBilinear: [_,_,_,_] [2] [] []
RequantizationRangePerChannel: * [_] [_]
Requantize: * [] [] [] []
RequantizePerChannel: * [_] [_] [] []
UniformQuantizedConvolution: [_,_,...] [_,_,...] [] [] [_?] [_?] [_?] [_?]
UniformQuantizedConvolutionHybrid: [_,_,...] [_,_,...] [_?] [_?]
UniformQuantizedDot: [_,a] [a,_] [] [] [_?] [_?] [_?] [_?]
UniformQuantizedDotHybrid: [_,a] [a,_] [_?] [_?]
""")
