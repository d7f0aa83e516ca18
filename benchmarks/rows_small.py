"""Rows where the runtime's own cost decides: a small network, chained adds, a loop."""
from __future__ import annotations

from collections.abc import Mapping

import aioflow as tf
from benchmarks.awaiting import awaited, in_executor
from benchmarks.cases_small import Case, chained_adds, counting_loop, small_network
from benchmarks.measuring import Row, interleave, per_call

_IN_PLACE = tf.RunOptions(inter_op_thread_pool=-1)  # on the event loop's thread, as numpy by hand

def row(work: str, case: Case, calls: int, rounds: int, targets: Mapping[str, str], callers: int = 1) -> Row:
    """Measures a case against numpy by hand and the peers that are installed.

    Args:
        work: What to call it.
        case: The work.
        calls: How many calls a round has.
        rounds: How many rounds.
        targets: "A / B" -> what is wanted of the ratio.
        callers: How many call at a time.
    """
    case.check()
    session = tf.Session(graph=case.graph)
    fetch = case.graph.get_tensor_by_name(case.fetch)
    feeds = {case.graph.get_tensor_by_name(name): value for name, value in case.feeds.items()}
    tensorflow = case.tensorflow()
    few = max(callers, calls // 10)  # for dask, which takes its time
    result = interleave(
        Row(work),
        {
            "aioflow": awaited(lambda: session.run(fetch, feeds), calls, callers),
            "aioflow in place": awaited(lambda: session.run(fetch, feeds, _IN_PLACE), calls, callers),
            "numpy": per_call(case.by_hand, calls),
            "numpy in executor": in_executor(case.by_hand, calls, callers),
            "tensorflow": None if tensorflow is None else per_call(tensorflow, calls),
            "tensorflow in executor": in_executor(tensorflow, calls, callers),
            **{
                f"{name} in executor": in_executor(peer, few if name == "dask" else calls, callers)
                for name, peer in case.peers.items()
            },
        },
        rounds,
    )
    for text, target in targets.items():
        one, _, other = text.partition(" / ")
        result.ratio(one, other, target)
    for name in result.seconds:
        if name != "aioflow" and not any(name in text.split(" / ") for text in targets):
            result.ratio(name, "aioflow")
    return result


def rows(rounds: int) -> list[Row]:
    """All rows of this file."""
    mlp = small_network()
    one = {"aioflow / numpy": "<= 1.8", "tensorflow in executor / aioflow": ">= 15"}
    many = {"tensorflow in executor / aioflow": ">= 12", "onnxruntime in executor / aioflow": ">= 4"}
    adds = {"aioflow / numpy": "<= 1.1", "aioflow in place / numpy": "", "aioflow / tensorflow": "<= 1.0"}
    loop = {"aioflow / tensorflow": "<= 0.7"}
    return [
        row("8-node MLP, one caller", mlp, 1000, rounds, one),
        row("8-node MLP, 64 callers", mlp, 3200, rounds, many, callers=64),
        row("1,000 chained small adds", chained_adds(), 20, rounds, adds),
        row("TF1 while loop, 1,000 iterations", counting_loop(), 10, rounds, loop),
    ]
