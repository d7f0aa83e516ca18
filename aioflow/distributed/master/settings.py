"""MasterSettings: what a master allows its clients."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aioflow.framework import Limits


@dataclass(frozen=True, slots=True)
class MasterSettings:
    """What a master allows its clients.

    Attributes:
        unsafe_ops: Whether graphs may touch files, processes and the network.
        limits: Bounds for graphs that come by the network; None for the default ones.
        max_sessions: How many sessions there may be at once.
        max_worker_sessions: How many sessions the masters of the cluster may have on this task at once.
        max_steps: How many steps of a session may run at once.
        lease_s: After how many seconds without any call a session is ended; None for never. TensorFlow's servers keep
            sessions that nobody closes until they end. A session of another task's master ends when nothing was heard
            of it for so long, and its master is not there when it is asked.
        max_message_nbytes: How large a fed value may be that takes fewer bytes in its message; None for no limit.
        debug_folder: The folder below which clients may have what a debugger watches dumped, also those of the masters
            of other tasks; None refuses all `debug_options`. Debuggers over gRPC are refused in any case: a client must
            not choose where this machine connects.
        cluster_addresses: Patterns of addresses ("host:port", "10.0.0.*:2222", "*") at which clients may say, by
            `ConfigProto.cluster_def`, that there are tasks, to which the master and the workers then connect. Where it
            is empty a `cluster_def` is refused.
        shares_token: Whether tasks at those addresses get the server's token, too: a client that may choose among them
            could have the token sent to a server of its own. Without it they get none, and must ask for none.
        resets: Whether `reset` is allowed, which ends the sessions of all clients.
    """

    unsafe_ops: bool = False
    limits: Limits | None = None
    max_sessions: int = 1000
    max_worker_sessions: int = 10_000
    max_steps: int = 10_000
    lease_s: float | None = 3600.0
    max_message_nbytes: int | None = 1 << 30
    debug_folder: str | None = None
    cluster_addresses: Sequence[str] = ()
    shares_token: bool = False
    resets: bool = True
