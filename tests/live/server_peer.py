"""A TensorFlow server in a process of its own: `python -m tests.live.server_peer [CLUSTER JOB TASK [LEADER]]`.

CLUSTER is JSON, as `tf.train.ClusterSpec` takes it. With LEADER, the task that leads collectives, it has two CPUs.
Prints its target, and ends when its standard input does.
"""
from __future__ import annotations

import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import tensorflow.compat.v1 as tf

if __name__ == "__main__":
    if len(sys.argv) > 1:
        cluster, job, task, *leaders = sys.argv[1:]
        config = tf.ConfigProto()
        for leader in leaders:
            config.device_count["CPU"] = 2
            config.experimental.collective_group_leader = leader
        server = tf.train.Server(json.loads(cluster), job_name=job, task_index=int(task), config=config)
    else:
        server = tf.train.Server.create_local_server()
    print("target", server.target.decode() if isinstance(server.target, bytes) else server.target, flush=True)
    sys.stdin.read()
    os._exit(0)  # a server has no end of its own
