"""tf.preload: what a program's first session and run need, imported before they need it."""
from __future__ import annotations

import asyncio
import os
from importlib import import_module
from typing import Any

from aioflow._proto import graph_pb2
from aioflow.framework.graph.graph import Graph

Named = Graph | graph_pb2.GraphDef | str | os.PathLike[str]


async def preload(*what: Named) -> None:
    """Load what sessions and their graphs need, on a thread, so that the first session and run find it there.

    Sessions are imported when the first one is made, kernels, shape rules and declarations of ops when a graph first
    needs them. Without this function most of that happens on the event loop, which does nothing else meanwhile: some
    40 ms, once. Await it where a server starts. Cancelling it does not stop the thread.

    Args:
        what: Each a `Graph`, a `GraphDef`, the path of a file that `load_graph` takes or of a SavedModel's folder, the
            name of an op ("Conv2D") or that of a family ("nn", as in `docs/ops.md`). Without any it is the common
            core: arrays, arithmetic, linear algebra, neural networks and control flow.

    Raises:
        NotFoundError: A text is neither an op, nor a family, nor the path of a file.
        DataLossError: A file holds no graph.
        ResourceExhaustedError: A file is larger than graphs may be.
        TypeError: One of `what` is of another type.
    """
    # The types of a graph's operations are taken here, because this thread may add some while the other one looks.
    named = [{op.type for op in each.get_operations()} if isinstance(each, Graph) else each for each in what]
    libraries = [body.body for each in what if isinstance(each, Graph) for body in each.functions.values()]
    await asyncio.to_thread(_load, [*named, *libraries])


def _load(named: list[Any]) -> None:
    # By its name: an import statement up there would import all of it on the event loop.
    import_module("aioflow.session.preloaded").load(named)
