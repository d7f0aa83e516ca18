"""The body of a predict request in TensorFlow Serving's JSON: rows (`instances`) or columns (`inputs`)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.serving.codecs.json_text import orjson, parse_object, shown
from aioflow.serving.codecs.json_values import is_base64, numbers_at_once, to_array
from aioflow.serving.codecs.numeric_text import NumericText, can_read, one_row

_ROWS, _COLUMNS, _SIGNATURE = "instances", "inputs", "signature_name"


class PredictBody:
    """A request's body, of which the arrays are made once the signature that it names is known.

    Args:
        body: JSON as UTF-8.

    Raises:
        InvalidArgumentError: It is not a JSON object, or its `signature_name` is no text.
    """

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._numeric = _numeric(body) if can_read(body) else None
        self._value: dict[str, Any] | None = None if self._numeric is not None else parse_object(body)
        is_named = self._value is None or _SIGNATURE in self._value
        self.signature_name = self._signature_name() if is_named else ""
        #: Whether the answer has rows, too. Known behind `inputs`.
        self.has_rows = False

    def inputs(self, wanted: Mapping[str, DType], *, strict: bool = False) -> dict[str, np.ndarray]:
        """The inputs of a signature.

        Args:
            wanted: The dtype of each input by its alias; one at least.
            strict: Whether dtypes are refused that TensorFlow Serving refuses.

        Returns:
            An array for each alias: `[rows, ...]` where the body has rows.

        Raises:
            InvalidArgumentError: The body has neither or both of `instances` and `inputs`, or they do not fit.
            UnimplementedError: A dtype that has no JSON.
        """
        if self._numeric is not None and len(wanted) == 1:
            found = self._plain_numbers(self._numeric, *next(iter(wanted.items())))
            if found is not None:
                return found
        has_bools = _has_bools(self._body)
        value = self._value if self._value is not None else self._parsed()
        if len(value) == 1 and len(wanted) == 1 and not has_bools:
            found = _plain_rows(value, *next(iter(wanted.items())), strict)
            if found is not None:
                self.has_rows = True
                return found
        if _ROWS in value:
            return self._rows(value, wanted, strict, has_bools)
        if _COLUMNS in value:
            return _columns(value[_COLUMNS], wanted, strict, has_bools)
        raise errors.invalid_argument(f"Missing '{_COLUMNS}' or '{_ROWS}' key")

    def _parsed(self) -> dict[str, Any]:
        if self._value is None:
            self._value = parse_object(self._body)
        return self._value

    def _signature_name(self) -> str:
        if self._numeric is not None and _SIGNATURE not in self._numeric.names:
            return ""
        name = self._parsed().get(_SIGNATURE, "") if self._numeric is None else self._numeric.text(_SIGNATURE)
        if not isinstance(name, str):
            raise errors.invalid_argument(
                f"JSON Value: {shown(self._parsed())} not formatted correctly. "
                f"'{_SIGNATURE}' key must be a string value."
            )
        return name

    def _plain_numbers(self, numeric: NumericText, name: str, dtype: DType) -> dict[str, np.ndarray] | None:
        keys = numeric.names & {_ROWS, _COLUMNS}
        if len(keys) != 1:
            return None
        array = numeric.array(next(iter(keys)), dtype)
        if array is None:
            return None
        self.has_rows = keys == {_ROWS}
        return {name: array}

    def _rows(
        self, value: dict[str, Any], wanted: Mapping[str, DType], strict: bool, has_bools: bool
    ) -> dict[str, np.ndarray]:
        rows = value[_ROWS]
        if _COLUMNS in value:
            raise errors.invalid_argument(
                f"JSON Value: {shown(value)} Not formatted correctly expecting only one of "
                f"'{_COLUMNS}' or '{_ROWS}' keys to exist "
            )
        if not isinstance(rows, list):
            raise errors.invalid_argument(f"JSON Value: {shown(value)} Excepting '{_ROWS}' to be an list/array")
        if not rows:
            raise errors.invalid_argument(f"JSON Value: {shown(value)} No values in '{_ROWS}' array")
        self.has_rows = True
        if not isinstance(rows[0], dict) and len(wanted) > 1:
            raise errors.invalid_argument(
                "instances is a plain list, but expecting list of objects as multiple "
                "input tensors required as per tensorinfo_map"
            )
        if _is_object(rows[0]):
            return _rows_of_objects(rows, wanted, strict, has_bools)
        return _rows_of_values(rows, next(iter(wanted.items())), strict, has_bools)


def plain_rows(body: bytes, dtype: DType, *, strict: bool = False) -> np.ndarray | None:
    """Rows of numbers in a short body that has nothing else; None where `PredictBody` is needed to tell.

    Args:
        body: JSON as UTF-8.
        dtype: Of the one input that there is.
        strict: As of `PredictBody.inputs`.
    """
    if not body.startswith(b'{"instances"') or can_read(body):
        return None
    row = one_row(body, dtype)
    if row is not None:
        return row
    # One look for a letter of both bools, behind the key, which few bodies have, and those in exponents.
    if body.find(b"e", 12) >= 0 and _has_bools(body):
        return None
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    if len(value) != 1:
        return None
    rows = value[_ROWS]
    return numbers_at_once(rows, dtype, strict=strict) if type(rows) is list and rows else None


def _plain_rows(value: dict[str, Any], name: str, dtype: DType, strict: bool) -> dict[str, np.ndarray] | None:
    """Rows of numbers and nothing else, as most requests have them; None where something has to be looked at."""
    rows = value.get(_ROWS)
    if type(rows) is not list or not rows:
        return None
    array = numbers_at_once(rows, dtype, strict=strict)
    return None if array is None else {name: array}


def _has_bools(body: bytes) -> bool:
    """Whether there may be a `true` or `false`, which are numbers to numpy, and none to TensorFlow Serving."""
    # Single bytes are found ten times as fast as words; neither is in the keys of most requests.
    return (b"r" in body and b"true" in body) or (b"l" in body and b"false" in body)


def _numeric(body: bytes) -> NumericText | None:
    try:
        return NumericText(body)
    except (ValueError, RuntimeError):  # what is wrong, `parse_object` will say
        return None


def _is_object(value: Any) -> bool:
    return isinstance(value, dict) and not is_base64(value)


def _rows_of_values(
    rows: list[Any], item: tuple[str, DType], strict: bool, has_bools: bool
) -> dict[str, np.ndarray]:
    name, dtype = item
    for index, row in enumerate(rows):
        if _is_object(row):
            raise errors.invalid_argument(f"Expecting value/list but got object at item {index} of input list")
    return {name: _stacked(rows, dtype, strict, has_bools, "")}


def _rows_of_objects(
    rows: list[Any], wanted: Mapping[str, DType], strict: bool, has_bools: bool
) -> dict[str, np.ndarray]:
    names = wanted.keys()
    for index, row in enumerate(rows):
        if not _is_object(row):
            raise errors.invalid_argument(f"Expecting object but got list at item {index} of input list")
        if row.keys() != names:
            _check_keys(row, index, names)
    return {
        name: _stacked([row[name] for row in rows], dtype, strict, has_bools, f" key: {name}")
        for name, dtype in wanted.items()
    }


def _check_keys(row: dict[str, Any], index: int, names: Any) -> None:
    for name in row:
        if name not in names:
            raise _element_error(index, f" key: {name}", f"JSON object: does not have named input: {name}")
    raise errors.invalid_argument(
        f"Failed to process element: {index} of '{_ROWS}' list. JSON object: {shown(row)} "
        f"keys must be equal to: {','.join(sorted(names))}"
    )


def _stacked(rows: list[Any], dtype: DType, strict: bool, has_bools: bool, which: str) -> np.ndarray:
    """Values of all rows as one array, `[rows, ...]`."""
    try:
        return to_array(rows, dtype, strict=strict, has_bools=has_bools)
    except errors.InvalidArgumentError:
        return _stacked_with_care(rows, dtype, strict, which)


def _stacked_with_care(rows: list[Any], dtype: DType, strict: bool, which: str) -> np.ndarray:
    """The same row by row, which tells the row that is wrong."""
    arrays: list[np.ndarray] = []
    for index, row in enumerate(rows):
        try:
            array = to_array(row, dtype, strict=strict)
        except errors.InvalidArgumentError as error:
            raise _element_error(index, which, error.message) from None
        if arrays and array.size != arrays[0].size:
            problem = f"Expecting tensor size: {arrays[0].size} but got: {array.size}"
            raise _element_error(index, which, problem)
        if arrays and array.shape != arrays[0].shape:
            problem = f"Expecting shape {_listed(arrays[0].shape)} but got: {_listed(array.shape)}"
            raise _element_error(index, which, problem)
        arrays.append(array)
    return np.stack(arrays)


def _element_error(index: int, which: str, problem: str) -> errors.OpError:
    return errors.invalid_argument(
        f"Failed to process element: {index}{which} of '{_ROWS}' list. Error: INVALID_ARGUMENT: {problem}"
    )


def _listed(shape: tuple[int, ...]) -> str:
    return f"[{','.join(map(str, shape))}]"


def _columns(
    value: Any, wanted: Mapping[str, DType], strict: bool, has_bools: bool
) -> dict[str, np.ndarray]:
    if not _is_object(value):
        if len(wanted) > 1:
            raise errors.invalid_argument(
                "inputs is a plain value/list, but expecting an object as multiple "
                "input tensors required as per tensorinfo_map"
            )
        value = dict.fromkeys(wanted, value)
    arrays = {}
    for name, dtype in wanted.items():
        if name not in value:
            raise errors.invalid_argument(f"Missing named input: {name} in '{_COLUMNS}' object.")
        arrays[name] = to_array(value[name], dtype, strict=strict, has_bools=has_bools)
    return arrays
