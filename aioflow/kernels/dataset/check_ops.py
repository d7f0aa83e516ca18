"""Datasets as ops that look at their elements, cut and join batches, or choose among other datasets."""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow.framework import DType, FunctionName
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import require_scalar, require_vector
from aioflow.kernels.dataset.checks import AssertCardinalityDataset, IgnoreErrorsDataset, UniqueDataset
from aioflow.kernels.dataset.datasets import Dataset, Pull, check_types, dataset_in, int_scalar, nested_dataset
from aioflow.kernels.dataset.mixes import DirectedInterleaveDataset
from aioflow.kernels.dataset.rows import RebatchDataset, RebatchSizesDataset, SlidingWindowDataset
from aioflow.kernels.dataset.sparse import DenseToSparseBatchDataset, SparseTensorSliceDataset

# ---- looked at


@kernel("IgnoreErrorsDataset", "ExperimentalIgnoreErrorsDataset")
def ignore_errors_dataset(xp: Any, input_dataset: Array) -> Dataset:
    """The elements that can be made; those that cannot are left out."""
    return IgnoreErrorsDataset(dataset_in(input_dataset))


@kernel("AssertCardinalityDataset")
def assert_cardinality_dataset(xp: Any, input_dataset: Array, cardinality: Array) -> Dataset:
    """The elements, with an error where they are not `cardinality` ([] int64) many."""
    return AssertCardinalityDataset(dataset_in(input_dataset), int_scalar(cardinality, "cardinality"))


@kernel("UniqueDataset", "ExperimentalUniqueDataset")
def unique_dataset(xp: Any, input_dataset: Array) -> Dataset:
    """Each element that there was not yet."""
    return UniqueDataset(dataset_in(input_dataset))


# ---- rows


@kernel("RebatchDataset", "ExperimentalRebatchDataset")
def rebatch_dataset(xp: Any, input_dataset: Array, num_replicas: Array) -> Dataset:
    """Parts of each batch, one for each of `num_replicas` ([] int64)."""
    return RebatchDataset(dataset_in(input_dataset), int_scalar(num_replicas, "num_replicas"))


@kernel("RebatchDatasetV2")
def rebatch_dataset_v2(xp: Any, input_dataset: Array, batch_sizes: Array, drop_remainder: Array) -> Dataset:
    """The rows of all batches in batches of `batch_sizes` ([] or [n] int64), over and over."""
    require_scalar(drop_remainder, "drop_remainder")
    if batch_sizes.ndim > 1:
        raise errors.invalid_argument(f"`batch_sizes` must be a scalar or a vector, not {shown(batch_sizes.shape)}")
    return RebatchSizesDataset(dataset_in(input_dataset), batch_sizes.reshape(-1).tolist(), bool(drop_remainder))


@kernel("SlidingWindowDataset")
def sliding_window_dataset(
    xp: Any, input_dataset: Array, window_size: Array, window_shift: Array, window_stride: Array, *,
    drop_remainder: bool,
) -> Dataset:  # fmt: skip
    """Windows of `window_size` ([] int64) elements, stacked; see `WindowDataset` for shift and stride."""
    size, shift = int_scalar(window_size, "window_size"), int_scalar(window_shift, "window_shift")
    stride = int_scalar(window_stride, "window_stride")
    return SlidingWindowDataset(dataset_in(input_dataset), size, shift, stride, drop_remainder)


@kernel("ExperimentalSlidingWindowDataset")
def experimental_sliding_window_dataset(
    xp: Any, input_dataset: Array, window_size: Array, window_shift: Array, window_stride: Array
) -> Dataset:
    """Windows as of SlidingWindowDataset; those at the end that have fewer elements are left out."""
    return sliding_window_dataset(xp, input_dataset, window_size, window_shift, window_stride, drop_remainder=True)


# ---- sparse


@kernel("SparseTensorSliceDataset")
def sparse_tensor_slice_dataset(
    ctx: KernelContext, indices: Array, values: Array, dense_shape: Array, *, Tvalues: DType
) -> Dataset:
    """The slices of a sparse tensor: `indices` [n, rank], `values` [n], `dense_shape` [rank]."""
    return SparseTensorSliceDataset(indices, values, dense_shape, Tvalues)


@kernel("DenseToSparseBatchDataset", "ExperimentalDenseToSparseBatchDataset")
def dense_to_sparse_batch_dataset(xp: Any, input_dataset: Array, batch_size: Array, row_shape: Array) -> Dataset:
    """Batches of `batch_size` ([] int64) elements as sparse tensors, each at most as large as `row_shape` [rank]."""
    require_vector(row_shape, "row_shape")
    size = int_scalar(batch_size, "batch_size")
    return DenseToSparseBatchDataset(dataset_in(input_dataset), size, row_shape.tolist())


# ---- chosen


@kernel("DirectedInterleaveDataset")
def directed_interleave_dataset(
    xp: Any, selector_input_dataset: Array, data_input_datasets: list[Array], *, stop_on_empty_dataset: bool
) -> Dataset:
    """Elements of those datasets whose numbers are the elements of the first one ([] int64 each)."""
    sources = [dataset_in(value) for value in data_input_datasets]
    return DirectedInterleaveDataset(dataset_in(selector_input_dataset), sources, stop_on_empty_dataset)


@kernel("ExperimentalDirectedInterleaveDataset")
def experimental_directed_interleave_dataset(
    xp: Any, selector_input_dataset: Array, data_input_datasets: list[Array]
) -> Dataset:
    """Elements as of DirectedInterleaveDataset; what a dataset that is over should give is left out."""
    return directed_interleave_dataset(
        xp, selector_input_dataset, data_input_datasets, stop_on_empty_dataset=False
    )


@kernel("ChooseFastestDataset", "ExperimentalChooseFastestDataset")
def choose_fastest_dataset(xp: Any, input_datasets: list[Array]) -> Dataset:
    """The first one: all have the same elements."""
    sources = [dataset_in(value) for value in input_datasets]
    for source in sources[1:]:
        # Checked although they are not used: TensorFlow refuses the node otherwise.
        check_types(sources[0].dtypes, source.dtypes)
    return sources[0]


@kernel("ChooseFastestBranchDataset")
async def choose_fastest_branch_dataset(
    ctx: KernelContext, input_dataset: Array, ratio_numerator: Array, ratio_denominator: Array,
    other_arguments: list[Array], *,
    branches: list[FunctionName], other_arguments_lengths: list[int],
) -> Dataset:  # fmt: skip
    """The dataset that the first branch makes of the input: all branches make the same elements."""
    for value, name in ((ratio_numerator, "ratio_numerator"), (ratio_denominator, "ratio_denominator")):
        if int_scalar(value, name) <= 0:
            raise errors.invalid_argument(f"`{name}` must be greater than zero.")
    if len(branches) != len(other_arguments_lengths) or sum(other_arguments_lengths) != len(other_arguments):
        raise errors.invalid_argument("branches, other_arguments_lengths and other_arguments do not fit together")
    # Only to refuse a value that is no dataset, before a branch is called with it.
    dataset_in(input_dataset)
    first = other_arguments[: other_arguments_lengths[0]]
    return nested_dataset(await Pull(ctx).call(branches[0], [input_dataset, *first]))
