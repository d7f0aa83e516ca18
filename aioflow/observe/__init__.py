"""For people who look at what runs did: results of traced runs in forms that viewers show."""
from __future__ import annotations

from aioflow.observe.chrome_trace import chrome_trace as chrome_trace
from aioflow.observe.prometheus import PrometheusCollector as PrometheusCollector
from aioflow.observe.recording.op_statistics import OpStatistics as OpStatistics
from aioflow.observe.recording.recording import Recording as Recording
from aioflow.observe.recording.recording import record as record
from aioflow.observe.recording.records import NodeRecord as NodeRecord
from aioflow.observe.recording.records import RunRecord as RunRecord
from aioflow.observe.run_listeners import export_spans as export_spans
from aioflow.observe.run_listeners import log_runs as log_runs
