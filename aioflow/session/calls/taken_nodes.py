"""TakenNodes: the part of a session's graph that its back end has taken over, which is not to change any more."""
from __future__ import annotations

from aioflow.framework.graph.cycles import check_no_cycle
from aioflow.framework.graph.graph import Graph


class TakenNodes:
    """Watches a graph for changes of nodes that a back end has taken over.

    A graph may grow while a session runs it. A node that changes is another matter: what was compiled has it as it was,
    and would go on with that.

    Args:
        graph: The session's graph.
        allow_mutation: Whether such changes are let pass, without an effect on what was compiled.

    Attributes:
        seen_mutations: The number of the graph's mutations that have been looked at.
    """

    def __init__(self, graph: Graph, allow_mutation: bool) -> None:
        self._graph = graph
        self._allow_mutation = allow_mutation
        self._version = 0  # nodes with a lower id are taken over
        self.seen_mutations = 0

    def note(self, version: int) -> None:
        """Notes that the back end has taken over the graph up to this version."""
        self._version = max(self._version, version)  # compilations that overlap may end in another order

    def check(self) -> None:
        """Looks at what has changed since the last time.

        Raises:
            RuntimeError: An operation that was taken over has changed.
            InvalidArgumentError: The graph has a cycle, which only a change can make.
        """
        if self.seen_mutations == len(self._graph.mutations):
            return
        start = self.seen_mutations
        mutations = self._graph.mutations[start:]
        for op in mutations:
            if op.id < self._version and not self._allow_mutation:
                raise RuntimeError(
                    f"Operation {op.name!r} ({op.type}) was changed after this session had taken it over; the change "
                    "would not take effect. Make a new session, or pass allow_mutation=True to go on without it"
                )
        check_no_cycle(self._graph)
        # Only now: what was refused is refused in every later run, too. Not `+=`: runs on two event loops may look at
        # the same changes at the same time, which are not to count twice.
        self.seen_mutations = start + len(mutations)
