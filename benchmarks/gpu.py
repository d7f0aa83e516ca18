"""Times models on a device of type GPU against plain PyTorch on the same device.

    python -m benchmarks.gpu [--device cuda|cpu] [--rounds N] [--small]

The models are MobileNetV2, ResNet-20, two layers of a transformer's encoder, and a chain of products of matrices; the
networks with batches of 1 and 64. Each has random weights on both sides: times are compared, and not values. Plain
PyTorch runs eagerly, in inference mode, with images in channels_last; what is fed and fetched is copied on both sides.
Targets: 1.1 times PyTorch's time, 90 % of its rate for the chain. Without a GPU it says so and ends; with
`--device cpu` both compute on torch's CPU, which tells what aioflow adds, and nothing about a GPU.
"""
from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import aioflow as tf
from benchmarks.mobilenet import mobilenet_v2

_WARM_UP = 5
Run = Callable[[], Any]


class Contest(NamedTuple):
    """A model on both sides.

    Attributes:
        name: What it is.
        graph: For aioflow.
        fetch: Name of the fetched tensor.
        feeds: Name of a tensor -> array.
        peer: Plain PyTorch's module, which takes the arrays as tensors.
        operations: Floating-point operations of a run; 0 where they are not counted.
    """

    name: str
    graph: tf.Graph
    fetch: str
    feeds: dict[str, Any]
    peer: Any
    operations: float = 0.0


