"""RunStep framed by hand is what protobuf makes of it."""
from __future__ import annotations

import numpy as np
import pytest

from aioflow import errors
from aioflow._proto.config_pb2 import RunOptions
from aioflow._proto.distributed.master_pb2 import RunStepRequest, RunStepResponse
from aioflow.distributed.interfaces.master import StepReply, StepRequest
from aioflow.distributed.wire.run_step import read_reply, read_request, write_error, write_reply, write_request
from aioflow.framework import dtypes
from aioflow.framework.tensors import tensor_from_proto, tensor_to_proto

REQUEST = StepRequest(
    "00ff", [("x:0", dtypes.float32, np.ones((2, 1000), np.float32))], ["y:0", "z:1"], ["init"],
    RunOptions(timeout_in_ms=5).SerializeToString(), "", -5,
)  # fmt: skip


def test_a_request_is_read_by_protobuf() -> None:
    """All of its fields; errors are to be in the body, and options are there even where they say nothing."""
    message = RunStepRequest.FromString(b"".join(write_request(REQUEST)))
    assert message.session_handle == "00ff"
    assert [feed.name for feed in message.feed] == ["x:0"]
    np.testing.assert_array_equal(tensor_from_proto(message.feed[0].tensor), REQUEST.feeds[0][2])
    assert list(message.fetch) == ["y:0", "z:1"]
    assert list(message.target) == ["init"]
    assert message.options.timeout_in_ms == 5
    assert message.store_errors_in_response_body
    assert message.request_id == -5
    assert RunStepRequest.FromString(b"".join(write_request(StepRequest("a")))).HasField("options")


def test_a_request_of_protobuf_is_read() -> None:
    """Typed values as well as bytes."""
    message = RunStepRequest(session_handle="h", fetch=["a"], target=["t"], partial_run_handle="0", request_id=-1)
    message.feed.add(name="x:0", tensor=tensor_to_proto(np.float32(2)))
    found, stores_errors = read_request(message.SerializeToString(), None)
    assert not stores_errors
    assert (found.session_handle, found.fetches, found.targets) == ("h", ["a"], ["t"])
    assert (found.partial_run_handle, found.request_id) == ("0", -1)
    assert found.feeds[0][0] == "x:0"
    assert found.feeds[0][2] == 2.0


def test_requests_that_differ_in_their_ids() -> None:
    """What is known of the one before says nothing else of the next: ids, signatures, endings that look like an id."""
    for number in (5, 127, 128, 2**62 + 1, -1, 5):
        request = StepRequest("a", (), ["y:0"], ["init"], b"", "", number)
        found, stores_errors = read_request(b"".join(write_request(request)), None)
        assert stores_errors
        assert (found.session_handle, found.fetches, found.targets) == ("a", ["y:0"], ["init"])
        assert (found.feeds or (), found.options, found.request_id) == ((), b"", number)
    for name in ("n@\x05", "n@\x06", "n@\x05"):  # field 8, as it seems
        message = RunStepRequest(session_handle="a", target=[name])
        found, _ = read_request(message.SerializeToString(), None)
        assert (found.targets, found.request_id) == ([name], 0)
    doubled = RunStepRequest(request_id=7).SerializeToString() + RunStepRequest(request_id=8).SerializeToString()
    assert [read_request(doubled, None)[0].request_id for _ in range(2)] == [8, 8]


def test_answers() -> None:
    """D-5: values by their names, in any order, or an error with its class and node."""
    reply = StepReply({"b:0": np.array([1.0]), "a:0": np.array(b"s", object)}, {"a:0": dtypes.string})
    message = RunStepResponse.FromString(b"".join(write_reply(reply)))
    assert [each.name for each in message.tensor] == ["b:0", "a:0"]
    found = read_reply(message.SerializeToString())
    assert found.values["a:0"] == b"s"
    failed = write_error(errors.invalid_argument("wrong\n\t [[{{node a}}]]"))
    assert RunStepResponse.FromString(failed).status_code == errors.INVALID_ARGUMENT
    with pytest.raises(errors.InvalidArgumentError, match="wrong") as caught:
        read_reply(failed)
    assert caught.value.node_name == "a"


def test_garbage() -> None:
    """It raises as TensorFlow's server does; a feed that is no tensor is told by its number."""
    with pytest.raises(errors.InternalError, match="Unable to parse request"):
        read_request(b"\xff\xff\xff", None)
    with pytest.raises(errors.InternalError):
        read_reply(b"\x0a\xff")
    message = RunStepRequest()
    message.feed.add(name="x:0").tensor.dtype = 1  # type: ignore[assignment]
    message.feed[0].tensor.tensor_content = b"abc"
    with pytest.raises(errors.InvalidArgumentError, match="Invalid TensorProto for feed value 0"):
        read_request(message.SerializeToString(), None)
