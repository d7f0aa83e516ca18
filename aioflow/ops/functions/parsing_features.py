"""tf.FixedLenFeature, tf.VarLenFeature, ...: what a feature of an Example looks like, and what the ops need of it."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType, as_dtype
from aioflow.framework.graph import SparseTensor, Tensor
from aioflow.framework.shapes import TensorShape
from aioflow.ops.building.convert import constant, convert_to_tensor
from aioflow.ops.functions.sparse_ops import sparse_merge
from aioflow.ops.generated import array as gen

__all__ = ["FixedLenFeature", "FixedLenSequenceFeature", "SparseFeature", "VarLenFeature"]


class VarLenFeature(NamedTuple):
    """A feature with any number of values, which becomes a sparse tensor.

    Attributes:
        dtype: float32, int64 or string.
    """

    dtype: Any


class SparseFeature(NamedTuple):
    """Two or more features that hold the values and the indices of a sparse tensor.

    Attributes:
        index_key: The feature with the indices (int64); a list of them, one for each dimension, for more than one.
        value_key: The feature with the values.
        dtype: The dtype of the values.
        size: What the indices are below, or a list of such numbers.
        already_sorted: Whether the indices are in order already.
    """

    index_key: Any
    value_key: str
    dtype: Any
    size: Any
    already_sorted: bool = False


class FixedLenFeature(NamedTuple):
    """A feature of one known shape, which becomes a tensor.

    Attributes:
        shape: Its shape.
        dtype: float32, int64 or string.
        default_value: What it is where an Example lacks it, of that shape; None makes such an Example an error.
    """

    shape: Any
    dtype: Any
    default_value: Any = None


class FixedLenSequenceFeature(NamedTuple):
    """A feature of any number of items of one known shape, which becomes a tensor [longest, *shape].

    Attributes:
        shape: The shape of an item.
        dtype: float32, int64 or string.
        allow_missing: Whether the feature may be missing (and is empty then).
        default_value: What fills shorter features up, []; zero or the empty string when None.
    """

    shape: Any
    dtype: Any
    allow_missing: bool = False
    default_value: Any = None


@dataclass(slots=True)
class FeatureColumns:
    """The description of features that a parsing op takes.

    Attributes:
        sparse: Dtypes by key.
        dense: Dtypes by key.
        shapes: The shapes of the dense features, None in front for sequences.
        defaults: The defaults of those dense features that have one.
        may_miss: Which dense features are sequences that may be missing.
        merged: Sparse features that are put together from others.
        hidden: The keys of those others, as far as nobody asks for them.
    """

    sparse: dict[str, DType] = field(default_factory=dict)
    dense: dict[str, DType] = field(default_factory=dict)
    shapes: dict[str, TensorShape] = field(default_factory=dict)
    defaults: dict[str, Any] = field(default_factory=dict)
    may_miss: dict[str, bool] = field(default_factory=dict)
    merged: dict[str, SparseFeature] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)

    def add(self, key: str, feature: Any, in_sequence: bool = False) -> None:
        """Adds a feature.

        Args:
            key: Its key.
            feature: Its description.
            in_sequence: Whether it is a feature list, which may have any number of items without being optional.

        Raises:
            ValueError: It is no description of a feature, lacks a dtype or a size, or contradicts another one.
        """
        if isinstance(feature, VarLenFeature):
            # A part of a SparseFeature that is asked for by itself stays among the results.
            self.hidden.discard(key)
            self._add_sparse(key, _dtype(key, feature.dtype))
        elif isinstance(feature, SparseFeature) and not in_sequence:
            self._add_merged(key, feature)
        elif isinstance(feature, FixedLenFeature) and not in_sequence:
            self._add_dense(key, feature, _item_shape(key, feature.shape))
        elif isinstance(feature, FixedLenSequenceFeature):
            if not in_sequence and not feature.allow_missing:
                raise ValueError(f"FixedLenSequenceFeature {key!r} of an Example must have allow_missing=True")
            item = _item_shape(key, feature.shape)
            # In an Example the items are the first dimension, of unknown size, which TensorFlow's op takes for
            # "variable length". A feature list has that dimension anyway.
            self._add_dense(key, feature, item if in_sequence else TensorShape([None, *item.as_list()]))
            self.may_miss[key] = feature.allow_missing
        else:
            raise ValueError(f"Unsupported {type(feature).__name__} {feature!r} for key {key!r}")

    def _add_sparse(self, key: str, dtype: DType) -> None:
        # Several SparseFeatures may share a key, such as one with the indices; it is parsed once.
        if self.sparse.setdefault(key, dtype) is not dtype:
            raise ValueError(f"feature {key!r} is asked for as {dtype.name} and as {self.sparse[key].name}")

    def _add_dense(self, key: str, feature: Any, shape: TensorShape) -> None:
        self.dense[key], self.shapes[key] = _dtype(key, feature.dtype), shape
        if feature.default_value is not None:
            self.defaults[key] = feature.default_value

    def _add_merged(self, key: str, feature: SparseFeature) -> None:
        for part in (*_index_keys(feature), feature.value_key):
            if part not in self.sparse:
                self.hidden.add(part)
        for index_key in _index_keys(feature):
            self._add_sparse(index_key, dtypes.int64)
        self._add_sparse(feature.value_key, _dtype(key, feature.dtype))
        self.merged[key] = feature

    def default_tensors(self) -> list[Tensor]:
        """The defaults of the dense features: their own ones, else empty ones (zero for sequences)."""
        return [self._default(key, dtype) for key, dtype in self.dense.items()]

    def _default(self, key: str, dtype: DType) -> Tensor:
        shape, default = self.shapes[key], self.defaults.get(key)
        is_sequence = shape.rank is not None and shape.rank > 0 and shape.as_list()[0] is None
        # For a sequence the default is what fills up shorter ones: one element.
        if default is None and is_sequence:
            return constant("" if dtype is dtypes.string else 0, dtype)
        if default is None:
            # The op takes an empty default for "required".
            return constant([], dtype)
        # Keys may have characters that names of nodes may not have.
        name = "".join(c if c.isalnum() or c in "_." else "_" for c in key)
        tensor = convert_to_tensor(default, dtype, f"padding_{name}" if is_sequence else f"key_{name}")
        return gen.reshape(tensor, [] if is_sequence else shape.as_list())

    def results(self, sparse: tuple[list[Tensor], list[Tensor], list[Tensor]], dense: list[Tensor]) -> dict[str, Any]:
        """The parsed features by key, still without those that are put together."""
        triples = zip(*sparse, strict=True)
        found: dict[str, Any] = {k: SparseTensor(*parts) for k, parts in zip(self.sparse, triples, strict=True)}
        return {**found, **dict(zip(self.dense, dense, strict=True))}

    def put_together(self, found: dict[str, Any]) -> dict[str, Any]:
        """`found` with merged features, and without those parts of them that nobody asked for."""
        merged = {}
        for key, feature in self.merged.items():
            ids = [found[index_key] for index_key in _index_keys(feature)]
            several = isinstance(feature.index_key, (list, tuple))
            merged[key] = sparse_merge(
                ids if several else ids[0], found[feature.value_key], feature.size,
                already_sorted=feature.already_sorted,
            )  # fmt: skip
        return {key: value for key, value in found.items() if key not in self.hidden} | merged


def columns_of(features: Mapping[str, Any] | None, in_sequence: bool = False) -> FeatureColumns:
    """The columns that a parsing op takes for `features`, in the order of their keys."""
    columns = FeatureColumns()
    # Sorted, as in TensorFlow: inputs and outputs of the node are told apart by place only.
    for key in sorted(features or {}):
        columns.add(key, (features or {})[key], in_sequence)
    both = columns.sparse.keys() & columns.dense.keys()
    if both:
        raise ValueError(f"features {sorted(both)} are asked for both as sparse tensors and as tensors")
    return columns


def _index_keys(feature: SparseFeature) -> list[str]:
    return list(feature.index_key) if isinstance(feature.index_key, (list, tuple)) else [feature.index_key]


def _dtype(key: str, dtype: Any) -> DType:
    if not dtype:
        raise ValueError(f"Missing type for feature {key!r}")
    found = as_dtype(dtype)
    if found not in (dtypes.float32, dtypes.int64, dtypes.string):
        raise TypeError(f"feature {key!r} is asked for as {found.name}; allowed are float32, int64 and string")
    return found


def _item_shape(key: str, shape: Any) -> TensorShape:
    """A shape all of whose sizes are known."""
    if shape is None:
        raise ValueError(f"Missing shape for feature {key!r}")
    known = TensorShape(shape)
    if not known.is_fully_defined():
        raise ValueError(f"all sizes of feature {key!r} must be known, but its shape is {known}")
    return known
