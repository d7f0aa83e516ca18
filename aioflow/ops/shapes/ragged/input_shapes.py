"""Shapes that the ragged ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
RaggedGather: [_] [_,...] *
RaggedRange: [_?] [_?] [_?]
RaggedTensorToSparse: [_] [_,...]
""")
