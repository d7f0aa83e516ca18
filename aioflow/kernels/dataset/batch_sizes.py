"""Sizes of the batches of a dataset, as far as its chain of datasets tells."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.batches import BatchDataset
from aioflow.kernels.dataset.checks import AssertCardinalityDataset
from aioflow.kernels.dataset.datasets import Dataset, dataset_in
from aioflow.kernels.dataset.example_ops import ParsedDataset
from aioflow.kernels.dataset.functions import FilterDataset
from aioflow.kernels.dataset.groups import ShardDataset
from aioflow.kernels.dataset.sequences import (
    CacheDataset,
    ConcatenateDataset,
    OptionsDataset,
    RepeatDataset,
    SkipDataset,
    TakeDataset,
    ZipDataset,
)
from aioflow.kernels.dataset.shuffles import ShuffleDataset

# TensorFlow's answer where the size is not known.
_UNKNOWN = -1
# Those whose elements are batches where those of their sources are. TensorFlow does not look through others.
_TRANSPARENT = (
    AssertCardinalityDataset, CacheDataset, ConcatenateDataset, FilterDataset, OptionsDataset, ParsedDataset,
    RepeatDataset, ShardDataset, ShuffleDataset, SkipDataset, TakeDataset, ZipDataset,
)  # fmt: skip


@kernel("ComputeBatchSize")
def compute_batch_size(xp: Any, input_dataset: Array) -> Any:
    """The size of the batches that the elements are, rows that are left over aside; -1 if that is not known."""
    return np.int64(batch_size_of(dataset_in(input_dataset)))


def batch_size_of(dataset: Dataset) -> int:
    """The one size of all batches that a dataset's elements come from; -1 where some are none, or sizes differ."""
    found: set[int] = set()
    # A dataset may be reached in very many ways, by a few zips; each is looked at once. A loop and no recursion, since
    # chains may be long.
    seen: set[Dataset] = set()
    to_see = [dataset]
    while to_see:
        last = to_see.pop()
        if last in seen:
            continue
        seen.add(last)
        if isinstance(last, BatchDataset):
            found.add(last.batch_size)
        # Take-while is a filter, too, but TensorFlow does not look through it.
        elif isinstance(last, _TRANSPARENT) and not (isinstance(last, FilterDataset) and last.stops):
            to_see.extend(last.sources)
        else:
            return _UNKNOWN
    return found.pop() if len(found) == 1 else _UNKNOWN
