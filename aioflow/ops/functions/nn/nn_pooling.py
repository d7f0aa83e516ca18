"""tf.nn.pool, tf.nn.avg_pool1d, tf.nn.with_space_to_batch, ...: pooling of sequences, images and volumes alike."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aioflow.framework.graph import Tensor, constant_value
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.array_ops import one_of
from aioflow.ops.functions.nn.nn_conv import IntOrInts, Padding, avg_pool, avg_pool3d, max_pool, max_pool3d
from aioflow.ops.functions.patch_ops import batch_to_space_nd, required_space_to_batch_paddings, space_to_batch_nd
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import nn as gen_nn

__all__ = [
    "avg_pool1d", "avg_pool_v2", "fractional_avg_pool", "fractional_max_pool", "max_pool1d", "max_pool_v2", "pool",
    "with_space_to_batch",
]  # fmt: skip


def avg_pool1d(
    input: TensorLike, ksize: IntOrInts, strides: IntOrInts, padding: str, data_format: str = "NWC",
    name: str | None = None,
) -> Tensor:  # fmt: skip
    """Means over windows of sequences [batch, width, channels], or channels first for "NCW"."""
    return _of_sequences(avg_pool, "AvgPool1D", input, ksize, strides, padding, data_format, name)


def max_pool1d(
    input: TensorLike, ksize: IntOrInts, strides: IntOrInts, padding: Padding, data_format: str = "NWC",
    name: str | None = None,
) -> Tensor:  # fmt: skip
    """Maxima over windows of sequences [batch, width, channels], or channels first for "NCW"."""
    return _of_sequences(max_pool, "MaxPool1d", input, ksize, strides, padding, data_format, name)


def avg_pool_v2(
    input: TensorLike, ksize: IntOrInts, strides: IntOrInts, padding: str, data_format: str | None = None,
    name: str | None = None,
) -> Tensor:  # fmt: skip
    """Means over windows of sequences, images or volumes, by the rank of `input`: 3, 4 or 5."""
    return _by_rank((avg_pool1d, avg_pool, avg_pool3d), input, ksize, strides, padding, data_format, name)


def max_pool_v2(
    input: TensorLike, ksize: IntOrInts, strides: IntOrInts, padding: Padding, data_format: str | None = None,
    name: str | None = None,
) -> Tensor:  # fmt: skip
    """Maxima over windows of sequences, images or volumes, by the rank of `input`: 3, 4 or 5."""
    return _by_rank((max_pool1d, max_pool, max_pool3d), input, ksize, strides, padding, data_format, name)


def pool(
    input: TensorLike,
    window_shape: Sequence[int],
    pooling_type: str,
    padding: str,
    dilation_rate: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Sequence[int] | None = None,
) -> Tensor:
    """Maxima or means over windows with 1, 2 or 3 spatial dimensions.

    Args:
        input: [batch, spatial..., channels], or channels first for a format that begins with "NC".
        window_shape: Sizes of the window, [spatial].
        pooling_type: "MAX" or "AVG".
        padding: "SAME" or "VALID".
        dilation_rate: Distance of the elements that a window takes, [spatial]. `dilations` is its newer name.
        strides: Steps of the window, [spatial].
        name: Name of the scope.
        data_format: Where the channels are.
        dilations: See `dilation_rate`.

    Raises:
        ValueError: There are steps as well as distances, "SAME" comes with distances, a step is larger than the window,
            or pooling of that type and number of dimensions does not exist.
    """
    sizes = [int(size) for size in window_shape]
    rate = [int(size) for size in one_of("dilations", dilations, "dilation_rate", dilation_rate) or [1] * len(sizes)]
    steps = [int(size) for size in strides or [1] * len(sizes)]
    if max(rate) > 1 and max(steps) > 1:
        raise ValueError("strides > 1 not supported in conjunction with dilation_rate > 1")
    if padding == "SAME" and max(rate) > 1:
        raise ValueError("pooling with 'SAME' padding is not implemented for `dilation_rate` > 1")
    if any(step > size for step, size in zip(steps, sizes, strict=True)):
        raise ValueError("`strides` > `window_shape` not supported due to inconsistency between CPU and GPU")
    kinds: dict[tuple[str, int], Callable[..., Tensor]] = {
        ("MAX", 1): max_pool1d, ("MAX", 2): max_pool, ("MAX", 3): max_pool3d,
        ("AVG", 1): avg_pool1d, ("AVG", 2): avg_pool, ("AVG", 3): avg_pool3d,
    }  # fmt: skip
    if (pooling_type, len(sizes)) not in kinds:
        raise ValueError(f"{len(sizes)}-D {pooling_type} pooling is not supported.")
    kind = kinds[pooling_type, len(sizes)]

    def pooled(converted: Tensor, spatial: int, how: str) -> Tensor:
        layout = data_format or {1: "NWC", 2: "NHWC", 3: "NDHWC"}[spatial]
        return kind(converted, sizes, steps, how, data_format=layout)

    with name_scope(name, f"{pooling_type.lower()}_pool", [input]):
        return with_space_to_batch(convert_to_tensor(input), rate, padding, pooled, sizes, data_format=data_format)


def with_space_to_batch(
    input: TensorLike,
    dilation_rate: TensorLike,
    padding: str,
    op: Callable[[Tensor, int, str], Tensor],
    filter_shape: TensorLike = None,
    spatial_dims: Sequence[int] | None = None,
    data_format: str | None = None,
) -> Tensor:
    """Applies a windowed function that knows no distances between elements as if it did.

    Elements at that distance are moved next to each other, and what is between them into the batch.

    Args:
        input: [batch, spatial..., channels], or channels first for a format that begins with "NC".
        dilation_rate: The distance along each spatial dimension, [spatial], known when the graph is built.
        padding: "SAME" or "VALID".
        op: Is called with a tensor, the number of spatial dimensions and a padding.
        filter_shape: The window's sizes, [spatial, ...]; only needed for "SAME".
        spatial_dims: Which dimensions are spatial; those behind the batch when None.
        data_format: Where the channels are.

    Raises:
        ValueError: A distance is below 1, the padding is unknown, or "SAME" comes without `filter_shape`.
    """
    input = convert_to_tensor(input, name="input")
    found = constant_value(dilation_rate) if isinstance(dilation_rate, Tensor) else np.asarray(dilation_rate)
    if found is None or found.ndim != 1 or (found < 1).any():
        raise ValueError("dilation_rate must be positive, and known when the graph is built")
    rates = [int(rate) for rate in found]
    if all(rate == 1 for rate in rates):
        return op(input, len(rates), padding)
    first = 2 if data_format is not None and data_format.startswith("NC") else 1
    places = sorted(spatial_dims) if spatial_dims is not None else list(range(first, first + len(rates)))
    # Blocks are those of all dimensions between the batch and the last spatial one.
    blocks = np.ones(places[-1], np.int32)
    base: Any = np.zeros((places[-1], 2), np.int32)
    for number, (place, rate) in enumerate(zip(places, rates, strict=True)):
        blocks[place - 1] = rate
        if padding == "SAME":
            base[place - 1] = _same_padding(filter_shape, number, rate)
    if padding not in ("SAME", "VALID"):
        raise ValueError(f"Invalid padding method {padding!r}")
    dims = input.shape.as_list()[1 : places[-1] + 1]
    inner: Any = array_ops.shape(input)[1 : places[-1] + 1] if None in dims else np.array(dims, np.int32)
    paddings, crops = required_space_to_batch_paddings(inner, blocks, base)
    moved = space_to_batch_nd(input, blocks, paddings)
    return batch_to_space_nd(op(moved, len(rates), "VALID"), blocks, crops)


def fractional_avg_pool(
    value: TensorLike, pooling_ratio: Sequence[float], pseudo_random: bool = False, overlapping: bool = False,
    deterministic: bool = False, seed: int = 0, seed2: int = 0, name: str | None = None,
) -> gen_nn.FractionalAvgPoolOutputs:  # fmt: skip
    """Means over windows of random sizes, which make images smaller by a fraction (B. Graham, 2014).

    Args:
        value: Images [batch, height, width, channels].
        pooling_ratio: By how much each dimension gets smaller, [4]; 1 for batch and channels.
        pseudo_random: Whether sizes follow a pattern that begins at random, and are not all drawn.
        overlapping: Whether windows share their edges.
        deterministic: Whether windows are the same in all steps.
        seed: The seed, with `seed2`.
        seed2: Likewise.
        name: The node's name.

    Returns:
        The means, and where the windows begin, for rows and for columns.
    """
    return gen_nn.fractional_avg_pool(
        value, pooling_ratio=pooling_ratio, pseudo_random=pseudo_random, overlapping=overlapping,
        deterministic=deterministic, seed=seed, seed2=seed2, name=name,
    )  # fmt: skip


def fractional_max_pool(
    value: TensorLike, pooling_ratio: Sequence[float], pseudo_random: bool = False, overlapping: bool = False,
    deterministic: bool = False, seed: int = 0, seed2: int = 0, name: str | None = None,
) -> gen_nn.FractionalMaxPoolOutputs:  # fmt: skip
    """Maxima over windows of random sizes; see `fractional_avg_pool`."""
    return gen_nn.fractional_max_pool(
        value, pooling_ratio=pooling_ratio, pseudo_random=pseudo_random, overlapping=overlapping,
        deterministic=deterministic, seed=seed, seed2=seed2, name=name,
    )  # fmt: skip


def _same_padding(filter_shape: TensorLike, number: int, rate: int) -> tuple[int, int]:
    """Zeros before and behind a dimension, for as many windows as there are elements."""
    known = constant_value(filter_shape) if isinstance(filter_shape, Tensor) else filter_shape
    if known is None:
        raise ValueError("filter_shape must be specified for SAME padding")
    missing = (int(known[number]) - 1) * rate
    return missing // 2, missing - missing // 2


def _of_sequences(
    pool: Callable[..., Tensor], kind: str, input: TensorLike, ksize: IntOrInts, strides: IntOrInts, padding: Any,
    data_format: str, name: str | None,
) -> Tensor:  # fmt: skip
    """Pools sequences as images of height 1."""
    with name_scope(name, kind, [input]) as scope:
        last = data_format in ("NWC", "NHWC")
        place = 1 if last else 2
        sizes, steps = ([1, *_one(value, last)] for value in (ksize, strides))
        images = gen_array.expand_dims(input, place)
        pooled = pool(images, sizes, steps, padding, data_format="NHWC" if last else "NCHW", name=scope)
        return gen_array.squeeze(pooled, squeeze_dims=[place])


def _one(value: IntOrInts, channels_last: bool) -> list[int]:
    numbers = [int(number) for number in np.atleast_1d(value)]
    if len(numbers) not in (1, 3):
        raise ValueError(f"ksize and strides should be of length 1 or 3 but was {len(numbers)}")
    return numbers if len(numbers) == 1 else [numbers[1 if channels_last else 2]]


def _by_rank(
    kinds: tuple[Callable[..., Tensor], ...], input: TensorLike, ksize: IntOrInts, strides: IntOrInts, padding: Any,
    data_format: str | None, name: str | None,
) -> Tensor:  # fmt: skip
    input = convert_to_tensor(input)
    rank = input.shape.rank
    rank = {None: None, "NWC": 3, "NCW": 3, "NHWC": 4, "NCHW": 4, "NDHWC": 5, "NCDHW": 5}[data_format] or rank
    if rank not in (3, 4, 5):
        raise ValueError(f"Input tensor must be of rank 3, 4 or 5 but was {rank}.")
    layout = data_format or {3: "NWC", 4: "NHWC", 5: "NDHWC"}[rank]
    return kinds[rank - 3](input, ksize, strides, padding, data_format=layout, name=name)
