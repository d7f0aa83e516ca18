"""What no fetch needs does not run, in If and While nodes that are marked to become a part of the graph."""
from __future__ import annotations

import asyncio

from google.protobuf import text_format

import aioflow as tf

FUNCTION = """
    function {
      signature {
        name: "%s"
        input_arg { name: "i" type: DT_INT32 } input_arg { name: "x" type: DT_INT32 }
        input_arg { name: "v" type: DT_RESOURCE }
        output_arg { name: "a" type: DT_INT32 } output_arg { name: "b" type: DT_INT32 }
        output_arg { name: "c" type: DT_RESOURCE }
        is_stateful: true
      }
      node_def { name: "one" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
        attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape {} int_val: 1 } } } }
      node_def { name: "effect" op: "AssignAddVariableOp" input: "v" input: "one:output:0"
        attr { key: "dtype" value { type: DT_INT32 } } }
      node_def { name: "next" op: "AddV2" input: "i" input: "one:output:0"
        attr { key: "T" value { type: DT_INT32 } } }
      node_def { name: "zero" op: "Sub" input: "x" input: "x" attr { key: "T" value { type: DT_INT32 } } }
      node_def { name: "fails" op: "FloorDiv" input: "x" input: "zero:z:0"
        attr { key: "T" value { type: DT_INT32 } } }
      ret { key: "a" value: "next:z:0" } ret { key: "b" value: "fails:z:0" } ret { key: "c" value: "v" }
    }
"""
LESS = """
    function {
      signature {
        name: "less"
        input_arg { name: "i" type: DT_INT32 } input_arg { name: "x" type: DT_INT32 }
        input_arg { name: "v" type: DT_RESOURCE }
        output_arg { name: "z" type: DT_BOOL }
      }
      node_def { name: "three" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
        attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape {} int_val: 3 } } } }
      node_def { name: "less" op: "Less" input: "i" input: "three:output:0"
        attr { key: "T" value { type: DT_INT32 } } }
      ret { key: "z" value: "less:z:0" }
    }
"""
TYPES = "list { type: DT_INT32 type: DT_INT32 type: DT_RESOURCE }"
CALLS = """
    node { name: "condition" op: "Placeholder" attr { key: "dtype" value { type: DT_BOOL } } }
    node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } }
    node { name: "v" op: "VarHandleOp" attr { key: "dtype" value { type: DT_INT32 } }
      attr { key: "shape" value { shape {} } } attr { key: "shared_name" value { s: "v" } } }
    node { name: "if" op: "If" input: "condition" input: "x" input: "x" input: "v"
      attr { key: "Tcond" value { type: DT_BOOL } } attr { key: "Tin" value { %(types)s } }
      attr { key: "Tout" value { %(types)s } } attr { key: "then_branch" value { func { name: "f" } } }
      attr { key: "else_branch" value { func { name: "g" } } }
      attr { key: "_lower_using_switch_merge" value { b: %(lowered)s } } }
    node { name: "while" op: "While" input: "x" input: "x" input: "v" attr { key: "T" value { %(types)s } }
      attr { key: "cond" value { func { name: "less" } } } attr { key: "body" value { func { name: "f" } } }
      attr { key: "_lower_using_switch_merge" value { b: %(lowered)s } } }
"""


async def outcomes(lowered: bool) -> dict[str, tuple[object, int]]:
    """For each call the value of its first output, or the class of the error; and the variable behind it."""
    text = CALLS % {"types": TYPES, "lowered": str(lowered).lower()}
    message = text_format.Parse(f"{text} library {{ {FUNCTION % 'f'} {FUNCTION % 'g'} {LESS} }}", tf.GraphDef())
    found: dict[str, tuple[object, int]] = {}
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
        handle = graph.get_tensor_by_name("v:0")
        assign = tf.raw_ops.AssignVariableOp(resource=handle, value=0)
        read = tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int32)
        firsts = {name: tf.identity(graph.get_tensor_by_name(f"{name}:0")) for name in ("if", "while")}
        async with tf.Session() as session:
            for name, first in firsts.items():
                await session.run(assign)
                try:
                    value: object = int(await session.run(first, {"x:0": 1, "condition:0": True}))
                except tf.errors.OpError as error:
                    value = type(error).__name__
                found[name] = value, int(await session.run(read))
    return found


async def main() -> None:
    """Runs a branch and a loop, each with an effect and a failure that the fetched output does not need."""
    lowered = await outcomes(lowered=True)
    assert lowered == {"if": (2, 0), "while": (3, 0)}, lowered
    print("neither the effect nor the failure of what no fetch needs is seen in lowered calls")
    called = {name: value for name, (value, _) in (await outcomes(lowered=False)).items()}
    assert called == {"if": "InvalidArgumentError", "while": "InvalidArgumentError"}, called
    print("calls that are not lowered run their functions whole")


if __name__ == "__main__":
    asyncio.run(main())
