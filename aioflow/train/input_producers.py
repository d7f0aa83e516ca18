"""Queues that are filled with strings, numbers or slices of tensors, once or again and again.

Each function adds a `QueueRunner` to the collection "queue_runners"; `tf.train.start_queue_runners` starts them.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework import TensorShape, float32, int64, string
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import constant, convert_to_tensor
from aioflow.ops.building.graph_scopes import GraphKeys, add_to_collection, control_dependencies, name_scope
from aioflow.ops.functions.array_ops import shape, size
from aioflow.ops.functions.assertion_ops import Assert
from aioflow.ops.functions.indexing_ops import gather
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.math_ops import range as range_
from aioflow.ops.functions.random_ops import random_shuffle
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import io as gen_io
from aioflow.ops.generated import math as gen_math
from aioflow.ops.generated import summary as gen_summary
from aioflow.ops.resources.queues import FIFOQueue
from aioflow.ops.variables.variables import Variable
from aioflow.train.queue_runners import QueueRunner, add_queue_runner


def match_filenames_once(pattern: TensorLike, name: str | None = None) -> Any:
    """Makes a variable of the names of files that match, `[files]` string, as they were when it was initialized.

    Args:
        pattern: One pattern, `[]` string, or several, `[patterns]` string.
        name: The variable's name.

    Returns:
        The variable, one of the local variables.
    """
    with name_scope(name, "matching_filenames", [pattern]) as scope:
        # A variable, because every epoch is to see the same files; local, because a checkpoint must not bring back
        # those of another machine. Their number is known only when it is initialized, so the shape is not validated.
        names = gen_io.matching_files(pattern)
        return Variable(
            names, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES], validate_shape=False, name=scope
        )


def limit_epochs(tensor: TensorLike, num_epochs: int | None = None, name: str | None = None) -> Tensor:
    """Gives a tensor that runs can read `num_epochs` times; after that they fail with OutOfRangeError.

    Args:
        tensor: Any tensor.
        num_epochs: Number of times; for ever when None. The count is a local variable.
        name: Name of the result.

    Raises:
        ValueError: `num_epochs` is not positive.
    """
    if num_epochs is None:
        return convert_to_tensor(tensor)
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope(name, "limit_epochs", [tensor]) as scope:
        # `count_up_to` counts and fails in one op, so that tasks which read at the same time get no epoch too many.
        zero = constant(0, int64)
        epochs = Variable(zero, name="epochs", trainable=False, collections=[GraphKeys.LOCAL_VARIABLES])
        with control_dependencies([epochs.count_up_to(num_epochs)]):
            return gen_array.identity(tensor, name=scope)


def input_producer(
    input_tensor: TensorLike,
    element_shape: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> FIFOQueue:
    """Makes a queue of the rows of a tensor.

    Args:
        input_tensor: The rows, `[rows, after...]`.
        element_shape: The shape of a row, where that of the tensor is not known.
        num_epochs: Number of times that they are enqueued; for ever when None. Local variables must be initialized.
        shuffle: Whether they are in another order each time.
        seed: For that order, see `tf.set_random_seed`.
        capacity: How many rows the queue holds.
        shared_name: Name under which nodes share the queue.
        summary_name: Name of a summary of how full the queue is; none when None.
        name: Name of the scope and the queue.
        cancel_op: See `QueueRunner`.

    Raises:
        ValueError: The shape of a row is not known.
    """
    with name_scope(name, "input_producer", [input_tensor]):
        rows = convert_to_tensor(input_tensor, name="input_tensor")
        row_shape = rows.shape[1:].merge_with(TensorShape(element_shape))
        if not row_shape.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be specified"
            )
        # A run of the enqueue is an epoch: it shuffles all rows, counts, and waits while the queue is full.
        if shuffle:
            rows = random_shuffle(rows, seed=seed)
        rows = limit_epochs(rows, num_epochs)
        queue = FIFOQueue(capacity, [rows.dtype.base_dtype], [row_shape], shared_name=shared_name, name=name)  # type: ignore[arg-type]
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many([rows])], cancel_op=cancel_op))
        if summary_name is not None:
            summarize_fullness(summary_name, queue.size(), capacity)
        return queue


def summarize_fullness(name: str, num_elements: Tensor, capacity: int) -> None:
    """Adds a summary of `num_elements / capacity` to the collection "summaries"."""
    fullness = cast(num_elements, float32) * (1.0 / capacity)
    with name_scope(name) as scope:
        add_to_collection(GraphKeys.SUMMARIES, gen_summary.scalar_summary(scope.rstrip("/"), fullness, name=scope))


def string_input_producer(
    string_tensor: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> FIFOQueue:
    """Makes a queue of strings, such as the names of files.

    Args:
        string_tensor: The strings, `[number]`.
        num_epochs: As for `input_producer`, as are the arguments that follow.
        shuffle: See there.
        seed: See there.
        capacity: See there.
        shared_name: See there.
        name: See there.
        cancel_op: See there.

    Raises:
        ValueError: There are no strings. If that is not known yet, the runs that enqueue fail.
    """
    message = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, Tensor) and not len(string_tensor):
        raise ValueError(message)
    with name_scope(name, "input_producer", [string_tensor]) as scope:
        strings = convert_to_tensor(string_tensor, dtype=string)
        # A pattern may match nothing, which is known only when it runs. Without this, empty epochs would follow each
        # other for ever, and whoever dequeues would wait as long.
        with control_dependencies([Assert(gen_math.greater(size(strings), 0), [message])]):
            strings = gen_array.identity(strings)
        return input_producer(
            strings, [], num_epochs, shuffle, seed, capacity, shared_name, f"fraction_of_{capacity}_full", scope,
            cancel_op,
        )  # fmt: skip


def range_input_producer(
    limit: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> FIFOQueue:
    """Makes a queue of the numbers from 0 to `limit` - 1; the other arguments are those of `input_producer`."""
    with name_scope(name, "input_producer", [limit]) as scope:
        return input_producer(
            range_(limit), [], num_epochs, shuffle, seed, capacity, shared_name, f"fraction_of_{capacity}_full", scope
        )


def slice_input_producer(
    tensor_list: Sequence[TensorLike],
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """Takes one row of each tensor, all at the same place; another place in each run.

    Args:
        tensor_list: The tensors, `[rows, after...]` with as many rows each.
        num_epochs: As for `input_producer`, as are the arguments that follow.
        shuffle: See there.
        seed: See there.
        capacity: See there.
        shared_name: See there.
        name: See there.

    Returns:
        The rows, `[after...]` each.

    Raises:
        ValueError: There are no tensors.
    """
    with name_scope(name, "input_producer", list(tensor_list)):
        tensors = [convert_to_tensor(tensor) for tensor in tensor_list]
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        # The queue holds numbers of rows, not rows: the tensors stay where they are, and one shuffle serves all.
        num_rows = shape(tensors[0])[0]
        index = range_input_producer(num_rows, num_epochs, shuffle, seed, capacity, shared_name).dequeue()
        return [gather(tensor, index) for tensor in tensors]
