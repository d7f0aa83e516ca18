"""Declarations of aioflow's own ops that call Python, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
AsyncPyFunc(input: Tin) -> (output: Tout); token: string; Tin: list(type) >= 0; Tout: list(type) >= 0; stateful
"""
