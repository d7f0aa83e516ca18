"""Messages between the tasks of a cluster, generated from protos/aioflow/distributed."""
from __future__ import annotations

from aioflow._proto.message_files import add_messages

add_messages(__path__)
