"""Versions come and go while requests run: with loads that a test controls, in virtual time."""
from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow.serving.lifecycle.served_model import find
from aioflow.serving.lifecycle.served_models import ServedModels
from aioflow.serving.lifecycle.states import State
from aioflow.serving.settings.loading import Loading
from aioflow.serving.settings.model import Model
from aioflow.serving.settings.version_policy import VersionPolicy

virtual_time = pytest.mark.asyncio(loop_factories=["jumping"])


class Version:
    """Stands for a servable; knows whether it was closed while a request ran."""

    def __init__(self, model: Model, version: int, world: World) -> None:
        self.model, self.version, self.world = model, version, world
        self.num_closed = self.num_running = 0
        world.made.append(self)

    async def use(self) -> None:
        """Works on a request for a while."""
        assert not self.num_closed
        self.num_running += 1
        await asyncio.sleep(self.world.dice.random() * 3)
        self.num_running -= 1
        assert not self.num_closed

    async def close(self) -> None:
        """Ends."""
        assert not self.num_running
        self.num_closed += 1


class World:
    """Folders of a model, and loads that take some time and fail where a version is bad."""

    def __init__(self, base: Path, seed: int = 0, **loading: Any) -> None:
        self.base, self.dice = base, random.Random(seed)
        self.bad: set[int] = set()
        self.made: list[Version] = []
        self.loads: list[int] = []
        self.num_loading = self.most_loading = 0
        self.served = ServedModels(Loading(**loading), self.load)
        base.mkdir(exist_ok=True)

    async def load(self, model: Model, version: int, path: Path) -> Any:
        """Loads a version."""
        self.loads.append(version)
        self.num_loading += 1
        self.most_loading = max(self.most_loading, self.num_loading)
        try:
            await asyncio.sleep(0.1 + self.dice.random() * 2)
        finally:
            self.num_loading -= 1
        if version in self.bad:
            raise tf.errors.InvalidArgumentError(None, None, "bad version")
        return Version(model, version, self)

    def add(self, version: int) -> None:
        """Puts a version's folder there."""
        folder = self.base / str(version)
        folder.mkdir()
        (folder / "saved_model.pb").write_bytes(b"x")

    def remove(self, version: int) -> None:
        """Takes a version's folder away."""
        folder = self.base / str(version)
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()

    def states(self) -> dict[int, State]:
        """Versions and their states."""
        return {each.version: each.state for each in self.served.models["m"].statuses()}

    def error_of(self, version: int) -> str:
        """Why a version could not be loaded; "" if it could."""
        error = self.served.models["m"].states[version].error
        return "" if error is None else error.message


@virtual_time
async def test_new_version_replaces_the_old_one_after_its_last_request(tmp_path: Path) -> None:
    """V-27: It is seen, and one period later, when it has not changed since, loaded; the old one leaves last."""
    world = World(tmp_path, poll_wait_s=10.0)
    world.add(1)
    await world.served.start([Model("m", tmp_path)])
    with find(world.served.models, "m", None, None) as old:
        world.add(2)
        await asyncio.sleep(11)
        assert world.states() == {1: State.AVAILABLE}
        await asyncio.sleep(12)
        assert world.states() == {1: State.UNLOADING, 2: State.AVAILABLE}
        assert find(world.served.models, "m", None, None).servable.version == 2
        with pytest.raises(tf.errors.NotFoundError, match=r"Specific\(m, 1\)"):
            find(world.served.models, "m", 1, None)
        assert old.num_closed == 0  # type: ignore[attr-defined]
    await asyncio.sleep(1)
    assert world.states() == {2: State.AVAILABLE, 1: State.END}
    assert [each.num_closed for each in world.made] == [1, 0]
    await world.served.close(1.0)
    assert [each.num_closed for each in world.made] == [1, 1]


@virtual_time
async def test_broken_version_leaves_the_old_one(tmp_path: Path) -> None:
    """V-28: It ends with its error, is tried again as often as the settings say, and never more."""
    world = World(tmp_path, poll_wait_s=1.0, max_retries=2, retry_interval_s=60.0)
    world.add(1)
    await world.served.start([Model("m", tmp_path)])
    world.bad.add(2)
    world.add(2)
    await asyncio.sleep(6)
    assert world.states() == {2: State.END, 1: State.AVAILABLE}
    assert world.error_of(2) == "bad version"
    assert world.loads == [1, 2]
    await asyncio.sleep(65)
    assert world.loads == [1, 2, 2]
    await asyncio.sleep(10_000)
    assert world.loads == [1, 2, 2, 2]
    assert find(world.served.models, "m", None, None).servable.version == 1
    await world.served.close(1.0)


@virtual_time
async def test_mended_version_is_loaded_without_waiting_for_the_next_try(tmp_path: Path) -> None:
    """Files that have changed are a reason to try at once."""
    world = World(tmp_path, poll_wait_s=1.0, max_retries=0)
    world.add(1)
    await world.served.start([Model("m", tmp_path)])
    world.bad.add(2)
    world.add(2)
    await asyncio.sleep(6)
    assert world.states()[2] is State.END
    world.bad.clear()
    (tmp_path / "2" / "saved_model.pb").write_bytes(b"mended")
    await asyncio.sleep(6)
    assert world.states() == {2: State.AVAILABLE, 1: State.END}
    assert world.error_of(2) == ""
    await world.served.close(1.0)


