"""The tests of sessions once more, with all sessions at a task of a cluster on Ray."""
from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

import aioflow as tf
from aioflow.session.base_session import BaseSession
from tests.distributed.client.conftest import DIFFERENT
from tests.live.ray import HAS_RAY, WHY
from tests.live.ray.conftest import SMALL
from tests.session.conftest import graph, nodes, session  # noqa: F401
from tests.session.test_callables import *  # noqa: F403
from tests.session.test_errors import *  # noqa: F403
from tests.session.test_extension import *  # noqa: F403
from tests.session.test_feeds import *  # noqa: F403
from tests.session.test_fetches import *  # noqa: F403
from tests.session.test_results import *  # noqa: F403
from tests.session.test_run_options import *  # noqa: F403
from tests.session.test_tensor_handles import *  # noqa: F403
from tests.session.test_variables import *  # noqa: F403

pytestmark = [
    pytest.mark.slow, pytest.mark.skipif(not HAS_RAY, reason=WHY), pytest.mark.usefixtures("elsewhere")
]  # fmt: skip
_ITS_OPS = "its ops are registered in the test's process alone"
_DIFFERENT = {
    **DIFFERENT,
    **dict.fromkeys(
        (
            "test_structures", "test_again_and_again", "test_state_is_shared", "test_session_stays_usable",
            "test_fed_and_fetched", "test_feeding_cuts_the_graph", "test_operation", "test_duplicates_run_once",
            "test_changing_a_result", "test_partition_graphs_disabled",
            "test_fed_array_is_copied_while_the_step_waits",
        ),
        _ITS_OPS,
    ),
}  # fmt: skip
_clusters: list[tf.RayCluster] = []


@pytest.fixture
async def elsewhere(
    request: pytest.FixtureRequest, ray_address: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """Lets sessions that name no target run on Ray. There is one cluster for all tests; each clears its variables."""
    why = _DIFFERENT.get(request.node.name) or _DIFFERENT.get(request.node.originalname)
    if why is not None:
        pytest.skip(why)
    if not _clusters:
        _clusters.append(await tf.RayCluster({"worker": 1}, resources={"worker": SMALL}, name="suite").start())
    target = _clusters[0].target
    make = BaseSession.__init__

    def init(self: BaseSession, named: Any = "", *args: Any, **settings: Any) -> None:
        make(self, named or target, *args, **settings)

    monkeypatch.setattr(BaseSession, "__init__", init)
    yield
    monkeypatch.undo()
    if _clusters:
        await tf.Session.reset(target)


async def test_the_cluster_ends() -> None:
    """D-61: that all tests of sessions pass there is what this file shows; this one, the last, ends the cluster."""
    while _clusters:
        await _clusters.pop().close()
