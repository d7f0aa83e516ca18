"""KernelContext: what one stateful or waiting kernel invocation may touch."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from aioflow import errors
from aioflow.framework import FOLDER_ATTR
from aioflow.framework.kernels.open_calls import OpenCalls
from aioflow.framework.process_locks import process_lock
from aioflow.framework.resources.resources import ResourceManager

if TYPE_CHECKING:  # what only types name is not loaded with `import aioflow`, as this file is
    from aioflow.framework import DType, FunctionName
    from aioflow.framework.devices.device_set import DeviceSet
    from aioflow.framework.devices.devices import Device
    from aioflow.framework.kernels.collectives import CollectiveResolver
    from aioflow.framework.kernels.op_kernel import OpKernel
    from aioflow.framework.kernels.rendezvous import Rendezvous
    from aioflow.framework.watches import Watcher

STEP_CONTAINER_PREFIX = "__per_step_"
_step_resources_lock = process_lock()  # guards the creation of a step's manager, which few steps need


ROOT_FRAME_ITERATION = ("0", 0)
GiveBack = Callable[[], object]


# What a step brings with it lies in layers above this one. Protocols say what kernels may ask of it, so that types are
# checked on both sides of the seam although this layer imports neither sessions nor executors.
class SessionServices(Protocol):
    """The services of a session to its kernels."""

    #: Whether it takes no more steps.
    closed: bool
    #: Brings its devices together with those of other tasks, in collectives; None where there are no other tasks.
    collectives: CollectiveResolver | None

    @property
    def devices(self) -> Sequence[Device]:
        """Its devices."""

    @property
    def device_set(self) -> DeviceSet:
        """The same by name and by priority."""

    @property
    def resources(self) -> Mapping[str, ResourceManager]:
        """The resources that it keeps on each device, by the device's full name."""


class FunctionCaller(Protocol):
    """The function library of a step."""

    async def call(
        self, ctx: KernelContext, function: FunctionName, args: Sequence[Any], gives: list[DType] | None = None,
        *, gives_on_host: bool = False,
    ) -> list[Any]:  # fmt: skip
        """Runs a function within the caller's step; returns one value per result, None for a dead one.

        Args:
            ctx: The calling kernel's context.
            function: Name and attributes.
            args: One value per argument; list arguments flattened.
            gives: The dtypes that its results must have; None where the caller looks at them itself.
            gives_on_host: Whether the caller looks into the results: then they are numpy's. Else arguments and results
                are in the memory of the caller's device (`memory_types`).

        Raises:
            OpError: There is no such function, it takes or gives something else, or a node of it failed.
        """

    def compiled_view(self, function: FunctionName, compiles: bool) -> Any:
        """The `GraphView` that a function runs as, or None; for the executor, whose type it is."""


class TaskSink(Protocol):
    """The receiver of a step's work that needs a thread."""

    @property
    def pool(self) -> object:
        """The threads: the same for all sinks into them."""

    def submit(self, function: Callable[..., Any], *args: Any) -> None:
        """Lets a thread call `function(*args)`; dropped when the run ends before a thread is free."""

    def submit_alone(self, function: Callable[..., Any], *args: Any) -> None:
        """The same for the run's only task, if it needs the interpreter's lock nearly all the time: these do not run
        at the same time.
        """

    def submit_last(self, function: Callable[..., Any], *args: Any) -> None:
        """The same, behind all that waits: for a task that has been at work long enough."""

    def submit_apart(self, function: Callable[..., Any], *args: Any) -> None:
        """The same for something that is to be done whether the run ends before or not."""

    def withdraw(self) -> None:
        """Says that the run has ended: what it still has in the queue is dropped."""

    def sibling(self) -> TaskSink:
        """A sink into the same threads for a run of its own, which this one's end does not touch."""


class NodeCollector(Protocol):
    """Notes executions of nodes in a traced step. Items are the executor's `NodeItem`s."""

    reports_memory: bool

    def add_source(self, device: str) -> None:
        """Notes the start of an executor."""

    def note(self, item: Any, outputs: Sequence[Any], ended_ns: int) -> Any:
        """Notes what a node gave, which ended at that time of `perf_counter_ns`; returns the note, for `add`."""

    def add(self, entry: tuple[Any, int, int, int, int, int, int, Any]) -> None:
        """Notes an execution: item, when it was scheduled, taken up, begun, ended and delivered, thread, and note."""

    def memory_report(self) -> str:
        """A report on memory that is occupied, as text for the error of a step that ran out of it."""

    def to_proto(self) -> Any:
        """Everything noted, as a `StepStats` message."""


class NodeTrace(Protocol):
    """Takes down when the nodes of a recorded run ran. Items are the executor's `NodeItem`s."""

    def begin(self, item: Any) -> Callable[[tuple[Any, int]], None]:
        """Begins a stretch of a segment on this thread; returns what takes each node and the time of its end."""

    def add(self, item: Any, began_ns: int, ended_ns: int, waited: bool) -> None:
        """Takes down one execution of a node by itself, on this thread; `waited` if it was a task of the loop."""


