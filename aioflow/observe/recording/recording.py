"""record: a recording of what runs, pools and the event loop do while a block runs."""
from __future__ import annotations

import os

from aioflow.framework.whole_files import file_written_whole
from aioflow.observe.recording.op_statistics import OpStatistics, op_statistics
from aioflow.observe.recording.recorder import MAX_RECORDS, Recorder
from aioflow.observe.recording.sampling import SamplingRule
from aioflow.session.base_session import BaseSession


class Recording(Recorder):
    """What `record` gives: a recording that is to begin, runs, or has ended."""

    def op_statistics(self) -> list[OpStatistics]:
        """What the recorded nodes took, by op and device, those that took most first."""
        return op_statistics(node for run in self.runs for node in run.nodes)

    # ---- writing
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it for a viewer.

        Args:
            path: "….pftrace" for Perfetto (https://ui.perfetto.dev), "….json" for Chrome and for Perfetto, "….html"
                for a page of its own that any browser shows.

        Raises:
            ValueError: The name ends otherwise.
            OSError: The file cannot be written.
        """
        from aioflow.observe.recording.formats import writer_of  # not above: most processes save nothing

        name = os.fspath(path)
        content = writer_of(name)(self)
        with file_written_whole(os.fsencode(name)) as draft:
            draft.file.write(content)


def record(
    session: BaseSession | None = None,
    *,
    every: int = 0,
    first: int = 0,
    slowest: int = 0,
    pools: bool = True,
    after_s: float = 0.0,
    for_s: float | None = None,
    max_records: int = MAX_RECORDS,
) -> Recording:
    """Records what runs, pools and the event loop do while a block runs.

        async with tf.record(session, every=50) as recording:
            ...
        recording.save("busy_minute.pftrace")

    Each run and each task of a pool is a record of a few numbers (0.5 and 0.3 µs). Of sampled runs it is taken down
    when each node ran, too, in the very plan in which all runs proceed (0.2 µs a node). The event loop's lag and
    garbage collections are always recorded.

    Args:
        session: The session; None for all of the process.
        every: Of so many runs of a signature, the nodes of one are recorded; 0 for none.
        first: Of so many runs of each signature the nodes are recorded.
        slowest: Of so many runs, the slowest, the nodes are kept. All pay for it.
        pools: Whether tasks of pools are recorded.
        after_s: Seconds before it begins to take runs and tasks down.
        for_s: Seconds for which it does; None for as long as the block lasts.
        max_records: How many runs, and how many tasks, it keeps, the newest; `num_dropped` counts the others.

    Returns:
        A context manager, for `async with` and `with`; partial runs are not recorded, nor sessions elsewhere.

    Raises:
        ValueError: A number is negative.
        UnimplementedError: The session does not run in this process.
    """
    return Recording(session, SamplingRule(every, first, slowest), pools, after_s, for_s, max_records)
