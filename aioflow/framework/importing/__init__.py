"""Importing graphs that others made: checks, limits, and the way from messages to operations."""
from __future__ import annotations

from aioflow.framework.importing.graph_messages import parse_graph_def as parse_graph_def
from aioflow.framework.importing.importer import import_graph_def as import_graph_def
from aioflow.framework.importing.importer import import_part as import_part
