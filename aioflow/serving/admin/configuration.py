"""The configuration in force of a server, as plain data: what was set, what was not, and what follows."""
from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.settings.model import Model

_MAX_MODELS, _MAX_TEXT = 200, 600
Document = dict[str, Any]


def configuration(server: ModelServer) -> Document:
    """Describes how a server is configured at this moment. Tokens and keys are no part of it.

    Args:
        server: The server.
    """
    names = server.model_names
    return {
        "batching": None if server.batching is None else {
            **_plain(server.batching), "num_executors": server.num_executors
        },
        "pools": [_plain(pool) for pool in server.pools],
        "loading": _plain(server.loading),
        "drain_timeout_s": server.drain_timeout_s,
        "traces_nodes": server.traces_nodes,
        "num_models": len(names),
        "models": {name: _model(server, server.settings(name)) for name in names[:_MAX_MODELS]},
    }  # fmt: skip


def _model(server: ModelServer, model: Model) -> Document:
    return {
        **_plain(model),
        "warmup": len(model.warmup),  # whose values may be large
        "versions": {
            str(version): {
                "batching": None if batching is None else _plain(batching),
                # Threads, passes, engines, and where they come from.
                "session": [setting._asdict() for setting in settings],
            }
            for version, (batching, settings) in server.in_force(model.name).items()
        },
    }


def _plain(value: Any) -> Any:
    """A value of a setting as JSON has it."""
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return value[:_MAX_TEXT]
    if isinstance(value, Collection):
        return [_plain(each) for each in (sorted(value) if isinstance(value, (set, frozenset)) else value)]
    return str(value)[:_MAX_TEXT]
