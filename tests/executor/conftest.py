"""Every test here runs on all event loops and with all kinds of pool."""
from __future__ import annotations

from tests.executor.settings import *  # noqa: F403
