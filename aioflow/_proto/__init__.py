"""Protobuf messages, generated from protos/ by aioflow.tools.gen_protos; import the modules one by one."""
from __future__ import annotations

from aioflow._proto.message_files import add_messages

add_messages(__path__)
