"""The forms in which a recording is saved, by the ends of names of files."""
from __future__ import annotations

from collections.abc import Callable

from aioflow.observe.recording.chrome_json import chrome_json
from aioflow.observe.recording.perfetto_file import perfetto_file
from aioflow.observe.recording.recorder import Recorder
from aioflow.observe.recording.timeline import Timeline, timeline

FORMS: dict[str, Callable[[Timeline], bytes]] = {".pftrace": perfetto_file, ".json": chrome_json}


def writer_of(path: str) -> Callable[[Recorder], bytes]:
    """What makes the content of a file.

    Raises:
        ValueError: No form has such a name.
    """
    for end, write in FORMS.items():
        if path.endswith(end):
            return lambda recording: write(timeline(recording))
    raise ValueError(f"a recording is saved as {', '.join('*' + end for end in FORMS)}, not as {path!r}")
