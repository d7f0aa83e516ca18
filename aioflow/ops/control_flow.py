"""cond, case and while_loop, built from Switch, Merge, Enter, Exit, NextIteration and LoopCond."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aioflow.framework.dtypes import bool_, int32
from aioflow.framework.graph import Graph
from aioflow.framework.operation import Operation, Tensor
from aioflow.framework.shapes import TensorShape, as_shape
from aioflow.ops import nest
from aioflow.ops.apply_op import graph_of
from aioflow.ops.control_flow_context import CondContext, ControlFlowContext, WhileContext
from aioflow.ops.convert import convert_to_tensor
from aioflow.ops.generated import array_ops, control_flow_ops, logging_ops, math_ops


def cond(
    pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any], strict: bool = False, name: str | None = None
) -> Any:
    """The results of `true_fn` if `pred` holds, else those of `false_fn`.

    Nodes that the functions build run only if their branch is taken; nodes built outside run regardless.

    Args:
        pred: [] bool tensor.
        true_fn: Builds the one branch; returns tensors in any nesting, an operation, or None.
        false_fn: Builds the other; its results have the same nesting and dtypes.
        strict: Whether a list of one result stays a list.
        name: Name scope of the new nodes.

    Returns:
        Tensors in the nesting of the branches' results.

    Raises:
        TypeError: `pred` is a Python bool, a function is not callable, or dtypes differ.
        ValueError: The branches give different numbers of results.
    """
    _check_callable("true_fn", true_fn)
    _check_callable("false_fn", false_fn)
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool; use a Python `if`, or pass a tensor")
    graph = graph_of([pred])
    with graph.as_default(), graph.name_scope(name or "cond"):
        pred = convert_to_tensor(pred, bool_)
        sides = control_flow_ops.switch(pred, pred)
        if_false = array_ops.identity(sides[0], name="switch_f")
        if_true = array_ops.identity(sides[1], name="switch_t")
        pred = array_ops.identity(pred, name="pred_id")
        structure, taken = _build_branch(CondContext(graph, pred, if_true, 1), true_fn)
        _, other = _build_branch(CondContext(graph, pred, if_false, 0), false_fn)
        if len(taken) != len(other):
            raise ValueError(f"true_fn gives {len(taken)} results and false_fn {len(other)}; they must be as many")
        for internal in (sides[0], if_false, if_true, pred):
            graph.prevent_fetching(internal.op)
        merged = [_merge_branches(f, t) for f, t in zip(other, taken, strict=True)]
        packed = nest.pack_like(structure, merged)
    return packed if strict else _only_element(packed)


def _check_callable(argument: str, value: Any) -> None:
    if not callable(value):
        raise TypeError(f"{argument} must be callable, not {value!r}")


def _only_element(packed: Any) -> Any:
    """The element of a list or tuple of one, anything else as it is."""
    return packed[0] if type(packed) in (list, tuple) and len(packed) == 1 else packed


def _build_branch(context: CondContext, function: Callable[[], Any]) -> tuple[Any, list[Tensor]]:
    """What the function returned, and its leaves as tensors inside the branch."""
    with context.entered():
        structure = function()
        return structure, [_inside(context, leaf) for leaf in nest.flatten(structure)]


def _inside(context: ControlFlowContext, leaf: Any) -> Tensor:
    """A leaf as a tensor; an operation or None becomes the pivot, which waits for the operation."""
    if leaf is None or isinstance(leaf, Operation):
        with context.graph.control_dependencies([] if leaf is None else [leaf]):
            return array_ops.identity(context.pivot)
    tensor = convert_to_tensor(leaf)
    return array_ops.ref_identity(tensor) if tensor.dtype.is_ref else array_ops.identity(tensor)


def _merge_branches(if_false: Tensor, if_true: Tensor) -> Tensor:
    if if_false.dtype.base_dtype is not if_true.dtype.base_dtype:
        raise TypeError(f"the branches give {if_true.dtype.name} and {if_false.dtype.name}; they must give one dtype")
    return control_flow_ops.merge([if_false, if_true])[0]


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str | None = None,
) -> Any:
    """The results of the function behind the first condition that holds.

    Args:
        pred_fn_pairs: (condition, function) pairs, as a list or a mapping.
        default: Called when no condition holds; without it that is an error of the run.
        exclusive: Whether it is an error of the run when several conditions hold.
        strict: As in `cond`.
        name: Name scope of the new nodes.

    Raises:
        TypeError: A pair is not (tensor, callable).
        ValueError: There is no pair.
    """
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, Mapping) else pred_fn_pairs)
    if not pairs:
        raise ValueError("case() needs at least one (condition, function) pair")
    for pair in pairs:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not callable(pair[1]):
            raise TypeError(f"{pair!r} is not a (condition, function) pair")
    preds = [pred for pred, _ in pairs]
    graph = graph_of(preds)
    with graph.as_default(), graph.name_scope(name or "case"):
        checks = [_check_exclusive(preds)] if exclusive else []
        with graph.control_dependencies(checks):
            return _case(graph, pairs, preds, default, strict)


def _case(graph: Graph, pairs: list[Any], preds: list[Tensor], default: Callable[[], Any] | None, strict: bool) -> Any:
    (pred, function), rest = pairs[0], pairs[1:]
    if rest:
        return cond(pred, function, lambda: _case(graph, rest, preds, default, strict), strict=strict)
    if default is not None:
        return cond(pred, function, default, strict=strict)
    message = "Input error: None of conditions evaluated as True:"
    check = logging_ops.assert_(pred, [message, array_ops.pack(preds)])
    with graph.control_dependencies([check]):
        return cond(pred, function, function, strict=strict)


def _check_exclusive(preds: list[Tensor]) -> Operation:
    together = array_ops.pack(preds)
    count = math_ops.sum(math_ops.cast(together, DstT=int32), 0)
    message = "Input error: more than one condition evaluated as True but exclusive=True:"
    return logging_ops.assert_(math_ops.less_equal(count, 1), [message, together])


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """Repeats `body` as long as `cond` holds.

    Args:
        cond: Takes the loop variables; builds the condition, [] bool.
        body: Takes the loop variables; builds their next values in the same structure.
        loop_vars: The first values: tensors, or values to be converted, in any nesting.
        shape_invariants: Shapes that hold in every iteration, in the structure of `loop_vars`; by default the shapes
            of the first values.
        parallel_iterations: How many iterations may be alive at once, at least 1.
        back_prop: Accepted; gradients are not built here.
        swap_memory: Accepted; memory is not swapped.
        name: Name scope of the new nodes, and name of the frame.
        maximum_iterations: Bound on the number of iterations ([] integer), or None.
        return_same_structure: Whether a list of one variable stays a list.

    Returns:
        The last values, in the structure of `loop_vars`.

    Raises:
        TypeError: `cond` or `body` is not callable, or a variable changes its dtype.
        ValueError: There are no variables, the body gives another number of them, or one leaves its shape.
    """
    _check_callable("cond", cond)
    _check_callable("body", body)
    if not nest.flatten(loop_vars):
        raise ValueError("No loop variables provided")
    if parallel_iterations < 1:
        raise ValueError(f"parallel_iterations must be a positive integer, not {parallel_iterations}")
    graph = graph_of(nest.flatten(loop_vars))
    with graph.as_default(), graph.name_scope(name or "while") as scope:
        if maximum_iterations is None:
            loop = _WhileLoop(graph, scope, loop_vars, shape_invariants, parallel_iterations)
            packed = loop.build(cond, body)
        else:
            packed = _counted(
                graph, scope, cond, body, loop_vars, shape_invariants, parallel_iterations, maximum_iterations
            )
    return packed if return_same_structure else _only_element(packed)


def _counted(
    graph: Graph,
    scope: str,
    cond: Any,
    body: Any,
    loop_vars: Any,
    invariants: Any,
    parallel_iterations: int,
    limit: Any,
) -> Any:
    """The loop with a counter as a further variable."""
    limit = convert_to_tensor(limit)
    variables = _as_arguments(loop_vars)
    counter = convert_to_tensor(0, limit.dtype, name="iteration_counter")
    all_invariants = None if invariants is None else (TensorShape(()), _as_arguments(invariants))
    loop = _WhileLoop(graph, scope, (counter, variables), all_invariants, parallel_iterations)

    def goes_on(i: Tensor, values: Any) -> Tensor:
        return math_ops.logical_and(math_ops.less(i, limit), cond(*values))

    def next_values(i: Tensor, values: Any) -> Any:
        return i + 1, _as_arguments(body(*values))

    last = loop.build(goes_on, next_values)[1]
    return last if isinstance(loop_vars, (list, tuple)) else last[0]


def _as_arguments(values: Any) -> Any:
    return values if isinstance(values, (list, tuple)) else [values]


class _WhileLoop:
    """One loop while it is being built."""

    def __init__(
        self, graph: Graph, scope: str, loop_vars: Any, shape_invariants: Any, parallel_iterations: int
    ) -> None:
        self.graph = graph
        self.structure = loop_vars
        self.first = [convert_to_tensor(value) for value in nest.flatten(loop_vars)]
        self.shapes = [t.shape for t in self.first] if shape_invariants is None else _invariants(shape_invariants)
        if len(self.shapes) != len(self.first):
            raise ValueError(f"shape_invariants has {len(self.shapes)} shapes for {len(self.first)} loop variables")
        frame_name = graph.unique_name(scope + "while_context")
        self.context = WhileContext(graph, frame_name, parallel_iterations)

    def build(self, cond: Callable[..., Any], body: Callable[..., Any]) -> Any:
        """Builds the loop; returns its last values in the structure of the first ones."""
        context = self.context
        entered = [self._enter(tensor) for tensor in self.first]
        merges = [self._merge(e, shape) for e, shape in zip(entered, self.shapes, strict=True)]
        context.pivot = merges[0]
        with context.entered():
            goes_on = control_flow_ops.loop_cond(convert_to_tensor(cond(*self._arguments(merges)), bool_))
            sides = [control_flow_ops.switch(merged, goes_on) for merged in merges]
            inside = [array_ops.identity(side[1]) for side in sides]
            context.pivot = inside[0]
            structure = body(*self._arguments(inside))
            following = [convert_to_tensor(leaf) for leaf in nest.flatten(structure)]
            self._check_body(following)
            for merged, value in zip(merges, following, strict=True):
                merged.op.inputs[1] = control_flow_ops.next_iteration(context.internal(value))
        return nest.pack_like(self.structure, [self._exit(side[0]) for side in sides])

    def _enter(self, tensor: Tensor) -> Tensor:
        return self.context.enter(tensor if self.context.outer is None else self.context.outer.internal(tensor))

    def _merge(self, entered: Tensor, shape: TensorShape) -> Tensor:
        if not shape.is_compatible_with(entered.shape):
            raise ValueError(
                f"loop variable {entered.name} of shape {entered.shape} does not fit its invariant {shape}"
            )
        with self.context.suspended():
            merged = control_flow_ops.merge([entered, entered])[0]  # the second becomes the NextIteration
        merged._shape = shape
        self.context.adopt(merged.op)
        self.graph.prevent_fetching(merged.op)
        return merged

    def _arguments(self, tensors: Sequence[Tensor]) -> Any:
        packed = nest.pack_like(self.structure, tensors)
        return packed if isinstance(self.structure, (list, tuple)) else [packed]

    def _check_body(self, following: list[Tensor]) -> None:
        if len(following) != len(self.first):
            raise ValueError(f"body gives {len(following)} values for {len(self.first)} loop variables")
        for i, (before, after) in enumerate(zip(self.first, following, strict=True)):
            if before.dtype.base_dtype is not after.dtype.base_dtype:
                raise TypeError(
                    f"loop variable {i} enters the loop as {before.dtype.name} and becomes {after.dtype.name}"
                )
            if not _is_within(after.shape, self.shapes[i]):
                raise ValueError(
                    f"loop variable {i} ({before.name}) enters the loop with shape {self.shapes[i]}, but has shape "
                    f"{after.shape} after one iteration; use shape_invariants"
                )

    def _exit(self, tensor: Tensor) -> Tensor:
        build = control_flow_ops.ref_exit if tensor.dtype.is_ref else control_flow_ops.exit
        with self.context.suspended():
            exited = build(tensor)
        if self.context.outer is not None:
            self.context.outer.adopt(exited.op)
        return exited


def _invariants(shape_invariants: Any) -> list[TensorShape]:
    """The shapes in a structure of them; a list or tuple of sizes counts as structure, so shapes are `TensorShape`s."""
    return [as_shape(leaf) for leaf in nest.flatten(shape_invariants)]


def _is_within(shape: TensorShape, invariant: TensorShape) -> bool:
    """Whether everything that `invariant` says also holds of `shape`."""
    if invariant.dims is None:
        return True
    if shape.dims is None or len(shape.dims) != len(invariant.dims):
        return False
    return all(wanted is None or size == wanted for size, wanted in zip(shape.dims, invariant.dims, strict=True))
