"""Declarations of the script ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
EagerPyFunc(input: Tin) -> (output: Tout); token: string; is_async: bool = false; Tin: list(type) >= 0; Tout: list(type) >= 0; stateful
PyFunc(input: Tin) -> (output: Tout); token: string; Tin: list(type) >= 0; Tout: list(type) >= 0; stateful
PyFuncStateless(input: Tin) -> (output: Tout); token: string; Tin: list(type) >= 0; Tout: list(type) >= 0
"""
