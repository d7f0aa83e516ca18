"""Dataflow graphs inside asyncio programs."""
from __future__ import annotations

__version__ = "0.1.0"
