"""PropagatorState: turns "this node is done" into "these nodes are ready".

Plain data and plain functions: no event loop, no threads, no I/O, no clock. One `PropagatorState` belongs to one step
and is the only writer of its frames and counts; callers that use threads hold the step's lock around it.

The protocol is TensorFlow's. A value is dead when the branch that makes it was not taken; deadness travels along the
edges. Nodes run in (frame, iteration); an Enter leads into a frame, an Exit out of it, a NextIteration into the next
iteration. A dead value is None.

Each node is given out exactly once per iteration that reaches it, dead or alive, and must come back by `done` exactly
once: `IterationState.running` counts on it. A node that failed does not come back; then the step is stopped, and `drop`
takes the rest apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.executor.dataflow.frames import FrameState, IterationState
from aioflow.executor.dataflow.graph_view import GraphView, NodeItem
from aioflow.framework.graph.control_flow import frame_name_of
from aioflow.framework.kernels import ROOT_FRAME_ITERATION


class TaggedNode(NamedTuple):
    """One execution of a node: which node, in which iteration of which frame, and whether it is dead."""

    item: NodeItem
    iteration: IterationState
    is_dead: bool

    @property
    def frame_iteration(self) -> tuple[str, int]:
        """Its place in a loop, in the form in which kernels get it (see `KernelContext`)."""
        iteration = self.iteration
        return ROOT_FRAME_ITERATION if iteration.frame.parent is None else (iteration.frame.name, iteration.number)

    @property
    def is_expensive(self) -> bool:
        """Whether it is worth a thread of its own."""
        return not self.is_dead and self.item.stats.is_expensive

    def take_inputs(self) -> list[Any]:
        """Moves the node's input values out of the iteration, without those that only tell that a node has run."""
        item, inputs = self.item, self.iteration.inputs
        start, count = item.input_start, item.num_inputs
        values = inputs[start : start + count - item.num_tokens]
        inputs[start : start + count] = [None] * count
        return values

    def drop_inputs(self) -> None:
        """Removes the node's input values from the iteration."""
        start, count = self.item.input_start, self.item.num_inputs
        self.iteration.inputs[start : start + count] = [None] * count


_new = tuple.__new__


