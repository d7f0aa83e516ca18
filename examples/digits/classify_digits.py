"""Classifies the held-back digits, many callers at once with one image each, and compares with TensorFlow's answers.

python examples/digits/classify_digits.py
"""
from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np

import aioflow as tf

FOLDER = Path(__file__).parent


async def main() -> None:
    """Loads model and digits, asks for all digits concurrently, and prints how many are right."""
    with tf.Graph().as_default() as graph:
        tf.import_graph_def((FOLDER / "digits_cnn.pb").read_bytes(), name="")
    with np.load(FOLDER / "held_back.npz") as held_back:
        images = held_back["images"].astype(np.float32)
        labels, expected = held_back["labels"], held_back["tensorflow_predictions"]

    async with tf.Session(graph=graph) as session:

        async def classify(image: np.ndarray) -> int:
            predictions = await session.run("predictions:0", {"images:0": image[np.newaxis]})
            return int(predictions[0])

        answers = np.array(await asyncio.gather(*map(classify, images)))

    print(f"{np.sum(answers == labels)} of {len(labels)} digits are right")
    print(f"{np.sum(answers == expected)} of {len(labels)} answers are TensorFlow's")


if __name__ == "__main__":
    asyncio.run(main())
