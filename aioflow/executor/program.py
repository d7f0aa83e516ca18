"""Program: a compiled partition, with what its steps have cost, and the choice of how the next step runs.

That choice is made once per step, by `choose`, before anything of the step exists: a `Whole` needs neither a context
nor a pool, a `Segment` needs a context, one `OnThread` a place in a pool, too, and only a `Stepwise` step is worth its
frames.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from aioflow.executor.analysis.inlining import Functions
from aioflow.executor.dataflow.graph_view import GraphView
from aioflow.executor.dataflow.kernel_stats import SAMPLED_STEPS, KernelStats
from aioflow.executor.lock_share import LockShare
from aioflow.executor.node_errors import step_error
from aioflow.executor.node_place import MAX_STEP_ON_LOOP_S, MAX_STEP_ON_THREAD_S
from aioflow.executor.segments.feed_sizes import FeedSizes
from aioflow.executor.segments.plan import ViewPlan
from aioflow.executor.segments.segmented_view import SegmentItem
from aioflow.framework.kernels import ROOT_FRAME_ITERATION, StepContext

#: How many steps run node by node before segments are made: of a kernel's first runs the shorter one of two counts (see
#: `KernelStats`), so there is nothing to go by before.
NUM_FIRST_STEPS = 2
#: Of the steps behind these one in so many runs node by node, and takes longer for it. TensorFlow measures every
#: execution of expensive nodes, and none of those that it has once found cheap; here cheap ones may become expensive.
SAMPLING_PERIOD = 1024


class Stepwise(NamedTuple):
    """The step runs as a `Step`, item by item.

    Attributes:
        view: Its items: nodes, or segments of cheap ones.
        leaves_loop: Whether it begins on the pool, if it has one, because it is too long for the event loop.
        needs_thread: Whether it is sure to use a thread, because it begins on one or a kernel of it may block.
        measures_all: Whether the times of all nodes are noted, also of those that count as cheap.
        remakes_segments: Whether segments are to be made (anew) meanwhile, because nodes have been measured.
        is_larger: Whether it was given larger values than any step that was short, so that its cost is another one's.
    """

    view: GraphView
    leaves_loop: bool
    needs_thread: bool
    measures_all: bool
    remakes_segments: bool = False
    is_larger: bool = False


class Segment:
    """The step is one call of a segment, on the caller's thread: nothing of it waits.

    Attributes:
        item: The segment.
    """

    __slots__ = ("_step_stats", "item")

    def __init__(self, item: SegmentItem, step_stats: KernelStats) -> None:
        self.item = item
        self._step_stats = step_stats

    def run(self, context: StepContext) -> None:
        """Runs the step; results are in the call frame.

        Raises:
            OpError: The error of a node.
        """
        code = self.item.code if context.trace is None else self.item.traced
        began_s = perf_counter()
        try:
            # In the caller's context variables, other than `Whole`: kernels that need the step may need those, too.
            with np.errstate(all="ignore"):
                code.call(context, (), ROOT_FRAME_ITERATION)
        except BaseException as raised:
            error = self.error(raised)
            raise error from error.__cause__
        self._step_stats.add(perf_counter() - began_s)

    def error(self, raised: BaseException) -> BaseException:
        """A kernel's error as that of the step."""
        return step_error(self.item, raised)


class Whole(Segment):
    """A segment that can also run without a context, because its nodes compute from their inputs alone.

    Attributes:
        call: The step, as `QUIET.copy().run(call, args)`, where `args` are the values for the `_Arg` nodes, by index:
            returns the results, or None where a fed value is missing, of another dtype or larger than `FeedSizes`
            allows; nothing has run then. Raises what kernels raise, of which `error` makes the step's error.
    """

    __slots__ = ("call",)

    def __init__(self, item: SegmentItem, step_stats: KernelStats) -> None:
        super().__init__(item, step_stats)
        assert item.whole is not None
        self.call: Callable[[Sequence[Any]], list[Any] | None] = item.whole.call


