"""OpDef: what an op takes and gives, and the one-line language in which it is declared.

A declaration reads as in

    MatMul(a: T, b: T) -> (product: T); transpose_a: bool = false; transpose_b: bool = false; T: {half, float, int32}

First the name, the inputs and the outputs. An argument's type is a dtype (`float`), a type attribute (`T`), a list of
equal types (`N * T`), a list of any types (`Tlist`, where that attribute is a `list(type)`), or a reference to one of
these (`Ref(T)`). Then the attributes: `name: type`, `>= minimum` for numbers and list lengths, `= default`. A set in
braces lists the allowed values; `{...}` alone stands for `type {...}`. Last, flags as bare words: `stateful`,
`commutative`, `aggregate`, `uninitialized_input`, `distributed`, `deprecated(version, "explanation")`.
"""
from __future__ import annotations

import re
from collections.abc import Container, Mapping
from ctypes import c_float
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto import tensor_pb2
from aioflow.framework import dtypes
from aioflow.framework.families import family_of, ops_of_families
from aioflow.framework.function_name import FunctionName as FunctionName
from aioflow.framework.packed_texts import PackedTexts
from aioflow.framework.shapes import TensorShape

MISSING: Any = type("Missing", (), {"__repr__": lambda self: "<no default>"})()
_MAX_LIST_LENGTH = 1 << 20  # a number attribute of a few bytes can declare any number of tensors
ATTR_KINDS = frozenset({"int", "float", "bool", "string", "type", "shape", "tensor", "func"})


@dataclass(frozen=True, slots=True)
class ArgDef:
    """One input or output of an op; exactly one of `dtype`, `type_attr` and `type_list_attr` is set."""

    name: str
    dtype: dtypes.DType | None = None
    type_attr: str = ""
    number_attr: str = ""
    type_list_attr: str = ""
    is_ref: bool = False

    @property
    def is_list(self) -> bool:
        """Whether the argument is a list of tensors."""
        return bool(self.number_attr or self.type_list_attr)

    def length(self, attrs: Mapping[str, Any]) -> int:
        """The number of tensors that the argument has for a node with these attributes."""
        if self.type_list_attr:
            return len(attrs[self.type_list_attr])
        return int(attrs[self.number_attr]) if self.number_attr else 1

    def expand(self, attrs: Mapping[str, Any]) -> list[dtypes.DType]:
        """The dtypes of the argument's tensors for a node with these attributes.

        Raises:
            InvalidArgumentError: The argument is a list of more than about a million tensors.
        """
        if self.number_attr and attrs[self.number_attr] > _MAX_LIST_LENGTH:
            raise errors.invalid_argument(f"'{self.name}' would be a list of {attrs[self.number_attr]} tensors")
        if self.type_list_attr:
            types = list(attrs[self.type_list_attr])
        else:
            dtype = self.dtype if self.dtype is not None else attrs[self.type_attr]
            types = [dtype] * (attrs[self.number_attr] if self.number_attr else 1)
        return [dtype.ref for dtype in types] if self.is_ref else types


@dataclass(frozen=True, slots=True)
class AttrDef:
    """One attribute.

    Attributes:
        kind: "int", "list(type)", ...
        allowed: Values that it may have; empty when it may have any.
        minimum: Of a number, or of a list's length.
        is_list: Whether the value is a list.
        element_kind: The kind of the value, or of its elements.
    """

    name: str
    kind: str
    default: Any = MISSING
    allowed: tuple[Any, ...] = ()
    minimum: int | None = None
    is_list: bool = field(init=False, repr=False)
    element_kind: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        is_list = self.kind.startswith("list(")
        object.__setattr__(self, "is_list", is_list)
        object.__setattr__(self, "element_kind", self.kind[5:-1] if is_list else self.kind)