@virtual_time
async def test_half_copied_version_waits(tmp_path: Path) -> None:
    """V-33: As long as a file is missing, or one has changed since the last look."""
    world = World(tmp_path, poll_wait_s=1.0)
    world.add(1)
    await world.served.start([Model("m", tmp_path)])
    (tmp_path / "2" / "variables").mkdir(parents=True)
    (tmp_path / "2" / "variables" / "variables.data-00000-of-00001").write_bytes(b"x")
    await asyncio.sleep(5)
    assert world.loads == [1]
    (tmp_path / "2" / "saved_model.pb").write_bytes(b"x")
    await asyncio.sleep(5)
    assert world.loads == [1]
    index = tmp_path / "2" / "variables" / "variables.index"
    for size in range(1, 6):
        index.write_bytes(b"x" * size)
        await asyncio.sleep(1)
        assert world.loads == [1]
    await asyncio.sleep(5)
    assert world.loads == [1, 2]
    await world.served.close(1.0)


@virtual_time
async def test_half_copied_version_does_not_keep_a_server_from_starting(tmp_path: Path) -> None:
    """It does not count until it is finished, and the version below it is served."""
    world = World(tmp_path, poll_wait_s=1.0)
    world.add(1)
    (tmp_path / "2").mkdir()
    await world.served.start([Model("m", tmp_path)])
    assert world.states() == {1: State.AVAILABLE}
    world.remove(1)
    await asyncio.sleep(5)
    assert world.states() == {1: State.AVAILABLE}
    (tmp_path / "2" / "saved_model.pb").write_bytes(b"x")
    await asyncio.sleep(5)
    assert world.states() == {1: State.END, 2: State.AVAILABLE}
    await world.served.close(1.0)


@virtual_time
async def test_loads_run_one_at_a_time_the_highest_first(tmp_path: Path) -> None:
    """Or as many at once as the settings say."""
    world = World(tmp_path, poll_wait_s=0)
    for version in (1, 2, 3, 4):
        world.add(version)
    await world.served.start([Model("m", tmp_path, VersionPolicy.all())])
    assert (world.loads, world.most_loading) == ([4, 3, 2, 1], 1)
    await world.served.close(1.0)
    wide = World(tmp_path, poll_wait_s=0, num_load_threads=3)
    await wide.served.start([Model("m", tmp_path, VersionPolicy.all())])
    assert (sorted(wide.loads), wide.most_loading) == ([1, 2, 3, 4], 3)
    await wide.served.close(1.0)


@virtual_time
@pytest.mark.parametrize("always_present", [False, True])
async def test_folder_without_versions(tmp_path: Path, always_present: bool) -> None:
    """It unloads what is loaded, unless versions are always to be there; a folder that is gone never does."""
    world = World(tmp_path / "m", poll_wait_s=1.0, versions_always_present=always_present)
    world.add(1)
    await world.served.start([Model("m", world.base)])
    world.base.rename(tmp_path / "elsewhere")
    await asyncio.sleep(5)
    assert world.states() == {1: State.AVAILABLE}
    (tmp_path / "elsewhere").rename(world.base)
    world.remove(1)
    await asyncio.sleep(5)
    assert world.states() == {1: State.AVAILABLE if always_present else State.END}
    await world.served.close(1.0)


@virtual_time
async def test_labels_count_once_their_versions_serve(tmp_path: Path) -> None:
    """V-30: The start does not fail for a label whose version is still to come."""
    world = World(tmp_path, poll_wait_s=1.0)
    world.add(1)
    model = Model("m", tmp_path, VersionPolicy.all(), {"stable": 1, "next": 2})
    await world.served.start([model])
    assert find(world.served.models, "m", None, "stable").servable.version == 1
    with pytest.raises(tf.errors.NotFoundError, match=r"Specific\(m, 2\)"):
        find(world.served.models, "m", None, "next")
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unrecognized servable version label: other"):
        find(world.served.models, "m", None, "other")
    world.add(2)
    await asyncio.sleep(6)
    assert find(world.served.models, "m", None, "next").servable.version == 2
    await world.served.close(1.0)


@virtual_time
async def test_labels_of_a_new_list(tmp_path: Path) -> None:
    """They need versions that serve; the labels stay as they were where one does not."""
    world = World(tmp_path, poll_wait_s=1.0)
    world.add(1)
    world.add(2)
    await world.served.start([Model("m", tmp_path, VersionPolicy.all(), {"stable": 1})])
    await world.served.replace([Model("m", tmp_path, VersionPolicy.all(), {"stable": 2})])
    assert find(world.served.models, "m", None, "stable").servable.version == 2
    said = "Request to assign label to version 3 of model m, which is not currently available for inference"
    with pytest.raises(tf.errors.FailedPreconditionError, match=said):
        await world.served.replace([Model("m", tmp_path, VersionPolicy.all(), {"stable": 3})])
    assert find(world.served.models, "m", None, "stable").servable.version == 2
    await world.served.close(1.0)


