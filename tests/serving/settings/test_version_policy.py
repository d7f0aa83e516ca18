"""Which versions a policy chooses among those that are there."""
from __future__ import annotations

import pytest

import aioflow as tf
from aioflow.serving.settings.version_policy import VersionPolicy


@pytest.mark.parametrize(("policy", "chosen"), [
    (VersionPolicy(), {9}), (VersionPolicy.latest(2), {4, 9}), (VersionPolicy.latest(7), {1, 4, 9}),
    (VersionPolicy.all(), {1, 4, 9}), (VersionPolicy.specific([1, 4]), {1, 4}), (VersionPolicy.specific([4, 5]), {4}),
])  # fmt: skip
def test_choice(policy: VersionPolicy, chosen: set[int]) -> None:
    """V-26: The highest, all, or just those that are named and there."""
    assert policy.aspired([4, 1, 9]) == chosen
    assert policy.aspired([]) == set()


def test_policies_that_choose_nothing_are_refused() -> None:
    """They are mistakes."""
    with pytest.raises(tf.errors.InvalidArgumentError, match="num_versions"):
        VersionPolicy.latest(0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="versions"):
        VersionPolicy.specific([])


def test_unfinished_versions_do_not_count() -> None:
    """The next ones take their place, and no more are asked for than needed."""
    asked: list[int] = []

    def is_finished(version: int) -> bool:
        asked.append(version)
        return version != 9

    assert VersionPolicy.latest(1).aspired([1, 4, 9], is_finished) == {4}
    assert asked == [9, 4]
    assert VersionPolicy.all().aspired([1, 4, 9], is_finished) == {1, 4}
    assert VersionPolicy.specific([1, 9]).aspired([1, 4, 9], is_finished) == {1}
