"""For tests of programs that use aioflow, and of aioflow itself.

`Gate` stops a node until the test lets it go on; `JumpingLoop` is an event loop on which waiting takes no time;
`Reference` runs a graph one node at a time; `explore` runs one in every order that a scheduler can think of.
"""
from __future__ import annotations

from aioflow.testing.clock import JumpingLoop as JumpingLoop
from aioflow.testing.gate import Gate as Gate
from aioflow.testing.reference import Reference as Reference
