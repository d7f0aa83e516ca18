"""The look of an experiment's page: light and dark, on a telephone as well."""
from __future__ import annotations

from aioflow.cli.pool_experiment.plots import NUM_COLORS, color

# Each color has dashes of its own, for those who cannot tell the colors apart.
_LIGHT = ("#1f6fc4", "#c2540a", "#16805a", "#8e44b8", "#93700a", "#b8325c", "#237f90", "#666666")
_DARK = ("#6db1f7", "#f5a35c", "#4fd0a0", "#cf9bec", "#e0bd4f", "#f38bac", "#6fd0e0", "#b5b5b5")
_DASHES = ("none", "7 3", "2 2.5", "9 3 2 3", "4 2", "12 3", "1 3", "6 2 1 2 1 2")
_STYLE = """
:root { color-scheme: light dark; --page: #ffffff; --text: #1a2026; --muted: #56616c; --line: #dbe0e6; --box: #f2f6fb;
  --edge: #1f6fc4; --doubt: #fdf5e4; --doubt-edge: #b47a00; }
@media (prefers-color-scheme: dark) { :root { --page: #12161b; --text: #e7ebef; --muted: #9aa6b2; --line: #2c343c;
  --box: #18222d; --edge: #6db1f7; --doubt: #282213; --doubt-edge: #e0bd4f; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1180px; margin: 1.5rem auto 4rem; padding: 0 1rem;
  background: var(--page); color: var(--text); overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.8rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 0.4rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 0.4rem; } p { margin: 0.3rem 0; }
.verdict, .doubt { border-left: 4px solid var(--edge); background: var(--box); padding: 0.5rem 0.9rem;
  margin: 0.6rem 0; }
.verdict { font-size: 1.06rem; } .doubt { border-color: var(--doubt-edge); background: var(--doubt); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 1rem 0 0.4rem; }
dt { font-weight: 600; } dd { margin: 0; } summary { cursor: pointer; color: var(--muted); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
caption { caption-side: bottom; text-align: left; color: var(--muted); font-size: 0.85rem; padding-top: 0.4rem; }
th, td { text-align: right; padding: 0.25rem 0.6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--muted); font-weight: 500; font-size: 0.85rem; vertical-align: bottom; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; white-space: normal; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 350px), 1fr)); gap: 0.8rem 1rem; }
figure { margin: 0; border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.3rem 0.2rem; min-width: 0; }
figcaption { padding: 0 0.5rem 0.3rem; line-height: 1.35; } figcaption b { display: block; font-weight: 600; }
figcaption span { color: var(--muted); font-size: 0.85rem; }
svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
svg text { font: 12px system-ui, sans-serif; fill: var(--text); }
svg text.tick { fill: var(--muted); font-size: 11.5px; }
svg text.value { font-weight: 600; }
svg .grid { stroke: var(--muted); opacity: 0.25; } svg .repeat { stroke: var(--text); opacity: 0.55; }
svg .range { stroke-width: 2; } svg .curve { fill: none; stroke-width: 2; }
svg path.curve { stroke-width: 1.4; }
.key { display: inline-block; margin-right: 1rem; } .key::before { content: ""; display: inline-block; width: 1.5em;
  border-top: 3px solid; border-color: inherit; vertical-align: 0.25em; margin-right: 0.4em; }
@media (max-width: 640px) {
  dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.3rem; }
  table, tbody { display: block; } caption { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.2rem 0.6rem; padding: 0.5rem 0;
    border-bottom: 1px solid var(--line); }
  td, td:nth-child(-n+2) { display: block; border: 0; padding: 0; text-align: left; white-space: normal; }
  td::before { content: attr(data-label); display: block; color: var(--muted); font-size: 0.78rem; }
  td.name { grid-column: 1 / -1; font-weight: 600; } td.name::before { content: none; } td:empty { display: none; }
}
"""


def style() -> str:
    """The style sheet."""
    return _STYLE + "".join(_color(i, *of) for i, of in enumerate(zip(_LIGHT, _DARK, _DASHES, strict=True)))


def _color(index: int, light: str, dark: str, dashes: str) -> str:
    name = color(index % NUM_COLORS)
    return (
        f".{name} {{ --own: {light}; fill: var(--own); stroke: var(--own); border-color: var(--own); }}\n"
        f"@media (prefers-color-scheme: dark) {{ .{name} {{ --own: {dark}; }} }}\n"
        f".key.{name}::before {{ border-top-style: {('solid', 'dashed', 'dotted')[index % 3]}; }}\n"
        f"svg rect.{name} {{ stroke: none; }} svg .curve.{name} {{ fill: none; stroke-dasharray: {dashes}; }}\n"
    )
