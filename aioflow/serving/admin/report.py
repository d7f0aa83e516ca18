"""The numbers of the live page, as plain data."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aioflow import errors
from aioflow.observe.live.live_process import LiveProcess
from aioflow.observe.live.sessions import short
from aioflow.serving.admin.history import ALL, History, percentiles_ms
from aioflow.serving.admin.traffic import Counts, Traffic
from aioflow.serving.lifecycle.states import State
from aioflow.serving.server.about import NAME, version_of_package
from aioflow.serving.server.model_server import ModelServer

_MAX_MODELS, _MAX_VERSIONS, _MAX_TEXT = 200, 20, 600
Document = dict[str, Any]


def report(
    server: ModelServer, traffic: Traffic, history: History, live: LiveProcess, since: int, model: str
) -> Document:
    """Describes a server at this moment.

    Args:
        server: The server.
        traffic: What its models did.
        history: The last minutes.
        live: Reads the process.
        since: The last point of the history that is known already.
        model: The model whose history is wanted; "" for all.
    """
    names, waiting = server.model_names, history.waiting()
    return {
        "about": {
            "name": NAME, "version": version_of_package(), "is_ready": server.is_ready,
            "in_flight": server.num_in_flight, "is_batching": server.batching is not None, "num_models": len(names),
        },
        "total": _numbers(history, ALL, traffic.total(), waiting),
        "models": [_model(server, history, name, traffic, waiting) for name in names[:_MAX_MODELS]],
        "failures": [
            {"model": short(each.model), "code": each.code, "node": each.node, "message": each.message,
             "count": each.count, "last_s": each.last_s}
            for each in traffic.failures()
        ],
        "changes": [
            {"at_s": each.at_s, "model": short(each.model), "version": each.version, "state": each.state,
             "error": each.error}
            for each in reversed(traffic.changes)
        ],
        "process": live.read().as_dict(),
        "history": history.since(since, model),
    }  # fmt: skip


def _model(
    server: ModelServer, history: History, name: str, traffic: Traffic, waiting: Mapping[str, float]
) -> Document:
    settings = server.settings(name)
    by_version: dict[int, list[str]] = {}
    for label, version in settings.labels.items():
        by_version.setdefault(version, []).append(short(label))
    return {
        "name": name,
        "pool": settings.pool,
        "versions": [
            {
                "version": status.version, "state": status.state.name, "serves": status.state is State.AVAILABLE,
                "labels": by_version.get(status.version, []),
                "error": "" if status.error is None else str(status.error.message)[:_MAX_TEXT],
            }
            for status in _statuses(server, name)[:_MAX_VERSIONS]
        ],
        **_numbers(history, name, traffic.counts_of(name), waiting),
    }  # fmt: skip


def _statuses(server: ModelServer, name: str) -> list[Any]:
    try:
        return list(server.status(name))
    except errors.NotFoundError:  # its folder has no version yet
        return []


def _numbers(history: History, model: str, ever: Counts, waiting: Mapping[str, float]) -> Document:
    """What is told of a model, or of all: rates and percentiles of the last ten seconds, and numbers since ever."""
    recent, passed_s = history.recent(model)
    return {
        "answered_per_s": recent.answered / passed_s,
        "failed_per_s": recent.failed / passed_s,
        **percentiles_ms(recent),
        "rows_per_batch": recent.rows / recent.batches if recent.batches else None,
        "waited_p99_ms": recent.waited.percentile(0.99) * 1e3 if recent.waited.count else None,
        "waiting": waiting.get(model, 0.0),
        "answered": ever.answered, "failed": ever.failed, "gone": ever.gone, "refused": ever.refused,
    }  # fmt: skip
