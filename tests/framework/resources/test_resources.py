"""Resources: containers, handles, and who keeps what alive."""
from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.resources.container_info import container_info
from aioflow.framework.resources.resource_handle import Resource, ResourceHandle, anonymous_name
from aioflow.framework.resources.resources import ResourceManager, check_handle_type
from aioflow.framework.shapes import TensorShape


class Lamp(Resource):
    """A kind of resource."""

    def __init__(self, colour: str = "white") -> None:
        self.colour = colour
        self.finalized = False

    def debug_string(self) -> str:
        return self.colour

    def finalize(self) -> None:
        self.finalized = True


class Candle(Lamp):
    """Of the same kind as Lamp."""


class Radio(Resource):
    """Another kind."""


@pytest.fixture
def manager() -> ResourceManager:
    """An empty manager."""
    return ResourceManager()


def handle(name: str, kind: type[Resource], **fields: Any) -> ResourceHandle:
    """A handle to a resource in container "c"."""
    return ResourceHandle("/device:CPU:0", "c", name, kind.type_code, kind.type_name, **fields)


def test_a_name_is_taken_once_per_kind(manager: ResourceManager) -> None:
    """R-17: creating the same name again fails, while another kind may use it."""
    manager.create("c", "n", Lamp())
    with pytest.raises(errors.AlreadyExistsError, match="Resource c/n/Lamp"):
        manager.create("c", "n", Lamp())
    with pytest.raises(errors.AlreadyExistsError):
        manager.create("c", "n", Candle())
    manager.create("c", "n", Radio())
    assert isinstance(manager.lookup("c", "n", Radio), Radio)


def test_missing_container_and_name(manager: ResourceManager) -> None:
    """R-18: an unknown container and an unknown name are told apart."""
    with pytest.raises(errors.NotFoundError, match=r"Container c does not exist. \(Could not find resource: c/n\)"):
        manager.lookup("c", "n", Lamp)
    manager.create("c", "n", Lamp())
    with pytest.raises(errors.NotFoundError, match="Resource c/m/Lamp does not exist"):
        manager.lookup("c", "m", Lamp)
    with pytest.raises(errors.NotFoundError, match="Resource c/n/Radio does not exist"):
        manager.lookup("c", "n", Radio)


def test_delete_and_cleanup(manager: ResourceManager) -> None:
    """R-19: a second delete fails; cleaning an unknown container, or one again, does not."""
    with pytest.raises(errors.NotFoundError, match="Container c does not exist"):
        manager.delete("c", "n", Lamp)
    manager.create("c", "n", Lamp())
    manager.delete("c", "n", Lamp)
    with pytest.raises(errors.NotFoundError, match="Resource c/n/Lamp does not exist"):
        manager.delete("c", "n", Lamp)
    manager.create("c", "n", Lamp())
    for container in ("other", "c", "c"):
        manager.cleanup(container)
    with pytest.raises(errors.NotFoundError, match="Container c"):
        manager.lookup("c", "n", Lamp)


