"""Names and versions of sessions: unique, free again after the session, echoed by runs (S-57, S-58)."""
from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

import aioflow as tf
from aioflow import errors


@pytest.fixture
async def graph() -> AsyncIterator[tf.Graph]:
    """A graph, the default one of the test."""
    with tf.Graph().as_default() as graph:
        yield graph


def named(name: str, version: int = 1) -> tf.ConfigProto:
    """Settings with a name for the session."""
    config = tf.ConfigProto()
    config.experimental.session_metadata.name = name
    config.experimental.session_metadata.version = version
    return config


async def test_names_are_unique(graph: tf.Graph) -> None:
    """S-57: of two open sessions with equal name and version the second is refused; after a close it works."""
    first = tf.Session(config=named("digits", 3))
    with pytest.raises(errors.InvalidArgumentError, match=r"'digits'.*version 3"):
        tf.Session(config=named("digits", 3))
    async with tf.Session(config=named("digits", 4)), tf.Session(config=named("letters", 3)):
        pass
    await first.close()
    async with tf.Session(config=named("digits", 3)):
        pass


def test_negative_version(graph: tf.Graph) -> None:
    """S-57: version −1 is refused."""
    with pytest.raises(errors.InvalidArgumentError, match="-1"):
        tf.Session(config=named("digits", -1))


async def test_forgotten_session_frees_its_name(graph: tf.Graph) -> None:
    """A session that nobody holds any more does not keep its name."""
    session = tf.Session(config=named("forgotten"))
    del session
    async with tf.Session(config=named("forgotten")):
        pass


async def test_name_after_a_reset(graph: tf.Graph) -> None:
    """A session that was reset gives its name back once: closing it does not free that of the next one."""
    old = tf.Session(config=named("reset"))
    await tf.Session.reset("")
    async with tf.Session(config=named("reset")):
        await old.close()
        with pytest.raises(errors.InvalidArgumentError, match="'reset'"):
            tf.Session(config=named("reset"))


async def test_metadata_is_echoed(graph: tf.Graph) -> None:
    """S-58: a run's metadata has the session's name and version; without these it has none."""
    metadata = tf.RunMetadata()
    async with tf.Session(config=named("echo", 7)) as session:
        await session.run(tf.constant(1) + 1, run_metadata=metadata)
        assert (metadata.session_metadata.name, metadata.session_metadata.version) == ("echo", 7)
    async with tf.Session() as session:
        await session.run(tf.constant(1) + 1, run_metadata=metadata)
        assert not metadata.HasField("session_metadata")
