"""One HTML page with graphs and what draws them: no network, and nothing of a model in it but text."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from aioflow.observe.html_page import html_page

_FOLDER = Path(__file__).parent / "page"
_SCRIPTS = ("dagre.min.js", "panzoom.min.js", "graph.js")


def graph_page(title: str, document: dict[str, Any]) -> str:
    """Writes the page.

    Args:
        title: What it is called.
        document: What `graph.js` reads.
    """
    style = (_FOLDER / "graph.css").read_text("utf-8")
    body = (_FOLDER / "body.html").read_text("utf-8")
    return html_page(title, style, body, [_whole(name) for name in _SCRIPTS], document)


def _whole(name: str) -> str:
    """A script with its licence before it, where it is somebody else's."""
    lines = (_FOLDER / name).read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("//# sourceMappingURL"))
    licence = _FOLDER / f"{name.partition('.')[0]}.LICENSE"
    return f"/*\n{licence.read_text('utf-8').strip()}\n*/\n{text}" if licence.exists() else text
