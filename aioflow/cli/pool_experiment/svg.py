"""Elements of SVG as text."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def drawing(width: float, height: float, elements: Iterable[str], label: str) -> str:
    """A whole drawing, for use inside HTML.

    Args:
        width, height: Its size, in units of its elements.
        elements: Its elements.
        label: A description for those who cannot see it.
    """
    size = f'viewBox="0 0 {_number(width)} {_number(height)}" width="{_number(width)}"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(label)}">'
    return f"{start}{''.join(elements)}</svg>"


def rectangle(x: float, y: float, width: float, height: float, kind: str, tip: str = "") -> str:
    """A filled rectangle; `tip` shows under the mouse."""
    # Half a unit at least: a piece of work of a microsecond is to be seen, too.
    place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(max(width, 0.5))}" height="{_number(height)}"'
    return f'<rect class="{kind}" {place}>{_tip(tip)}</rect>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    place = f'x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
    return f'<line class="{kind}" {place}/>'


def steps(points: Sequence[tuple[float, float]], kind: str, tip: str = "") -> str:
    """A line that goes to the right before it goes up or down."""
    path = "".join(f"H{_number(x)}V{_number(y)}" for x, y in points[1:])
    start = f"M{_number(points[0][0])} {_number(points[0][1])}" if points else ""
    return f'<path class="curve {kind}" d="{start}{path}">{_tip(tip)}</path>'


def polyline(points: Sequence[tuple[float, float]], kind: str, tip: str = "") -> str:
    """Straight lines from point to point."""
    path = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
    return f'<polyline class="curve {kind}" points="{path}">{_tip(tip)}</polyline>'


def dot(x: float, y: float, radius: float, kind: str, tip: str = "") -> str:
    """A filled circle."""
    return f'<circle class="{kind}" cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}">{_tip(tip)}</circle>'


def words(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    """A text; `anchor` is "start", "middle" or "end"."""
    of_kind = f' class="{kind}"' if kind else ""
    return f'<text{of_kind} x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}">{escape(text)}</text>'


def _tip(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""


def _number(value: float) -> str:
    # Two decimals are finer than any screen, and keep pages with thousands of elements small.
    return f"{value:.2f}".rstrip("0").rstrip(".")
