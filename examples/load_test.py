"""A load test to start from: two kinds of callers on one classifier, with results checked and some callers giving up.

    python examples/load_test.py [--seconds 3]

Copy it, and put your model, your inputs and your limits in place of these. Inside a test, `await load_test(...)` and
the assertions at the end are all that is needed.
"""
from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.testing import ClosedLoop, LoadReport, Poisson, Traffic, run_load

DIGITS = Path(__file__).parent / "digits"


def load_model() -> tuple[tf.Graph, Any, Any]:
    """The graph, images [count, 8, 8, 1] to classify, and the predictions [count] that are right."""
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(tf.GraphDef.FromString((DIGITS / "digits_cnn.pb").read_bytes()), name="")
    with np.load(DIGITS / "held_back.npz", allow_pickle=False) as held_back:
        return graph, held_back["images"].astype(np.float32), held_back["tensorflow_predictions"]


async def load_test(seconds: float) -> LoadReport:
    """Sends requests of both kinds, each to a pool of its own, for some seconds."""
    graph, images, expected = load_model()
    config = tf.ConfigProto(
        session_inter_op_thread_pool=[
            tf.ThreadPoolOptionProto(num_threads=2, global_name="people"),
            tf.ThreadPoolOptionProto(num_threads=1, global_name="nightly"),
        ]
    )
    async with tf.Session(graph=graph, config=config) as session:

        async def one_image(number: int) -> Any:
            index = number % len(images)
            return await session.run("predictions:0", {"images:0": images[index : index + 1]})

        async def many_images(number: int) -> Any:
            options = tf.RunOptions(inter_op_thread_pool=1)
            return await session.run("predictions:0", {"images:0": images[:64]}, options=options)

        def is_right(number: int, predictions: Any) -> None:
            assert predictions[0] == expected[number % len(expected)]

        def all_are_right(number: int, predictions: Any) -> None:
            np.testing.assert_array_equal(predictions, expected[:64])

        return await run_load(
            # People come when they like, and one in twenty hangs up before the answer is there.
            Traffic(one_image, "people", Poisson(100.0), check=is_right, cancel_share=0.05, cancel_within_s=0.002),
            Traffic(many_images, "nightly", ClosedLoop(2), check=all_are_right),
            duration_s=seconds,
            warm_up_s=0.2 * seconds,
            seed=1,
        )


def main() -> None:
    """Runs the load and says whether the answers were right and came in time."""
    parser = argparse.ArgumentParser(description="Two kinds of callers on one classifier.")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long (3)")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds that half of them may wait (10)")
    options = parser.parse_args()
    report = asyncio.run(load_test(options.seconds))
    print(report)
    report.assert_correct()
    people = report["people"]
    assert people.num_rejected == 0, "somebody was turned away"
    assert people.latencies.p50_s < options.limit, f"half of the people waited too long: {people.latencies}"


if __name__ == "__main__":
    main()
