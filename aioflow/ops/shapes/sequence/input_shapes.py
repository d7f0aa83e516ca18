"""Shapes that the sequence ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
""")
