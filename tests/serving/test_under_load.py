"""A server under load, with callers that hang up, requests that make no sense, and versions that come and break."""
from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.serving.service_load import run_service_load

#: How many requests, in two rounds; `python -m tests.serving.service_load --minutes 10` sends more.
NUM_REQUESTS = int(os.environ.get("AIOFLOW_SERVICE_LOAD_REQUESTS", "6000"))


async def test_no_request_is_lost_or_wrong(tmp_path: Path) -> None:
    """Each request that is not taken back is answered once, by one version; nothing of it stays."""
    report = await run_service_load(tmp_path, NUM_REQUESTS)
    print(report, file=sys.stderr)
    assert not report.problems
    counts = report.counts
    ended = counts["reached the model"] + counts["malformed"] + counts["left without an answer"]
    assert ended == counts["requests"] == NUM_REQUESTS
    assert counts["malformed"] >= NUM_REQUESTS // 2000 and counts["left without an answer"]
    assert counts["versions"] and counts["broken versions"]
