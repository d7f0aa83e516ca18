"""Step: one run of an executor. The only file here that awaits kernels.

A step belongs to itself: whichever thread finishes a node takes the step's lock, tells the `PropagatorState`, and goes
on with what became ready. The event loop is needed to start, for waiting kernels, and to hear of the end.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from aioflow import errors
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.executor.dataflow.propagator import PropagatorState, TaggedNode
from aioflow.executor.interruption import interruption
from aioflow.executor.memory_errors import explained
from aioflow.executor.node_errors import as_op_error, let_say
from aioflow.executor.run_end import Run, time_out, wait_for_end
from aioflow.executor.segments.segment_run import SegmentRuns
from aioflow.executor.segments.segmented_view import SegmentItem
from aioflow.framework.kernels import KernelContext, KernelKind, NodeCollector, StepContext, TaskSink
from aioflow.pools.completion_queue import CompletionQueue

if TYPE_CHECKING:
    from aioflow.executor.executor import Executor

Submit = Callable[..., None]

MAX_INLINE_S = 1e-3  # of consecutive work on the event loop, before it goes on elsewhere
MAX_TURN_S = 10e-3  # of consecutive work on a pool thread, before others that wait for the thread get their turn


class Step:
    """One run of an executor.

    Attributes:
        error: The first error, or None.
        ended: Whether nothing of it runs any more.
        stopped_at_s: When it was told to stop (`time.monotonic`), or None.
    """

    def __init__(self, executor: Executor, context: StepContext, whole: Run | None = None) -> None:
        self.executor = executor
        self.context = context
        self._whole = whole
        self.pool: TaskSink | None = context.pool
        self.error: BaseException | None = None
        self.ended = False
        self.is_stopping = False
        self.stopped_at_s: float | None = None
        view, self.measures_all = executor.plan.next_view(
            self.pool, must_show_nodes=context.collector is not None, functions=context.functions
        )
        self.propagator = PropagatorState(view)
        # Guards everything below, the propagator, `error` and `ended`.
        self._lock = threading.RLock()  # re-entrant: see ThreadPool
        self._outstanding = 0  # nodes that are ready or running
        self._active = 0  # threads that are inside `_process`
        self._waiting: dict[TaggedNode, asyncio.Task[None]] = {}  # touched on the loop only
        self._running: set[TaggedNode] = set()  # those that may take long
        self._loop_runs = SegmentRuns()  # segments with loops that have begun
        self._num_waiting = 0  # waiting kernels that were asked for and have not ended
        self._elapsed_s = 0.0
        self._ready_ns: dict[TaggedNode, int] = {}  # while tracing: when nodes became ready
        self._loop = asyncio.get_running_loop()
        self._loop_thread = threading.get_ident()
        self._variables = contextvars.copy_context()
        self._stop_callbacks: list[Callable[[], object]] = []
        self._end_callbacks: list[Callable[[], object]] = []

    # ---- from the event loop
    def start(self) -> None:
        """Starts the step, on this thread as far as that is cheap."""
        ready = self.propagator.start()
        self._outstanding = len(ready)
        self.ended = not ready
        if ready:
            self._begin(ready, self.executor.stats.is_expensive)

    def _begin(self, ready: Sequence[TaggedNode], is_expensive: bool) -> None:
        """Has the pool run what is ready if that is expensive, and else this thread as far as that is cheap."""
        if self.pool is None or not (is_expensive or self.executor.never_inline):
            self._process_here(ready)
            return
        self._hand_over((node for node in ready if not node.item.is_waiting), self.pool.submit)
        self._process_here([node for node in ready if node.item.is_waiting])

    async def wait(self, timeout_s: float | None) -> None:
        """Waits until the step has come to rest (see `wait_for_end`)."""
        await wait_for_end(self, timeout_s)

    def raise_error(self) -> None:
        """Raises the step's error, if it has one. See `take_error`."""
        if self.error is not None:
            raise self.take_error()

    def take_error(self) -> BaseException:
        """The step's error, which it has no more: its traceback refers to the step and all that its nodes were given.

        If the step referred to it, too, only a collection of cycles would free that, maybe much later.
        """
        assert self.error is not None
        try:
            return self.error
        finally:
            self.error = None

    def pending_nodes(self) -> list[str]:
        """Names of the nodes that wait, or that run on a thread of their own, sorted."""
        nodes = [node.item for node in (*self._waiting, *self._running)]
        return sorted(item.name for item in (*nodes, *self._loop_runs.loops()))

    def running_nodes(self) -> list[tuple[str, str]]:
        """Name and op of the nodes that run on a thread of their own."""
        return sorted((node.item.name, node.item.op.type) for node in list(self._running))

    def stop(self, error: BaseException) -> None:
        """Ends the step with `error` unless it has one: nothing new starts, what waits is cancelled. Any thread."""
        with self._lock:
            if self.ended or self.is_stopping:
                return
            self.error = error
            self.is_stopping = True
            self.stopped_at_s = monotonic()
            ended = self._check_end()
            callbacks, self._stop_callbacks = self._stop_callbacks, []
        if self._whole is not None:
            self._whole.stop(error)
        for callback in callbacks:
            callback()
        if ended:
            self._deliver_end()
        elif threading.get_ident() != self._loop_thread:
            self._post(self._cancel_waiting)
        elif self._loop.is_closed():
            self._forget_waiting()
        else:
            self._cancel_waiting()

    def interruption(self) -> tuple[int, errors.OpError]:
        """The error to stop the step with when its session is closed, and a number that is lower the more it tells."""
        with self._lock:
            frames = {frame.info.name for frame in self.propagator.live_frames()}
        waiting = sorted((node.item.runs_dead, node.item.name) for node in list(self._waiting))
        nodes = [item for name in frames for item in self.executor.view.frames[name].nodes]
        loops = sorted(item.name for item in (*nodes, *self._loop_runs.loops()) if item.op.type == "LoopCond")
        return interruption(waiting, loops)

    def _cancel_waiting(self) -> None:
        for task in self._waiting.values():
            task.cancel()

    def _forget_waiting(self) -> None:
        """Counts what waits on an event loop that was closed as ended: it will not go on."""
        with self._lock:
            self._num_waiting = 0
            self._waiting.clear()
            ended = self._check_end()
        if ended:
            self._deliver_end()

    # ---- running nodes, on any thread
    def _process_here(self, ready: Sequence[TaggedNode]) -> None:
        """On the event loop: as `_process`."""
        tell_end = self._process(ready, self._is_left_to_pool)
        if tell_end is not None:
            tell_end()

    def _process(
        self, ready: Sequence[TaggedNode], leave: Callable[[NodeItem], bool] | None = None
    ) -> Callable[[], None] | None:
        """Runs nodes, and what they make ready, until nothing is left for this thread.

        Args:
            ready: Where to begin.
            leave: Whether a ready node is to go to the pool instead; None for a thread of the pool itself.

        Returns:
            What to call when the thread is free again, if this was the end of the step.
        """
        queue = deque(ready)
        with self._lock:
            self._active += 1
        began = perf_counter()
        on_loop = threading.get_ident() == self._loop_thread
        end = began + (MAX_INLINE_S if on_loop else MAX_TURN_S)
        deadline_s = self.context.deadline_s
        with np.errstate(all="ignore"):
            while queue and not self.is_stopping:
                if deadline_s is not None and monotonic() > deadline_s:
                    time_out(self._whole or self)  # the loop may be too busy to notice
                    break
                node = queue.popleft()
                if leave is not None and not node.is_dead and leave(node.item):
                    self._submit([node])
                else:
                    self._keep(queue, self._run_node(node, end))
                if perf_counter() > end:
                    break
        return self._leave_process(perf_counter() - began, queue, on_loop)

    def _keep(self, queue: deque[TaggedNode], ready: list[TaggedNode]) -> None:
        """Queues what became ready here, but expensive nodes only if nothing else would wait behind them."""
        if self.pool is None or self.executor.is_single_threaded or (len(ready) < 2 and not queue):
            queue.extend(ready)
            return
        expensive: list[TaggedNode] = []
        for node in ready:
            (expensive if node.is_expensive else queue).append(node)
        if expensive and not queue:
            queue.append(expensive.pop())
        for node in expensive:
            self._submit([node])

    def _hand_over(self, nodes: Iterable[TaggedNode], submit: Submit) -> None:
        """Gives nodes to the pool: each expensive one to a thread of its own, the others together to one."""
        together = []
        for node in nodes:
            if node.is_expensive and not self.executor.is_single_threaded:
                self._submit([node], submit)
            else:
                together.append(node)
        if together:
            self._submit(together, submit)

    def _leave_process(self, elapsed_s: float, queue: deque[TaggedNode], on_loop: bool) -> Callable[[], None] | None:
        with self._lock:
            self._active -= 1
            self._elapsed_s += elapsed_s
            ended = self._check_end()
        if ended:
            return self._deliver_end
        if queue and not self.is_stopping:
            # The thread's turn is over. Without a pool the step goes on in the event loop's next turn.
            if self.pool is not None:
                self._hand_over(queue, self.pool.submit_last)
            elif on_loop:
                self._loop.call_soon(self._process_here, list(queue))
        return None

    def _check_end(self) -> bool:
        """Whether the step ends now; the lock is held."""
        at_rest = self._active == 0 and self._num_waiting == 0
        if self.ended or not (at_rest and (self._outstanding == 0 or self.is_stopping)):
            return False
        self.ended = True
        return True

    def _is_left_to_pool(self, item: NodeItem) -> bool:
        """On the event loop: whether a node must not run there."""
        return self.pool is not None and item.stats.is_expensive

    def _submit(self, nodes: list[TaggedNode], submit: Submit | None = None) -> None:
        assert self.pool is not None
        try:
            (submit or self.pool.submit)(self._variables.copy().run, self._process, nodes)
        except errors.OpError as error:  # the pool was closed, or cannot start
            self.stop(error)

    def _run_node(self, node: TaggedNode, end: float) -> list[TaggedNode]:
        """Runs one node here; returns what became ready. A failure stops the step.

        A segment with loops that goes on beyond `end` (`perf_counter`) is given back, to go on later.
        """
        item = node.item
        try:
            if isinstance(item, SegmentItem) and item.code.has_loops:
                return self._run_loops(node, end)
            if self.context.collector is not None and not node.is_dead and not item.is_waiting:
                return self._run_traced(node, self.context.collector)
            if node.is_dead and not item.runs_dead:
                return self._done(node, None)
            if item.const_outputs is not None:
                return self._done(node, item.const_outputs)
            inputs = self._inputs(node)
            if item.is_waiting:
                self._start_waiting(node, inputs)
                return []
            if isinstance(item, SegmentItem):
                return self._done(node, item.code.call(self.context, inputs, node.frame_iteration))
            if item.stats.is_cheap or not (self.measures_all or item.stats.is_expensive):
                return self._done(node, self._compute(node, inputs))
            return self._done(node, self._measured(node, inputs))
        except BaseException as error:
            self._fail(node, error)
            return []

    def _run_loops(self, node: TaggedNode, end: float) -> list[TaggedNode]:
        if node not in self._loop_runs:
            self._loop_runs.begin(node, self.context, self._inputs(node), node.frame_iteration)
        outputs = self._loop_runs.go_on(node, end, self._must_pause)
        return [node] if outputs is None else self._done(node, outputs)

    def _must_pause(self) -> bool:
        """Whether a loop must not go on here, or not at all."""
        deadline_s = self.context.deadline_s
        if deadline_s is not None and monotonic() > deadline_s:
            time_out(self._whole or self)
        return self.is_stopping

    def _measured(self, node: TaggedNode, inputs: list[Any]) -> list[Any]:
        self._running.add(node)
        try:
            began = perf_counter()
            outputs = self._compute(node, inputs)
            node.item.stats.add(perf_counter() - began)
            return outputs
        finally:
            self._running.discard(node)

    def _run_traced(self, node: TaggedNode, collector: NodeCollector) -> list[TaggedNode]:
        """As `_run_node`, for a live node, with its times noted."""
        taken_up = collector.now_ns()
        inputs = self._inputs(node)
        began = collector.now_ns()
        outputs = self._measured(node, inputs)
        ended = collector.now_ns()
        collector.note_memory(node.item, outputs)
        ready = self._done(node, outputs)
        self._trace(node, (taken_up, began, ended), outputs, ready)
        return ready

    def _trace(
        self, node: TaggedNode, times_ns: tuple[int, int, int], outputs: Sequence[Any], ready: Sequence[TaggedNode]
    ) -> None:
        """Notes an execution, and when the nodes that it made ready became so."""
        collector = self.context.collector
        if collector is None:
            return
        delivered = collector.now_ns()
        self._ready_ns.update((following, delivered) for following in ready if not following.is_dead)
        taken_up, began, ended = times_ns
        scheduled = self._ready_ns.pop(node, taken_up)
        collector.add(node.item, (scheduled, taken_up, began, ended, delivered), outputs, threading.get_ident())

    def _inputs(self, node: TaggedNode) -> list[Any]:
        inputs = node.take_inputs()
        for slot in node.item.deref:
            if inputs[slot] is not None:  # the dead input of a Merge
                inputs[slot] = inputs[slot].read()
        return inputs

    def _compute(self, node: TaggedNode, inputs: list[Any]) -> list[Any]:
        kernel = node.item.kernel
        if kernel.definition.kind is KernelKind.PURE:
            return kernel.outputs(kernel.compute(*inputs))
        return kernel.outputs(kernel.compute(self._kernel_context(node), *inputs))

    def _kernel_context(self, node: TaggedNode) -> KernelContext:
        return KernelContext(self.context, node.item.kernel, node.is_dead, node.frame_iteration)

    def _done(self, node: TaggedNode, outputs: Sequence[Any] | None) -> list[TaggedNode]:
        with self._lock:
            ready = self.propagator.done(node, outputs)
            self._outstanding += len(ready) - 1
        return ready

    def _fail(self, node: TaggedNode, error: BaseException) -> None:
        if not self.is_stopping:  # what fails later is a consequence, or is dropped as TensorFlow does
            self.stop(explained(as_op_error(node.item, error), self.context.collector))
        elif isinstance(error, errors.CancelledError) and error is not self.error:
            let_say(self.error, node.item, error)

    # ---- waiting kernels
    def _start_waiting(self, node: TaggedNode, inputs: list[Any]) -> None:
        with self._lock:
            self._num_waiting += 1
        if threading.get_ident() == self._loop_thread:
            self._create_task(node, inputs)
        else:
            self._post(self._create_task, node, inputs)

    def _create_task(self, node: TaggedNode, inputs: list[Any]) -> None:
        if self.is_stopping:
            self._waiting_ended(node, ())
            return
        task = self._loop.create_task(self._await_kernel(node, inputs), context=self._variables.copy())
        if not task.done():  # an eager task may have ended already
            self._waiting[node] = task
            # A task that is cancelled before its first turn never enters its coroutine.
            task.add_done_callback(lambda _: self._waiting_ended(node, ()) if node in self._waiting else None)
            if self.is_stopping:  # in the first turn of an eager task, when it could not be found yet
                task.cancel()

    async def _await_kernel(self, node: TaggedNode, inputs: list[Any]) -> None:
        ready: Sequence[TaggedNode] = ()
        collector = self.context.collector
        began = 0 if collector is None else collector.now_ns()
        try:
            kernel = node.item.kernel
            outputs = kernel.outputs(await kernel.compute(self._kernel_context(node), *inputs))
            ended = 0 if collector is None else collector.now_ns()
            if collector is not None:
                collector.note_memory(node.item, outputs)
            ready = self._done(node, outputs)
            self._trace(node, (began, began, ended), outputs, ready)
        except asyncio.CancelledError:
            self.stop(errors.cancelled("the waiting node was cancelled").at_node(node.item.name))
        except BaseException as error:
            self._fail(node, error)
        self._waiting_ended(node, ready)

    def _waiting_ended(self, node: TaggedNode, ready: Sequence[TaggedNode]) -> None:
        self._waiting.pop(node, None)
        with self._lock:
            self._num_waiting -= 1
        # With nothing ready this is where an ended or stopping step notices that it has come to rest.
        self._begin(ready, is_expensive=False)

    # ---- the end
    def _deliver_end(self) -> None:
        if not (self.measures_all and self.executor.plan.has_segments):  # others take less
            self.executor.stats.add(self._elapsed_s)
        with self._lock:
            callbacks, self._end_callbacks = self._end_callbacks, []
            self._stop_callbacks = []
            self.propagator.drop()
        for callback in callbacks:
            callback()

    def call_at_stop(self, callback: Callable[[], object]) -> None:
        """Has `callback` called when the step has been told to stop; at once if it has. On any thread."""
        with self._lock:
            if not self.is_stopping:
                self._stop_callbacks.append(callback)
                return
        callback()

    def call_at_end(self, callback: Callable[[], object]) -> None:
        """Has `callback` called when the step has come to rest; at once if it has. On any thread."""
        with self._lock:
            if not self.ended:
                self._end_callbacks.append(callback)
                return
        callback()

    def _post(self, function: Callable[..., Any], *args: Any) -> None:
        if not CompletionQueue.for_loop(self._loop).post(function, *args):
            self.stop(errors.cancelled("the event loop of the run was closed"))
            self._forget_waiting()
