"""Batches out of single elements, by way of a queue that runs of other tasks fill.

Each function adds a `QueueRunner` to the collection "queue_runners"; `tf.train.start_queue_runners` starts them.
Elements are lists or dicts of tensors, and so are the batches. The eight functions differ in three things only: whether
there are several sources, whether the order is random, and whether some elements are left out.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aioflow.framework import TensorShape, int32
from aioflow.framework.graph import Operation, SparseTensor, Tensor, constant_value
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.control_flow.conditionals import cond
from aioflow.ops.functions.control_flow_ops import no_op
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import math as gen_math
from aioflow.ops.resources.queues import FIFOQueue, PaddingFIFOQueue, QueueBase, RandomShuffleQueue
from aioflow.train.input_producers import summarize_fullness
from aioflow.train.queue_runners import QueueRunner, add_queue_runner

Element = Sequence[Any] | Mapping[str, Any]
MakeQueue = Callable[[list[Any], list[Any]], QueueBase]


def batch(
    tensors: Element,
    batch_size: TensorLike,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes batches of the elements that runs of `tensors` give one by one.

    Args:
        tensors: The components of an element; with `enqueue_many` of several, stacked along the first dimension.
        batch_size: Number of elements of a batch.
        num_threads: Number of tasks that enqueue at the same time.
        capacity: Number of elements that the queue holds.
        enqueue_many: See `tensors`.
        shapes: The shapes of the components of one element, where those of `tensors` are not known.
        dynamic_pad: Whether elements may differ in size; they are padded with zeros to the largest of their batch.
        allow_smaller_final_batch: Whether the last batch may be smaller; else its elements are dropped.
        shared_name: Name under which nodes share the queue.
        name: Name of the result.

    Returns:
        The components of a batch, `[batch_size, component shape]` each: a list, a dict, or the only one.

    Raises:
        ValueError: There are no tensors, or the rank of one is not known.
    """
    make = _first_come(capacity, dynamic_pad, shared_name)
    return _batched(
        "batch", [tensors], True, batch_size, num_threads, enqueue_many, shapes, allow_smaller_final_batch, name, make,
        _fullness(capacity),
    )  # fmt: skip