class CallFrame:
    """The arguments and return values of one step or function call.

    Attributes:
        args: Values for the `_Arg` nodes, by index.
    """

    __slots__ = ("_set", "args", "results")

    def __init__(self, args: Sequence[Any], num_results: int) -> None:
        self.args = args
        self.results: list[Any] = [None] * num_results
        self._set = [False] * num_results

    def set_result(self, index: int, value: Any) -> None:
        """Stores a return value.

        Raises:
            InternalError: It was stored before (a fetch inside a loop).
            InvalidArgumentError: There are not so many.
        """
        if index >= len(self._set):
            raise errors.invalid_argument(f"Retval[{index}] is not one of the {len(self._set)} values to be returned")
        if self._set[index]:
            raise errors.internal(f"Retval[{index}] has already been set.")
        self._set[index] = True
        self.results[index] = value

    def take_results(self) -> list[Any]:
        """Hands out all return values, once; `InvalidArgumentError` when one is missing because it was dead."""
        for index, is_set in enumerate(self._set):
            if not is_set:
                raise errors.invalid_argument(f"Retval[{index}] does not have value")
        results, self.results = self.results, []  # whoever holds the frame no longer holds the values
        return results


class StepContext:
    """The state that all nodes of a step share.

    Attributes:
        step_id: Unique in the process; a function call has its caller's.
        call_frame: Feeds and fetches, or the arguments and results of a function call.
        pool: The thread pool of the run, or None for the calling thread.
        session: What the session offers its kernels (resources, random seeds, ...), or None.
        functions: The function library, or None.
        rendezvous: Where transfers meet, or None when the step has none.
        caller: The context of the run, in that of a function call within it; else None.
        collector: The `StepStatsCollector` of a traced step, else None.
        depth: How many function calls are open around it.
        deadline_s: When the run's time is up (`time.monotonic`), or None.
        has_put: Whether a kernel has put something where others can have it.
        has_settled: Whether it is the run itself, or a function call that has come to a node that waits.
        is_stopped: Whether nothing of the step is to begin any more; generated code asks it between nodes.
        inline_s: Seconds that function calls of the step have spent on the event loop since they last left it.
        open_calls: The function calls of the run, those in calls included; None until there is one.
        trace: The `RunTrace` of a run whose nodes are recorded, else None.
        watcher: Is told of watched tensors; None in steps that nobody watches.
    """

    __slots__ = (
        "_put", "_resources", "_taken", "call_frame", "caller", "collector", "deadline_s", "depth", "functions",
        "has_put", "has_settled", "inline_s", "is_stopped", "open_calls", "pool", "rendezvous", "session", "step_id",
        "trace", "watcher",
    )  # fmt: skip

    def __init__(
        self,
        step_id: int,
        call_frame: CallFrame,
        pool: TaskSink | None = None,
        session: SessionServices | None = None,
        functions: FunctionCaller | None = None,
        depth: int = 0,
    ) -> None:
        self.step_id = step_id
        self.call_frame = call_frame
        self.pool = pool
        self.session = session
        self.functions = functions
        self.depth = depth
        self.inline_s = 0.0
        self.is_stopped = False
        self.has_put = False
        self.deadline_s: float | None = None
        self.rendezvous: Rendezvous | None = None
        self.collector: NodeCollector | None = None
        self.trace: NodeTrace | None = None
        self.caller: StepContext | None = None
        self.has_settled = True
        self.open_calls: OpenCalls | None = None
        self.watcher: Watcher | None = None
        self._resources: ResourceManager | None = None
        #: For each call of a kernel that has taken something, such as an element out of a queue, what gives it back.
        #: Few steps have any. Changed on the event loop, but for `forget_taken` by a node that fails on a thread.
        self._taken: dict[KernelContext, list[GiveBack]] | None = None
        #: What takes back what the step has put; None where it has put nothing, or more than once.
        self._put: GiveBack | None = None

    def nested(self, call_frame: CallFrame) -> StepContext:
        """The context of a function call within this step."""
        context = StepContext(self.step_id, call_frame, self.pool, self.session, self.functions, self.depth + 1)
        context.rendezvous = self.rendezvous
        context.collector, context.trace = self.collector, self.trace
        context.watcher = self.watcher
        context.deadline_s = self.deadline_s
        context.caller = self.caller or self
        if self.open_calls is None:
            self.open_calls = OpenCalls()
        context.open_calls = self.open_calls
        context.has_settled = False
        return context

    @property
    def resources(self) -> ResourceManager:
        """The resources that live as long as the step, its function calls included; made when first asked for."""
        root = self.caller or self
        if root._resources is None:
            with _step_resources_lock:
                if root._resources is None:
                    root._resources = ResourceManager(f"{STEP_CONTAINER_PREFIX}{root.step_id}")
        return root._resources

    @property
    def has_taken(self) -> bool:
        """Whether it would have to give anything back if it was stopped now."""
        return bool(self._taken)

    def note_taken(self, taker: KernelContext, give_back: GiveBack) -> None:
        """Notes what gives back what a kernel has taken; see `KernelContext.note_taken`."""
        if self._taken is None:
            self._taken = {}
        self._taken.setdefault(taker, []).append(give_back)

    def note_put(self, take_back: GiveBack | None) -> None:
        """Notes that something was put, and what takes it back; see `KernelContext.note_put`."""
        root = self.caller or self
        # Not where it was put before, as in a loop, or within a function, of which nobody knows what else it has done.
        self._put = None if root.has_put or root is not self else take_back
        root.has_put = True

    def forget_taken(self, taker: KernelContext | None = None) -> None:
        """Keeps what a kernel has taken, or all kernels have: it is used, and does not go back any more."""
        if taker is None:
            self._taken = self._put = None
        elif self._taken is not None:
            self._taken.pop(taker, None)

    def forget_taken_at(self, is_used: Callable[[str], bool]) -> None:
        """The same for the kernels of those nodes for whose names `is_used` is true; on the event loop."""
        for taker in list(self._taken or ()):
            if is_used(taker.node_name):
                self.forget_taken(taker)

    def hand_taken_to(self, caller: KernelContext) -> None:
        """Lets the kernel that called this function answer for what was taken in it."""
        taken, self._taken = self._taken, None
        for give_backs in (taken or {}).values():
            for give_back in give_backs:
                caller.note_taken(give_back)

    def give_back(self) -> None:
        """Gives back what was taken, the last first. Called when the step was stopped and has come to rest."""
        taken, self._taken = self._taken, None
        for give_backs in reversed((taken or {}).values()):
            for give_back in reversed(give_backs):
                give_back()

    def take_back(self) -> None:
        """Takes back what was put, if it is still there. Called as `give_back` is, for steps that do nothing else."""
        take_back, self._put = self._put, None
        if take_back is not None:
            take_back()

    def clean_up(self) -> None:
        """Drops the step's resources. Called when it has come to rest, whether it failed or not."""
        if self._resources is not None:
            self._resources.clear()


