"""Finds the loops of a view, and says which have the form that front ends write.

Variables go from Enter to Merge; what decides whether to go on ends in the one LoopCond; Switches by it lead to Exits,
or through the body to NextIterations, and back to the Merges. What a front end does not write is not taken for a loop.
"""

from __future__ import annotations

from collections.abc import Sequence

from aioflow.executor.analysis.units import LoopShape, LoopVariable
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.graph.control_flow import frame_name_of


def find_loops(items: Sequence[NodeItem]) -> dict[str, LoopShape]:
    """All frames but the root, by name, with what is in them."""
    loops: dict[str, LoopShape] = {}
    # Enters come first: they run outside of the frame that they enter, and they alone name the frame around it.
    for item in items:
        if item.is_enter:
            name = frame_name_of(item.op)
            loops.setdefault(name, LoopShape(name, item.frame_name)).enters.append(item)
    for item in items:
        if item.frame_name:
            loop = loops[item.frame_name]
            loop.members.append(item)
            if item.is_exit:
                loop.exits.append(item)
    return loops


def shape_fits(loop: LoopShape) -> bool:
    """Whether the loop has the form that front ends write; notes its condition and variables."""
    conditions = [item for item in loop.members if item.op.type == "LoopCond"]
    variables = [_variable(item) for item in loop.members if item.is_merge and _is_of_loop(item, loop)]
    known = [variable for variable in variables if variable is not None]
    if len(conditions) != 1 or not known or len(known) < len(variables):
        return False
    loop.condition, loop.variables = conditions[0], known
    merges = {variable.merge for variable in known}
    # A value that reaches an iteration by any other way than through a variable's Merge would be alive in some
    # iterations only, which a Python variable cannot say. Hence Enters and NextIterations feed nothing but Merges ...
    outer = [enter for enter in loop.enters if not enter.is_constant_enter]
    for item in (*outer, *(item for item in loop.members if item.is_next_iteration)):
        if item.control_out or not item.data_out or any(consumer not in merges for _, consumer, _ in item.data_out):
            return False
    # ... and constants of the loop, which every iteration gets anew, feed none.
    return not any(consumer in merges for enter in loop.enters if enter.is_constant_enter for consumer in _fed(enter))


def _is_of_loop(merge: NodeItem, loop: LoopShape) -> bool:
    """Whether a Merge begins iterations; the others join branches."""
    return any(p.is_next_iteration or (p.is_enter and p in loop.enters) for p in merge.producers)


def _variable(merge: NodeItem) -> LoopVariable | None:
    sources = [producer for producer, _ in merge.data_producers]
    if len(sources) != 2 or merge.control_producers:
        return None
    for enter_index in (0, 1):  # front ends write the Enter first; nothing in the graph's meaning asks for it
        enter, following = sources[enter_index], sources[1 - enter_index]
        if enter.is_enter and following.is_next_iteration:
            return LoopVariable(merge, enter, following, enter_index)
    return None


def _fed(item: NodeItem) -> list[NodeItem]:
    return [consumer for _, consumer, _ in item.data_out]
