"""NodeWriter: what a translation of one op sees of its node, and writes of it.

A translation is a function that takes a `NodeWriter`, looks at the node, and emits ONNX nodes that compute the same. It
raises `NotTranslatedError` for a node that has to stay with its own kernel, and says why. To ask whether a node can be
translated is to translate it and to throw the result away; so constants are handed on as arrays, and written only when
a model is made.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aioflow.framework import DType, dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.registry import Registry

Array = np.ndarray[Any, Any]

ELEMENT_TYPES: dict[DType, int] = {
    dtypes.float32: 1, dtypes.uint8: 2, dtypes.int8: 3, dtypes.uint16: 4, dtypes.int16: 5, dtypes.int32: 6,
    dtypes.int64: 7, dtypes.bool_: 9, dtypes.float64: 11, dtypes.uint32: 12, dtypes.uint64: 13,
}  # fmt: skip
"""ONNX's number of each dtype that regions have. float16 and bfloat16 are not among them: ONNX Runtime computes chains
of them in float32, which gives other values."""

FLOATS = frozenset({dtypes.float32, dtypes.float64})
FLOAT32 = frozenset({dtypes.float32})
WIDE_INTEGERS = frozenset({dtypes.int32, dtypes.int64})
SIGNED = FLOATS | WIDE_INTEGERS | {dtypes.int8, dtypes.int16}
NUMBERS = SIGNED | {dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64}
ALL = NUMBERS | {dtypes.bool_}


class NotTranslatedError(Exception):
    """Says why a node stays with its own kernel."""


class Emitted:
    """An ONNX node: its type, the names of its inputs and outputs, and its attributes."""

    __slots__ = ("attrs", "inputs", "op_type", "outputs")

    def __init__(self, op_type: str, inputs: Sequence[str], outputs: Sequence[str], attrs: dict[str, Any]) -> None:
        self.op_type = op_type
        self.inputs = inputs
        self.outputs = outputs
        self.attrs = attrs


class NodeWriter:
    """One node of a graph on its way to ONNX.

    Args:
        op: The node.
        is_strict: Whether ops are refused of which TensorFlow and ONNX Runtime treat NaN differently.

    Attributes:
        op: The node.
        emitted: What was written, in order.
        constants: The constants that it needs, by name.
        checked: Inputs of integers that must not be negative.
    """

    def __init__(self, op: Operation, is_strict: bool = False) -> None:
        self.op = op
        self.is_strict = is_strict
        self.emitted: list[Emitted] = []
        self.constants: dict[str, Array] = {}
        self.checked: list[Tensor] = []

    # ---- looking
    @property
    def reads_only_first(self) -> bool:
        """Whether nobody reads another output than the first."""
        others = set(self.op.outputs[1:])
        return not any(others & set(op.inputs) for op in self.op.graph.get_operations()) if others else True

    def readers(self) -> list[Operation]:
        """The nodes that read an output."""
        outputs = set(self.op.outputs)
        return [op for op in self.op.graph.get_operations() if not outputs.isdisjoint(op.inputs)]

    def attr(self, name: str) -> Any:
        """An attribute; text as `str`."""
        value = self.op.attrs[name]
        return value.decode() if isinstance(value, bytes) else value

    def require(self, condition: object, why_not: str) -> None:
        """Raises `NotTranslatedError(why_not)` unless the condition holds."""
        if not condition:
            raise NotTranslatedError(why_not)

    def dtype(self, i: int = 0) -> DType:
        """The dtype of an input."""
        return self.op.inputs[i].dtype.base_dtype

    def require_dtypes(self, allowed: frozenset[DType], *inputs: int) -> None:
        """Requires that these inputs (the first by default) are of a dtype that ONNX Runtime has a kernel for."""
        for i in inputs or (0,):
            self.require(self.dtype(i) in allowed, f"regions have no {self.op.type} of {self.dtype(i).name}")

    def shape(self, i: int = 0) -> list[int | None]:
        """The sizes of an input's dimensions, None where only a run knows one."""
        shape = self.op.inputs[i].shape
        self.require(shape.rank is not None, f"the rank of input {i} is not known")
        return shape.as_list()

    def rank(self, i: int = 0) -> int:
        """The rank of an input."""
        return len(self.shape(i))

    def static_shape(self, i: int = 0) -> list[int]:
        """The shape of an input all of which has to be known."""
        sizes = [size for size in self.shape(i) if size is not None]
        self.require(len(sizes) == self.rank(i), f"the shape of input {i} is not known")
        return sizes

    def value(self, i: int) -> Array:
        """The value of an input that has to be a constant."""
        source = self.op.inputs[i].op
        self.require(source.type == "Const", f"input {i} is not a constant")
        return np.asarray(source.attrs["value"])

    def scalar(self, i: int) -> int:
        """The value of an input that has to be a constant integer, such as an axis."""
        value = self.value(i)
        self.require(value.ndim == 0 and value.dtype.kind in "iu", f"input {i} is no scalar")
        return int(value)

    def vector(self, i: int) -> list[int]:
        """The values of an input that has to be a constant vector of integers, such as sizes."""
        value = self.value(i)
        self.require(value.ndim == 1 and value.dtype.kind in "iu", f"input {i} is no vector")
        return [int(element) for element in value]

    def is_constant(self, i: int) -> bool:
        """Whether an input is a constant."""
        return self.op.inputs[i].op.type == "Const"

    # ---- writing
    def input(self, i: int) -> str:
        """The name of an input."""
        return name_of(self.op.inputs[i])

    def input_like(self, i: int, other: int) -> str:
        """The name of an input that must have another one's shape: ONNX would broadcast, where TensorFlow refuses.

        Of one size that only a run knows the region finds out: a Reshape to the other shape raises for other sizes.
        """
        shape, wanted = self.shape(i), self.shape(other)
        self.require(len(shape) == len(wanted), "the ranks differ")
        pairs = list(zip(shape, wanted, strict=True))
        open_ones = [None in pair for pair in pairs]
        self.require(all(None in (n, m) or n == m for n, m in pairs), "the shapes differ")
        if not any(open_ones):
            return self.input(i)
        # Then the number of elements tells the open size.
        self.require(sum(open_ones) == 1 and 0 not in wanted, "the shapes may differ")
        return self.emit("Reshape", self.input(i), self.emit("Shape", self.input(other)), allowzero=1)

    def inputs(self) -> list[str]:
        """The names of all inputs."""
        return [name_of(tensor) for tensor in self.op.inputs]

    def operands(self) -> list[str]:
        """The names of the inputs of an op that broadcasts; a constant number beside `[..., 1]` gets its rank.

        ONNX Runtime takes 16 microseconds for 2,048 elements `[32, 8, 8, 1]` by a scalar, 4 for all other forms.
        """
        return [self._spread(i) or self.input(i) for i in range(len(self.op.inputs))]

    def _spread(self, i: int) -> str | None:
        """An input that is a constant number, in the rank of the column beside it; None if it is none of these."""
        shape = self.op.inputs[1 - i].shape if len(self.op.inputs) == 2 else None
        if not (shape and shape.rank and shape.as_list()[-1] == 1 and self.is_constant(i)):
            return None
        value = self.value(i)
        return self.constant(value.reshape([1] * shape.rank)) if value.size == 1 and value.ndim <= shape.rank else None

    def constant(self, value: Any, dtype: Any = None) -> str:
        """The name of a new constant."""
        name = f"{self.op.name}/const_{len(self.constants)}"
        self.constants[name] = np.asarray(value, dtype)
        return name

    def emit(self, op_type: str, *inputs: str, outputs: int = 1, **attrs: Any) -> str:
        """Adds an ONNX node whose outputs are read further on; returns the name of the first one.

        Args:
            op_type: ONNX's name of the operator.
            inputs: Names of its inputs; "" for one that is left out.
            outputs: How many it has.
            attrs: Its attributes.
        """
        first = f"{self.op.name}/part_{len(self.emitted)}"
        names = [first, *(f"{first}:{i}" for i in range(1, outputs))]
        self.emitted.append(Emitted(op_type, inputs, names, attrs))
        return first

    def give(self, op_type: str, *inputs: str, **attrs: Any) -> None:
        """Adds the ONNX node that gives the outputs of the node."""
        self.emitted.append(Emitted(op_type, inputs, [name_of(tensor) for tensor in self.op.outputs], attrs))

    def give_first(self, op_type: str, *inputs: str, **attrs: Any) -> None:
        """Adds the ONNX node that gives the first output; nobody reads the others."""
        self.give_output(0, op_type, *inputs, **attrs)

    def give_output(self, i: int, op_type: str, *inputs: str, **attrs: Any) -> None:
        """Adds the ONNX node that gives one of several outputs."""
        self.emitted.append(Emitted(op_type, inputs, [name_of(self.op.outputs[i])], attrs))

    def give_cast(self, name: str) -> None:
        """Gives a value in the dtype of the output."""
        self.give("Cast", name, to=ELEMENT_TYPES[self.op.outputs[0].dtype.base_dtype])

    def check_indices(self, i: int) -> None:
        """Has a region look, before each run, whether an input of integers has negative ones.

        Only an input of the whole region can be looked at.
        """
        self.checked.append(self.op.inputs[i])

    def as_int64(self, i: int) -> str:
        """An input that holds sizes, axes or indices, as ONNX wants them."""
        if self.is_constant(i):
            return self.constant(self.value(i), np.int64)
        return self.input(i) if self.dtype(i) is dtypes.int64 else self.cast(self.input(i), dtypes.int64)

    def cast(self, name: str, dtype: DType) -> str:
        """A value in another dtype."""
        return self.emit("Cast", name, to=ELEMENT_TYPES[dtype])


Translation = Callable[[NodeWriter], None]
TRANSLATIONS: Registry[Translation] = Registry("translation to ONNX")


def translation(*ops: str) -> Callable[[Translation], Translation]:
    """Registers the decorated function as the translation of `ops`."""

    def register(function: Translation) -> Translation:
        for op in ops:
            TRANSLATIONS.register(op, function)
        return function

    return register


def name_of(tensor: Tensor) -> str:
    """The name of a tensor in the model."""
    return tensor.name


def translated(op: Operation, is_strict: bool) -> NodeWriter:
    """The ONNX nodes of a node.

    Raises:
        NotTranslatedError: It has to stay with its own kernel.
    """
    translate = TRANSLATIONS.get(op.type)
    if translate is None:
        raise NotTranslatedError(f"there is no translation of {op.type}")
    for tensor in (*op.inputs, *op.outputs):
        if tensor.dtype.base_dtype not in ELEMENT_TYPES:
            raise NotTranslatedError(f"regions have no {tensor.dtype.base_dtype.name}")
    writer = NodeWriter(op, is_strict)
    translate(writer)
    return writer
