"""Shapes that the math ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
All Any EuclideanNorm Max Mean Min Prod Sum: * [_?]
ArgMax ArgMin: * []
Bincount: * [] *
DenseBincount: [_?,_?] [] *
HistogramFixedWidth: * [2] []
SegmentMax SegmentMean SegmentMin SegmentProd SegmentSum: [_,...] [_]
SparseCountSparseOutput: [_,_] * * *
SparseSegmentMean SparseSegmentSqrtN SparseSegmentSum: [_,...] [a] [a]
SparseSegmentMeanGrad SparseSegmentMeanGradV2 SparseSegmentMeanWithNumSegments: [_,...] [a] [a] []
SparseSegmentSqrtNGrad SparseSegmentSqrtNGradV2 SparseSegmentSqrtNWithNumSegments: [_,...] [a] [a] []
SparseSegmentSumGrad SparseSegmentSumGradV2 SparseSegmentSumWithNumSegments: [_,...] [a] [a] []
UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd UnsortedSegmentSum: * * []
""")
