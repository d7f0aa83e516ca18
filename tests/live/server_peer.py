"""A TensorFlow server in a process of its own: `python -m tests.live.server_peer [CLUSTER JOB TASK]`.

CLUSTER is JSON, as `tf.train.ClusterSpec` takes it. Prints its target, and ends when its standard input does.
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
        cluster, job, task = sys.argv[1:]
        server = tf.train.Server(json.loads(cluster), job_name=job, task_index=int(task))
    else:
        server = tf.train.Server.create_local_server()
    print("target", server.target.decode() if isinstance(server.target, bytes) else server.target, flush=True)
    sys.stdin.read()
    os._exit(0)  # a server has no end of its own