class OnThread(NamedTuple):
    """The step is one call of a segment that is too long for the event loop.

    Attributes:
        item: The segment.
        step_stats: Where its time is noted.
        lock_share: Where is noted how it runs beside others.
        sizes: Where its values are noted instead, if they are larger than short steps had, and it turns out short.
    """

    item: SegmentItem
    step_stats: KernelStats
    lock_share: LockShare
    sizes: FeedSizes | None = None

    @property
    def needs_thread(self) -> bool:
        """As of `Stepwise`: always."""
        return True

    def note(self, elapsed_s: float, args: Sequence[Any]) -> None:
        """Learns from the step, which has taken so long with these values."""
        if self.sizes is None:
            self.step_stats.add(elapsed_s)
        elif elapsed_s < MAX_STEP_ON_LOOP_S:
            self.sizes.note(args)


Choice = Whole | Segment | OnThread | Stepwise


class Program:
    """A compiled partition: the part that all its steps share.

    Args:
        view: The partition, one item per node.
        is_single_threaded: Whether the nodes of a step run one after the other on one thread.

    Attributes:
        stats: What a whole step costs in kernels and propagation.
        lock_share: How much of it needs the interpreter's lock, where steps are one call.
        never_inline: Whether nodes stay off the event loop whatever they cost, in steps that have a pool.
        sizes: How large the values were that short steps were given.
        plan: The segments.
        num_steps: How many steps there have been.
    """

    def __init__(self, view: GraphView, is_single_threaded: bool = False) -> None:
        self.view = view
        self.is_single_threaded = is_single_threaded
        self.stats = KernelStats()
        self.lock_share = LockShare()
        self.never_inline = False
        self.plan = ViewPlan(view)
        self.sizes = self.plan.sizes
        # Steps on several event loops may count at the same time and lose a number. It decides only when to measure.
        self.num_steps = 0
        self._next_sample = 0  # the number of the next step that runs node by node, to see what has changed
        # Made of the plan's `only_segment`, until that is another one; made twice if two steps start at once.
        self._one_call: Segment | None = None
        #: Whether there is foreign code, which may wait for anything: unlike costs this is known beforehand.
        self._may_block = any(item.stats.is_blocking for item in view.nodes)

    def use_one_thread(self, is_in_place: bool) -> None:
        """Tells that steps have no second thread: expensive nodes join segments, which still end in good time.

        Args:
            is_in_place: Whether the one thread is the caller's.
        """
        self.plan.below_s = (MAX_STEP_ON_LOOP_S if is_in_place else MAX_STEP_ON_THREAD_S) / 2

    def learn_anew(self) -> None:
        """Has the next step measure its nodes: what they have cost so far is not what they will cost."""
        self.stats.forget()
        for item in self.view.nodes:
            item.stats.forget()
        self._next_sample = 0

    def dismantle(self) -> None:
        """Takes the nodes from each other. See `Graph.dismantle`."""
        self._one_call = None
        self.plan.dismantle()

    @property
    def needs_thread(self) -> bool:
        """Whether a step is too long for the event loop, as far as is known, or may block."""
        return self.never_inline or self._may_block or self.stats.is_expensive

    def choose(self, functions: Functions | None, shows_nodes: bool = False) -> Choice:
        """Chooses how the next step runs, if this is all of it and transfers nothing. Counts the step.

        Args:
            functions: What the nodes may call.
            shows_nodes: Whether each node must run by itself (tracing).
        """
        # No lock: a step that starts while segments are made anew runs the old ones or the new ones.
        only = self.plan.only_segment
        if only is None or shows_nodes or self.num_steps >= self._next_sample or self.plan.mode == "off":
            return self.choose_view(functions, shows_nodes)
        self.num_steps += 1
        # All nodes of the segment are cheap, but together they may be worth a thread.
        if self.never_inline or not self.stats.counts_as_cheap:
            return OnThread(only, self.stats, self.lock_share)
        one_call = self._one_call
        return one_call if one_call is not None and one_call.item is only else self._call_of(only)

    def in_place(self, choice: OnThread) -> Segment:
        """The same step where there are no threads."""
        return self._call_of(choice.item)

    def _call_of(self, item: SegmentItem) -> Segment:
        one_call = self._one_call
        if one_call is None or one_call.item is not item:
            one_call = self._one_call = (Segment if item.whole is None else Whole)(item, self.stats)
        return one_call

    def with_context(self, choice: Whole) -> Segment:
        """The same step with a context, which runs that are traced need."""
        return Segment(choice.item, self.stats)

    def leave_loop(self, choice: Choice, args: Sequence[Any], has_pool: bool) -> Choice:
        """Changes what was chosen for a step that has larger values than short ones had: it leaves the event loop.

        Args:
            choice: The choice.
            args: The values, for which `sizes` has no room.
            has_pool: Whether the step may use threads. Else it stays, and so do further ones with values as large.
        """
        if not has_pool:
            self.sizes.note(args)
            return choice
        if isinstance(choice, Stepwise):
            return choice._replace(leaves_loop=True, needs_thread=True, is_larger=True)
        return OnThread(choice.item, self.stats, self.lock_share, self.sizes)

    def note_step(self, choice: Stepwise, elapsed_s: float, args: Sequence[Any]) -> None:
        """Learns from a step that has run item by item.

        Args:
            choice: How it ran.
            elapsed_s: Seconds of work.
            args: The values that it was given.
        """
        # A step that measures its nodes runs them one by one; those in segments, which are most, take less. And what
        # one with larger values takes says nothing of those with small ones.
        measures_only = choice.measures_all and self.plan.segmented is not None
        if not measures_only and not choice.is_larger:
            self.stats.add(elapsed_s)
        # Other steps are known by their cost, and the first ones take longer: what they had must not count as too large
        # for ever. One that has left the event loop comes back only if it would not have held that up.
        if elapsed_s < (MAX_STEP_ON_LOOP_S if choice.is_larger else MAX_STEP_ON_THREAD_S):
            self.sizes.note(args)

    def choose_view(self, functions: Functions | None, shows_nodes: bool = False) -> Stepwise:
        """Chooses for a part of a step, which has to run beside the others. Counts the step."""
        # In this order: who must see nodes gets them, tests have their way, then costs decide.
        plan, number = self.plan, self.num_steps
        self.num_steps = number + 1
        # Not `==`: the number may have been passed while two steps counted at once.
        is_sampled = number >= self._next_sample
        if is_sampled:
            self._next_sample = _sample_after(number)
        leaves_loop = self.never_inline or self.stats.is_expensive
        # A kernel that may block gets a thread of its own when it is its turn; until then the step may use the loop.
        needs_thread = leaves_loop or self._may_block
        if shows_nodes or plan.mode == "off":
            return Stepwise(self.view, leaves_loop, needs_thread, number % SAMPLED_STEPS == 0)
        if plan.mode == "always":
            if not plan.is_made:
                plan.make_segments(functions)
            return Stepwise(plan.segmented or self.view, leaves_loop, needs_thread, False)
        if plan.is_made and not is_sampled:
            measures_all = plan.segmented is None and number % SAMPLED_STEPS == 0
            # Nodes outside of segments are measured in every step. One that was long when the segments were made, of
            # itself or because the machine was busy, need not wait for the next sample.
            remakes = number % SAMPLED_STEPS == 0 and plan.is_outdated
            return Stepwise(plan.segmented or self.view, leaves_loop, needs_thread, measures_all, remakes)
        return Stepwise(self.view, leaves_loop, needs_thread, True, remakes_segments=number >= NUM_FIRST_STEPS)


def _sample_after(number: int) -> int:
    """The next step behind `number` that runs node by node: powers of two in the beginning, then regularly.

    Costs change most while caches, allocators and branches are new; later a sample only has to notice that the fed
    values have become larger or smaller.
    """
    return 1 << number.bit_length() if number < SAMPLING_PERIOD else (number // SAMPLING_PERIOD + 1) * SAMPLING_PERIOD
