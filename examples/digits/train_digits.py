"""Train, freeze and measure the digit classifier kept beside this file.

Writes `digits_cnn.pb` (a frozen TensorFlow 1 GraphDef) and `held_back.npz` (the digits that training never saw, with
the classes TensorFlow predicts for them). It needs TensorFlow and scikit-learn, which nothing else here needs:

    pip install tensorflow-cpu scikit-learn
    python examples/digits/train_digits.py
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

# Both must be set before TensorFlow is imported. oneDNN changes the order of sums, and so the trained weights.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import numpy as np
import numpy.typing as npt
import tensorflow.compat.v1 as tf  # type: ignore[import-untyped]
from sklearn.datasets import load_digits  # type: ignore[import-not-found]
from sklearn.model_selection import train_test_split  # type: ignore[import-not-found]

SEED = 20
NUM_CLASSES = 10
NUM_HELD_BACK = 450
BATCH_SIZE = 32
NUM_EPOCHS = 60
LEARNING_RATE = 2e-3
DROP_RATE = 0.3
LARGEST_PIXEL = 16.0

Images = npt.NDArray[np.uint8]
Labels = npt.NDArray[np.int64]


class Digits(NamedTuple):
    """Scanned digits: `images` [count, 8, 8, 1] of pixels 0..16, and the digit each one shows, `labels` [count]."""

    images: Images
    labels: Labels


class Training(NamedTuple):
    """The tensors and the op that training needs, beside the `images` placeholder."""

    images: Any
    labels: Any
    learning_rate: Any
    step: Any


def split_digits() -> tuple[Digits, Digits]:
    """Return (training, held back) digits; each class has the same share in both."""
    bundled = load_digits()
    images = bundled.images.astype(np.uint8)[..., np.newaxis]
    labels = bundled.target.astype(np.int64)
    train_images, held_images, train_labels, held_labels = train_test_split(
        images, labels, test_size=NUM_HELD_BACK, stratify=labels, random_state=SEED
    )
    return Digits(train_images, train_labels), Digits(held_images, held_labels)


def convolve(name: str, inputs: Any, num_filters: int) -> Any:
    """Return relu(3x3 convolution + biases), halved by max pooling: [batch, h, w, c] -> [batch, h/2, w/2, filters]."""
    with tf.variable_scope(name):
        shape = [3, 3, inputs.shape[-1], num_filters]
        weights = tf.get_variable("weights", shape, initializer=tf.initializers.he_normal(SEED))
        biases = tf.get_variable("biases", [num_filters], initializer=tf.initializers.zeros())
        convolved = tf.nn.conv2d(inputs, weights, strides=[1, 1, 1, 1], padding="SAME", name="convolution")
        rectified = tf.nn.relu(tf.nn.bias_add(convolved, biases, name="biased"), name="relu")
        return tf.nn.max_pool(rectified, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME", name="pool")


def connect(scope: str, inputs: Any, num_units: int, name: str) -> Any:
    """Return inputs [batch, n] @ weights [n, num_units] + biases under the given op name: [batch, num_units]."""
    with tf.variable_scope(scope, reuse=tf.AUTO_REUSE):
        shape = [inputs.shape[-1], num_units]
        weights = tf.get_variable("weights", shape, initializer=tf.initializers.he_normal(SEED))
        biases = tf.get_variable("biases", [num_units], initializer=tf.initializers.zeros())
        product = tf.matmul(inputs, weights, name="product")
    return tf.nn.bias_add(product, biases, name=name)


def build_graph() -> Training:
    """Build the classifier in the default graph, and a second head with dropout that only training uses."""
    images = tf.placeholder(tf.float32, [None, 8, 8, 1], name="images")
    scaled = tf.multiply(images, 1.0 / LARGEST_PIXEL, name="scaled")
    maps = convolve("conv2", convolve("conv1", scaled, 16), 32)
    flat = tf.reshape(maps, [-1, int(np.prod(maps.shape[1:]))], name="flat")
    hidden = tf.nn.relu(connect("dense", flat, 64, "dense/biased"), name="dense/relu")
    logits = connect("output", hidden, NUM_CLASSES, "logits")
    tf.nn.softmax(logits, name="probabilities")
    tf.argmax(logits, axis=1, output_type=tf.int64, name="predictions")
    return build_training(images, hidden)


def build_training(images: Any, hidden: Any) -> Training:
    """Add loss and optimizer; freezing prunes all of it, because no output of the classifier depends on it."""
    labels = tf.placeholder(tf.int64, [None], name="training/labels")
    learning_rate = tf.placeholder(tf.float32, [], name="training/learning_rate")
    dropped = tf.nn.dropout(hidden, rate=DROP_RATE, seed=SEED, name="training/dropped")
    logits = connect("output", dropped, NUM_CLASSES, "training/logits")
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    step = tf.train.AdamOptimizer(learning_rate).minimize(tf.reduce_mean(losses), name="training/step")
    return Training(images, labels, learning_rate, step)


def shifted(images: Images, random: np.random.Generator) -> Images:
    """Return images [count, 8, 8, 1] moved together by at most one pixel each way, so that position matters less."""
    down, right = random.integers(0, 3, size=2)
    padded = np.pad(images, [(0, 0), (1, 1), (1, 1), (0, 0)])
    return padded[:, down : down + 8, right : right + 8]


def batches(digits: Digits, random: np.random.Generator) -> Iterator[Digits]:
    """Yield every digit once, shuffled and shifted, in batches."""
    order = random.permutation(len(digits.labels))
    for start in range(0, len(order), BATCH_SIZE):
        chosen = order[start : start + BATCH_SIZE]
        yield Digits(shifted(digits.images[chosen], random), digits.labels[chosen])


def train_and_freeze(digits: Digits) -> bytes:
    """Train on the given digits and return the frozen GraphDef, its weights as Const nodes, serialized."""
    random = np.random.default_rng(SEED)
    with tf.Graph().as_default() as graph, tf.Session(config=one_thread()) as session:
        tf.set_random_seed(SEED)
        training = build_graph()
        session.run(tf.global_variables_initializer())
        for epoch in range(NUM_EPOCHS):
            rate = LEARNING_RATE * (1 - epoch / NUM_EPOCHS)
            for batch in batches(digits, random):
                feeds = {training.images: batch.images, training.labels: batch.labels, training.learning_rate: rate}
                session.run(training.step, feeds)
        frozen = tf.graph_util.convert_variables_to_constants(
            session, graph.as_graph_def(), ["logits", "probabilities", "predictions"]
        )
        return bytes(frozen.SerializeToString(deterministic=True))


def one_thread() -> Any:
    """Return a ConfigProto under which sums are always added in the same order."""
    return tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)


def predict(frozen: bytes, images: Images) -> Labels:
    """Return the classes [count] that TensorFlow computes from the frozen graph alone."""
    graph_def = tf.GraphDef.FromString(frozen)
    with tf.Graph().as_default(), tf.Session(config=one_thread()) as session:
        tf.import_graph_def(graph_def, name="")
        predictions: Labels = session.run("predictions:0", {"images:0": images})
        return predictions


def main() -> None:
    """Write the frozen graph and the held-back digits, and print their sizes and the accuracy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent, help="where to write the two files")
    folder: Path = parser.parse_args().folder
    tf.logging.set_verbosity(tf.logging.ERROR)
    tf.disable_v2_behavior()
    training, held_back = split_digits()
    model, digits = folder / "digits_cnn.pb", folder / "held_back.npz"
    model.write_bytes(train_and_freeze(training))
    predictions = predict(model.read_bytes(), held_back.images)
    np.savez_compressed(digits, **held_back._asdict(), tensorflow_predictions=predictions)
    num_right = int(np.sum(predictions == held_back.labels))
    print(f"{model}: {model.stat().st_size} bytes; {digits}: {digits.stat().st_size} bytes")
    print(f"TensorFlow {tf.__version__}: {num_right} of {len(predictions)} held-back digits right")


if __name__ == "__main__":
    main()
