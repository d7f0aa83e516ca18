"""MobileNetV2 with random weights: a batch normalisation with fixed statistics after every convolution."""
from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

import aioflow as tf

# (expansion, output channels, how many blocks, stride of the first), as in the paper's table 2.
_BLOCKS = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
_CLASSES = 1000


class _Builder:
    def __init__(self, hold: Callable[[Any], Any]) -> None:
        self.hold = hold
        self.rng = np.random.default_rng(0)

    def weights(self, *shape: int, inner: int) -> Any:
        return self.hold(self.rng.standard_normal(shape, np.float32) / np.float32(inner**0.5))

    def normalized(self, x: Any, channels: int) -> Any:
        scale, variance = (self.hold(self.rng.random(channels, np.float32) + np.float32(0.5)) for _ in range(2))
        offset, mean = (self.hold(self.rng.standard_normal(channels, np.float32) / 10) for _ in range(2))
        return tf.nn.fused_batch_norm(x, scale, offset, mean, variance, is_training=False)[0]

    def convolution(self, x: Any, channels: int, size: int, stride: int) -> Any:
        inner = int(x.shape[-1])
        weights = self.weights(size, size, inner, channels, inner=size * size * inner)
        return self.normalized(tf.nn.conv2d(x, weights, [1, stride, stride, 1], "SAME"), channels)

    def depthwise(self, x: Any, stride: int) -> Any:
        channels = int(x.shape[-1])
        weights = self.weights(3, 3, channels, 1, inner=9)
        result = tf.nn.depthwise_conv2d(x, weights, [1, stride, stride, 1], "SAME")
        return tf.nn.relu6(self.normalized(result, channels))

    def block(self, x: Any, expansion: int, channels: int, stride: int) -> Any:
        inner = int(x.shape[-1])
        y = x if expansion == 1 else tf.nn.relu6(self.convolution(x, expansion * inner, 1, 1))
        y = self.convolution(self.depthwise(y, stride), channels, 1, 1)
        return x + y if stride == 1 and channels == inner else y


def mobilenet_v2(size: int = 224, hold: Callable[[Any], Any] = tf.constant) -> tf.Graph:
    """The network: images:0 [batch, size, size, 3] -> scores:0 [batch, 1000].

    Args:
        size: Height and width of images.
        hold: Makes a weight of its value: `tf.constant`, as in a frozen graph, or `tf.Variable`.
    """
    build = _Builder(hold)
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, size, size, 3], name="images")
        y = tf.nn.relu6(build.convolution(x, 32, 3, 2))
        for expansion, channels, count, first in _BLOCKS:
            for stride in itertools.chain([first], [1] * (count - 1)):
                y = build.block(y, expansion, channels, stride)
        y = tf.nn.relu6(build.convolution(y, 1280, 1, 1))
        logits = tf.matmul(tf.reduce_mean(y, [1, 2]), build.weights(1280, _CLASSES, inner=1280))
        tf.nn.softmax(tf.nn.bias_add(logits, hold(np.zeros(_CLASSES, np.float32))), name="scores")
    return graph
