"""The error classes: TensorFlow's names, codes and attributes."""
from __future__ import annotations

import asyncio
import copy
import pickle
from types import SimpleNamespace

import pytest

from aioflow import errors
from aioflow._proto import node_def_pb2

# TensorFlow's status codes, in the order of their numbers, which begin with 1.
NAMES = (
    "Cancelled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists", "PermissionDenied",
    "ResourceExhausted", "FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented", "Internal", "Unavailable",
    "DataLoss", "Unauthenticated",
)  # fmt: skip


def snake_case(name: str) -> str:
    """ "OutOfRange" as "out_of_range"."""
    return "".join("_" + char.lower() if char.isupper() else char for char in name).removeprefix("_")


@pytest.mark.parametrize(("code", "name"), list(enumerate(NAMES, 1)))
def test_class_of_each_code(code: int, name: str) -> None:
    """Each code has a constant, a class, and both directions of the table."""
    cls = getattr(errors, f"{name}Error")
    assert getattr(errors, snake_case(name).upper()) == code
    assert errors.exception_type_from_error_code(code) is cls
    assert errors.error_code_from_exception_type(cls) == code
    error = cls(None, None, "what went wrong")
    assert (error.code, error.error_code, error.message) == (code, code, "what went wrong")
    assert isinstance(error, errors.OpError)


@pytest.mark.parametrize("name", [name for name in NAMES if hasattr(errors, snake_case(name))])
def test_functions_make_errors_without_a_node(name: str) -> None:
    """The runtime's short forms give an error of the class that knows no node."""
    error = getattr(errors, snake_case(name))("text")
    assert type(error) is getattr(errors, f"{name}Error")
    assert (error.message, error.op, error.node_def, error.node_name) == ("text", None, None, None)


def test_most_codes_have_a_function() -> None:
    """All codes that the runtime itself ends steps with have a short form."""
    assert sum(hasattr(errors, snake_case(name)) for name in NAMES) >= 13


def test_unknown_codes_and_classes() -> None:
    """OK is no error, and other classes have no code."""
    assert errors.OK == 0
    for code in (0, 17, -1):
        with pytest.raises(KeyError):
            errors.exception_type_from_error_code(code)
    with pytest.raises(KeyError):
        errors.error_code_from_exception_type(errors.OpError)


def test_our_cancellation_is_not_asyncios() -> None:
    """A step's status must not be taken for the cancellation of the caller's task."""
    assert not issubclass(errors.CancelledError, asyncio.CancelledError)
    assert issubclass(errors.CancelledError, Exception)


def test_node_is_blamed_once() -> None:
    """The innermost node is the one that failed; callers around it are listed behind it."""
    error = errors.invalid_argument("bad shape").at_node("body/add").at_node("call")
    assert error.node_name == "body/add"
    assert error.message == "bad shape\n\t [[{{node body/add}}]]\n\t [[call]]"
    assert str(error) == error.message


def test_text_tells_where_the_node_was_made() -> None:
    """The message that users see ends in the lines of code that made the failing node, when they are known."""
    op = SimpleNamespace(name="add", created_at="  model.py:3 in build", node_def="NODE")
    error = errors.InternalError(None, op, "boom")
    assert str(error) == "boom\n\nNode 'add' was created at:\n  model.py:3 in build"
    assert error.node_def == "NODE" and error.message == "boom"
    assert str(errors.InternalError(None, SimpleNamespace(name="add", created_at=""), "boom")) == "boom"


def test_code_of_the_base_class() -> None:
    """An OpError may carry any code."""
    assert errors.OpError(None, None, "text", 42).code == 42
    assert errors.OpError(None, None, "text").code == errors.UNKNOWN


@pytest.mark.parametrize("make_copy", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy])
def test_errors_travel(make_copy: object) -> None:
    """Class, code, text and node survive pickling and copying; the operation does not."""
    node_def = node_def_pb2.NodeDef(name="add", op="AddV2")
    error = errors.OutOfRangeError(node_def, None, "past the end").at_node("add")
    travelled = make_copy(error)  # type: ignore[operator]
    assert type(travelled) is errors.OutOfRangeError
    assert (travelled.message, travelled.code, travelled.node_name) == (error.message, error.code, "add")
    assert travelled.node_def == node_def and travelled.op is None


def test_each_error_has_its_own_payloads() -> None:
    """Payloads of one error do not show in another."""
    first, second = errors.internal("a"), errors.internal("b")
    first.experimental_payloads["key"] = b"value"
    assert second.experimental_payloads == {}


def test_repr_shows_the_text() -> None:
    """A list of errors, as `asyncio.gather` gives it, can be read."""
    assert repr([errors.resource_exhausted("pool 'x' is full")]) == """[ResourceExhaustedError("pool 'x' is full")]"""


def test_http_status() -> None:
    """Each code has a status; what `run` raises of values that do not fit is the client's fault, other errors ours."""
    statuses = {name: errors.http_status(getattr(errors, f"{name}Error")(None, None, "")) for name in NAMES}
    assert statuses == {
        "Cancelled": 499, "Unknown": 500, "InvalidArgument": 400, "DeadlineExceeded": 504, "NotFound": 404,
        "AlreadyExists": 409, "PermissionDenied": 403, "ResourceExhausted": 503, "FailedPrecondition": 400,
        "Aborted": 409, "OutOfRange": 400, "Unimplemented": 501, "Internal": 500, "Unavailable": 503, "DataLoss": 500,
        "Unauthenticated": 401,
    }  # fmt: skip
    assert [errors.http_status(error) for error in (ValueError(), TypeError(), KeyError(), RuntimeError())] == [
        400, 400, 500, 500,
    ]  # fmt: skip


def test_copies_keep_payloads() -> None:
    """Those that are raised again, and those that were sent to another process; each has its own."""
    error = errors.aborted("a")
    error.experimental_payloads["type"] = b"x"
    for same in (error.again(), pickle.loads(pickle.dumps(error))):
        assert same.experimental_payloads == {"type": b"x"}
        assert same.experimental_payloads is not error.experimental_payloads
