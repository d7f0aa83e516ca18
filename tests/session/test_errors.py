"""Errors of a step: their class, the operation they blame, and their text."""
from __future__ import annotations

import pickle
import traceback

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.executor.segments.plan import ViewPlan
from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.framework.graph.python_functions import register_python_function
from aioflow.pools.hop_price import HOP
from aioflow.session.calls import step_errors
from aioflow.session.session import Session

from .building import RUNS, Nodes


def division_by_zero(nodes: Nodes) -> Tensor:
    """A node called "division" that fails."""
    one, zero = nodes.constant(1, dtypes.int32), nodes.constant(0, dtypes.int32)
    return nodes.op("FloorDiv", [one, zero], "division", T=dtypes.int32).outputs[0]


async def test_failing_node(session: Session, nodes: Nodes) -> None:
    """S-80: integer division by zero is an InvalidArgumentError that names the node in its text and blames it."""
    division = division_by_zero(nodes)
    with pytest.raises(errors.InvalidArgumentError, match=r"(?i)division by zero.*\n.*{{node division}}") as caught:
        await session.run(nodes.identity(division))
    error = caught.value
    assert error.op is division.op and error.node_def.name == "division"
    assert error.error_code == errors.INVALID_ARGUMENT and error.args == () and error.__cause__ is None


async def test_creation_site(session: Session, nodes: Nodes) -> None:
    """The text of the error tells once where the failing node was created; `message` stays the runtime's."""
    division = division_by_zero(nodes)
    with pytest.raises(errors.InvalidArgumentError) as caught:
        await session.run(division)
    error = caught.value
    assert __file__ in str(error) and __file__ not in error.message
    assert "".join(traceback.format_exception(error)).count("was created at") == 1


async def test_traceback_shows_callers_and_kernels(session: Session, nodes: Nodes) -> None:
    """Between the call of `run` and the kernel that failed there are few lines, and none of what starts a step."""
    with pytest.raises(errors.InvalidArgumentError) as caught:
        await session.run(division_by_zero(nodes))
    calls = [("session/base_session.py", "run"), ("session/calls/graph_runner.py", "prepare_and_run"),
             ("session/calls/graph_runner.py", "_finish")]  # fmt: skip
    assert_short_traceback(caught.value, calls)


async def test_traceback_of_a_step_of_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same where the step is one call of its feeds."""
    monkeypatch.setattr(ViewPlan, "mode", "always")
    monkeypatch.setattr(HOP, "price_s", 1.0)  # however busy the machine is, the step is not worth a thread
    with tf.Graph().as_default():
        x = tf.placeholder(tf.int32, [2])
        y = tf.div(tf.constant(6), x) + 1
        async with Session() as session:
            for _ in range(10):
                assert list(await session.run(y, {x: [3, 2]})) == [3, 4]
            with pytest.raises(errors.InvalidArgumentError) as caught:
                await session.run(y, {x: [3, 0]})
    calls = [("session/base_session.py", "run"), ("session/calls/graph_runner.py", "start"),
             ("session/calls/graph_runner.py", "start_call")]  # fmt: skip
    assert_short_traceback(caught.value, calls)


def assert_short_traceback(error: BaseException, calls: list[tuple[str, str]]) -> None:
    """Behind the test's own frame the traceback has these calls, and then the kernel alone."""
    frames = traceback.extract_tb(error.__traceback__)
    names = [(frame.filename.rpartition("aioflow/")[2], frame.name) for frame in frames]
    assert names[1:4] == calls and len(names) > 4
    assert all(filename.startswith(("kernels/", "<segment")) for filename, _ in names[4:])


@pytest.mark.parametrize(("kind", "count"), [(errors.InternalError, 3), (errors.NotFoundError, 1)])
def test_traceback_of_an_internal_error_is_whole(kind: type[errors.OpError], count: int) -> None:
    """What may be a fault of the machinery shows all of it."""
    machinery = compile("def fail():\n  raise error\nfail()", step_errors.__file__, "exec")
    with pytest.raises(kind) as caught:
        exec(machinery, {"error": kind(None, None, "")})
    step_errors.shorten_traceback(caught.value)
    assert len(traceback.extract_tb(caught.value.__traceback__)) == count


async def test_pickle(session: Session, nodes: Nodes) -> None:
    """The error can be pickled."""
    with pytest.raises(errors.InvalidArgumentError) as caught:
        await session.run(division_by_zero(nodes))
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is errors.InvalidArgumentError and copy.message == caught.value.message
    assert copy.node_def.name == "division"


async def test_session_stays_usable(session: Session, nodes: Nodes) -> None:
    """S-85: successors of a failed node never run, the run raises, and the next one works."""
    division = division_by_zero(nodes)
    with nodes.graph.as_default(), nodes.graph.control_dependencies([division.op]):
        after = nodes.count("after failure")
    for _ in range(2):
        with pytest.raises(errors.InvalidArgumentError):
            await session.run([after, division])
    assert RUNS["after failure"] == 0
    assert await session.run(nodes.constant(1)) == 1


PYTHON_ERRORS = [
    (StopIteration("mine"), errors.OutOfRangeError),
    (ValueError("mine"), errors.InvalidArgumentError),
    (TypeError("mine"), errors.InvalidArgumentError),
    (KeyError("mine"), errors.UnknownError),
    (RuntimeError("mine"), errors.UnknownError),
    (MemoryError("mine"), errors.ResourceExhaustedError),
    (NotImplementedError("mine"), errors.UnimplementedError),
    (errors.AbortedError(None, None, "mine"), errors.UnknownError),
]


@pytest.mark.parametrize(("raised", "kind"), PYTHON_ERRORS, ids=lambda v: getattr(v, "__name__", type(v).__name__))
async def test_python_functions(session: Session, nodes: Nodes, raised: Exception, kind: type[errors.OpError]) -> None:
    """S-83: what a Python function in the graph raises becomes the error of its kind, the original its cause."""

    def fail() -> None:
        raise raised

    token = register_python_function(nodes.graph, fail).encode()
    op = nodes.op("PyFunc", name="call", token=token, Tin=[], Tout=[])
    with pytest.raises(kind, match="mine") as caught:
        await session.run(op)
    assert type(caught.value) is kind and caught.value.op is op and caught.value.__cause__ is raised


@pytest.mark.parametrize("code", range(1, 17))
def test_codes_and_classes(code: int) -> None:
    """S-86: every status code has a class, and the class that code."""
    kind = errors.exception_type_from_error_code(code)
    assert errors.error_code_from_exception_type(kind) == code and kind(None, None, "m").error_code == code


def test_some_codes() -> None:
    """S-86: code 3 is InvalidArgumentError, AbortedError has code 10; unknown ones are KeyErrors."""
    assert errors.exception_type_from_error_code(3) is errors.InvalidArgumentError
    assert errors.error_code_from_exception_type(errors.AbortedError) == 10
    with pytest.raises(KeyError):
        errors.exception_type_from_error_code(17)
    with pytest.raises(KeyError):
        errors.error_code_from_exception_type(errors.OpError)
