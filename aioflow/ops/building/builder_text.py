"""The Python text of an op's builder: its signature, docstring and call of `apply_op`, all from the op's definition.

`aioflow.ops.generated` compiles it when a program first asks for a builder; `python -m aioflow.tools.gen_ops` writes
signatures and docstrings down for type checkers and editors.
"""
from __future__ import annotations

import keyword
from collections.abc import Sequence
from typing import Any

from aioflow.framework import MISSING, ArgDef, AttrDef, OpDef, TensorShape, dtypes
from aioflow.ops.building.op_meanings import MEANINGS

LINE_LENGTH = 120
KINDS = {
    "int": "int", "float": "float", "bool": "bool", "string": "str | bytes", "type": "DTypeLike", "shape": "ShapeLike",
    "tensor": "Any", "func": "Any",
}  # fmt: skip


def builder_text(op_def: OpDef) -> str:
    """Return the function that adds a node of this op, behind the class of its results if there are several."""
    call, result = f"apply_op({', '.join(call_text(op_def))})", result_type(op_def)
    if result == "Tensor":
        call += ".outputs[0]"
    elif result == "list[Tensor]":
        call = f"list({call}.outputs)"
    elif result != "Operation":
        call = f"{result}(*grouped({call}))"
    return f"{_declared(op_def)}{_docstring(op_def)}    return {call}\n"


def stub_text(op_def: OpDef) -> str:
    """Return what type checkers and editors need of the same; with the docstring if it is one for users' functions."""
    declared = _declared(op_def)
    return declared + _docstring(op_def) if op_def.name in MEANINGS else declared.rstrip("\n") + " ...\n"


def _declared(op_def: OpDef) -> str:
    return "\n".join([*result_class(op_def), *signature(op_def, result_type(op_def)), ""])


def _docstring(op_def: OpDef) -> str:
    return f'    """{summary(op_def)}"""\n'


def result_type(op_def: OpDef) -> str:
    """Return what a builder gives: an operation, a tensor, a list of tensors, or a tuple with a class of its own."""
    if not op_def.outputs:
        return "Operation"
    if len(op_def.outputs) > 1:
        return f"{op_def.name}Outputs"
    return "list[Tensor]" if op_def.outputs[0].is_list else "Tensor"


def result_class(op_def: OpDef) -> list[str]:
    """Return the lines of the named tuple for several outputs; none for fewer."""
    if len(op_def.outputs) < 2:
        return []
    fields = [result_field(arg) for arg in op_def.outputs]
    doc = f'    """The outputs of {op_def.name}."""'
    return [f"class {op_def.name}Outputs(NamedTuple):", doc, "", *fields, "", ""]


def result_field(arg: ArgDef) -> str:
    """Return the line that declares one output in the class of results."""
    hides_method = "  # type: ignore[assignment]" if hasattr(tuple, arg.name) else ""
    return f"    {identifier(arg.name)}: {'list[Tensor]' if arg.is_list else 'Tensor'}{hides_method}"


def signature(op_def: OpDef, result: str) -> list[str]:
    """Return the `def` of a builder, on one line or with its parameters on lines of their own."""
    kinds = ["Sequence[TensorLike]" if arg.is_list else "TensorLike" for arg in op_def.inputs]
    inputs = [f"{identifier(arg.name)}: {kind}" for arg, kind in zip(op_def.inputs, kinds, strict=True)]
    attrs = [attr_parameter(attr) for attr in parameters(op_def)]
    arguments = [*inputs, *(["*"] if attrs else []), *attrs, "name: str | None = None"]
    start, end = f"def {function_name(op_def.name)}(", f") -> {result}:"
    line = start + ", ".join(arguments) + end
    if len(line) <= LINE_LENGTH - len(" ..."):
        return [line]
    return [start, *(f"    {line}" for line in _filled([f"{each}," for each in arguments])), end]


def parameters(op_def: OpDef) -> list[AttrDef]:
    """Return the attributes that the inputs do not settle, those without a default first."""
    settled = {name for arg in op_def.inputs for name in (arg.type_attr, arg.number_attr, arg.type_list_attr) if name}
    free = [attr for attr in op_def.attrs.values() if attr.name not in settled]
    return sorted(free, key=lambda attr: attr.default is not MISSING)


