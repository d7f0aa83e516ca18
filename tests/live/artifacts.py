"""Artifacts: what is written into a folder, and what is found there; of TensorFlow's functions and ours."""
from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

Write = Callable[[Any, Path], Coroutine[Any, Any, None]]
Read = Callable[[Any, Path], Coroutine[Any, Any, Any]]


class Artifact(NamedTuple):
    """Something that both write and read.

    Attributes:
        write: `await write(tf, folder)` writes into an empty folder.
        read: `await read(tf, folder)` gives, as JSON has it, what is found there.
    """

    write: Write
    read: Read


ARTIFACTS: dict[str, Artifact] = {}


def artifact(name: str, write: Write) -> Callable[[Read], Read]:
    """Notes the decorated function as what reads the files of `write`."""

    def register(read: Read) -> Read:
        ARTIFACTS[name] = Artifact(write, read)
        return read

    return register


async def write_all(tf: Any, folder: Path) -> None:
    """Writes each artifact into a folder of its own."""
    for name, each in ARTIFACTS.items():
        (folder / name).mkdir(parents=True)
        with tf.Graph().as_default():
            tf.set_random_seed(1)
            await each.write(tf, folder / name)


async def read_all(tf: Any, folder: Path) -> dict[str, Any]:
    """What is found in the folders; errors as texts."""
    found = {}
    for name, each in ARTIFACTS.items():
        with tf.Graph().as_default():
            try:
                found[name] = plain(await each.read(tf, folder / name))
            except Exception as error:
                found[name] = f"{type(error).__name__}: {error}"
    return found


async def done(result: Any) -> Any:
    """What a call gives: aioflow has coroutines where TensorFlow has plain calls."""
    return await result if inspect.isawaitable(result) else result


@asynccontextmanager
async def session(tf: Any, graph: Any = None, config: Any = None) -> AsyncIterator[Any]:
    """A session, and a function that runs in it."""
    with tf.Session(graph=graph, config=config) as opened:
        yield opened


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, dict):
        return {str(key): plain(value[key]) for key in sorted(value)}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    return value
