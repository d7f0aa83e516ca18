"""Signature: the inputs and outputs of a model by the names that requests use."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape, as_dtype, shape_from_proto, tensor_from_proto
from aioflow.saved_model.signature_constants import PREDICT_METHOD_NAME

DEFAULT_SIGNATURE = "serving_default"
Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class TensorSpec:
    """An input or output.

    Attributes:
        tensor_name: The tensor's name in the graph; "" where the signature names something else than one dense tensor.
        dtype: Its dtype.
        shape: Its shape, as far as it is known.
    """

    tensor_name: str
    dtype: DType
    shape: TensorShape
    #: The sizes of `shape`, None for those that are not known; with a TensorShape of each request
    #: the comparison takes 1.6 us instead of 0.24.
    _sizes: tuple[int | None, ...] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_sizes", None if self.shape.rank is None else tuple(self.shape.as_list()))

    @property
    def has_rows(self) -> bool:
        """Whether its first dimension may be a number of rows."""
        sizes = self._sizes
        return sizes is None or (len(sizes) > 0 and sizes[0] is None)

    def fits(self, sizes: tuple[int, ...]) -> bool:
        """Tells whether a value of this shape can be fed."""
        wanted = self._sizes
        if wanted is None or wanted == sizes or (wanted and wanted[0] is None and wanted[1:] == sizes[1:] and sizes):
            return True
        return len(wanted) == len(sizes) and all(map(_is_size, wanted, sizes))


@dataclass(frozen=True, slots=True)
class Signature:
    """One of the functions of a model.

    Attributes:
        name: Its name.
        method: What it is for: "tensorflow/serving/predict", ".../classify" or ".../regress".
        inputs: By alias.
        outputs: By alias.
        defaults: Values of inputs that may be left out.
    """

    name: str
    method: str
    inputs: Mapping[str, TensorSpec]
    outputs: Mapping[str, TensorSpec]
    defaults: Mapping[str, Array] = field(default_factory=dict)
    #: The dtypes of `inputs`, for codecs; and all aliases of `outputs`.
    input_dtypes: Mapping[str, DType] = field(init=False, repr=False, compare=False)
    _all_outputs: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _forms: tuple[tuple[str, Any, TensorSpec], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "input_dtypes", {alias: spec.dtype for alias, spec in self.inputs.items()})
        object.__setattr__(self, "_all_outputs", tuple(self.outputs))
        forms = tuple((alias, spec.dtype.numpy_dtype, spec) for alias, spec in self.inputs.items())
        object.__setattr__(self, "_forms", forms)

    def takes(self, given: Mapping[str, Array]) -> bool:
        """Tells whether arrays are the inputs as they are, without a default; of those that are not, `checked_inputs`
        and `check_array` say what is wrong, and take twice as long.
        """
        for alias, dtype, spec in self._forms:
            array = given.get(alias)
            if array is None or array.dtype != dtype or not spec.fits(array.shape):
                return False
        return len(given) == len(self._forms)

    def checked_inputs(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Checks that all inputs are there, and adds those that have a default.

        Raises:
            InvalidArgumentError: One is missing, or there is no such input.
        """
        if given.keys() == self.inputs.keys():  # most requests
            return given
        complete = {**self.defaults, **given}
        if complete.keys() == self.inputs.keys():
            return complete
        extra, missing = given.keys() - self.inputs.keys(), self.inputs.keys() - complete.keys()
        raise errors.invalid_argument(
            f"input size does not match signature: {len(given)}!={len(self.inputs)} len({_names(given)}) != "
            f"len({_names(self.inputs)}). Sent extra: {_names(extra)}. Missing but required: {_names(missing)}."
        )

    def checked_outputs(self, wanted: Sequence[str]) -> Sequence[str]:
        """Checks the outputs that a request asks for; all of them where it names none.

        Raises:
            InvalidArgumentError: There is no such output, or one is named twice.
        """
        if not wanted:
            return self._all_outputs
        seen: set[str] = set()
        for alias in wanted:
            if alias not in self.outputs:
                raise errors.invalid_argument(
                    f"output tensor alias not found in signature: {alias} Outputs expected to be in the set "
                    f"{_names(self.outputs)}."
                )
            if alias in seen:
                raise errors.invalid_argument(f"duplicate output tensor alias: {alias}")
            seen.add(alias)
        return wanted

    def check_array(self, alias: str, array: Array) -> None:
        """Checks that an array can be fed as it is.

        Raises:
            InvalidArgumentError: Its dtype is another one, or its shape does not fit.
        """
        spec = self.inputs[alias]
        if array.dtype != spec.dtype.numpy_dtype:
            raise errors.invalid_argument(
                f"Input {alias!r} ({spec.tensor_name}) is expected to be {spec.dtype.name}, not {array.dtype.name}"
            )
        if not spec.fits(array.shape):
            raise errors.invalid_argument(
                f"Input {alias!r} ({spec.tensor_name}) has shape {list(array.shape)}, which does not fit {spec.shape}"
            )


def _is_size(wanted: int | None, size: int) -> bool:
    return wanted is None or wanted == size


def signature_of(name: str, definition: Any) -> Signature:
    """Makes a signature of a `SignatureDef`."""
    return Signature(
        name,
        definition.method_name or PREDICT_METHOD_NAME,
        {alias: _spec(definition.inputs[alias]) for alias in sorted(definition.inputs)},
        {alias: _spec(definition.outputs[alias]) for alias in sorted(definition.outputs)},
        {alias: tensor_from_proto(value) for alias, value in definition.defaults.items()},
    )


def _spec(info: Any) -> TensorSpec:
    return TensorSpec(info.name, as_dtype(info.dtype), shape_from_proto(info.tensor_shape))


def _names(names: Collection[str]) -> str:
    return "{" + ",".join(sorted(names)) + "}"