@virtual_time
async def test_new_list_of_models(tmp_path: Path) -> None:
    """It replaces the old one, and returns when that is done; what fails is told, and the rest serves."""
    world = World(tmp_path, poll_wait_s=1.0)
    world.add(1)
    world.add(2)
    await world.served.start([Model("m", tmp_path), Model("old", tmp_path)])
    await world.served.replace([Model("new", tmp_path), Model("m", tmp_path, VersionPolicy.specific([1]))])
    assert sorted(world.served.models) == ["m", "new"]
    assert find(world.served.models, "m", None, None).servable.version == 1
    assert find(world.served.models, "new", None, None).servable.version == 2
    assert sorted(each.model.name for each in world.made if each.num_closed) == ["m", "old"]
    world.bad.add(2)
    with pytest.raises(tf.errors.UnknownError, match=r"did not become available: \{Specific\(m, 2\)\}.*bad version"):
        await world.served.replace([Model("m", tmp_path)])
    assert sorted(world.served.models) == ["m"]
    assert find(world.served.models, "m", None, None).servable.version == 1
    await world.served.close(1.0)


@virtual_time
async def test_model_that_comes_back(tmp_path: Path) -> None:
    """A model may be dropped and listed again, also while its old version still works on a request."""
    world = World(tmp_path, poll_wait_s=1.0)
    world.add(1)
    await world.served.start([Model("m", tmp_path)])
    using = asyncio.ensure_future(_use(world))
    await asyncio.sleep(0)
    dropping = asyncio.ensure_future(world.served.replace([]))
    coming_back = asyncio.ensure_future(world.served.replace([Model("m", tmp_path)]))
    await asyncio.gather(using, dropping, coming_back)
    assert [each.num_closed for each in world.made] == [1, 0]
    assert find(world.served.models, "m", None, None).servable.version == 1
    await world.served.close(1.0)


@virtual_time
async def test_close_waits_for_requests_but_not_for_ever(tmp_path: Path) -> None:
    """Those that are in flight end; after the time for that everything is closed all the same."""
    world = World(tmp_path, poll_wait_s=1.0)
    world.add(1)
    await world.served.start([Model("m", tmp_path)])
    loop = asyncio.get_running_loop()
    began_s = loop.time()
    using = asyncio.ensure_future(_use(world))
    await asyncio.sleep(0)
    await world.served.close(100.0)
    assert using.done() and loop.time() - began_s < 4

    world = World(tmp_path, poll_wait_s=1.0)
    await world.served.start([Model("m", tmp_path)])
    loaded = find(world.served.models, "m", None, None)
    with loaded:
        began_s = loop.time()
        await world.served.close(7.0)
        assert loop.time() - began_s == pytest.approx(7.0)
    assert [each.num_closed for each in world.made] == [1]


@virtual_time
async def test_close_while_loading(tmp_path: Path) -> None:
    """Loads are given up, and nothing is left open."""
    world = World(tmp_path, poll_wait_s=1.0)
    world.add(1)
    starting = asyncio.ensure_future(world.served.start([Model("m", tmp_path)]))
    await asyncio.sleep(0.05)
    await world.served.close(1.0)
    assert all(each.num_closed == 1 for each in world.made)
    starting.cancel()
    await asyncio.wait([starting])


async def _use(world: World) -> int:
    """Sends one request; returns the version that answered."""
    with find(world.served.models, "m", None, None) as servable:
        await servable.use()  # type: ignore[attr-defined]
        return servable.version


@virtual_time
@pytest.mark.parametrize("seed", range(25))
async def test_lives_of_versions_under_requests(tmp_path: Path, seed: int) -> None:
    """Versions are added, removed and broken at random: no request is refused, none works on a closed version."""
    world = World(tmp_path, seed, poll_wait_s=1.0, max_retries=3, retry_interval_s=5.0, num_load_threads=2)
    world.add(1)
    world.bad = set(world.dice.sample(range(2, 30), 8))
    await world.served.start([Model("m", tmp_path)])
    answers: list[int] = []
    present, next_version = {1}, 2

    async def client() -> None:
        for _ in range(40):
            answers.append(await _use(world))
            await asyncio.sleep(world.dice.random())

    clients = [asyncio.ensure_future(client()) for _ in range(3)]
    while not all(each.done() for each in clients):
        await asyncio.sleep(world.dice.random() * 4)
        if world.dice.random() < 0.6 and next_version < 30:
            world.add(next_version)
            present.add(next_version)
            next_version += 1
        elif len(present) > 1:
            gone = world.dice.choice(sorted(present))
            if present - {gone} - world.bad:
                world.remove(gone)
                present.discard(gone)
    await asyncio.gather(*clients)
    await asyncio.sleep(200)
    serving = {version for version, state in world.states().items() if state is State.AVAILABLE}
    highest = max(present)
    assert len(answers) == 120
    assert highest in world.bad or serving == {highest}
    assert len([each for each in world.made if not each.num_closed]) == len(serving) >= 1
    await world.served.close(10.0)
    assert all(each.num_closed == 1 for each in world.made)
