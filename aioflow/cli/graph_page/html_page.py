"""One HTML page with graphs and what draws them: no network, and nothing of a model in it but text."""
from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "page"
_SCRIPTS = ("dagre.min.js", "panzoom.min.js", "graph.js")


def graph_page(title: str, document: dict[str, Any]) -> str:
    """Writes the page.

    Args:
        title: What it is called.
        document: What `graph.js` reads.
    """
    style = (_FOLDER / "graph.css").read_text("utf-8")
    scripts = [_whole(name) for name in _SCRIPTS]
    # By their hashes: whatever a model might bring into the page, no other script or style would run.
    policy = (
        f"default-src 'none'; script-src {' '.join(map(_hash, scripts))}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    # A "<" in a string of JSON is as well "\\u003c", and cannot end the element that it stands in.
    data = json.dumps(document, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    body = (_FOLDER / "body.html").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style></head>\n<body>\n{body}\n"
        f'<script type="application/json" id="data">{data}</script>\n'
        + "".join(f"<script>{script}</script>\n" for script in scripts)
        + "</body></html>\n"
    )


def _whole(name: str) -> str:
    """A script with its licence before it, where it is somebody else's."""
    lines = (_FOLDER / name).read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("//# sourceMappingURL"))
    licence = _FOLDER / f"{name.partition('.')[0]}.LICENSE"
    return f"/*\n{licence.read_text('utf-8').strip()}\n*/\n{text}" if licence.exists() else text


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