# ---- models
def resnet20(nn: Any) -> tuple[tf.Graph, Any]:
    """ResNet-20 for images [32, 32, 3] (He et al., 2015), and the same of torch's modules."""
    rng = np.random.default_rng(0)

    def convolved(x: Any, channels: int, stride: int) -> Any:
        inner = int(x.shape[-1])
        weights = rng.standard_normal((3, 3, inner, channels), np.float32) / np.float32((9 * inner) ** 0.5)
        y = tf.nn.conv2d(x, tf.constant(weights), [1, stride, stride, 1], "SAME")
        ones, zeros = np.ones(channels, np.float32), np.zeros(channels, np.float32)
        return tf.nn.fused_batch_norm(y, ones, zeros, zeros, ones, is_training=False)[0]

    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 32, 32, 3], name="x")
        y = tf.nn.relu(convolved(x, 16, 1))
        for channels in (16, 32, 64):
            for block in range(3):
                stride = 2 if channels > 16 and block == 0 else 1
                inner = tf.nn.relu(convolved(y, channels, stride))
                short = y if stride == 1 else tf.pad(y[:, ::2, ::2], [[0, 0]] * 3 + [[0, channels // 2]])
                y = tf.nn.relu(convolved(inner, channels, 1) + short)
        dense = rng.standard_normal((64, 10)).astype(np.float32)
        tf.matmul(tf.reduce_mean(y, [1, 2]), tf.constant(dense), name="y")
    return graph, _resnet20_peer(nn)


def _resnet20_peer(nn: Any) -> Any:
    from torch.nn import functional

    class Block(nn.Module):  # type: ignore[misc]
        def __init__(self, inner: int, channels: int, stride: int) -> None:
            super().__init__()
            self.first = _convolution(nn, inner, channels, 3, stride)
            self.second = _convolution(nn, channels, channels, 3)
            self.stride, self.channels = stride, channels

        def forward(self, x: Any) -> Any:
            y = self.second(functional.relu(self.first(x)))
            if self.stride == 2:
                x = functional.pad(x[:, :, ::2, ::2], (0, 0, 0, 0, 0, self.channels // 2))
            return functional.relu(y + x)

    blocks, inner = [], 16
    for channels in (16, 32, 64):
        for number in range(3):
            blocks.append(Block(inner, channels, 2 if channels > 16 and number == 0 else 1))
            inner = channels
    head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))
    return nn.Sequential(_convolution(nn, 3, 16, 3), nn.ReLU(), *blocks, head)


def _convolution(nn: Any, inner: int, channels: int, size: int, stride: int = 1, groups: int = 1) -> Any:
    kernel = nn.Conv2d(inner, channels, size, stride, size // 2, groups=groups, bias=False)
    return nn.Sequential(kernel, nn.BatchNorm2d(channels))


def mobilenet_peer(nn: Any) -> Any:
    """MobileNetV2 of torch's modules."""

    class Block(nn.Module):  # type: ignore[misc]
        def __init__(self, inner: int, expansion: int, channels: int, stride: int) -> None:
            super().__init__()
            wide = inner * expansion
            wider = [_convolution(nn, inner, wide, 1), nn.ReLU6()] if expansion > 1 else []
            deep = [_convolution(nn, wide, wide, 3, stride, wide), nn.ReLU6(), _convolution(nn, wide, channels, 1)]
            self.layers, self.adds = nn.Sequential(*wider, *deep), stride == 1 and inner == channels

        def forward(self, x: Any) -> Any:
            y = self.layers(x)
            return x + y if self.adds else y

    blocks, inner = [], 32
    for expansion, channels, count, first in (
        (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1),
    ):  # fmt: skip
        for number in range(count):
            blocks.append(Block(inner, expansion, channels, first if number == 0 else 1))
            inner = channels
    head = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(1280, 1000), nn.Softmax(-1)]
    return nn.Sequential(
        _convolution(nn, 3, 32, 3, 2), nn.ReLU6(), *blocks, _convolution(nn, 320, 1280, 1), nn.ReLU6(), *head
    )


def transformer(nn: Any, width: int = 512, heads: int = 8, length: int = 128) -> tuple[tf.Graph, Any]:
    """Two layers of an encoder (Vaswani et al., 2017), norms behind, and the same of torch's modules."""
    rng = np.random.default_rng(0)

    def dense(x: Any, outputs: int) -> Any:
        inner = int(x.shape[-1])
        weights = tf.constant(rng.standard_normal((inner, outputs), np.float32) / np.float32(inner**0.5))
        return tf.einsum("bti,io->bto", x, weights) + tf.constant(np.zeros(outputs, np.float32))

    def normed(x: Any) -> Any:
        mean = tf.reduce_mean(x, -1, keepdims=True)
        variance = tf.reduce_mean(tf.math.squared_difference(x, mean), -1, keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-5)

    def heads_of(x: Any) -> Any:
        return tf.transpose(tf.reshape(x, [-1, length, heads, width // heads]), [0, 2, 1, 3])

    with tf.Graph().as_default() as graph:
        y = tf.placeholder(tf.float32, [None, length, width], name="x")
        for _ in range(2):
            queries, keys, values = (heads_of(dense(y, width)) for _ in range(3))
            weights = tf.nn.softmax(tf.matmul(queries, keys, transpose_b=True) * np.float32((heads / width) ** 0.5))
            seen = tf.reshape(tf.transpose(tf.matmul(weights, values), [0, 2, 1, 3]), [-1, length, width])
            y = normed(y + dense(seen, width))
            y = normed(y + dense(tf.nn.relu(dense(y, 4 * width)), width))
        tf.identity(y, name="y")
    layer = nn.TransformerEncoderLayer(width, heads, 4 * width, dropout=0.0, batch_first=True)
    return graph, nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)


def chain(nn: Any, size: int, length: int = 8) -> tuple[tf.Graph, Any]:
    """Products of matrices [size, size], each with the result of the one before."""

    class Chain(nn.Module):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            y = x
            for _ in range(length):
                y = y @ x
            return y[0, 0]

    with tf.Graph().as_default() as graph:
        y = x = tf.placeholder(tf.float32, [size, size], name="x")
        for _ in range(length):
            y = tf.matmul(y, x)
        tf.identity(y[0, 0], name="y")
    return graph, Chain()


def contests(nn: Any, is_small: bool) -> Iterator[Contest]:
    """All models, with each batch."""
    rng = np.random.default_rng(1)
    image, side, length, size = (64, 32, 16, 512) if is_small else (224, 32, 128, 4096)
    for batch in (1, 4 if is_small else 64):
        images = rng.random((batch, image, image, 3), np.float32)
        graph, peer = mobilenet_v2(image), mobilenet_peer(nn)
        yield Contest(f"MobileNetV2, {batch}", graph, "scores:0", {"images:0": images}, peer)
        graph, peer = resnet20(nn)
        images = rng.random((batch, side, side, 3), np.float32)
        yield Contest(f"ResNet-20, {batch}", graph, "y:0", {"x:0": images}, peer)
        graph, peer = transformer(nn, length=length)
        words = rng.standard_normal((batch, length, 512), np.float32)
        yield Contest(f"transformer, {batch}", graph, "y:0", {"x:0": words}, peer)
    graph, peer = chain(nn, size)
    matrix = rng.standard_normal((size, size), np.float32) / np.float32(size**0.5)
    yield Contest(f"chain of {size} x {size}", graph, "y:0", {"x:0": matrix}, peer, 8 * 2.0 * size**3)


# ---- timing
def plain(contest: Contest, device: str, torch: Any) -> Run:
    """A run of plain PyTorch, with what is fed and fetched in numpy's arrays."""
    module = contest.peer.eval().to(device)
    is_image = next(iter(contest.feeds.values())).ndim == 4
    if is_image:
        module = module.to(memory_format=torch.channels_last)

    def run() -> Any:
        with torch.inference_mode():
            (x,) = (torch.from_numpy(value).to(device) for value in contest.feeds.values())
            return module(x.permute(0, 3, 1, 2) if is_image else x).cpu().numpy()

    return run


async def compared(contest: Contest, run: Run, rounds: int) -> tuple[float, float]:
    """The seconds of a run of aioflow and of PyTorch: medians of rounds in turns."""
    ours, theirs = [], []
    async with tf.Session(graph=contest.graph) as session:
        for number in range(_WARM_UP + rounds):
            start = time.perf_counter()
            await session.run(contest.fetch, contest.feeds)
            middle = time.perf_counter()
            run()
            end = time.perf_counter()
            if number >= _WARM_UP:
                ours.append(middle - start)
                theirs.append(end - middle)
    return statistics.median(ours), statistics.median(theirs)


async def report(device: str, rounds: int, is_small: bool, torch: Any) -> None:
    """Prints a line per model."""
    print(f"{'':24}{'aioflow':>12}{'PyTorch':>12}{'ratio':>8}   target")
    for contest in contests(torch.nn, is_small):
        ours, theirs = await compared(contest, plain(contest, device, torch), rounds)
        rate = f"   {contest.operations / ours / 1e12:.2f} TFLOP/s" if contest.operations else ""
        target = "<= 1.11" if contest.operations else "<= 1.1"
        print(f"{contest.name:24}{ours * 1e3:9.3f} ms{theirs * 1e3:9.3f} ms{ours / theirs:8.2f}   {target}{rate}")


def main() -> int:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda", help="where both compute")
    parser.add_argument("--rounds", type=int, default=30, help="how often each runs")
    parser.add_argument("--small", action="store_true", help="small images, short texts, small matrices")
    options = parser.parse_args()
    try:
        import torch
    except ImportError:
        print("benchmarks.gpu needs PyTorch: pip install 'aioflow-runtime[torch]'")
        return 0
    from aioflow.packs import cuda

    if options.device == "cuda" and not torch.cuda.is_available():
        print("benchmarks.gpu: there is no GPU here that PyTorch can use; --device cpu times what aioflow adds to it")
        return 0
    cuda.enable(options.device)
    asyncio.run(report(options.device, options.rounds, options.small, torch))
    return 0


if __name__ == "__main__":
    sys.exit(main())
