"""html_page: a page of HTML that needs nothing but itself, and runs nothing but what it was made with."""
from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from html import escape
from typing import Any


def html_page(title: str, style: str, body: str, scripts: Sequence[str] = (), data: Any = None) -> str:
    """Writes a page, without a network, and readable on a telephone and in the dark where its style is.

    Args:
        title: What it is called; any text.
        style: Its style sheet.
        body: What it shows, as HTML: text of others has to be escaped.
        scripts: What draws it, if anything does.
        data: What the scripts find as JSON in the element "data"; None for nothing.
    """
    # By their hashes: whatever a model might bring into the page, no other script or style would run.
    allowed = " ".join(map(_hash, scripts)) or "'none'"
    policy = (
        f"default-src 'none'; script-src {allowed}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    # A "<" in a string of JSON is as well "\\u003c", and cannot end the element that it stands in.
    embedded = "" if data is None else (
        '<script type="application/json" id="data">'
        + json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
        + "</script>\n"
    )  # fmt: skip
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style></head>\n<body>\n{body}\n{embedded}"
        + "".join(f"<script>{script}</script>\n" for script in scripts)
        + "</body></html>\n"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
