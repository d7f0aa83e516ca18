"""StepReport: what the caller of one step wants to know beside its results, collected for its `RunMetadata`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto, RunMetadata, SessionMetadata
from aioflow.compiler.compiled_graph import CompiledGraph
from aioflow.compiler.compiler import ExecutorEntry
from aioflow.executor.tracing.cost_graph import CostModel, is_cost_model_step
from aioflow.executor.tracing.step_stats import StepStatsCollector
from aioflow.session.steps.step_options import StepOptions


class StepReport:
    """The report of one step.

    Args:
        entry: The signature.
        options: The options of the step.
        config: The session's settings.

    Attributes:
        entry: What is to run: the signature, with no nodes fused where each of them is to be seen (`show_nodes`).
        shows_nodes: Whether they are.
        collector: Notes the executions of nodes; None where nobody asks for them.
        partition_graphs: The graphs as a debugger sees them; empty where none does.

    Raises:
        InvalidArgumentError: The options ask for something that the session disables.
    """

    def __init__(self, entry: ExecutorEntry, options: StepOptions, config: ConfigProto) -> None:
        if options.wants_graphs and config.experimental.disable_output_partition_graphs:
            raise errors.invalid_argument("output_partition_graphs was asked for, but the session disables it")
        self._wants_graphs = options.wants_graphs
        graph_options = config.graph_options
        # Executions are counted in sessions with a cost model only; others never need the number.
        counts_steps = graph_options.build_cost_model > 0
        self._is_cost_step = counts_steps and is_cost_model_step(graph_options, next(entry.executions))
        self.shows_nodes = self._is_cost_step or options.shows_nodes
        self._reports_memory = options.reports_memory
        self.entry = entry
        self.collector: StepStatsCollector | None = None
        self.partition_graphs: list[Any] = []

    def show_nodes(self, unfused: ExecutorEntry) -> None:
        """Has each node of the step noted; `unfused` is the signature with no nodes fused."""
        self.entry = unfused
        self.collector = _new_collector(unfused.compiled, self._reports_memory)

    def write_to(self, run_metadata: RunMetadata, session: SessionMetadata | None) -> Iterator[None]:
        """Writes the report of a step that has succeeded, in parts, between which an event loop has its turn.

        The message changes behind the last part only: a run that is cancelled meanwhile leaves it as it was.

        Args:
            run_metadata: The message to replace.
            session: What the session is called, where its settings say so.
        """
        compiled = self.entry.compiled
        if self.collector is not None:
            yield from self.collector.write_to(run_metadata.step_stats)
        for part in run_metadata.DESCRIPTOR.fields_by_name:
            if part != "step_stats" or self.collector is None:
                run_metadata.ClearField(part)
        if self._is_cost_step:
            run_metadata.cost_graph.CopyFrom(self._cost_model().to_proto())
        if self._wants_graphs:
            run_metadata.partition_graphs.extend(self.partition_graphs or compiled.partition_graphs())
        if session is not None:
            run_metadata.session_metadata.CopyFrom(session)

    def _cost_model(self) -> CostModel:
        """The costs of the signature's nodes, those of this step among them."""
        entry = self.entry
        if entry.cost_model is None:
            entry.cost_model = CostModel([executor.view.nodes for executor in entry.compiled.executors])
        if self.collector is not None:
            entry.cost_model.note(self.collector.executions)
        return entry.cost_model


def _new_collector(compiled: CompiledGraph, reports_memory: bool) -> StepStatsCollector:
    collector = StepStatsCollector(reports_memory)
    for device in compiled.devices:  # a device appears even if nothing that is noted runs on it
        collector.add_source(device.name)
    return collector
