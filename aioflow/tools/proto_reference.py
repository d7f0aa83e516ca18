"""The reference of configuration fields: what `ConfigProto` and `RunOptions` hold, from the comments in protos/."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from aioflow.session.settings import HONOURED as HONOURED_BY_SESSIONS
from aioflow.session.steps.step_options import HONOURED as HONOURED_BY_RUNS
from aioflow.tools.proto_comments import Protos, read_protos

SOURCES = Path(__file__).resolve().parents[2] / "protos"
# Message -> paths of the fields that do something; None where the meanings say it.
ROOTS: Mapping[str, frozenset[str] | None] = {
    "ConfigProto": HONOURED_BY_SESSIONS, "RunOptions": HONOURED_BY_RUNS, "CallableOptions": None,
}  # fmt: skip
HEADER = """\
# Configuration fields

`tf.Session(config=tf.ConfigProto(...))` takes the settings of a session, `session.run(..., options=tf.RunOptions(...))`
those of one run. All fields of TensorFlow's messages are there, so that configurations that were written for it can be
used. Fields whose effect is "no" are accepted and change nothing; `session.describe()` names those that you have set.
A field that is not set has the default of protocol buffers: 0, "", false, an empty list, or the first value of an enum.

```python
import aioflow as tf

config = tf.ConfigProto(
    session_inter_op_thread_pool=[tf.ThreadPoolOptionProto(num_threads=2, aioflow={"max_queue": 100})],
    operation_timeout_in_ms=5000,
)
config.graph_options.rewrite_options.remapping = tf.RewriterConfig.OFF
with tf.Graph().as_default():
    x = tf.constant(1.0)
    with tf.Session(config=config) as session:
        session.describe()
        session.run_sync(x, options=tf.RunOptions(timeout_in_ms=100))
```
"""
_PREFIX = ".aioflow."
_SCALARS = {
    FieldDescriptorProto.TYPE_BOOL: "bool", FieldDescriptorProto.TYPE_STRING: "string",
    FieldDescriptorProto.TYPE_BYTES: "bytes", FieldDescriptorProto.TYPE_INT32: "int32",
    FieldDescriptorProto.TYPE_INT64: "int64", FieldDescriptorProto.TYPE_FLOAT: "float",
    FieldDescriptorProto.TYPE_DOUBLE: "double",
}  # fmt: skip


def configuration_page() -> str:
    """Returns the page: one section per message that can be reached from the roots."""
    protos = read_protos(SOURCES)
    paths = paths_of_messages(protos)
    return HEADER + "\n" + "\n".join(section(protos, name, paths[name]) for name in paths)


# ---- what is reached
def paths_of_messages(protos: Protos) -> dict[str, list[tuple[str, str]]]:
    """Returns message -> the places that hold it, as (root, path of fields); a root is its own place, with path ""."""
    found: dict[str, list[tuple[str, str]]] = {}
    for root in ROOTS:
        waiting = [(root, "")]
        for name, path in waiting:  # grows meanwhile
            found.setdefault(name, []).append((root, path))
            for each in protos.messages[name].field:
                target = held_message(protos, each)
                if target is not None and target not in ROOTS:
                    waiting.append((target, f"{path}{each.name}."))
    return found


def held_message(protos: Protos, each: FieldDescriptorProto) -> str | None:
    """Returns the message that a field holds, or None for one that is no option: values of maps, attributes."""
    if each.type != FieldDescriptorProto.TYPE_MESSAGE:
        return None
    name = each.type_name.removeprefix(_PREFIX)
    return None if protos.messages[name].options.map_entry or name == "AttrValue" else name


def effect(each: FieldDescriptorProto, places: list[tuple[str, str]]) -> str:
    """Returns "yes", "in part" or "no" for a field of a message that is held at `places`."""
    answers = {_effect_at(root, path + each.name) for root, path in places}
    return next(answer for answer in ("yes", "in part", "no", "") if answer in answers)


def _effect_at(root: str, path: str) -> str:
    honoured = ROOTS[root]
    if honoured is None:
        return ""
    parts = path.split(".")
    if any(".".join(parts[:count]) in honoured for count in range(1, len(parts) + 1)):
        return "yes"
    return "in part" if any(other.startswith(path + ".") for other in honoured) else "no"


# ---- writing
def section(protos: Protos, name: str, places: list[tuple[str, str]]) -> str:
    """Returns the section of one message."""
    rows = [(each, effect(each, places)) for each in protos.messages[name].field]
    lines = [f"## {name}", ""]
    if protos.comments[name]:
        lines += [protos.comments[name], ""]
    if places[0][1]:
        held = [f"`{root}.{path.rstrip('.')}`" for root, path in places]
        lines += [f"In {', '.join(held)}.", ""]
    if all(answer == "no" for _, answer in rows):
        lines += ["None of these fields has an effect.", ""]
    tells_effect = len({answer for _, answer in rows} - {"no"}) > 0 and any(answer for _, answer in rows)
    lines += _table(protos, name, rows, tells_effect)
    return "\n".join([*lines, ""])


def _table(
    protos: Protos, name: str, rows: list[tuple[FieldDescriptorProto, str]], tells_effect: bool
) -> Iterator[str]:
    columns = ["field", "type", *(["effect"] if tells_effect else []), "meaning"]
    yield f"| {' | '.join(columns)} |"
    yield f"|{' --- |' * len(columns)}"
    for each, answer in rows:
        cells = [f"`{each.name}`", type_text(protos, each), *([answer] if tells_effect else [])]
        yield f"| {' | '.join([*cells, meaning(protos, name, each, answer)])} |"


def type_text(protos: Protos, each: FieldDescriptorProto) -> str:
    """Returns a field's type as people say it, with a link where the page has a section about it."""
    entry = protos.messages.get(each.type_name.removeprefix(_PREFIX))
    if entry is not None and entry.options.map_entry:
        return f"map of {_one(protos, entry.field[0])} to {_one(protos, entry.field[1])}"
    is_list = each.label == FieldDescriptorProto.LABEL_REPEATED
    return f"list of {_one(protos, each)}" if is_list else _one(protos, each)


def _one(protos: Protos, each: FieldDescriptorProto) -> str:
    if each.type == FieldDescriptorProto.TYPE_ENUM:
        return "enum"
    if each.type != FieldDescriptorProto.TYPE_MESSAGE:
        return _SCALARS[each.type]
    name = each.type_name.removeprefix(_PREFIX)
    return name if held_message(protos, each) is None else f"[{name}](#{name.replace('.', '').lower()})"


def meaning(protos: Protos, message: str, each: FieldDescriptorProto, answer: str) -> str:
    """Returns the comment on a field, or on the message that it holds; of an enum that counts also the values."""
    held = held_message(protos, each)
    parts = [protos.comments[f"{message}.{each.name}"] or protos.comments.get(held or "", "")]
    if each.type == FieldDescriptorProto.TYPE_ENUM and answer != "no":
        parts.append(_values(protos, each.type_name.removeprefix(_PREFIX)))
    return " ".join(filter(None, parts)).replace("|", "\\|")


def _values(protos: Protos, enum: str) -> str:
    texts = []
    for value in protos.enums[enum].value:
        comment = protos.comments[f"{enum}.{value.name}"].rstrip(".")
        texts.append(f"`{value.name}`" + (f" ({comment[0].lower()}{comment[1:]})" if comment else ""))
    return ", ".join(texts) + "."