def test_lookup_or_create_creates_once(manager: ResourceManager) -> None:
    """R-20: of threads that race for a resource one makes it, and all get that one."""
    num_threads = 8
    gate = threading.Barrier(num_threads)
    made: list[Lamp] = []
    found: list[Lamp] = []

    def make() -> Lamp:
        made.append(Lamp())
        return made[-1]

    def race() -> None:
        gate.wait()
        found.append(manager.lookup_or_create("c", "n", Lamp, make))

    threads = [threading.Thread(target=race) for _ in range(num_threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert len(found) == num_threads and all(lamp is made[0] for lamp in found)


def test_a_failing_creator_stores_nothing(manager: ResourceManager) -> None:
    """What a creator raises reaches the caller, and the name stays free."""

    def fail() -> Lamp:
        raise errors.invalid_argument("no lamp")

    with pytest.raises(errors.InvalidArgumentError, match="no lamp"):
        manager.lookup_or_create("c", "n", Lamp, fail)
    lamp = Lamp()
    assert manager.lookup_or_create("c", "n", Lamp, lambda: lamp) is lamp


def test_who_uses_a_resource_keeps_it(manager: ResourceManager) -> None:
    """R-21: a resource outlives its deletion for its users; its name then stands for a new one."""
    manager.create("c", "n", Lamp("red"))
    red = manager.lookup("c", "n", Lamp)
    manager.delete("c", "n", Lamp)
    manager.create("c", "n", Lamp("green"))
    assert (red.colour, manager.lookup("c", "n", Lamp).colour) == ("red", "green")


def test_unowned_resources(manager: ResourceManager) -> None:
    """R-22: an unowned resource is found as long as it lives; deleting it fails and frees its name."""
    lamp = Lamp()
    manager.create_unowned("c", "n", lamp)
    assert manager.lookup("c", "n", Lamp) is lamp
    with pytest.raises(errors.InternalError, match="Cannot delete an unowned Resource c/n"):
        manager.delete("c", "n", Lamp)
    manager.create_unowned("c", "n", lamp)
    del lamp
    gc.collect()
    with pytest.raises(errors.NotFoundError, match="has been destroyed"):
        manager.lookup("c", "n", Lamp)
    manager.create("c", "n", Lamp())


def test_a_resource_may_use_the_manager_when_it_dies(manager: ResourceManager) -> None:
    """Resources die outside the manager's lock."""

    class Parent(Resource):
        def __del__(self) -> None:
            manager.cleanup("children")

    manager.create("children", "n", Lamp())
    manager.create("c", "n", Parent())
    manager.delete("c", "n", Parent)
    gc.collect()
    with pytest.raises(errors.NotFoundError, match="Container children"):
        manager.lookup("children", "n", Lamp)


def test_clear_drops_everything(manager: ResourceManager) -> None:
    """Nothing keeps a resource alive after `clear`."""
    lamp = Lamp()
    alive = weakref.ref(lamp)
    manager.create("c", "n", lamp)
    del lamp
    manager.clear()
    gc.collect()
    assert alive() is None


def test_finalize(manager: ResourceManager) -> None:
    """A finalized manager still finds what it has, but takes nothing new."""
    lamp = Lamp()
    manager.create("c", "n", lamp)
    manager.finalize()
    assert lamp.finalized and manager.lookup("c", "n", Lamp) is lamp
    with pytest.raises(errors.FailedPreconditionError, match="ResourceMgr is finalized"):
        manager.create("c", "m", Lamp())


def test_lookup_many(manager: ResourceManager) -> None:
    """What is missing is None."""
    lamp = Lamp()
    manager.create("c", "n", lamp)
    assert manager.lookup_many([("c", "n"), ("c", "m"), ("d", "n")], Lamp) == [lamp, None, None]


def test_debug_string(manager: ResourceManager) -> None:
    """One sorted line per resource, in columns."""
    manager.create("d", "n", Lamp("red"))
    manager.create("c", "n", Lamp("green"))
    lines = manager.debug_string().split("\n")
    assert [[part.strip() for part in line.split("|")] for line in lines] == [
        ["c", "Lamp", "n", "green"],
        ["d", "Lamp", "n", "red"],
    ]
    assert lines[0].index("|") == 21 and len(lines[0].split(" | ")[1]) == 40


# ---- handles


def test_named_handles(manager: ResourceManager) -> None:
    """A handle that names a resource finds it, and deletes it once."""
    lamp = Lamp()
    manager.create("c", "n", lamp)
    named = handle("n", Lamp)
    assert not named.is_counting and manager.lookup_handle(named) is lamp and manager.find(named) is lamp
    manager.delete_handle(named)
    assert manager.find(named) is None
    with pytest.raises(errors.NotFoundError, match="<unknown>"):
        manager.delete_handle(named)


def test_counting_handles_keep_their_resource(manager: ResourceManager) -> None:
    """A handle that holds its resource needs no manager; the resource dies with the last handle."""
    lamp = Lamp()
    alive = weakref.ref(lamp)
    counting = handle(anonymous_name(), Lamp, resource=lamp)
    assert counting.is_counting and manager.lookup_handle(counting) is lamp
    manager.delete_handle(counting)
    del lamp
    assert alive() is not None
    del counting
    gc.collect()
    assert alive() is None


def test_anonymous_names_differ() -> None:
    """No two anonymous resources share a name."""
    assert len({anonymous_name() for _ in range(100)}) == 100


def test_handles_know_their_kind() -> None:
    """A handle serves its own kind and classes derived from it, no other."""
    check_handle_type(handle("n", Lamp), Candle)
    with pytest.raises(errors.InvalidArgumentError, match="wrong type") as caught:
        check_handle_type(handle("n", Lamp), Radio)
    for part in ("'n'", "Lamp", "Radio", str(Lamp.type_code), str(Radio.type_code)):
        assert part in caught.value.message


def test_handles_travel_as_messages() -> None:
    """A handle comes back from its message as it was."""
    pairs = ((dtypes.float32, TensorShape([2, None])), (dtypes.string, TensorShape(None)))
    sent = handle("n", Lamp, dtypes_and_shapes=pairs)
    assert ResourceHandle.from_proto(sent.to_proto()) == sent


def test_bad_messages_are_refused() -> None:
    """R: a message with an impossible shape or dtype is an error, not an abort."""
    for dtype, size in ((dtypes.float32.as_datatype_enum, -2), (77, 2)):
        proto = handle("n", Lamp, dtypes_and_shapes=((dtypes.float32, TensorShape([2])),)).to_proto()
        proto.dtypes_and_shapes[0].dtype = dtype
        proto.dtypes_and_shapes[0].shape.dim[0].size = size
        with pytest.raises(errors.InvalidArgumentError):
            ResourceHandle.from_proto(proto)


def test_how_handles_are_shown() -> None:
    """The one-line forms name everything that identifies a resource."""
    shown = handle("n", Lamp, dtypes_and_shapes=((dtypes.float32, TensorShape([2, None])),))
    assert str(shown) == (
        'ResourceHandle(name="n", device="/device:CPU:0", container="c", type="Lamp", '
        'dtype and shapes : "[ DType enum: 1, Shape: [2,?] ]")'
    )
    assert shown.debug_string() == (
        f"device: /device:CPU:0 container: c name: n hash_code: {Lamp.type_code} maybe_type_name: Lamp"
    )
    assert shown.strings().tolist() == [b"c", b"n"]


# ---- ContainerInfo


def info(container: bytes = b"", shared_name: bytes = b"", uses_node_name: bool = False) -> str:
    """The container info of node "foo" in its short form."""
    attrs = {"container": container, "shared_name": shared_name}
    return str(container_info(attrs, "foo", uses_node_name))


def test_container_info() -> None:
    """R-23: without a shared name a node has a private resource, or one under its own name."""
    first, second = info(), info()
    assert first != second
    for text in (first, second):
        container, name, visibility = text.strip("[]").split(",")
        number = name.removeprefix("_").removesuffix("_foo")
        assert (container, visibility) == ("localhost", "private") and number.isdigit()
    assert info(uses_node_name=True) == "[localhost,foo,public]"
    assert info(b"cat.0-dog", b"bar") == "[cat.0-dog,bar,public]"
    assert info(b".cat", b"bar", True) == "[.cat,bar,public]"


@pytest.mark.parametrize("container", [b"-cat", b"12$%", b"a b", b"cat\n"])
def test_bad_containers(container: bytes) -> None:
    """R-24: containers are names of letters, digits and a few signs."""
    with pytest.raises(errors.InvalidArgumentError, match="container contains invalid characters"):
        info(container)


def test_bad_shared_names() -> None:
    """Names with an underscore in front are the runtime's own."""
    with pytest.raises(errors.InvalidArgumentError, match="shared_name cannot start with '_':_x"):
        info(shared_name=b"_x")


@pytest.mark.parametrize("missing", ["container", "shared_name"])
def test_missing_attributes(missing: str) -> None:
    """R-24: both attributes must be there."""
    attrs = {"container": b"", "shared_name": b""}
    del attrs[missing]
    with pytest.raises(errors.NotFoundError, match=f"No attr named '{missing}'"):
        container_info(attrs, "foo", True)
