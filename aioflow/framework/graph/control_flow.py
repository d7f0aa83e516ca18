"""Frames: the loop that each operation belongs to, and the checks that loops in a graph are well formed."""
from __future__ import annotations

from dataclasses import dataclass

from aioflow import errors
from aioflow.framework.graph.operation import Operation

ENTER = frozenset({"Enter", "RefEnter"})
EXIT = frozenset({"Exit", "RefExit"})
NEXT_ITERATION = frozenset({"NextIteration", "RefNextIteration"})
MERGE = frozenset({"Merge", "RefMerge"})
SWITCH = frozenset({"Switch", "RefSwitch", "_SwitchN"})
CONTROL_FLOW = ENTER | EXIT | NEXT_ITERATION | MERGE | SWITCH | {"LoopCond"}


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A loop as the graph writes it: the operations between its Enters and Exits.

    Attributes:
        name: The Enters' `frame_name`; "" for the root.
        parent: The frame around it; None for the root.
    """

    name: str
    parent: Frame | None


ROOT = Frame("", None)


def frame_name_of(enter: Operation) -> str:
    """The name of the frame that an Enter leads into."""
    name: bytes = enter.attrs["frame_name"]
    return name.decode(errors="backslashreplace")


def find_frames(ops: list[Operation]) -> dict[Operation, Frame]:
    """The frame in which each operation runs: for an Enter the frame that it enters, for an Exit the one it leaves.

    Walks from the operations without inputs, as TensorFlow's partitioner does.

    Raises:
        InvalidArgumentError: A node mixes frames, an Enter has no frame name, an Exit leaves no frame, a frame has two
            loop conditions, or one frame name is used below two different frames; the message names the nodes and
            frames.
    """
    return _FrameFinder(ops).run()


class _FrameFinder:
    def __init__(self, ops: list[Operation]) -> None:
        self.ops = ops
        self.consumers: dict[Operation, list[Operation]] = {op: [] for op in ops}
        for op in ops:
            for producer in dict.fromkeys([*(t.op for t in op.inputs), *op.control_inputs]):
                self.consumers[producer].append(op)
        self.frame_of: dict[Operation, Frame] = {}
        self.outside_of: dict[Operation, Frame] = {}  # for each Enter, the frame of its inputs
        self.reached_from: dict[Operation, Operation] = {}
        # By name: all Enters of one loop name the same frame, and that is what makes them one loop.
        self.frames: dict[str, Frame] = {"": ROOT}
        self.conditions: dict[Frame, Operation] = {}

    def run(self) -> dict[Operation, Frame]:
        # Breadth first, so that a node which mixes frames is met before what follows from that.
        queue = [op for op in self.ops if not op.inputs and not op.control_inputs]
        for op in queue:
            self._settle(op, ROOT)
        for op in queue:  # grows meanwhile
            leads_to = self._frame_of_consumers(op)
            for consumer in self.consumers[op]:
                if consumer not in self.frame_of:
                    self.reached_from[consumer] = op
                    self._settle(consumer, leads_to)
                    queue.append(consumer)
                else:
                    self._check_same(consumer, op, leads_to)
        return self.frame_of

    def _frame_of_consumers(self, op: Operation) -> Frame:
        frame = self.frame_of[op]
        if op.type not in EXIT:
            return frame
        if frame.parent is None:
            message = f"Cannot find a corresponding Enter op for Exit node {{{{node {op.name}}}}}"
            raise errors.invalid_argument(message).at_node(op.name)
        return frame.parent

    def _settle(self, op: Operation, frame: Frame) -> None:
        if op.type in ENTER:
            self.outside_of[op] = frame
            frame = self._entered(op, frame)
        self.frame_of[op] = frame
        if op.type == "LoopCond" and frame is not ROOT:
            other = self.conditions.setdefault(frame, op)
            # A counter of turns, which TensorFlow's gradients add to a loop under this name, is no second condition.
            if other is not op and "LoopCounter" not in op.name and "LoopCounter" not in other.name:
                raise errors.invalid_argument(
                    f"Loop '{frame.name}' has more than one LoopCond node: {other.name!r} and {op.name!r}"
                ).at_node(op.name)

    def _entered(self, enter: Operation, outside: Frame) -> Frame:
        name = frame_name_of(enter)
        if not name:
            raise errors.invalid_argument(f"The Enter node {enter.name!r} must have a frame name.").at_node(enter.name)
        frame = self.frames.get(name)
        if frame is None:
            frame = self.frames[name] = Frame(name, outside)
        elif frame.parent is not outside:  # the names of two loops, not one loop entered from two places
            parents = f"'{frame.parent.name if frame.parent else ''}' and '{outside.name}'"
            message = f"Mismatched parent frames of frame '{name}': {parents}"
            raise errors.invalid_argument(message).at_node(enter.name)
        return frame

    def _check_same(self, consumer: Operation, producer: Operation, frame: Frame) -> None:
        # An Enter runs in the frame that it leads into; what must agree is where its inputs come from.
        settled = self.outside_of[consumer] if consumer.type in ENTER else self.frame_of[consumer]
        if settled is frame or consumer not in self.reached_from:
            return
        first = self.reached_from[consumer]
        raise errors.invalid_argument(
            f"{{{{node {consumer.name}}}}} has inputs from different frames. "
            f"The input {{{{node {first.name}}}}} is in frame "
            f"'{settled.name}'. The input {{{{node {producer.name}}}}} is in frame '{frame.name}'."
        ).at_node(consumer.name)
