"""TensorFlow as a peer, where it is installed (extra `bench`)."""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["tensorflow", "tensorflow_runner"]

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
try:
    import tensorflow.compat.v1 as tensorflow
except ImportError:
    tensorflow = None


def tensorflow_runner(
    graph_def: bytes, fetches: Sequence[str], feeds: Mapping[str, Any], inter_op_threads: int = 0,
    intra_op_threads: int = 0,
) -> Callable[[], Any] | None:
    """A function that runs a serialized GraphDef once in a TensorFlow session, or None without TensorFlow.

    Args:
        graph_def: The graph.
        fetches: Names of tensors.
        feeds: Name of a tensor -> array.
        inter_op_threads: Size of the pool, 0 for TensorFlow's own choice, -1 for the calling thread.
        intra_op_threads: Among how many threads one op divides its work, 0 for TensorFlow's own choice.
    """
    if tensorflow is None:
        return None
    graph = tensorflow.Graph()
    with graph.as_default():
        tensorflow.import_graph_def(tensorflow.GraphDef.FromString(graph_def), name="")
    config = tensorflow.ConfigProto(
        inter_op_parallelism_threads=inter_op_threads, intra_op_parallelism_threads=intra_op_threads
    )
    session = tensorflow.Session(graph=graph, config=config)
    wanted = [graph.get_tensor_by_name(name) for name in fetches]
    fed = {graph.get_tensor_by_name(name): value for name, value in feeds.items()}
    return lambda: session.run(wanted, fed)
