"""Models of services with random weights, frozen: wide and deep for ranking, and an LSTM over a sequence."""
from __future__ import annotations

from typing import Any

import numpy as np

import aioflow as tf

NUM_FEATURES = 20
_BUCKETS, _DEPTH = 1000, 8  # of each feature
_STEPS, _INPUTS, _UNITS = 16, 32, 64


class _Weights:
    def __init__(self) -> None:
        self.rng = np.random.default_rng(0)

    def __call__(self, *shape: int) -> Any:
        return tf.constant(self.rng.standard_normal(shape, np.float32) / np.float32(shape[0] ** 0.5))

    def dense(self, x: Any, inner: int, units: int) -> Any:
        return tf.nn.bias_add(tf.matmul(x, self(inner, units)), self(units))


def wide_and_deep() -> tf.Graph:
    """Categories as numbers, two tables for each: features:0 [batch, 20] int32 -> scores:0 [batch]."""
    build = _Weights()
    with tf.Graph().as_default() as graph:
        features = tf.placeholder(tf.int32, [None, NUM_FEATURES], name="features")
        ids = tf.unstack(features, axis=1)
        deep = tf.concat([tf.gather(build(_BUCKETS, _DEPTH), i) for i in ids], 1)
        wide = tf.add_n([tf.gather(build(_BUCKETS, 1), i) for i in ids])
        inner = NUM_FEATURES * _DEPTH
        for units in (128, 64, 32):
            deep = tf.nn.relu(build.dense(deep, inner, units))
            inner = units
        tf.squeeze(tf.sigmoid(build.dense(deep, inner, 1) + wide), [1], name="scores")
    return graph


def lstm() -> tf.Graph:
    """A layer of LSTM, written out step by step: inputs:0 [batch, 16, 32] -> scores:0 [batch, 10]."""
    build = _Weights()
    with tf.Graph().as_default() as graph:
        inputs = tf.placeholder(tf.float32, [None, _STEPS, _INPUTS], name="inputs")
        kernel, bias = build(_INPUTS + _UNITS, 4 * _UNITS), build(4 * _UNITS)
        cell = hidden = tf.zeros([tf.shape(inputs)[0], _UNITS])
        for x in tf.unstack(inputs, axis=1):
            gates = tf.nn.bias_add(tf.matmul(tf.concat([x, hidden], 1), kernel), bias)
            i, new, forget, output = tf.split(gates, 4, 1)
            cell = cell * tf.sigmoid(forget + 1.0) + tf.sigmoid(i) * tf.tanh(new)
            hidden = tf.tanh(cell) * tf.sigmoid(output)
        tf.nn.softmax(build.dense(hidden, _UNITS, 10), name="scores")
    return graph