def maybe_batch(
    tensors: Element,
    keep_input: TensorLike,
    batch_size: TensorLike,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes a `batch` of those elements only for which `keep_input` is true.

    `keep_input` is `[]`, or with `enqueue_many` maybe `[elements]`.
    """
    make = _first_come(capacity, dynamic_pad, shared_name)
    return _batched(
        "batch", [tensors], keep_input, batch_size, num_threads, enqueue_many, shapes, allow_smaller_final_batch, name,
        make, _fullness(capacity),
    )  # fmt: skip


def batch_join(
    tensors_list: Sequence[Element],
    batch_size: TensorLike,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes a `batch` of the elements of several sources, each of which has a task that enqueues."""
    make = _first_come(capacity, dynamic_pad, shared_name)
    return _batched(
        "batch_join", tensors_list, True, batch_size, 1, enqueue_many, shapes, allow_smaller_final_batch, name, make,
        _fullness(capacity),
    )  # fmt: skip


def maybe_batch_join(
    tensors_list: Sequence[Element],
    keep_input: TensorLike,
    batch_size: TensorLike,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes a `batch_join` of those elements only for which `keep_input` is true; see `maybe_batch`."""
    make = _first_come(capacity, dynamic_pad, shared_name)
    return _batched(
        "batch_join", tensors_list, keep_input, batch_size, 1, enqueue_many, shapes, allow_smaller_final_batch, name,
        make, _fullness(capacity),
    )  # fmt: skip


def shuffle_batch(
    tensors: Element,
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes a `batch` with elements in random order.

    `min_after_dequeue` elements stay in the queue to be mixed with others; `seed` makes the order repeat, see
    `tf.set_random_seed`.
    """
    make = _shuffled(capacity, min_after_dequeue, seed, shared_name)
    return _batched(
        "shuffle_batch", [tensors], True, batch_size, num_threads, enqueue_many, shapes, allow_smaller_final_batch,
        name, make, _fullness(capacity, min_after_dequeue),
    )  # fmt: skip


def maybe_shuffle_batch(
    tensors: Element,
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    keep_input: TensorLike,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes a `shuffle_batch` of those elements only for which `keep_input` is true; see `maybe_batch`."""
    make = _shuffled(capacity, min_after_dequeue, seed, shared_name)
    return _batched(
        "shuffle_batch", [tensors], keep_input, batch_size, num_threads, enqueue_many, shapes,
        allow_smaller_final_batch, name, make, _fullness(capacity, min_after_dequeue),
    )  # fmt: skip


def shuffle_batch_join(
    tensors_list: Sequence[Element],
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes a `batch_join` with elements in random order; see `shuffle_batch`."""
    make = _shuffled(capacity, min_after_dequeue, seed, shared_name)
    return _batched(
        "shuffle_batch_join", tensors_list, True, batch_size, 1, enqueue_many, shapes, allow_smaller_final_batch, name,
        make, _fullness(capacity, min_after_dequeue),
    )  # fmt: skip


def maybe_shuffle_batch_join(
    tensors_list: Sequence[Element],
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    keep_input: TensorLike,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Makes a `shuffle_batch_join` of those elements only for which `keep_input` is true; see `maybe_batch`."""
    make = _shuffled(capacity, min_after_dequeue, seed, shared_name)
    return _batched(
        "shuffle_batch_join", tensors_list, keep_input, batch_size, 1, enqueue_many, shapes, allow_smaller_final_batch,
        name, make, _fullness(capacity, min_after_dequeue),
    )  # fmt: skip


# ---- queues


def _first_come(capacity: int, is_padding: bool, shared_name: str | None) -> MakeQueue:
    kind = PaddingFIFOQueue if is_padding else FIFOQueue
    return lambda types, shapes: kind(capacity, types, shapes, shared_name=shared_name)


def _shuffled(capacity: int, min_after_dequeue: int, seed: int | None, shared_name: str | None) -> MakeQueue:
    return lambda types, shapes: RandomShuffleQueue(
        capacity, min_after_dequeue, types, shapes, seed=seed, shared_name=shared_name
    )


def _fullness(capacity: int, min_after_dequeue: int | None = None) -> Callable[[QueueBase], None]:
    """Makes a function that adds a summary of how full a queue is, beyond the elements that stay in it."""

    def summarize(queue: QueueBase) -> None:
        if min_after_dequeue is None:
            summarize_fullness(f"fraction_of_{capacity}_full", queue.size(), capacity)
            return
        # The elements kept for mixing are always there. How far the tasks are ahead shows only beyond them.
        room = capacity - min_after_dequeue
        beyond = gen_math.maximum(0, queue.size() - min_after_dequeue)
        summarize_fullness(f"fraction_over_{min_after_dequeue}_of_{room}_full", beyond, room)

    return summarize


# ---- in and out


def _batched(
    default_name: str, elements: Sequence[Element], keep_input: TensorLike, batch_size: TensorLike, num_threads: int,
    enqueue_many: bool, shapes: Any, allow_smaller: bool, name: str | None, make_queue: MakeQueue,
    summarize: Callable[[QueueBase], None],
) -> Any:  # fmt: skip
    """Makes the batches, and the queue and its runner before them."""
    lists = [_components(element) for element in elements]
    if not lists:
        raise ValueError(f"tensors_list may not be empty in {default_name}().")
    with name_scope(name, default_name, [*(part for parts in lists for part in parts), keep_input]) as scope:
        sources = [_checked(parts, default_name) for parts in lists]
        keep = _checked_keep(keep_input, enqueue_many)
        queue = make_queue(_types(sources), _shapes(sources, enqueue_many) if shapes is None else shapes)
        # The same operation several times: each task runs it by itself, and the queue tells their elements apart.
        enqueues = [_enqueue(queue, source, keep, enqueue_many) for source in sources] * num_threads
        add_queue_runner(QueueRunner(queue, enqueues))
        summarize(queue)
        dequeue = queue.dequeue_up_to if allow_smaller else queue.dequeue_many
        return _like(elements[0], dequeue(batch_size, name=scope))


def _components(element: Element) -> list[Any]:
    # By sorted keys, so that sources whose dicts were filled in another order agree.
    return [element[key] for key in sorted(element)] if isinstance(element, Mapping) else list(element)


def _like(element: Element, parts: Any) -> Any:
    """Gives the components of a batch in the form of an element."""
    if not isinstance(element, Mapping):
        return parts
    return dict(zip(sorted(element), parts if isinstance(parts, list) else [parts], strict=True))


def _checked(parts: list[Any], caller: str) -> list[Tensor]:
    if not parts:
        raise ValueError(f"Expected at least one tensor in {caller}().")
    if any(isinstance(part, SparseTensor) for part in parts):
        raise TypeError(f"{caller}() takes no sparse tensors; give it their parts, and join those of a batch")
    return [convert_to_tensor(part) for part in parts]


def _checked_keep(keep_input: TensorLike, enqueue_many: bool) -> Tensor:
    keep = convert_to_tensor(keep_input)
    # The rank decides whether single elements are left out or the whole enqueue, and so which nodes are made.
    if keep.shape.rank is None:
        raise ValueError("`keep_input` rank must be known at graph construction.")
    if keep.shape.rank == 1 and not enqueue_many:
        raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
    if keep.shape.rank > 1:
        raise ValueError("`keep_input` must be 0 or 1 dimensions.")
    return keep


def _types(sources: list[list[Tensor]]) -> list[Any]:
    all_types = [[tensor.dtype.base_dtype for tensor in source] for source in sources]
    for types in all_types:
        if types != all_types[0]:
            found = (", ".join(dtype.name for dtype in each) for each in (all_types[0], types))
            raise TypeError(f"Expected types to be consistent: {' vs. '.join(found)}.")
    return all_types[0]


def _shapes(sources: list[list[Tensor]], enqueue_many: bool) -> list[TensorShape]:
    """Finds the shape of each component of one element, on which all sources agree."""
    for tensor in (tensor for source in sources for tensor in source):
        if tensor.shape.rank is None:
            raise ValueError(f"Cannot infer Tensor's rank: {tensor}")
    merged = []
    for tensors in zip(*sources, strict=True):
        shapes = [tensor.shape[1:] if enqueue_many else tensor.shape for tensor in tensors]
        for shape in shapes[1:]:
            shapes[0].merge_with(shape)  # only refuses what contradicts: the first shape counts, as in TensorFlow
        merged.append(shapes[0])
    return merged


def _enqueue(queue: QueueBase, source: list[Tensor], keep: Tensor, enqueue_many: bool) -> Operation | Tensor:
    enqueue = queue.enqueue_many if enqueue_many else queue.enqueue
    if keep.shape.rank == 1:  # part 1 of two is what is kept
        places = cast(keep, int32)
        return enqueue([gen_array.dynamic_partition(tensor, places, num_partitions=2)[1] for tensor in source])
    known = constant_value(keep)  # saves the branch where it is plain in the graph, as for `batch`
    if known is None:
        return cond(keep, lambda: enqueue(source), no_op)  # type: ignore[no-any-return]
    return enqueue(source) if known else no_op()
