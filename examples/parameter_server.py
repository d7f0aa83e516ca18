"""A parameter server with two workers that train one model: four processes, started by one command.

    python examples/parameter_server.py

The model's variables live on the task "ps". Each worker builds the same graph, computes gradients of batches of its
own, and has them applied there without waiting for the other worker. The first worker initializes the variables; the
second one waits until that has been done. Both stop when the steps of both together are enough.
"""
from __future__ import annotations

import asyncio
import json
import socket
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import ExitStack
from pathlib import Path

import numpy as np

import aioflow as tf

NUM_WORKERS = 2
NUM_STEPS = 200
BATCH_SIZE = 32
LEARNING_RATE = 0.05
WANTED = np.array([[1.0], [-2.0], [3.0], [0.5]], np.float32)


# ---- a worker
def build_model(cluster: dict[str, list[str]], task: int) -> dict[str, tf.Tensor | tf.Operation]:
    """Linear regression: variables on the parameter server, everything else on the worker."""
    setter = tf.train.replica_device_setter(cluster=cluster, worker_device=f"/job:worker/task:{task}")
    with tf.device(setter):
        step = tf.train.get_or_create_global_step()
        inputs = tf.random_normal([BATCH_SIZE, len(WANTED)], seed=task)
        labels = tf.matmul(inputs, WANTED) + tf.random_normal([BATCH_SIZE, 1], 0.5, 0.1, seed=task)
        weights = tf.get_variable("weights", WANTED.shape, initializer=tf.zeros_initializer())
        bias = tf.get_variable("bias", [1], initializer=tf.zeros_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(inputs, weights) + bias - labels))
        train = tf.train.GradientDescentOptimizer(LEARNING_RATE).minimize(loss, global_step=step)
        # Read where it lies: a worker would be sent its value without waiting for the training.
        with tf.control_dependencies([train]), tf.device("/job:ps/task:0"):
            num_steps = step.read_value()  # of both workers, this one's step included
        return {
            "init": tf.global_variables_initializer(), "missing": tf.report_uninitialized_variables(),
            "loss": loss, "num_steps": num_steps,
        }  # fmt: skip


async def train(cluster: dict[str, list[str]], task: int) -> None:
    """Serves a worker's task, and trains at it."""
    # Without the filters, a session would wait for the other worker, too.
    config = tf.ConfigProto(device_filters=["/job:ps", f"/job:worker/task:{task}"])
    with tf.Graph().as_default():
        model = build_model(cluster, task)
        async with (
            tf.train.Server(cluster, "worker", task) as server, tf.Session(server.target, config=config) as session
        ):
            if task == 0:
                await session.run(model["init"])
            while len(await session.run(model["missing"])):
                await asyncio.sleep(0.02)
            step = num_own = 0
            while step < NUM_STEPS:
                loss, step = await session.run([model["loss"], model["num_steps"]])
                if num_own % 25 == 0:
                    print(f"worker {task}: loss {loss:.4f} at step {step}", flush=True)
                num_own += 1
            print(f"worker {task}: loss {loss:.4f} after {num_own} steps of its own", flush=True)


# ---- what starts the tasks
def free_addresses(count: int) -> list[str]:
    """Addresses of this machine at which nobody listens; all are found before any is given up."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [f"127.0.0.1:{each.getsockname()[1]}" for each in sockets]


async def start_ps(cluster_file: Path) -> Process:
    """Starts the parameter server; it listens when this returns."""
    command = ["-m", "aioflow", "server", "--cluster", str(cluster_file), "--job", "ps", "--task", "0"]
    ps = await asyncio.create_subprocess_exec(sys.executable, *command, stdin=DEVNULL, stderr=PIPE)
    assert ps.stderr is not None
    while line := await ps.stderr.readline():
        if line.startswith(b"ready"):
            return ps
    raise RuntimeError("the parameter server did not start")


async def wait_well(process: Process) -> None:
    """Waits for the end of a process, which has to be a good one."""
    if code := await process.wait():
        raise RuntimeError(f"a worker has failed, with {code}")


async def main() -> None:
    ps_address, *workers = free_addresses(1 + NUM_WORKERS)
    with tempfile.TemporaryDirectory() as folder:
        cluster_file = Path(folder) / "cluster.json"
        cluster_file.write_text(json.dumps({"ps": [ps_address], "worker": workers}))
        processes = [await start_ps(cluster_file)]
        try:
            for task in range(NUM_WORKERS):
                command = [__file__, str(cluster_file), str(task)]
                processes.append(await asyncio.create_subprocess_exec(sys.executable, *command, stdin=DEVNULL))
            # At the first failure the others are ended: the second worker would wait for the first one's variables.
            await asyncio.gather(*map(wait_well, processes[1:]))
        finally:
            for process in processes:
                if process.returncode is None:
                    process.terminate()
                await process.wait()
    print(f"the parameter server ended with {processes[0].returncode}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(train(json.loads(Path(sys.argv[1]).read_text()), int(sys.argv[2])))
    else:
        asyncio.run(main())