class KernelContext:
    """One invocation of a kernel.

    Attributes:
        step: What it shares with the other nodes of the step.
        kernel: The bound kernel; `kernel.state` outlives the step.
        is_dead: Whether the node is dead (transfers run even so).
        frame_iteration: Name of the frame and number of the iteration in which it runs; ("0", 0) for the root.
    """

    __slots__ = ("frame_iteration", "is_dead", "kernel", "step")

    def __init__(
        self,
        step: StepContext,
        kernel: OpKernel,
        is_dead: bool = False,
        frame_iteration: tuple[str, int] = ROOT_FRAME_ITERATION,
    ) -> None:
        self.step = step
        self.kernel = kernel
        self.is_dead = is_dead
        self.frame_iteration = frame_iteration

    def note_taken(self, give_back: GiveBack) -> None:
        """Notes that something was taken that others could have had, such as an element out of a queue.

        `give_back` is called if the step is cancelled, times out or is closed before anything else that has an effect
        could begin with it: whoever runs it again finds what was there. A step that fails keeps it, as in TensorFlow,
        for it might fail again, and for ever.
        """
        self.step.note_taken(self, give_back)

    def note_put(self, take_back: GiveBack | None = None) -> None:
        """Notes that something was put where others can have it at once: the caller of the step must hear of that.

        `take_back` is called if the step is cancelled, times out or is closed all the same, because it had more to do,
        and has done nothing else that has an effect. It changes nothing where others have had what was put.
        """
        self.step.note_put(take_back)

    @property
    def device(self) -> Device:
        """The device that the node is placed on."""
        return self.kernel.device

    @property
    def node_name(self) -> str:
        """The node's name."""
        return self.kernel.node_name

    @property
    def folder(self) -> bytes | None:
        """The folder outside of which the node may read nothing; None where it may read everything."""
        folder: bytes | None = self.kernel.attrs.get(FOLDER_ATTR)
        return folder

    @property
    def xp(self) -> Any:
        """The device's array namespace."""
        return self.device.xp

    # A step has these parts wherever a graph runs in a session; kernels called without one never ask for them.
    @property
    def session(self) -> SessionServices:
        """The session's services."""
        services = self.step.session
        assert services is not None
        return services

    @property
    def functions(self) -> FunctionCaller:
        """The functions that the node may call."""
        functions = self.step.functions
        assert functions is not None
        return functions

    @property
    def rendezvous(self) -> Rendezvous:
        """The rendezvous at which its transfers meet."""
        rendezvous = self.step.rendezvous
        assert rendezvous is not None
        return rendezvous

    @property
    def resources(self) -> ResourceManager:
        """The resources that the session keeps on the node's device."""
        return self.session.resources[self.device.attributes.name]
