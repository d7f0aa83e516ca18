"""Shapes that the image ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
AdjustContrastv2: [_,_,_,...] []
AdjustHue AdjustSaturation: [_,_,_,...] *
CombinedNonMaxSuppression: [a,b,_,4] [a,b,_] [] [] [] []
CropAndResize: [_,_,_,_] [a,4] [a] [2]
CropAndResizeGradImage: * * * [4]
DecodeAndCropJpeg: [] [4]
DecodeBmp DecodeGif DecodeImage DecodeJpeg DecodePng DecodeWebP ExtractJpegShape: []
DrawBoundingBoxes: [_,_,_,_] [_,_,4]
DrawBoundingBoxesV2: [_,_,_,...] * *
EncodeJpeg: [_,_,_]
EncodePng: [_,_,_,...]
ExtractGlimpse ExtractGlimpseV2: [a,_,_,_] [2] [a,2]
HSVToRGB RGBToHSV: [...,3]
ImageProjectiveTransformV2: [_,_,_,_] * [2]
ImageProjectiveTransformV3: [_,_,_,_] * [2] *
NonMaxSuppression: [a,4] [a] []
NonMaxSuppressionV2: [a,4] [a] [] []
NonMaxSuppressionV3 NonMaxSuppressionV4: [a,4] [a] [] [] []
NonMaxSuppressionV5: [a,4] [a] [] [] [] []
NonMaxSuppressionWithOverlaps: [a,a] [a] [] [] []
ResizeArea ResizeBicubic ResizeBilinear ResizeNearestNeighbor ResizeNearestNeighborGrad: [_,_,_,_] [2]
ScaleAndTranslate: [_,_,_,_] [2] * *
StatelessSampleDistortedBoundingBox: [3] [_,_,4] [] [2]
""")
