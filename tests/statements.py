"""What the behaviour specifications state, by number: how many statements there are, and which no test shows, and why.

A test shows a statement by naming it in its docstring: "E-49: feeding an intermediate tensor cuts off ...".
"""
from __future__ import annotations

NUM_STATEMENTS = {"E": 112, "S": 116, "R": 116, "V": 66, "D": 63, "O": 98}
"""Family -> number of its last statement: executor, sessions, resources and devices and ops, serving, distributed,
observability."""

ENFORCED: tuple[str, ...] = ("E", "S", "R", "V", "D", "O")
"""The families of which every statement must be shown or skipped."""


def _numbered(family: str, first: int, last: int) -> list[str]:
    return [f"{family}-{number}" for number in range(first, last + 1)]


SKIPPED: dict[str, dict[str, str]] = {
    "E": {},
    "S": {},
    "R": {},
    "V": {},
    "D": {
        "D-3": "no test looks at all names on the wire, only at those of callables",
        "D-4": "that it comes back twice is shown, not that it is sent once",
        "D-7": "that the error comes is shown, not how soon behind the time limit",
        "D-9": "that the ids of requests are never 0 is not shown",
        "D-10": "8 MB are fetched from a TensorFlow server, not 200 MB",
        "D-11": "strings and handles of resources are read, variants are not",
        "D-13": "no server of a test tells of devices in remote_device",
        "D-19": "no test looks at the metadata of a step on several devices",
        "D-22": "strings are sent in tensor_content, which TensorFlow's client reads; string_val is not written",
        "D-25": "both ways raise the same error, and no test looks into the body",
        "D-32": "a callable with too few feeds is refused; device filters that are none are sent to no server",
        "D-35": "the payload is shown on a simulated network, not in grpc-status-details-bin",
        "D-36": "payloads come from one end to the other, both aioflow's; no test looks at their bytes",
        "D-39": "the client at the TensorFlow master is aioflow's",
        "D-41": "a default attribute is left out in a test, the value of a constant is not",
        "D-44": "both are answered; no traced run of a TensorFlow master uses a worker of aioflow",
        "D-45": "fetches come from a TensorFlow worker; no test makes sure that feeds go to one",
        "D-49": "no halves, and no more than 20 MB at once, are sent through a worker",
        "D-50": "no test looks at where a server listens; addresses of all the world need insecure=True",
        "D-51": "one method is called without the right token, not every method",
        "D-54": "RegisterGraph and ExtendSession are shown to refuse such a node, CreateSession is not",
        "D-55": "no message above the limit is sent, and memory is not measured",
        "D-61": "the tests of sessions pass in one process and over gRPC; Ray is not built",
        **dict.fromkeys(("D-57", "D-58", "D-59", "D-60", "D-62", "D-63"), "Ray is not built"),
    },
    "O": {
        "O-11": "workers do not list their transfers",
        "O-17": "tests hold no times; by `benchmarks.recording` it is 4 us, 6.5 with what running alone costs the node",
        "O-18": "tests hold no times; `benchmarks.recording` measures these",
        "O-49": "workers of a cluster are sent no watches",
        **dict.fromkeys(_numbered("O", 85, 89), "collectives over tasks are not built"),
        **dict.fromkeys({*_numbered("O", 90, 98)} - {"O-92", "O-95"}, "no test shows it of the GPU pack"),
    },
}
"""Family -> statement -> why no test shows it."""
