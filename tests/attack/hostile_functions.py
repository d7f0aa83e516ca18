"""Models of a few kilobytes whose functions unfold into what no machine holds: they end in time, with an error."""
from __future__ import annotations

import asyncio
import math
import resource
import threading
import time
from pathlib import Path
from typing import Any

import aioflow as tf

FLOAT: Any = tf.float32.as_datatype_enum


def model(functions: dict[str, tuple[list[tuple[str, str, list[str]]], str]], first: str) -> tf.GraphDef:
    """A GraphDef whose node "y" calls a function of one float.

    Args:
        functions: By name its nodes (name, op or "call NAME", inputs), and what it gives.
        first: The one that "y" calls: its name, or "call NAME".
    """
    graph = tf.GraphDef()
    for name, (nodes, result) in functions.items():
        function = graph.library.function.add()
        function.signature.name = name
        function.signature.input_arg.add(name="x", type=FLOAT)
        function.signature.output_arg.add(name="y", type=FLOAT)
        for node in nodes:
            add(function.node_def.add(), *node)
        function.ret["y"] = result
    graph.node.add(name="x", op="Placeholder").attr["dtype"].type = FLOAT
    add(graph.node.add(), "y", first, ["x"])
    return graph


def add(node: Any, name: str, op: str, inputs: list[str]) -> None:
    """Fills a node in."""
    node.name, node.op = name, op.split()[0]
    node.input.extend(inputs)
    if op.startswith("call "):
        node.op = "StatefulPartitionedCall"
        node.attr["f"].func.name = op.split()[1]
        for types in ("Tin", "Tout"):
            node.attr[types].list.type.append(FLOAT)
    elif op in ("AddV2", "Neg"):
        node.attr["T"].type = FLOAT


def itself_twice() -> tf.GraphDef:
    """F(x) = F(x) + F(x)."""
    nodes = [("a", "F", ["x"]), ("b", "F", ["x"]), ("s", "AddV2", ["a:y:0", "b:y:0"])]
    return model({"F": (nodes, "s:z:0")}, "F")


def itself_twice_by_calls() -> tf.GraphDef:
    """The same by nodes that name it."""
    nodes = [("a", "call F", ["x"]), ("b", "call F", ["x"]), ("s", "AddV2", ["a:output:0", "b:output:0"])]
    return model({"F": (nodes, "s:z:0")}, "call F")


def tree(kind: str) -> tf.GraphDef:
    """Functions of ten calls each, thirty levels of them."""
    functions = {}
    for level in range(30):
        op = "Neg" if level == 29 else f"{kind}f{level + 1}"
        output = "y" if not kind or level == 29 else "output"
        nodes = [(f"n{i}", op, [f"n{i - 1}:{output}:0" if i else "x"]) for i in range(10)]
        functions[f"f{level}"] = nodes, f"n9:{output}:0"
    return model(functions, f"{kind}f0")


def nested_attribute() -> tf.GraphDef:
    """A node whose attribute is a function, whose attribute is a function, and so on."""
    graph = tf.GraphDef()
    graph.node.add(name="x", op="Placeholder").attr["dtype"].type = FLOAT
    add(graph.node.add(), "y", "Neg", ["x"])
    value = graph.node[1].attr["_f"]
    for _ in range(31):
        value.func.name = "f"
        value = value.func.attr["a"]
    return graph


ENDS = tf.errors.ResourceExhaustedError.__name__
MAX_TURN = 50  # of the times that such a sum takes: a second where it takes 20 ms
LATE = tf.errors.DeadlineExceededError.__name__
#: By name the model, the time that it has in milliseconds, and how its run ends.
MODELS = {
    "a function that calls itself twice": (itself_twice(), 60_000, ENDS),
    "the same by calls": (itself_twice_by_calls(), 60_000, ENDS),
    "a tree of calls": (tree("call "), 200, LATE),
    "a tree of functions as ops": (tree(""), 200, LATE),
    "attributes within attributes": (nested_attribute(), 60_000, "-1"),
}


def cpu_of_a_sum() -> float:
    """The CPU time that this machine takes to add up 2,000,000 numbers in Python, in seconds."""
    shortest_s = math.inf
    for _ in range(5):
        began_s = time.thread_time()
        sum(range(2_000_000))
        shortest_s = min(shortest_s, time.thread_time() - began_s)
    return shortest_s


async def run(session: tf.Session, options: tf.RunOptions) -> tuple[str, float]:
    """How a run ends, and the CPU time of the longest turn of the event loop meanwhile, in seconds."""
    longest_s, began_s = 0.0, time.thread_time()

    async def watch() -> None:
        nonlocal longest_s, began_s
        while True:
            await asyncio.sleep(0)
            now_s = time.thread_time()
            longest_s, began_s = max(longest_s, now_s - began_s), now_s

    watching = asyncio.create_task(watch())
    try:
        value = await session.run("y:0", {"x:0": 1.0}, options)
        outcome = f"{value:g}"
    except (tf.errors.DeadlineExceededError, tf.errors.ResourceExhaustedError) as error:
        outcome = type(error).__name__
    await asyncio.sleep(0)
    watching.cancel()
    return outcome, longest_s


async def main() -> None:
    """Runs each with a deadline; behind the close no thread is at work."""
    num_threads, unit_s = threading.active_count(), cpu_of_a_sum()
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    for name, (graph_def, timeout_ms, expected) in MODELS.items():
        with tf.Graph().as_default():
            tf.import_graph_def(graph_def, name="")
            config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
            async with tf.Session(config=config) as session:
                outcome, longest_s = await run(session, tf.RunOptions(timeout_in_ms=timeout_ms))
            assert outcome == expected, f"{name}: {outcome}"
            assert longest_s < MAX_TURN * unit_s, f"{name}: a turn of the event loop took {longest_s:.1f} s of CPU"
            assert threading.active_count() == num_threads, f"{name}: a thread is at work behind the close"
        print(f"{name} ({graph_def.ByteSize()} bytes): {outcome}")
    # Not `ru_maxrss`, which begins with what the process had that has started this one.
    status = Path("/proc/self/status").read_text("ascii")
    peak_nbytes = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) * 1024
    assert peak_nbytes < 400 << 20, f"{peak_nbytes >> 20} MB at the most"
    print("little memory for all of them")


if __name__ == "__main__":
    asyncio.run(main())