@dataclass(frozen=True, slots=True)
class OpDef:
    """An op's name, inputs, outputs and attributes (by name, in order), and what is known of its behaviour."""

    name: str
    inputs: tuple[ArgDef, ...] = ()
    outputs: tuple[ArgDef, ...] = ()
    attrs: dict[str, AttrDef] = field(default_factory=dict)
    is_stateful: bool = False
    is_commutative: bool = False
    is_aggregate: bool = False
    allows_uninitialized_input: bool = False
    is_distributed_communication: bool = False
    deprecation: tuple[int, str] | None = None

    def input_types(self, attrs: Mapping[str, Any]) -> list[dtypes.DType]:
        """The dtypes of all data inputs of a node with these attributes."""
        return [dtype for arg in self.inputs for dtype in arg.expand(attrs)]

    def output_types(self, attrs: Mapping[str, Any]) -> list[dtypes.DType]:
        """The dtypes of all outputs of a node with these attributes."""
        return [dtype for arg in self.outputs for dtype in arg.expand(attrs)]

    def complete_attrs(self, attrs: Mapping[str, Any]) -> dict[str, Any]:
        """`attrs` checked, with defaults filled in, and floats rounded to the 32 bits that they have in a message.

        Raises:
            InvalidArgumentError: One is missing, or has a value that the op does not allow.
        """
        # What the op does not declare stays: private attributes ("_class") belong to the node, not to the op.
        full = dict(attrs)
        for name, attr in self.attrs.items():
            if name not in full:
                if attr.default is MISSING:
                    raise errors.invalid_argument(f"NodeDef missing attr '{name}' from op {self.name}")
                full[name] = attr.default
            else:
                check_attr(self.name, attr, full[name])
                # Rounded here, so that a graph computes the same before it is written and after it was read.
                if attr.element_kind == "float":
                    full[name] = _rounded(full[name])
        return full

    def check_arguments(self) -> None:
        """Checks that each argument has one type, and that the attributes it is made of are declared.

        Raises:
            InvalidArgumentError: It has not, or they are not.
        """
        for arg in (*self.inputs, *self.outputs):
            if (arg.dtype is not None) + bool(arg.type_attr) + bool(arg.type_list_attr) != 1:
                raise errors.invalid_argument(f"argument {arg.name!r} of {self.name!r} must have exactly one type")
            for name, kind in ((arg.type_attr, "type"), (arg.number_attr, "int"), (arg.type_list_attr, "list(type)")):
                if name and (name not in self.attrs or self.attrs[name].kind != kind):
                    raise errors.invalid_argument(
                        f"argument {arg.name!r} of {self.name!r} needs an attribute {name!r} of type {kind}"
                    )


def check_attr(op: str, attr: AttrDef, value: Any) -> None:
    """Checks that `value` is of the attribute's kind, allowed, and not below its minimum.

    Raises:
        InvalidArgumentError: It is not; the message names op, attribute, value and what is allowed.
    """
    if attr.is_list and not isinstance(value, (list, tuple)):
        raise errors.invalid_argument(f"attr '{attr.name}' of op {op} must be a list, not {value!r}")
    for element in value if attr.is_list else (value,):
        if not _is_kind(attr.element_kind, element):
            raise errors.invalid_argument(f"attr '{attr.name}' of op {op} must be {attr.kind}, not {element!r}")
        if attr.allowed and element not in attr.allowed:
            raise errors.invalid_argument(
                f"Value for attr '{attr.name}' of {_attr_text(element)} is not in the list of allowed values: "
                f"{', '.join(map(_attr_text, attr.allowed))} (op {op})"
            )
    if attr.minimum is not None:
        size = len(value) if attr.is_list else value
        if size < attr.minimum:
            what = f"length of attr '{attr.name}'" if attr.is_list else f"attr '{attr.name}'"
            raise errors.invalid_argument(f"{what} of op {op} must be at least minimum {attr.minimum}, not {size}")


def _attr_text(value: Any) -> str:
    if isinstance(value, dtypes.DType):
        return value.wire_name
    return f'"{value.decode(errors="replace")}"' if isinstance(value, bytes) else repr(value)


def _rounded(value: Any) -> Any:
    return [c_float(v).value for v in value] if isinstance(value, (list, tuple)) else c_float(value).value


_PYTHON_TYPES: dict[str, Any] = {
    "bool": bool, "int": int, "float": (int, float), "string": bytes, "type": dtypes.DType, "shape": TensorShape,
    "tensor": (np.ndarray, np.generic, tensor_pb2.TensorProto), "func": FunctionName,
}  # fmt: skip


def _is_kind(kind: str, value: Any) -> bool:
    # To Python a bool is an int; to an op it is not.
    return isinstance(value, _PYTHON_TYPES[kind]) and (kind == "bool" or not isinstance(value, bool))