def attr_parameter(attr: AttrDef) -> str:
    """Return an attribute as a parameter with its type and default."""
    kind = KINDS[attr.element_kind]
    if attr.is_list:
        kind = f"Sequence[{kind}]"
    text = f"{identifier(attr.name)}: {kind}"
    if attr.default is MISSING:
        return text
    default = default_text(attr.default)
    return f"{text} | None = None" if default == "None" and "Any" not in kind else f"{text} = {default}"


def default_text(value: Any) -> str:
    """Return an attribute's default as source, "None" for one that is not a plain value (None stands for it)."""
    if isinstance(value, dtypes.DType):
        return f"dtypes.{'bool_' if value is dtypes.bool_ else value.name}"
    if isinstance(value, (list, tuple)):
        return "()" if not value else _tuple_text([default_text(element) for element in value])
    if isinstance(value, TensorShape):
        return "None" if value.sizes is None or None in value.sizes else repr(value.sizes)
    if isinstance(value, float) and value - value != 0:
        return f'float("{value}")'
    if isinstance(value, bytes):
        return repr(value.decode()).replace("'", '"') if value.isascii() and b'"' not in value else repr(value)
    return repr(value) if isinstance(value, (bool, int, float)) else "None"


def _tuple_text(elements: list[str]) -> str:
    if "None" in elements:
        return "None"
    return f"({', '.join(elements)}{',' if len(elements) == 1 else ''})"


def call_text(op_def: OpDef) -> list[str]:
    """Return the arguments of the call of `apply_op`."""
    inputs = [identifier(arg.name) for arg in op_def.inputs]
    attrs = [f'"{attr.name}": {identifier(attr.name)}' for attr in parameters(op_def)]
    return [f'"{op_def.name}"', f"[{', '.join(inputs)}]", "{" + ", ".join(attrs) + "}", "name"]


def summary(op_def: OpDef) -> str:
    """Return a builder's docstring: what it computes, if users call it, and the op with its arguments and dtypes."""
    inputs = ", ".join(f"{arg.name}: {argument_type(op_def, arg)}" for arg in op_def.inputs)
    outputs = ", ".join(f"{arg.name}: {argument_type(op_def, arg)}" for arg in op_def.outputs)
    text = f"{op_def.name}({inputs}) -> ({outputs})."
    variables = {name for arg in op_def.inputs for name in (arg.type_attr, arg.type_list_attr) if name}
    notes = [type_note(attr) for attr in op_def.attrs.values() if attr.name in variables and attr.allowed]
    if op_def.is_stateful:
        notes.append("Stateful.")
    if op_def.deprecation is not None:
        notes.append(f"Deprecated: {op_def.deprecation[1]}.")
    meaning = MEANINGS.get(op_def.name)
    return wrapped_docstring(text, notes) if meaning is None else wrapped_docstring(meaning, [text, *notes])


def argument_type(op_def: OpDef, arg: ArgDef) -> str:
    """Return an argument's type in the language of the declarations."""
    kind = arg.type_list_attr or (arg.dtype.name if arg.dtype is not None else arg.type_attr)
    kind = f"{arg.number_attr} * {kind}" if arg.number_attr else kind
    return f"Ref({kind})" if arg.is_ref else kind


def type_note(attr: AttrDef) -> str:
    """Return the dtypes that a type attribute may be."""
    return f"{attr.name} is one of {', '.join(sorted(dtype.name for dtype in attr.allowed))}."


def wrapped_docstring(text: str, notes: list[str]) -> str:
    """Return the docstring's text: one line, or paragraphs of lines that are not too long."""
    if not notes and len(text) + 10 <= LINE_LENGTH:
        return text
    lines = [*_filled(text.split()), ""]
    for note in notes:
        lines += _filled(note.split())
    return "\n".join([lines[0], *(f"    {line}" if line else "" for line in lines[1:]), "    "])


def _filled(words: Sequence[str]) -> list[str]:
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) + 8 > LINE_LENGTH:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return [*lines, line]


def function_name(op: str) -> str:
    """Return the builder's name: an underscore before each capital that begins a word, as TensorFlow writes it."""
    letters = []
    for i, letter in enumerate(op):
        begins_word = op[i - 1 : i].islower() or op[i + 1 : i + 2].islower()
        letters.append("_" + letter.lower() if i and letter.isupper() and begins_word else letter.lower())
    return identifier("".join(letters))


def identifier(name: str) -> str:
    """Return `name` as a Python name: a trailing underscore where it is a keyword."""
    return name + "_" if keyword.iskeyword(name) else name
