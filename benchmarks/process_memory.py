"""How much memory the process holds."""
from __future__ import annotations

import resource
import sys
from pathlib import Path

_STATUS = Path("/proc/self/statm")


def rss_nbytes() -> int:
    """Resident memory now; the most there has been, where the system tells no more."""
    if _STATUS.is_file():
        return int(_STATUS.read_text().split()[1]) * resource.getpagesize()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
