"""TensorFlow as a server or a client, in a process of its own: `python -m benchmarks.distributed_peer ROLE ARGUMENTS`.

`server CLUSTER JOB TASK` runs a task until its input ends. `client TARGET` opens a session, and answers each line of
its input, "WORK,CALLS,CALLERS", with the seconds that a step has taken. Nothing of aioflow is imported.
"""
from __future__ import annotations

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

LARGE = 10_000_000


def steps(tf: Any) -> dict[str, tuple[Any, Any]]:
    """The graph of all works: name -> what is fetched, what is run before.

    Args:
        tf: aioflow, or TensorFlow.
    """
    x = tf.constant([1.0, 2.0])
    with tf.device("/job:w/task:0"):
        v = tf.get_variable("v", initializer=[1.0, 2.0])
        one_task = tf.add(v + x, 1.0, name="one_task")
    with tf.device("/job:w/task:1"):
        there = v + x
    with tf.device("/job:w/task:0"):
        two_tasks = tf.add(there, 1.0, name="two_tasks")
    with tf.device("/job:w/task:1"):
        large = tf.get_variable("large", [LARGE], initializer=tf.zeros_initializer())
    with tf.device("/job:w/task:0"):
        first = tf.add(large[0], 1.0, name="large_tensor")
    return {"one task": (one_task, v.initializer), "two tasks": (two_tasks, v.initializer),
            "40 MB": (first, large.initializer)}  # fmt: skip


def _serve(cluster: str, task: str) -> None:
    import tensorflow.compat.v1 as tf

    tf.train.Server(json.loads(cluster), job_name="w", task_index=int(task))
    print("ready", flush=True)
    sys.stdin.read()
    os._exit(0)  # a server has no end of its own


def _ask(target: str) -> None:
    import tensorflow.compat.v1 as tf

    tf.disable_eager_execution()
    works = steps(tf)
    session = tf.Session(target)
    for _, init in works.values():
        session.run(init)
    calls = {name: session.make_callable(fetch) for name, (fetch, _) in works.items()}
    for call in calls.values():
        call()
    print("ready", flush=True)
    with ThreadPoolExecutor(64) as pool:
        for line in sys.stdin:
            name, count, callers = line.rstrip().split(",")
            each = int(count) // int(callers)

            def run_all(call: Any = calls[name], each: int = each) -> None:
                for _ in range(each):
                    call()

            began = time.perf_counter()
            for done in [pool.submit(run_all) for _ in range(int(callers))]:
                done.result()
            print((time.perf_counter() - began) / (each * int(callers)), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    ROLES: dict[str, Any] = {"server": _serve, "client": _ask}
    ROLES[sys.argv[1]](*sys.argv[2:])
