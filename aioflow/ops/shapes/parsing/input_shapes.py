"""Shapes that the parsing ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
DecodeCSV: * [_?]
EncodeProto: * [_,_,...]
""")
