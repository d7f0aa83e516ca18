"""Shapes that the string ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
EditDistance: [a,b] [a] [b] [c,d] [c] [d]
ReduceJoin: * [_?]
RegexFullMatch: * []
RegexReplace: * [] []
StringNGrams UnicodeEncode: [_] [_]
StringSplit StringSplitV2: [_] []
UnsortedSegmentJoin: * * []
""")
