"""For people who look at what runs did: results of traced runs in forms that viewers show."""
from __future__ import annotations

from aioflow.observe.chrome_trace import chrome_trace as chrome_trace
