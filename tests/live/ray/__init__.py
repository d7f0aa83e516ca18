"""Clusters on a Ray of two nodes, which run on this machine."""
from __future__ import annotations

from importlib.util import find_spec

HAS_RAY = find_spec("ray") is not None
WHY = "Ray is not installed"