class PropagatorState:
    """The state of one step over one `GraphView`."""

    __slots__ = ("_ready", "root", "view")

    def __init__(self, view: GraphView) -> None:
        self.view = view
        #: The root frame. Its one iteration is never forgotten: a step ends when nothing of it is outstanding.
        self.root = FrameState(view.frames[""], None)
        #: What the call of `done` that is being worked off has made ready. A field, and not an argument, because it
        #: would be handed through every function below; one call at a time is what the step's lock guarantees.
        self._ready: list[TaggedNode] = []

    def start(self) -> list[TaggedNode]:
        """Begins the step; returns the nodes that wait for nothing."""
        first = self.root.iterations[0]
        first.running = len(self.view.roots)
        return [TaggedNode(item, first, False) for item in self.view.roots]

    def done(self, node: TaggedNode, outputs: Sequence[Any] | None) -> list[TaggedNode]:
        """Takes the outputs of a node that has run, or None if it was dead; returns the nodes that became ready.

        Call it once per node given out by `start` and `done`, unless the node failed.
        """
        ready: list[TaggedNode] = []
        self._ready = ready
        item, iteration, is_dead = node
        if is_dead and item.num_inputs:
            node.drop_inputs()  # nobody took them; some may be alive
        if item.is_enter:
            self._enter(item, iteration, outputs, is_dead)
        elif item.is_exit:
            self._exit(item, iteration, outputs, is_dead)
        elif item.is_next_iteration:
            if not is_dead:  # a dead one begins no iteration: so loops end
                self._next_iteration(item, iteration, _first(outputs))
        else:
            self.activate_nodes(item, outputs, is_dead, iteration)
        iteration.running -= 1
        if iteration.frame.parent is not None:  # after the deliveries, which may have made nodes run here
            self._clean_up(iteration.frame, iteration)
        return ready

    def live_frames(self) -> list[FrameState]:
        """All frames but the root that are not finished, outer ones before those within them."""
        frames = [self.root]
        for frame in frames:  # grows meanwhile
            frames.extend(child for iteration in frame.iterations.values() for child in iteration.children.values())
        return frames[1:]

    def drop(self) -> None:
        """Takes frames and iterations, which refer to each other, apart once nothing is to run any more.

        Else the values in them would live until Python's collector finds the cycle.
        """
        for iteration in self.root.iterations.values():
            if iteration.children:
                self._drop_children(iteration)
        self.root.iterations.clear()

    def _drop_children(self, iteration: IterationState) -> None:
        for frame in iteration.children.values():
            for inner in frame.iterations.values():
                self._drop_children(inner)
            frame.iterations.clear()
        iteration.children.clear()

    # ---- delivery
    def activate_nodes(
        self, item: NodeItem, outputs: Sequence[Any] | None, is_dead: bool, target: IterationState
    ) -> None:
        """Delivers a node's outputs to `target`; appends what became ready to the ready list."""
        inputs, counts = target.inputs, target.counts
        wait = counts.wait
        for slot, consumer, position in item.data_out:
            # Slot -1 stands for the fact that the node was alive. A live value is never None, so that None can be dead.
            value = None if outputs is None else outputs[slot] if slot >= 0 else True
            if not consumer.is_merge:
                inputs[position] = value
                index = consumer.index
                if value is None:
                    counts.dead[index] += 1
                wait[index] -= 1  # `PendingCounts.input_arrived`, written out: this is done for each edge
                if not wait[index]:
                    self._fire(consumer, target, counts.dead[index] > 0)
            elif value is not None:
                inputs[position] = value  # a second live input is stored, too; nobody reads it
                if counts.live_data_at_merge(consumer.index):
                    self._fire(consumer, target, False)
            elif counts.dead_data_at_merge(consumer.index, consumer.num_inputs, item.is_enter):
                self._fire(consumer, target, True)
        if item.control_out:
            self._activate_controls(item, is_dead, target)

    def _activate_controls(self, item: NodeItem, is_dead: bool, target: IterationState) -> None:
        counts = target.counts
        for consumer in item.control_out:
            if not consumer.is_merge:
                if counts.input_arrived(consumer.index, is_dead):
                    self._fire(consumer, target, counts.dead[consumer.index] > 0)
            elif counts.control_at_merge(consumer.index, consumer.num_inputs):
                self._fire(consumer, target, counts.all_dead(consumer.index, consumer.num_inputs))

    def _fire(self, item: NodeItem, iteration: IterationState, is_dead: bool) -> None:
        iteration.running += 1  # from here on: between ready and taken up, the iteration must not be forgotten
        # As `TaggedNode(...)`, without the call of a Python function that a named tuple makes of it.
        self._ready.append(_new(TaggedNode, (item, iteration, is_dead and not item.is_control_trigger)))

    # ---- frames
    def _enter(self, item: NodeItem, iteration: IterationState, outputs: Sequence[Any] | None, is_dead: bool) -> None:
        frame = self._child_frame(item, iteration)
        if item.is_constant_enter:
            frame.invariants.append((item, _first(outputs)))
            # With several Enters, a loop may have gone on by those that came before this one.
            for number in sorted(frame.iterations):
                self.activate_nodes(item, outputs, is_dead, frame.iterations[number])
        else:
            self.activate_nodes(item, outputs, is_dead, frame.iterations[0])
        frame.pending_inputs -= 1
        self._clean_up(frame, frame.iterations[0])  # which has been waiting for this Enter

    def _child_frame(self, enter: NodeItem, iteration: IterationState) -> FrameState:
        name = frame_name_of(enter.op)
        frame = iteration.children.get(name)
        if frame is None:
            frame = iteration.children[name] = FrameState(self.view.frames[name], iteration)
        return frame

    def _exit(self, item: NodeItem, iteration: IterationState, outputs: Sequence[Any] | None, is_dead: bool) -> None:
        frame = iteration.frame
        if is_dead:
            # Dead in every iteration but the last; only what is dead in the last one is told outside. Which one that is
            # shows when the frame ends: a newer iteration clears the list.
            if iteration.number == frame.newest:
                frame.dead_exits.append(item)
        elif frame.parent is not None:
            self.activate_nodes(item, outputs, False, frame.parent)

    def _next_iteration(self, item: NodeItem, iteration: IterationState, value: Any) -> None:
        frame, number = iteration.frame, iteration.number
        if frame.parent is None:  # outside of loops it hands its input on, as TensorFlow's does
            self.activate_nodes(item, [value], False, iteration)
        elif number < frame.newest:
            self.activate_nodes(item, [value], False, frame.iterations[number + 1])
        elif len(frame.iterations) >= frame.info.parallel_iterations:
            frame.deferred.append((item, value))
        else:
            self.activate_nodes(item, [value], False, self._new_iteration(frame))

    def _new_iteration(self, frame: FrameState) -> IterationState:
        frame.newest += 1
        frame.dead_exits.clear()
        iteration = frame.iterations[frame.newest] = IterationState(frame, frame.newest)
        deferred, frame.deferred = frame.deferred, []
        for item, value in deferred:
            self.activate_nodes(item, [value], False, iteration)
        for item, value in frame.invariants:
            self.activate_nodes(item, None if value is None else [value], value is None, iteration)
        return iteration

    def _clean_up(self, frame: FrameState, iteration: IterationState | None) -> None:
        """Forgets iterations, and then frames, in which nothing can happen any more."""
        while iteration is not None and frame.is_done(iteration):
            del frame.iterations[iteration.number]
            if frame.deferred:  # a freed place lets exactly one throttled iteration start
                self._new_iteration(frame)
            iteration = frame.iterations.get(iteration.number + 1)
        if frame.parent is not None and not frame.pending_inputs and not frame.iterations:
            self._delete_frame(frame, frame.parent)

    def _delete_frame(self, frame: FrameState, parent: IterationState) -> None:
        if parent.children.pop(frame.info.name, None) is None:  # an earlier call has deleted it
            return
        for item in frame.dead_exits:
            self.activate_nodes(item, None, True, parent)
        if parent.frame.parent is not None:  # which may have waited for this frame only
            self._clean_up(parent.frame, parent)


def _first(outputs: Sequence[Any] | None) -> Any:
    return None if outputs is None else outputs[0]
