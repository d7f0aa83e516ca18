"""Counters and histograms, and their text."""
from __future__ import annotations

import math

from prometheus_client.parser import text_string_to_metric_families

from aioflow.serving.metrics.exposition import exposed
from aioflow.serving.metrics.series import MAX_SERIES, OTHERS, Counter, Gauge, Histogram, exponential


async def test_text_is_read_by_prometheus() -> None:
    """Names, labels with anything in them, and numbers."""
    counter = Counter("requests_total", "Requests.", ["model"])
    counter.add(('a"b\\c\nd',))
    counter.add(('a"b\\c\nd',), 2.5)
    gauge = Gauge("lag", "Lag.", [], lambda: {(): math.inf})
    histogram = Histogram(":x:latency", [1, 10], "", ["kind"])
    for value in (0.5, 1, 5, 100):
        histogram.add(value, ("k",))
    text = (await exposed([counter, gauge, histogram])).decode()
    found = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found == {
        ("requests_total", 'a"b\\c\nd'): 3.5, ("lag",): math.inf,
        (":x:latency_bucket", "k", "1"): 2, (":x:latency_bucket", "k", "10"): 3, (":x:latency_bucket", "k", "+Inf"): 4,
        (":x:latency_sum", "k"): 106.5, (":x:latency_count", "k"): 4,
    }  # fmt: skip
    assert "# TYPE :x:latency histogram" in text and "# HELP requests_total Requests." in text


def test_ends_of_buckets() -> None:
    """V-58: A value at the end of a bucket belongs to it."""
    histogram = Histogram("h", exponential(10, 1.8, 3))
    histogram.add(18.0)
    assert [value for name, _, value in histogram.samples() if name == "h_bucket"] == [0, 1, 1, 1]
    assert [f"{end:.2f}" for end in histogram.bounds] == ["10.00", "18.00", "32.40"]


def test_labels_are_bounded() -> None:
    """What comes too late is counted together."""
    counter, histogram = Counter("c", "", ["a", "b"]), Histogram("h", [1], "", ["a"])
    for number in range(MAX_SERIES + 50):
        counter.add((str(number), "x"))
        histogram.add(0, (str(number),))
    values = {tuple(labels.values()): value for _, labels, value in counter.samples()}
    assert len(values) == MAX_SERIES + 1 and values[OTHERS, OTHERS] == 50
    assert ("h_count", {"a": OTHERS}, 50) in list(histogram.samples())
