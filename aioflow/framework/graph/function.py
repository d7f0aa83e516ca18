"""The function library of a graph: named bodies that nodes call."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from aioflow import errors
from aioflow._proto import function_pb2
from aioflow.framework import dtypes
from aioflow.framework.graph.attr_protos import attr_from_proto
from aioflow.framework.op_def import ATTR_KINDS, MISSING, ArgDef, AttrDef, OpDef, check_attr


class Function:
    """A function of a graph's library.

    Attributes:
        name: Its name; a node whose op type is this name calls it.
        signature: What it takes and gives, as an op.
        body: The `FunctionDef` message. It does not change.
    """

    __slots__ = ("_named", "body", "name", "signature")

    def __init__(self, body: function_pb2.FunctionDef) -> None:
        self.body = body
        self.name = body.signature.name
        self.signature = op_def_from_proto(body.signature)
        self._named: frozenset[str] | None = None

    @property
    def named(self) -> frozenset[str]:
        """The ops of its nodes, and the functions in their attributes: all that it may call, and others."""
        # Found once: signatures, and bodies of other functions, ask whenever they are compiled.
        if self._named is None:
            named = {node.op for node in self.body.node_def}
            for node in self.body.node_def:
                for attr in node.attr.values():
                    if attr.HasField("func"):
                        named.add(attr.func.name)
                    elif attr.HasField("list"):
                        named.update(function.name for function in attr.list.func)
            self._named = frozenset(named)
        return self._named

    def to_proto(self) -> function_pb2.FunctionDef:
        """The function as a `FunctionDef`."""
        return self.body

    def __repr__(self) -> str:
        return f"<Function {self.name}>"


def op_def_from_proto(proto: Any) -> OpDef:
    """An `OpDef` message as an `OpDef`.

    Raises:
        InvalidArgumentError: It is ill-formed.
    """
    op_def = _unchecked_op_def(proto)
    op_def.check_arguments()
    return op_def


def _unchecked_op_def(proto: Any) -> OpDef:
    return OpDef(
        name=proto.name,
        inputs=tuple(_arg_from_proto(arg) for arg in proto.input_arg),
        outputs=tuple(_arg_from_proto(arg) for arg in proto.output_arg),
        attrs={attr.name: _attr_def_from_proto(attr) for attr in proto.attr},
        is_stateful=proto.is_stateful,
        is_commutative=proto.is_commutative,
        is_aggregate=proto.is_aggregate,
        allows_uninitialized_input=proto.allows_uninitialized_input,
        is_distributed_communication=proto.is_distributed_communication,
        deprecation=_deprecation(proto),
    )


def _deprecation(proto: Any) -> tuple[int, str] | None:
    return (proto.deprecation.version, proto.deprecation.explanation) if proto.HasField("deprecation") else None


def _arg_from_proto(proto: Any) -> ArgDef:
    try:
        dtype = dtypes.as_dtype(proto.type) if proto.type else None
    except TypeError:
        raise errors.invalid_argument(f"argument {proto.name!r} has unknown DataType {proto.type}") from None
    # Two ways to say it: the flag, and a type of the reference range (DT_FLOAT_REF), which old messages have.
    is_ref = proto.is_ref or (dtype is not None and dtype.is_ref)
    base = dtype.base_dtype if dtype else None
    return ArgDef(proto.name, base, proto.type_attr, proto.number_attr, proto.type_list_attr, is_ref)


def _attr_def_from_proto(proto: Any) -> AttrDef:
    default = attr_from_proto(proto.default_value) if proto.HasField("default_value") else MISSING
    allowed = attr_from_proto(proto.allowed_values) if proto.HasField("allowed_values") else []
    attr = AttrDef(proto.name, proto.type, default, (), proto.minimum if proto.has_minimum else None)
    if attr.element_kind not in ATTR_KINDS or not isinstance(allowed, list):
        raise errors.invalid_argument(f"attribute {proto.name!r} cannot be {proto.type!r} with allowed {allowed!r}")
    # Of a list the minimum bounds the length, so lists of any kind may have one.
    if attr.minimum is not None and not attr.is_list and attr.kind != "int":
        raise errors.invalid_argument(f"attribute {proto.name!r} of type {proto.type!r} cannot have a minimum")
    attr = replace(attr, allowed=tuple(allowed))
    if default is not MISSING:
        check_attr(proto.name, attr, default)
    return attr
