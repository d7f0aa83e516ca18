"""Classifier: one session whose runs go to one of two named pools."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import aioflow as tf

MODEL = Path(__file__).parents[1] / "digits" / "digits_cnn.pb"


@dataclass(frozen=True, slots=True)
class Priority:
    """How requests of one kind are treated.

    Attributes:
        num_threads: Size of their pool.
        max_queue: How many may wait for a thread; one more is refused.
        timeout_s: After so many seconds a request is given up.
    """

    num_threads: int
    max_queue: int
    timeout_s: float


PRIORITIES = {
    "interactive": Priority(num_threads=2, max_queue=100, timeout_s=1.0),
    "batch": Priority(num_threads=1, max_queue=1000, timeout_s=60.0),
}


def digits_graph() -> tf.Graph:
    """The frozen classifier: images:0 float32 [batch, 8, 8, 1] -> predictions:0 int64 [batch]."""
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(tf.GraphDef.FromString(MODEL.read_bytes()), name="")
    return graph


class Classifier:
    """A classifier, open as long as it is entered.

    Args:
        graph: Has images:0 and predictions:0.
        priorities: Name -> how its requests are treated; each has a named pool.
    """

    def __init__(self, graph: tf.Graph, priorities: dict[str, Priority]) -> None:
        self._graph = graph
        self._options = {
            name: tf.RunOptions(inter_op_thread_pool=index, timeout_in_ms=round(1000 * priority.timeout_s))
            for index, (name, priority) in enumerate(priorities.items())
        }
        self._config = tf.ConfigProto(
            session_inter_op_thread_pool=[
                tf.ThreadPoolOptionProto(
                    num_threads=priority.num_threads, global_name=name, aioflow={"max_queue": priority.max_queue}
                )
                for name, priority in priorities.items()
            ]
        )
        self._session: tf.Session | None = None

    async def __aenter__(self) -> Self:
        self._session = tf.Session(graph=self._graph, config=self._config)
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        assert self._session is not None
        await self._session.close()

    @property
    def priorities(self) -> list[str]:
        """The names of the priorities."""
        return list(self._options)

    async def classify(self, images: Any, priority: str) -> Any:
        """The digits [batch] on images [batch, 8, 8, 1], pixels from 0 (paper) to 16 (ink).

        Raises:
            ResourceExhaustedError: As many requests wait as may.
            DeadlineExceededError: It took too long.
        """
        assert self._session is not None
        return await self._session.run("predictions:0", {"images:0": images}, options=self._options[priority])
