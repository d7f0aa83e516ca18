"""Callables: async functions for a call to `run` that is made again and again."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, RunMetadata, RunOptions
from aioflow.compiler.rewiring import rewired
from aioflow.framework import dtypes
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.session.calls.arguments import message_or_none
from aioflow.session.calls.call_form import CallForm, check_something_to_do
from aioflow.session.calls.device_values import ValuesOnDevices, devices_with_values, fed_on, fetched_from
from aioflow.session.calls.feeds import COPIED_AT_ONCE_NBYTES, Array, Feed, private_array, string_array
from aioflow.session.calls.fetches import fetch_key, own_containers
from aioflow.session.calls.graph_runner import GraphRunner, Later
from aioflow.session.steps.loop_turns import MAX_RUNS_IN_TURN_S, TURN, leave_turn

AsyncFunction = Callable[..., Awaitable[Any]]

if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    Value = TypeVar("Value", covariant=True)

    class RunCallable(Protocol[Value]):
        """What `make_callable` returns: runs the fetches, with one value for each tensor of its `feed_list`."""

        def __call__(
            self, *values: Any, options: RunOptions | None = None, run_metadata: RunMetadata | None = None
        ) -> Awaitable[Value]: ...


def with_feeds(runner: GraphRunner, fetches: Any, feed_list: Sequence[Any]) -> AsyncFunction:
    """See `BaseSession.make_callable`."""
    if not isinstance(feed_list, (list, tuple)):
        raise TypeError(f"Argument `feed_list` must be a list or tuple, but got {feed_list!r}")
    keys = list(feed_list)
    fetches = own_containers(fetches)
    fetched = fetch_key(fetches)
    form_key = None if fetched is None else (fetched, tuple(keys))
    # Looked up again when the graph has changed what may be fed or fetched.
    form: CallForm | None = None

    # These functions hold the runner, not the session: a callable goes on when the session object is gone.
    async def call(*values: Any, options: RunOptions | None = None, run_metadata: RunMetadata | None = None) -> Any:
        """Runs the fetches; takes one value per fed tensor."""
        if len(values) != len(keys):
            raise TypeError(f"this callable takes {len(keys)} fed values, but was given {len(values)}: it feeds {keys}")
        nonlocal form
        if form is None or form.access_version != runner.graph.access_version:
            form = runner.calls.find(form_key)
        if form is None:  # the first call makes it, and those whose form cannot be kept
            done = runner.start(fetches, dict(zip(keys, values, strict=True)), options, run_metadata)
        elif options is None and run_metadata is None:
            done = runner.start_call(form, values, runner.default_options)
        else:
            metadata = message_or_none("run_metadata", run_metadata, RunMetadata)
            done = runner.start_call(form, values, runner.read_options(options), metadata)
        if type(done) is Later:
            return await done.result
        if TURN.used_s > MAX_RUNS_IN_TURN_S:
            await leave_turn()
        return done

    return call


def without_feeds(runner: GraphRunner, fetches: Any, accept_options: bool) -> AsyncFunction:
    """See `BaseSession.make_callable`. Errors keep `op` None, as in TensorFlow."""
    form = CallForm(runner.graph, fetches, ())

    async def call_with_options(*, options: RunOptions | None = None, run_metadata: RunMetadata | None = None) -> Any:
        """Runs the fetches."""
        check_something_to_do(form.fetched, form.targets)
        step_options = runner.read_options(options)
        metadata = message_or_none("run_metadata", run_metadata, RunMetadata)
        values = await runner.run_compiled(form, [], step_options, metadata)
        return form.result(values, (), [], runner)

    async def call() -> Any:
        """Runs the fetches."""
        return await call_with_options()

    return call_with_options if accept_options else call


def from_options(runner: GraphRunner, options: CallableOptions) -> Callable[..., Awaitable[list[Any]]]:
    """Makes an async function for a signature that is compiled now: `BaseSession._make_callable_from_options`.

    Args:
        runner: Runs the session's graph.
        options: Feeds, fetches, targets, options of all runs, and tensor connections: tensors whose consumers take
            another one, in a copy of the graph.

    Returns:
        A function that takes one array of the right dtype per feed, and `run_metadata`; it returns a list. Nothing is
        converted, as in TensorFlow, where this is the way for those who know what they feed. What is fed or fetched on
        a device with memory of its own (`feed_devices`, `fetch_devices`) is an array of that device.

    Raises:
        InvalidArgumentError: A feed or fetch does not exist, occurs twice, or there is nothing to run.
        NotFoundError: A target does not exist.
        OutOfRangeError: An operation has no such output.
    """
    graph = runner.graph
    feeds = [_tensor(graph, name) for name in options.feed]
    connected = [_connection(graph, connection) for connection in options.tensor_connection]
    fetches = [_tensor(graph, name) for name in options.fetch]
    targets = [_target(graph, name) for name in options.target]
    _check_fed_once([*feeds, *(replaced for _, replaced in connected)], fetches)
    check_something_to_do(fetches, targets)
    wanted: list[Any] = [*fetches, *targets]
    elsewhere = runner.backend.prepare_callable(graph, options)
    if elsewhere is None:
        _check_devices([device.name for device in runner.backend.devices], options)
    fed_there = devices_with_values(runner.backend.devices, options.feed_devices) if elsewhere is None else {}
    fetched_there = devices_with_values(runner.backend.devices, options.fetch_devices) if elsewhere is None else {}
    kept = ValuesOnDevices(feeds, fed_there, [tensor.name in fetched_there for tensor in fetches])
    if connected or fed_there or fetched_there:  # in a copy: the session's own graph stays as it is for other calls
        # Made also for a back end that has a copy of its own: it says here what is wrong with the connections.
        copy, copies = rewired(graph, connected, [*feeds, *wanted])
        if elsewhere is None:
            graph, feeds, wanted = copy, copies[: len(feeds)], copies[len(feeds) :]
            feeds = [fed_on(copy, t, fed_there[t.name]) if t.name in fed_there else t for t in feeds]
            wanted = [fetched_from(copy, t, fetched_there[t.name]) if t.name in fetched_there else t for t in wanted]
    form = CallForm(graph, wanted, [Feed(tensor) for tensor in feeds], gives_variants=bool(fetched_there))
    if elsewhere is None:
        runner.compile(form, graph)  # now, so that whatever is wrong with the signature is told to its maker
    else:
        form.prepared = elsewhere
    step_options = runner.read_options(options.run_options)

    async def call(*feed_values: Any, run_metadata: RunMetadata | None = None) -> list[Any]:
        """Runs one step; takes one array of the right dtype per feed and returns a list in the order of the fetches."""
        typed = partial(_typed_arrays, kept, feed_values)
        is_large = sum(getattr(value, "nbytes", 0) for value in feed_values) > COPIED_AT_ONCE_NBYTES
        arrays = await runner.on_thread(typed, step_options) if is_large else typed()
        metadata = message_or_none("run_metadata", run_metadata, RunMetadata)
        results = await runner.run_compiled(form, arrays, step_options.watched_by(runner.watches), metadata)
        # Targets stand behind the fetches in the form, and would give a None each.
        return kept.results(form.result(results, (), arrays)[: len(fetches)])

    return call


def _typed_arrays(kept: ValuesOnDevices, values: Sequence[Any]) -> list[Array]:
    """Makes arrays of the fed tensors' dtypes of the values. Shapes are left to the kernels, as in TensorFlow.

    Raises:
        InvalidArgumentError: There are too many or too few, or one is of another dtype.
    """
    feeds = kept.feeds
    if len(values) != len(feeds):
        raise errors.invalid_argument(f"Expected {len(feeds)} feed tensors, but got {len(values)}")
    pairs = zip(feeds, values, strict=True)
    return [kept.boxed(t, value) if t.name in kept.fed_there else _typed_array(t, value) for t, value in pairs]


def _typed_array(tensor: Tensor, value: Any) -> Array:
    wanted = tensor.dtype.base_dtype
    natural = np.asarray(value)
    # Text has several numpy types, none of which is what the kernels take; so it alone is converted.
    if natural.dtype.kind in "OSU" and wanted is dtypes.string:
        return string_array(value, tensor)
    if natural.dtype != wanted.numpy_dtype or wanted.is_object:
        actual = dtypes.as_dtype(natural.dtype).wire_name
        raise errors.invalid_argument(
            f"Type mismatch: actual {actual} vs. expect {wanted.wire_name} for feed {tensor.name!r}"
        )
    return private_array(value, natural)


# Names in CallableOptions are "op" or "op:index", as in a GraphDef. For `run`, "op" is the operation; here it is its
# first output among the feeds and fetches, and the operation, whatever index is behind it, among the targets.
def _tensor(graph: Graph, name: str) -> Tensor:
    op_name, _, index = name.partition(":")
    op = graph.find_operation(op_name)
    if op is None or not (index or "0").isdecimal():
        raise errors.invalid_argument(f"Tensor {name} of CallableOptions was not found in the graph")
    if int(index or 0) >= len(op.outputs):
        raise errors.out_of_range(
            f"Node {op.name!r} (type: {op.type!r}, num of outputs: {len(op.outputs)}) does not have output {index or 0}"
        )
    return op.outputs[int(index or 0)]


def _target(graph: Graph, name: str) -> Operation:
    op = graph.find_operation(name.partition(":")[0])
    if op is None:
        raise errors.not_found(f"Some target nodes of CallableOptions were not found: {name}")
    return op


def _connection(graph: Graph, connection: Any) -> tuple[Tensor, Tensor]:
    if graph.find_operation(connection.to_tensor.partition(":")[0]) is None:
        raise errors.not_found(f"tensor_connection leads to {connection.to_tensor}, which is not in the graph")
    try:
        return _tensor(graph, connection.from_tensor), _tensor(graph, connection.to_tensor)
    except errors.OutOfRangeError as error:  # TensorFlow's code for an output that a connection names, not a feed
        raise errors.invalid_argument(f"tensor_connection with an unknown edge: {error.message}") from None


def _check_fed_once(feeds: Sequence[Tensor], fetches: Sequence[Tensor]) -> None:
    # Plain runs let the last of two values count. Here the arguments are told apart by their position alone.
    for i, tensor in enumerate(feeds):
        if tensor in feeds[:i]:
            raise errors.invalid_argument(f'Endpoint "{tensor.name}" fed more than once.')
        if tensor in fetches:
            raise errors.invalid_argument(f"{tensor.name} is both fed and fetched.")


def _check_devices(device_names: Sequence[str], options: CallableOptions) -> None:
    wanted = [*options.feed_devices.items(), *options.fetch_devices.items()]
    known = [DeviceSpec.parse(name) for name in device_names]
    for tensor_name, device in wanted:
        if not any(DeviceSpec.parse(device).matches(full) for full in known):
            raise errors.invalid_argument(
                f"Device '{device}' specified for tensor '{tensor_name}' in CallableOptions does not exist; "
                f"there are {', '.join(device_names)}"
            )