# The declaration language. A declaration is split into tokens once; each parse_* function takes what it needs.
_TOKEN = re.compile(
    r'\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|-?(?:inf|nan)\b|[A-Za-z_][\w>]*|->|>=|[(){}\[\]:;,*=?])',
    re.ASCII,
)
_FLAGS = {
    "stateful": "is_stateful", "commutative": "is_commutative", "aggregate": "is_aggregate",
    "uninitialized_input": "allows_uninitialized_input", "distributed": "is_distributed_communication",
}  # fmt: skip
_LITERALS = {"true": True, "false": False}
_IDENTIFIER = re.compile(r"[A-Za-z_][\w>]*\Z", re.ASCII)


class _Tokens:
    """The tokens of one declaration, taken from the front."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = []
        self._next = 0
        position, end = 0, len(text.rstrip())
        while position < end:
            match = _TOKEN.match(text, position)
            if match is None:
                raise ValueError(f"{text[position:]!r} cannot be read")
            self._tokens.append(match[1])
            position = match.end()

    def peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.peek()
        if not token or (expected and token != expected):
            raise ValueError(f"wanted {expected or 'more'!r} but found {token!r}")
        self._next += 1
        return token

    def take_name(self, known: Container[str] = ()) -> str:
        """Takes the name of something that is not among the `known` ones."""
        token = self.take()
        if not _IDENTIFIER.match(token) or token in known:
            raise ValueError(f"wanted a new name but found {token!r}")
        return token

    def accept(self, token: str) -> bool:
        if self.peek() != token:
            return False
        self._next += 1
        return True


def parse_op_def(text: str) -> OpDef:
    """Reads one declaration (the language is described at the top of this file).

    Raises:
        ValueError: The text is not a declaration.
    """
    try:
        op_def = _parse_tokens(_Tokens(text))
        op_def.check_arguments()
        for attr in op_def.attrs.values():
            if attr.default is not MISSING:
                check_attr(op_def.name, attr, attr.default)
    except (KeyError, TypeError, ValueError, errors.InvalidArgumentError) as error:
        raise ValueError(f"op declaration {text!r}: {error}") from error
    return op_def


def _parse_tokens(tokens: _Tokens) -> OpDef:
    name = tokens.take_name()
    inputs = _parse_args(tokens)
    tokens.take("->")
    outputs = _parse_args(tokens)
    attrs: dict[str, AttrDef] = {}
    flags: dict[str, Any] = {}
    while tokens.accept(";"):
        word = tokens.take_name(attrs)
        if tokens.accept(":"):
            attrs[word] = _parse_attr(word, tokens)
        elif word == "deprecated":
            flags["deprecation"] = _parse_deprecation(tokens)
        else:
            flags[_FLAGS[word]] = True
    if tokens.peek():
        raise ValueError(f"unexpected {tokens.peek()!r}")
    # Only now is it known of which kind the attributes are that arguments name: they come behind the arguments.
    bind = {a for a in attrs if attrs[a].kind == "list(type)"}
    return OpDef(name, _bound(inputs, bind), _bound(outputs, bind), attrs, **flags)


def _parse_args(tokens: _Tokens) -> list[ArgDef]:
    tokens.take("(")
    args: list[ArgDef] = []
    while not tokens.accept(")"):
        if args:
            tokens.take(",")
        name = tokens.take_name({arg.name for arg in args})
        tokens.take(":")
        is_ref = tokens.accept("Ref")
        if is_ref:
            tokens.take("(")
        number, kind = "", tokens.take()
        if tokens.accept("*"):
            number, kind = kind, tokens.take()
        if is_ref:
            tokens.take(")")
        dtype = dtypes._BY_NAME.get(kind)
        args.append(ArgDef(name, dtype, "" if dtype else kind, number, "", is_ref))
    return args


def _bound(args: list[ArgDef], list_attrs: set[str]) -> tuple[ArgDef, ...]:
    """The arguments, with types that name a `list(type)` attribute moved to `type_list_attr`."""
    return tuple(
        replace(arg, type_attr="", type_list_attr=arg.type_attr) if arg.type_attr in list_attrs else arg for arg in args
    )


def _parse_attr(name: str, tokens: _Tokens) -> AttrDef:
    is_list = tokens.accept("list")
    if is_list:
        tokens.take("(")
    kind = tokens.take() if tokens.peek() != "{" else "type"
    if kind not in ATTR_KINDS:
        raise ValueError(f"{kind!r} is no attribute kind")
    allowed = _parse_list(kind, tokens, "{", "}") if tokens.peek() == "{" else []
    if is_list:
        tokens.take(")")
    minimum = int(tokens.take()) if tokens.accept(">=") else None
    default = MISSING
    if tokens.accept("="):
        default = _parse_list(kind, tokens, "[", "]") if is_list else _parse_value(kind, tokens)
    return AttrDef(name, f"list({kind})" if is_list else kind, default, tuple(allowed), minimum)


def _parse_list(kind: str, tokens: _Tokens, begin: str, end: str) -> list[Any]:
    tokens.take(begin)
    values: list[Any] = []
    while not tokens.accept(end):
        if values:
            tokens.take(",")
        values.append(_parse_value(kind, tokens))
    return values


def _parse_value(kind: str, tokens: _Tokens) -> Any:
    if kind == "shape":
        return TensorShape(None) if tokens.accept("?") else TensorShape(_parse_list("int", tokens, "[", "]"))
    token = tokens.take()
    if kind == "tensor":
        values = _parse_list("int", tokens, "[", "]") if tokens.peek() == "[" else int(tokens.take())
        return np.array(values, dtypes.as_dtype(token).numpy_dtype)
    if kind == "type":
        return dtypes.as_dtype(token)
    if kind == "string":
        return _text(token).encode("latin-1")
    if kind == "bool":
        return _LITERALS[token]
    return int(token) if kind == "int" else c_float(float(token)).value


def _parse_deprecation(tokens: _Tokens) -> tuple[int, str]:
    tokens.take("(")
    version = int(tokens.take())
    tokens.take(",")
    explanation = _text(tokens.take())
    tokens.take(")")
    return version, explanation


def _text(token: str) -> str:
    if token[0] != '"':
        raise ValueError(f"wanted a text in quotes but found {token!r}")
    # Escapes as in Python and C++; bytes beyond ASCII are written as \x escapes.
    return token[1:-1].encode().decode("unicode_escape")


class OpRegistry:
    """Every known op by name. Declarations are kept as text and read when an op is first asked for."""

    def __init__(self) -> None:
        self._declarations: dict[str, str] = {}
        self._op_defs: dict[str, OpDef] = {}
        self._texts: PackedTexts | None = None

    def is_filled_by(self, texts: PackedTexts) -> None:
        """Names the declarations of each family of ops, read when one of its ops is first asked for."""
        self._texts = texts

    def declare(self, declarations: str) -> None:
        """Adds declarations, one a line; empty lines and lines that begin with `#` are left out."""
        for line in declarations.splitlines():
            if line and line[0] != "#":
                self._declarations[line.partition("(")[0]] = line

    def register(self, op_def: OpDef) -> OpDef:
        """Adds an op made in code.

        Raises:
            AlreadyExistsError: There is an op of that name.
        """
        if op_def.name in self:
            raise errors.already_exists(f"op {op_def.name!r} is already registered")
        self._op_defs[op_def.name] = op_def
        return op_def

    def get(self, name: str) -> OpDef | None:
        """The op called `name`, or None."""
        # Read late: of some 1,900 declarations a program uses dozens. Two threads may read the same one at once; the
        # results are equal, and either may stay.
        op_def = self._op_defs.get(name)
        if op_def is None and name in self:
            if name not in self._declarations:
                self._declare_family(family_of(name))
            op_def = self._op_defs[name] = parse_op_def(self._declarations[name])
        return op_def

    def _declare_family(self, family: str | None) -> None:
        # Two threads may do so at once: they enter the same texts.
        assert self._texts is not None and family is not None
        self.declare(self._texts[family])

    def __getitem__(self, name: str) -> OpDef:
        op_def = self.get(name)
        if op_def is None:
            raise errors.not_found(f"Op type not registered '{name}'")
        return op_def

    def __contains__(self, name: object) -> bool:
        if name in self._op_defs or name in self._declarations:
            return True
        return self._texts is not None and isinstance(name, str) and family_of(name) is not None

    def names(self) -> list[str]:
        """All op names, sorted."""
        listed = ops_of_families() if self._texts is not None else set()
        return sorted(listed | self._declarations.keys() | self._op_defs.keys())


OPS = OpRegistry()


def register_op(declaration: str) -> OpDef:
    """Adds an op to those that graphs may use.

    Args:
        declaration: One declaration, for example `"Twice(x: T) -> (y: T); T: {float, int32}"`.

    Raises:
        ValueError: It cannot be read.
        AlreadyExistsError: There is an op of that name.
    """
    return OPS.register(parse_op_def(declaration))
