"""For tests of programs that use aioflow, and of aioflow itself.

`run_load` lets many callers loose on what serves, checks each result and says how long they waited; `LoopLag` watches
the event loop meanwhile and tells who held it up.
`Gate` stops a node until the test lets it go on; `JumpingLoop` is an event loop on which waiting takes no time;
`Reference` runs a graph one node at a time; `Schedules` runs one in many orders, or in all, and compares.
`direct_session`, `compiled_graph` and `pools_of` show what a session has made of a graph and of its settings.
`aioflow.testing.pytest_plugin` has fixtures for pytest.
"""
from __future__ import annotations

from aioflow.testing.arrivals import Burst as Burst
from aioflow.testing.arrivals import ClosedLoop as ClosedLoop
from aioflow.testing.arrivals import Poisson as Poisson
from aioflow.testing.clock import JumpingLoop as JumpingLoop
from aioflow.testing.gate import Gate as Gate
from aioflow.testing.inside import compiled_graph as compiled_graph
from aioflow.testing.inside import direct_session as direct_session
from aioflow.testing.inside import pools_of as pools_of
from aioflow.testing.load import run_load as run_load
from aioflow.testing.load_report import LoadReport as LoadReport
from aioflow.testing.loop_lag import LoopLag as LoopLag
from aioflow.testing.reference import Reference as Reference
from aioflow.testing.schedules import Schedules as Schedules
from aioflow.testing.traffic import Traffic as Traffic
