"""Settings, options and nodes for tests of the pools of sessions."""
from __future__ import annotations

import threading

import aioflow as tf


def listed(*entries: tuple[int, str]) -> tf.ConfigProto:
    """Settings with a list of pools: (num_threads, global_name)."""
    pools = [tf.ThreadPoolOptionProto(num_threads=number, global_name=name) for number, name in entries]
    return tf.ConfigProto(session_inter_op_thread_pool=pools)


def thread_name() -> tf.Tensor:
    """A node that gives the name of the thread on which it runs."""
    return tf.py_func(lambda: threading.current_thread().name, [], tf.string)


def here(index: int) -> tf.RunOptions:
    """Options that choose a pool."""
    return tf.RunOptions(inter_op_thread_pool=index)


def named(name: str, version: int = 1) -> tf.ConfigProto:
    """Settings with a name for the session."""
    config = tf.ConfigProto()
    config.experimental.session_metadata.name = name
    config.experimental.session_metadata.version = version
    return config
