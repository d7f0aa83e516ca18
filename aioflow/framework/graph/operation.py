"""Operation and Tensor: a graph's nodes and the values on its edges."""
from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

from aioflow.framework.dtypes import DType
from aioflow.framework.graph import defaults, shape_inference
from aioflow.framework.graph.constant_value import constant_value, known_elements
from aioflow.framework.graph.tensor_operators import TensorOperators
from aioflow.framework.op_def import OpDef
from aioflow.framework.shapes import UNKNOWN, TensorShape, as_shape

if TYPE_CHECKING:
    from aioflow.framework.graph.graph import Graph

_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) + os.sep
_KEPT_FRAMES = 3
_MAX_CONSTANT_SIZE = 1 << 16  # elements; a few bytes of a file can declare any number of them
CALL_STACK = "_aioflow_call_stack"  # attribute of inlined nodes: the names of the calls they came from, outermost first


class Tensor(TensorOperators):
    """One output of an `Operation`: the name of a value that a run computes.

    Attributes:
        op: The operation that produces it.
        value_index: Which of its outputs this is.
        dtype: Element type.
    """

    __slots__ = ("__weakref__", "_shape", "dtype", "op", "value_index")

    def __init__(self, op: Operation, value_index: int, dtype: DType) -> None:
        self.op = op
        self.value_index = value_index
        self.dtype = dtype
        self._shape: TensorShape | None = None

    @property
    def name(self) -> str:
        """ "op:index", unique in the graph."""
        return f"{self.op.name}:{self.value_index}"

    @property
    def graph(self) -> Graph:
        """The graph it belongs to."""
        return self.op.graph

    @property
    def device(self) -> str:
        """The device its operation asks for."""
        return self.op.device

    @property
    def shape(self) -> TensorShape:
        """What is known of its shape before a run; inferred when first asked for."""
        if self._shape is None:
            infer_shapes(self.op)
        return self._shape if self._shape is not None else UNKNOWN

    def get_shape(self) -> TensorShape:
        """The same as `shape`."""
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Adds knowledge about the shape; `ValueError` when it contradicts what is known."""
        self._shape = self.shape.merge_with(shape)
        self.graph.access_version += 1

    def consumers(self) -> list[Operation]:
        """The operations that take it as an input, in order of creation."""
        return [op for op in self.graph.get_operations() if any(tensor is self for tensor in op.inputs)]

    async def eval(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> Any:
        """Its value from one run of `session`, or of the default session.

        Raises:
            ValueError: There is no session, or it runs another graph.
        """
        return await _session_for(self.graph, session, "eval").run(self, feed_dict)

    def __repr__(self) -> str:
        try:
            shape = str(self.shape)
        except ValueError:  # an imported graph may contradict itself
            shape = "<contradictory>"
        return f"<Tensor {self.name!r} shape={shape} dtype={self.dtype.name}>"

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} has no truth value before the graph runs; use tf.cond or compare with `is not None`")

    def __iter__(self) -> Any:
        raise TypeError(f"{self!r} cannot be iterated over; use tf.unstack")

    def __len__(self) -> int:
        raise TypeError(f"{self!r} has no len(); use tf.size or tensor.shape")

    # Keeps numpy from turning a tensor into an object array in `array + tensor`.
    __array_priority__ = 100
    __array_ufunc__ = None


class Operation:
    """A node of a graph. Made by `Graph.create_op`, by the generated builders, or by importing a GraphDef.

    Attributes:
        graph: The graph it belongs to.
        id: Its number in the graph's order of creation; -1 until the graph has it.
        name: Unique in the graph.
        op_def: What the op takes and gives.
        attrs: All attributes by name, as Python values, defaults included. Not to be changed by callers.
        inputs: The tensors it takes.
        control_inputs: The operations that must run before it.
        device: The (partial) name of the device it asks for.
        outputs: Its tensors.
        created_at: The lines of user code that made it, innermost last; "" for imported nodes.
        noted_shapes: What an imported message says of its outputs' shapes.
        control_flow_context: The cond branch or while loop in which it was built, or None.
    """

    __slots__ = (
        "__weakref__", "attrs", "control_flow_context", "control_inputs", "created_at", "device", "graph", "id",
        "inputs", "name",
        "noted_shapes", "op_def", "original_op", "outputs",
    )  # fmt: skip

    def __init__(
        self,
        graph: Graph,
        name: str,
        op_def: OpDef,
        attrs: dict[str, Any],
        inputs: Sequence[Tensor],
        control_inputs: Sequence[Operation] = (),
        device: str = "",
        created_at: str = "",
    ) -> None:
        self.graph = graph
        self.id = -1
        self.name = name
        self.op_def = op_def
        self.attrs = attrs
        self.inputs = list(inputs)
        self.control_inputs = list(control_inputs)
        self.device = device
        self.created_at = created_at
        self.noted_shapes: tuple[TensorShape, ...] = ()
        self.control_flow_context: Any = None
        self.outputs = tuple(Tensor(self, i, dtype) for i, dtype in enumerate(op_def.output_types(attrs)))

    @property
    def type(self) -> str:
        """The op's name, such as "MatMul"."""
        return self.op_def.name

    @property
    def node_def(self) -> Any:
        """This operation as a `NodeDef` message."""
        return self.graph.node_def(self)

    def get_attr(self, name: str) -> Any:
        """The value of an attribute: bool, int, float, bytes, DType, TensorShape, numpy array, or a list of these.

        Raises:
            ValueError: There is no such attribute.
        """
        if name not in self.attrs:
            raise ValueError(f"operation {self.name!r} ({self.type}) has no attr named {name!r}")
        return self.attrs[name]

    def colocation_groups(self) -> list[bytes]:
        """The `loc:@NAME` entries of its `_class` attribute; its own when there is none."""
        entries = self.attrs.get("_class", [])
        entries = entries if isinstance(entries, list) else []  # a single string is no group
        groups = [entry for entry in entries if isinstance(entry, bytes) and entry.startswith(b"loc:@")]
        return groups or [b"loc:@" + self.name.encode()]

    def values(self) -> tuple[Tensor, ...]:
        """The same as `outputs`."""
        return self.outputs

    async def run(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> None:
        """Runs it in `session`, or in the default session.

        Raises:
            ValueError: There is no session, or it runs another graph.
        """
        await _session_for(self.graph, session, "run").run(self, feed_dict)

    def _set_attr(self, name: str, value: Any) -> None:
        self.graph.note_mutation(self)
        self.attrs[name] = value

    def _update_input(self, index: int, tensor: Tensor) -> None:
        self.graph.note_mutation(self)
        self.inputs[index] = tensor

    def _set_device(self, device: str) -> None:
        self.graph.note_mutation(self)
        self.device = device

    def _add_control_inputs(self, ops: Sequence[Operation]) -> None:
        self.graph.note_mutation(self)
        self.control_inputs = list(dict.fromkeys([*self.control_inputs, *ops]))

    def __repr__(self) -> str:
        return f"<Operation {self.name!r} type={self.type}>"


def _session_for(graph: Graph, session: Any, method: str) -> Any:
    session = session if session is not None else defaults.get_default_session()
    if session is None:
        raise ValueError(f"{method}() needs a session: pass session=, or enter one with `async with tf.Session()`")
    if session.graph is not graph:
        raise ValueError(f"{method}() was given a session (or there is a default session) that runs another graph")
    return session


def user_frames() -> str:
    """The innermost lines of user code on the stack, as text."""
    frame: FrameType | None = sys._getframe(1)
    lines: list[str] = []
    while frame is not None and len(lines) < _KEPT_FRAMES:
        code = frame.f_code
        if not code.co_filename.startswith(_PACKAGE) and not _is_machinery(code.co_filename):
            lines.append(f"  {code.co_filename}:{frame.f_lineno} in {code.co_name}")
        frame = frame.f_back
    return "\n".join(reversed(lines))


def _is_machinery(filename: str) -> bool:
    """Whether a frame's file only carries user code along."""
    return "importlib" in filename or f"{os.sep}asyncio{os.sep}" in filename


class InferenceContext:
    """What a shape rule sees of an operation (see `shape_inference.ShapeContext`)."""

    def __init__(self, op: Operation) -> None:
        self.op = op
        self.attrs = op.attrs
        self.num_outputs = len(op.outputs)
        self.shapes = [tensor._shape if tensor._shape is not None else UNKNOWN for tensor in op.inputs]

    def constant(self, index: int) -> Any:
        """The value of data input `index` if it is known before the graph runs, else None; None for very large ones."""
        value = constant_value(self.op.inputs[index], may_infer=False)
        return None if value is None or value.size > _MAX_CONSTANT_SIZE else value

    def elements(self, index: int) -> list[int | None] | None:
        """The elements of data input `index`, an integer vector or scalar, as far as they are known; see `constant`."""
        return known_elements(self.op.inputs[index], may_infer=False)


def infer_shapes(op: Operation) -> None:
    """Fills in the shapes of `op`'s outputs, and before them those of everything it depends on.

    Walks with an explicit stack (graphs are deeper than Python's recursion limit). An operation that is met again
    while its inputs are being visited closes a loop; its shape counts as unknown there.
    """
    stack = [(op, False)]
    visiting: set[Operation] = set()
    while stack:
        current, inputs_done = stack.pop()
        if inputs_done:
            _apply_rule(current)
        elif current not in visiting and any(t._shape is None for t in current.outputs):
            visiting.add(current)
            stack.append((current, True))
            stack.extend((t.op, False) for t in current.inputs if t._shape is None)


def _apply_rule(op: Operation) -> None:
    rule = shape_inference.SHAPE_FUNCTIONS.get(op.type)
    context = InferenceContext(op)
    try:
        shapes: Sequence[Any] = [UNKNOWN] * len(op.outputs) if rule is None else rule(context)
        if len(op.noted_shapes) == len(op.outputs):
            shapes = [as_shape(shape).merge_with(n) for shape, n in zip(shapes, op.noted_shapes, strict=True)]
    except (ValueError, TypeError, IndexError, OverflowError) as error:  # the last three: constants of a wrong kind
        inputs = ", ".join(map(str, context.shapes))
        raise ValueError(f"{error} (node {op.name!r}, {op.type} of inputs with shapes {inputs})") from error
    for tensor, shape in zip(op.outputs, shapes, strict=True):
        tensor._shape = as_shape(shape) if tensor._shape is None else tensor._shape.merge_with(shape)
