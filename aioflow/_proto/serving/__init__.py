"""Messages of services that run models, generated from protos/aioflow/serving."""
from __future__ import annotations

from aioflow._proto.message_files import add_messages

add_messages(__path__)
