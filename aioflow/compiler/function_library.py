"""FunctionLibrary: the functions of one compiled signature, instantiated and compiled when first called."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic, perf_counter
from typing import Any, NamedTuple, Protocol

from aioflow import errors
from aioflow.executor.dataflow.graph_view import GraphView
from aioflow.executor.node_place import MAX_STEP_ON_LOOP_S
from aioflow.executor.run_end import wait_for_end
from aioflow.executor.step_life import StepLife
from aioflow.framework import DType, FunctionKey, FunctionName
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph
from aioflow.framework.graph.function_body import FunctionBody, instantiate
from aioflow.framework.kernels import CallFrame, KernelContext, StepContext
from aioflow.ops.backprop.function_gradients import SYMBOLIC_GRADIENT
from aioflow.passes.body_devices import call_on
from aioflow.passes.function_parts import is_unlowered, part_of, whole
from aioflow.passes.gradient_body import gradient_body
from aioflow.passes.prune_body import prune_body
from aioflow.pools.thread_calls import ThreadCalls

MAX_CALL_DEPTH = 500


class CompiledBody(Protocol):
    """The part of a compiled body that the library needs."""

    @property
    def only_view(self) -> GraphView | None:
        """The view of its one executor; None where there are several or it transfers anything."""

    def start(self, context: StepContext) -> StepLife | None:
        """Starts one step; None where it was one call and has ended."""

    def dismantle(self) -> None:
        """Takes its nodes from each other."""


class _Body(NamedTuple):
    compiled: CompiledBody
    num_args: int
    gives: list[DType]


class _Place(NamedTuple):
    """The place of a call.

    Attributes:
        device: One that has memory of its own; None for the process's memory.
        gives_on_host: Whether results go to the process's memory.
    """

    device: Device | None = None
    gives_on_host: bool = False

    def key_of(self, function: FunctionName) -> Any:
        """The key of the body that is called here."""
        name, attrs = function.key
        return function.key if self.device is None else (name, attrs, self.device.name, self.gives_on_host)


_HOST = _Place()


class FunctionLibrary:
    """Calls functions by name.

    Args:
        graph: Whose functions, and functions of gradients.
        compile_body: Makes a function's pruned body ready to run, given its key.
    """

    def __init__(self, graph: Graph, compile_body: Callable[[Graph, FunctionKey], CompiledBody]) -> None:
        self._functions = graph.functions
        self._gradient_functions = graph.gradient_functions
        self._compile_body = compile_body
        self._compiled: dict[Any, _Body] = {}
        self._calls = ThreadCalls()

    def __contains__(self, name: str) -> bool:
        return name in self._functions

    def dismantle(self) -> None:
        """Takes the nodes of all compiled bodies from each other. See `Graph.dismantle`."""
        while self._compiled:
            _, body = self._compiled.popitem()
            body.compiled.dismantle()

    async def call(
        self, ctx: KernelContext, function: FunctionName, args: Sequence[Any], gives: list[DType] | None = None,
        *, gives_on_host: bool = False,
    ) -> list[Any]:  # fmt: skip
        """Runs a function within the caller's step.

        Args:
            ctx: The calling kernel's context.
            function: Name and attributes.
            args: One value per argument; list arguments flattened.
            gives: The dtypes that its results must have; None where the caller looks at them itself.
            gives_on_host: Whether the results are to be in the process's memory wherever the caller is.

        Returns:
            One value per result, None for a dead one.

        Raises:
            NotFoundError: There is no such function.
            InvalidArgumentError: It takes another number of arguments, or gives other results.
            ResourceExhaustedError: Calls are nested too deep.
            OpError: A node of the body failed.
        """
        step = ctx.step
        if step.depth >= MAX_CALL_DEPTH:
            raise errors.resource_exhausted(
                f"function {_call_name(function)}: calls are nested more than {MAX_CALL_DEPTH} deep"
            )
        place = _HOST if ctx.device.is_host else _Place(ctx.device, gives_on_host)
        body, num_args, given = self._compiled.get(place.key_of(function)) or await self._body_for(
            step, function, place
        )
        if len(args) != num_args:
            raise errors.invalid_argument(
                f"function {_call_name(function)} takes {num_args} arguments, but {len(args)} are passed"
            )
        if gives is not None and gives != given:
            raise errors.invalid_argument(
                f"function {_call_name(function)} gives {_listed(given)}, but its caller declares {_listed(gives)}"
            )
        frame = CallFrame(args, len(given))
        context = step.nested(frame)
        calls = context.open_calls
        assert calls is not None
        if not calls.enter():
            await calls.turn()
        # The seconds of calls that never wait add up over the step: each by itself is short, a loop of them may not be.
        began = perf_counter()
        try:
            nested = body.start(context)
            if nested is not None:
                if not nested.ended:
                    await wait_for_end(nested)
                    step.inline_s = 0.0
                    context.hand_taken_to(ctx)
                    return frame.results
                nested.raise_error()
                context.hand_taken_to(ctx)
        finally:
            calls.leave(context.has_settled)
        step.inline_s += perf_counter() - began
        if step.inline_s > MAX_STEP_ON_LOOP_S:  # a loop of cheap calls must not keep the event loop to itself
            step.inline_s = 0.0
            await asyncio.sleep(0)
        return frame.results

    def compiled_view(self, function: FunctionName, compiles: bool) -> GraphView | None:
        """Looks up the view that a function runs; None if it has several executors or transfers anything.

        Args:
            function: Name and attributes.
            compiles: Whether to compile it if it was not called yet; if it cannot be, that is for a call to say.
        """
        try:
            found = self._body(function) if compiles else self._compiled.get(function.key)
        except errors.OpError:
            return None
        return None if found is None else found.compiled.only_view

    async def _body_for(self, step: StepContext, function: FunctionName, place: _Place) -> _Body:
        """The body, compiled off the event loop if the step has threads."""
        key, compile_it = place.key_of(function), partial(self._body, function, place)
        if step.pool is None:
            timeout_s = None if step.deadline_s is None else step.deadline_s - monotonic()
            body: _Body = self._calls.here(key, compile_it, timeout_s)
        else:
            start_run = step.pool.sibling  # not the step's, which may end while others wait for the body
            body = await self._calls.once(start_run, key, compile_it, pool=step.pool.pool)
        return body

    def _body(self, function: FunctionName, place: _Place = _HOST) -> _Body:
        key = place.key_of(function)
        found = self._compiled.get(key)
        if found is None:
            # No lock: who needs it on an event loop must not wait for a thread. Of two that compile it at once the
            # first counts; what the other has made is forgotten before it has run.
            found = self._compiled.setdefault(key, self._compile(function, place))
        return found

    def _compile(self, function: FunctionName, place: _Place) -> _Body:
        """The body, ready to run, and what it takes and gives."""
        body = self._instantiated(function)
        graph = prune_body(body, part_of(function), lowers=not is_unlowered(function)).graph
        body.graph.dismantle()
        ops = graph.get_operations()
        num_args = sum(op.type == "_Arg" for op in ops)
        results = sorted((op for op in ops if op.type == "_Retval"), key=lambda op: int(op.attrs["index"]))
        gives = [op.attrs["T"] for op in results]
        if place.device is not None:
            call_on(graph, place.device, place.gives_on_host)
        try:
            # Under the whole function's name: what a node keeps from step to step is the same in every part.
            return _Body(self._compile_body(graph, whole(function).key), num_args, gives)
        except ValueError as error:  # shapes in it contradict each other
            raise errors.invalid_argument(f"{error} (in function {function.name!r})") from error

    def _instantiated(self, function: FunctionName) -> FunctionBody:
        if function.name == SYMBOLIC_GRADIENT:
            return gradient_body(function.attrs["f"], self._functions, self._gradient_functions)
        definition = self._functions.get(function.name)
        if definition is None:
            raise errors.not_found(f"Function {function.name} is not defined.")
        return instantiate(definition, function.attrs, self._functions)


def _call_name(function: FunctionName) -> str:
    """Names a function as messages do."""
    called = function.attrs["f"].name if function.name == SYMBOLIC_GRADIENT else ""
    return f"{function.name}({called!r})" if called else repr(function.name)


def _listed(types: Sequence[DType]) -> str:
    return f"({', '.join(dtype.name for dtype in types)})"
