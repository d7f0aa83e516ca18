"""A record for each request, whose facts are attributes."""
from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

import aioflow as tf
from aioflow.serving import AccessLog, Loading, Model, ModelServer, Request
from aioflow.serving.metrics.access_log import FIELDS, JsonFormatter
from tests.serving.models import floats

ONCE = Loading(poll_wait_s=0, max_retries=0)
TRACE_ID = "0af7651916cd43dd8448eb211c80319c"


async def test_records(half: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Of answers and failures, with the identities that came with the request."""
    caplog.set_level(logging.INFO)
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        await server["half"].predict({"x": [1.0]})
        assert not caplog.records  # nothing is logged unless somebody asks for it
        async with AccessLog(server):
            trace = {"traceparent": f"00-{TRACE_ID}-b7ad6b7169203331-01"}
            await server.predict(Request("half", {"x": floats(1)}, protocol="rest", request_id="r1", trace=trace))
            with pytest.raises(tf.errors.NotFoundError):
                await server["none"].predict({"x": [1.0]}, version=7)
        await server["half"].predict({"x": [1.0]})
    first, second = caplog.records
    assert first.name == "aioflow.serving.access" and first.levelno == logging.INFO
    assert first.getMessage().startswith("rest half OK ")
    found = {name: getattr(first, name) for name in FIELDS if name != "duration_s"}
    assert found == {
        "model": "half", "model_version": 1, "signature": "serving_default", "protocol": "rest", "code": "OK",
        "request_id": "r1", "trace_id": TRACE_ID, "error": "",
    }  # fmt: skip
    line = json.loads(JsonFormatter().format(second))
    assert line.pop("time") and line.pop("duration_s") > 0
    assert line == {
        "level": "INFO", "model": "none", "model_version": 7, "protocol": "python", "code": "NOT_FOUND",
        "error": "Servable not found for request: Specific(none, 7)",
    }  # fmt: skip


async def test_faults_are_warnings(half: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As what nobody expected is."""
    caplog.set_level(logging.WARNING)
    logger = logging.getLogger("tests.access")
    async with ModelServer([Model("half", half)], loading=ONCE) as server, AccessLog(server, logger):
        await server["half"].predict({"x": [1.0]})
        with server.use("half") as servable:
            servable.pools = None  # type: ignore[assignment] # the fault
        with pytest.raises(AttributeError):
            await server["half"].predict({"x": [1.0]})
    (record,) = caplog.records
    assert (record.name, record.levelno) == ("tests.access", logging.WARNING)
    assert record.code == "INTERNAL"  # type: ignore[attr-defined] # an attribute of ours
