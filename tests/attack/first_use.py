"""A fresh process that only loads a model has what that needs: nothing rests on what other programs import first."""
from __future__ import annotations

import asyncio
from pathlib import Path

import aioflow as tf

MODEL = Path(__file__).resolve().parents[1] / "saved_model" / "recorded" / "tf1"


async def main() -> None:
    """Loads a model with variables, and names nothing of them."""
    with tf.Graph().as_default():
        async with tf.Session() as session:
            await tf.saved_model.load(session, ["serve"], str(MODEL))
            assert tf.trainable_variables(), "the model's variables are not listed"
            assert await session.run(tf.trainable_variables()[0]) is not None
    print("a model with variables is loaded by a process that has used none before")


if __name__ == "__main__":
    asyncio.run(main())
