"""TakenNodes: which changes of a graph have been looked at."""
from __future__ import annotations

import pytest

from aioflow.framework.graph.cycles import check_no_cycle
from aioflow.framework.graph.graph import Graph
from aioflow.session.calls import taken_nodes
from aioflow.session.calls.taken_nodes import TakenNodes

from .building import Nodes


def test_changes_that_two_look_at(graph: Graph, nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes that runs on two event loops look at at the same time count once, and later ones are noticed."""
    taken, first, second = TakenNodes(graph, allow_mutation=False), nodes.constant(1), nodes.constant(2)
    first.op._add_control_inputs([second.op])
    look = check_no_cycle

    def look_as_another_does(graph: Graph) -> None:
        monkeypatch.setattr(taken_nodes, "check_no_cycle", look)
        taken.check()  # of the run on the other loop, which comes in between

    monkeypatch.setattr(taken_nodes, "check_no_cycle", look_as_another_does)
    taken.check()
    assert taken.seen_mutations == len(graph.mutations)
    taken.note(graph.version)
    nodes.constant(3).op._add_control_inputs([second.op])
    first.op._add_control_inputs([nodes.constant(4).op])
    with pytest.raises(RuntimeError, match="was changed"):
        taken.check()
