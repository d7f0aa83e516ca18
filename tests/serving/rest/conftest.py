"""Fixtures: a server with models, and a client of it."""
from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from aioflow.serving.rest.app import RestApp
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.settings.batching import Batching
from aioflow.serving.settings.loading import Loading
from aioflow.serving.settings.model import Model
from aioflow.serving.settings.version_policy import VersionPolicy
from tests.serving.models import save_affine, save_frozen
from tests.serving.rest.client import Client


@pytest.fixture
def batching() -> Batching | None:
    """How the server's requests become batches."""
    return None


@pytest.fixture
async def server(tmp_path: Path, batching: Batching | None) -> AsyncIterator[ModelServer]:
    """Serves `half`, y = x / 2 + 3, in versions 1 and 2, of which the label `old` is the first; and `two`: of a and b
    their sum and product."""
    await save_affine(tmp_path / "half" / "1", 0.5, 3.0)
    await save_affine(tmp_path / "half" / "2", 2.0, 0.0)
    save_frozen(tmp_path / "two.pb")
    models = [
        Model("half", tmp_path / "half", VersionPolicy.all(), labels={"old": 1}),
        Model("two", tmp_path / "two.pb"),
    ]
    async with ModelServer(models, batching=batching, loading=Loading(poll_wait_s=0)) as server:
        yield server


@pytest.fixture
def client(server: ModelServer) -> Client:
    """A client of both interfaces."""
    return Client(RestApp(server))
