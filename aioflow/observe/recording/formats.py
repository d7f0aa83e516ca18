"""The forms in which a recording is saved, by the ends of names of files."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

from aioflow.observe.recording.chrome_json import chrome_json
from aioflow.observe.recording.page import page
from aioflow.observe.recording.perfetto_file import perfetto_file
from aioflow.observe.recording.recorder import Recorder
from aioflow.observe.recording.timeline import Timeline, timeline

_PICTURES: dict[str, Callable[[Timeline], bytes]] = {".pftrace": perfetto_file, ".json": chrome_json}
_PAGE = ".html"


def writer_of(path: str) -> Callable[[Recorder], bytes]:
    """What makes the content of a file.

    Raises:
        ValueError: No form has such a name.
    """
    for end, write in _PICTURES.items():
        if path.endswith(end):
            return partial(_written, write)
    if path.endswith(_PAGE):
        return page
    names = ", ".join(f"*{end}" for end in (*_PICTURES, _PAGE))
    raise ValueError(f"a recording is saved as {names}, not as {path!r}")


def _written(write: Callable[[Timeline], bytes], recording: Recorder) -> bytes:
    return write(timeline(recording))
