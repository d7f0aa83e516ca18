"""Graphs to place on two CPU devices; TensorFlow recorded where their nodes go, or how it refuses.

A node is (name, op, inputs, device, colocation classes). Devices are set after the node was made, so that requests
and classes may contradict each other.
"""
from __future__ import annotations

from dataclasses import dataclass

CPU0, CPU1 = "/device:CPU:0", "/device:CPU:1"
Node = tuple[str, str, tuple[str, ...], str, tuple[str, ...]]


@dataclass(frozen=True)
class PlacementCase:
    """One placement.

    Attributes:
        nodes: The graph; all nodes are run.
        soft: Whether soft placement is allowed.
    """

    nodes: tuple[Node, ...]
    soft: bool = False


def noop(name: str, device: str = "", *classes: str) -> Node:
    """A node that only asks for a place."""
    return name, "NoOp", (), device, classes


def ref_variable(variable: str, const: str, assign: str) -> tuple[Node, ...]:
    """A reference variable that is assigned to, each node with its own request."""
    return (
        ("v", "VariableV2", (), variable, ()),
        ("c", "Const", (), const, ()),
        ("assign", "Assign", ("v", "c"), assign, ()),
    )


def resource_variable(variable: str, const: str, assign: str) -> tuple[Node, ...]:
    """A resource variable that is assigned to, each node with its own request."""
    return (
        ("v", "VarHandleOp", (), variable, ()),
        ("c", "Const", (), const, ()),
        ("assign", "AssignVariableOp", ("v", "c"), assign, ()),
    )


CASES: dict[str, PlacementCase] = {
    "no request": PlacementCase((noop("a"),)),
    "second device": PlacementCase((noop("a", CPU1),)),
    "full name": PlacementCase((noop("a", "/job:localhost/replica:0/task:0" + CPU1),)),
    "type only": PlacementCase((noop("a", "/device:CPU:*"),)),
    "job only": PlacementCase((noop("a", "/job:localhost"),)),
    "task only": PlacementCase((noop("a", "/task:0"),)),
    "index only": PlacementCase((noop("a", "/device:*:1"),)),
    "number that is not there": PlacementCase((noop("a", "/device:CPU:7"),)),
    "number that is not there, soft": PlacementCase((noop("a", "/device:CPU:7"),), soft=True),
    "type that is not there": PlacementCase((noop("a", "/device:GPU:0"),)),
    "type that is not there, soft": PlacementCase((noop("a", "/device:GPU:1"),), soft=True),
    "wrong job": PlacementCase((noop("a", "/job:worker"),)),
    "wrong job, soft": PlacementCase((noop("a", "/job:worker/device:CPU:0"),), soft=True),
    "wrong task, soft": PlacementCase((noop("a", "/task:3"),), soft=True),
    "malformed": PlacementCase((noop("a", "/job:local-host"),)),
    "beside another": PlacementCase((noop("a", CPU1), noop("b", "", "a"))),
    "beside one that comes later": PlacementCase((noop("a", "", "b"), noop("b", CPU1))),
    "group of three": PlacementCase((noop("a", "", "b"), noop("b", "", "c"), noop("c", CPU1))),
    "partial requests join": PlacementCase((noop("a", "/device:CPU:*"), noop("b", "/device:*:1", "a"))),
    "conflict": PlacementCase((noop("a", CPU0), noop("b", CPU1, "a"))),
    "conflict, soft": PlacementCase((noop("a", CPU1), noop("b", CPU0, "a")), soft=True),
    "conflict of types, soft": PlacementCase((noop("a", "/device:GPU:1"), noop("b", CPU1, "a")), soft=True),
    "conflict of jobs, soft": PlacementCase((noop("a", "/job:x"), noop("b", "/job:localhost", "a")), soft=True),
    "group asks for what is not there": PlacementCase((noop("a", "/device:CPU:7"), noop("b", "", "a"))),
    "group asks for what is not there, soft": PlacementCase(
        (noop("a", "/device:CPU:7"), noop("b", "", "a")), soft=True
    ),
    "ref follows its variable": PlacementCase(ref_variable(CPU1, "", "")),
    "ref elsewhere": PlacementCase(ref_variable(CPU1, CPU0, CPU0)),
    "ref elsewhere, variable anywhere": PlacementCase(ref_variable("", CPU0, CPU1)),
    "resource follows its variable": PlacementCase(resource_variable(CPU1, "", "")),
    "resource elsewhere": PlacementCase(resource_variable(CPU1, CPU0, CPU0)),
    "resource elsewhere, variable anywhere": PlacementCase(resource_variable("", CPU0, CPU1)),
    "reading a ref elsewhere": PlacementCase(
        (*ref_variable(CPU1, CPU1, CPU1), ("read", "Identity", ("assign",), CPU0, ()))
    ),
    "two assigns of one variable": PlacementCase(
        (*ref_variable("", CPU0, ""), ("again", "Assign", ("assign", "c"), CPU1, ()))
    ),
    "request of a group against its variable": PlacementCase(
        (*ref_variable(CPU1, CPU0, CPU0), noop("beside", CPU0, "assign"))
    ),
}  # fmt: skip
