"""Write aioflow/ops/generated and aioflow/framework/ops.packed from protos/ops/, or check that they are up to date.

    python -m aioflow.tools.gen_ops [--check]

There is one builder for every op that has a kernel. It is compiled when a program first asks for it; type checkers and
editors read it in a file that is called as the one that declares the op. The packed file has the declarations and a
table that tells the family of each op, so that no other family need be read or imported.

Exit status: 0 done or up to date; 1 not up to date.
"""
from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from aioflow.framework import OPS, OpDef
from aioflow.framework.families import OP_TEXTS
from aioflow.framework.kernels import ops_with_kernels, registered_kernels
from aioflow.framework.packed_texts import packed
from aioflow.ops.building.builder_text import LINE_LENGTH, stub_text

KERNELS = "aioflow.kernels."
RESULTS = Path(__file__).resolve().parents[1] / "ops" / "generated"
DECLARATIONS = Path(__file__).resolve().parents[2] / "protos" / "ops"
COMMAND = "python -m aioflow.tools.gen_ops"

MODULE = '''\
# Generated from protos/ops/{family}.txt by `{command}`. Do not edit.
from __future__ import annotations

{imports}

{functions}
'''
HEAD = f"# Generated from protos/ops/ and aioflow/kernels by `{COMMAND}`. Do not edit."
TABLE_TEXT = '''\
# The family of each op that is declared, and where its kernels are.
#
# Module of kernels (nn.conv_ops: family and file), and indented below it the names of its ops. An op whose kernels are
# in several modules is in several entries; those without a kernel are in that of their family alone (nn).
{modules}
'''
IMPORTS = [
    ("collections.abc", ["Sequence"]),
    ("typing", ["Any", "NamedTuple"]),
    ("aioflow.framework", ["dtypes"]),
    ("aioflow.framework.graph.operation", ["Operation", "Tensor"]),
    ("aioflow.ops.building.apply_op", ["DTypeLike", "ShapeLike", "TensorLike"]),
]
# By what one sees that a name is needed, where it is not just that of an annotation.
IMPORT_MARKS = {
    "Sequence": ["Sequence["], "NamedTuple": ["(NamedTuple)"], "dtypes": ["dtypes."], "Operation": ["-> Operation"],
    "Tensor": ["-> Tensor", ": Tensor", "[Tensor]"],
}  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments` (default: those of the process) and return its exit status."""
    description = "Write builders and the table of families from the declarations, or check that they are up to date."
    parser = argparse.ArgumentParser(prog=COMMAND, description=description)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is not up to date")
    check = parser.parse_args(arguments).check
    texts = {"families": families_text()} | {family: declarations(family) for family, _ in families()}
    files = generate()
    if not check:
        OP_TEXTS.path.write_bytes(packed(HEAD, texts))
        return replace_files(files, RESULTS)
    # The texts and not the file: other releases of zlib may compress otherwise.
    differing = report([OP_TEXTS.path.name] if OP_TEXTS.all() != texts else [])
    return max(differing, report_differences(files, RESULTS))


def generate() -> dict[str, str]:
    """Return file name -> text of the declarations of all builders."""
    files = {}
    for family, _ in families():
        OPS.declare(declarations(family))  # the table, by which they are known otherwise, may not have the new ones
    with_kernel = {name for name in ops_with_kernels() if not name.startswith("_")}  # the runtime's own begin with "_"
    for family, names in families():
        op_defs = [OPS[name] for name in names if name in with_kernel]
        if op_defs:
            files[f"{family}.pyi"] = module_text(family, op_defs)
    return files


def families_text() -> str:
    """Return the text of the table of families."""
    parts = []
    for module, names in sorted(ops_by_module().items()):
        lines = textwrap.wrap(" ".join(names), LINE_LENGTH - 2, break_on_hyphens=False, break_long_words=False)
        parts.append("\n".join([module, *(f"  {line}" for line in lines)]))
    return TABLE_TEXT.format(modules="\n".join(parts))


def ops_by_module() -> dict[str, list[str]]:
    """Return which ops each module of kernels serves ("nn.conv_ops"), and for each family those without a kernel."""
    found: dict[str, list[str]] = {}
    with_kernel = set(ops_with_kernels())
    for family, names in families():
        for name in names:
            modules = {kernel.module for kernel in registered_kernels(name)} if name in with_kernel else set()
            own = sorted(module.removeprefix(KERNELS) for module in modules if module.startswith(KERNELS))
            for module in own or [family]:
                found.setdefault(module, []).append(name)
    return found


def families() -> Iterator[tuple[str, list[str]]]:
    """Give the name of each family with the names of the ops that it declares, both sorted."""
    for path in sorted(DECLARATIONS.glob("*.txt")):
        lines = declarations(path.stem).splitlines()
        yield path.stem, sorted(line[: line.index("(")] for line in lines if line and line[0] != "#")


def declarations(family: str) -> str:
    """Return the declarations of a family."""
    return (DECLARATIONS / f"{family}.txt").read_text("utf-8")


def module_text(family: str, op_defs: Sequence[OpDef]) -> str:
    """Return the text of one generated file."""
    functions = "\n\n".join(stub_text(op_def) for op_def in op_defs)
    text = MODULE.format(family=family, command=COMMAND, imports=import_lines(functions), functions=functions)
    return text.rstrip("\n") + "\n"


def import_lines(functions: str) -> str:
    """Return the imports that the functions need."""
    lines = []
    for module, names in IMPORTS:
        used = [name for name in names if is_used(name, functions)]
        if used:
            lines.append(f"from {module} import {', '.join(used)}")
    standard = [line for line in lines if "aioflow" not in line]
    return "\n".join([*standard, *([""] if standard else []), *(line for line in lines if line not in standard), ""])


def is_used(name: str, functions: str) -> bool:
    """Whether the functions need the import of `name`."""
    return any(mark in functions for mark in IMPORT_MARKS.get(name, [f": {name}", f"[{name}]"]))


# ---- files
def report_differences(files: dict[str, str], results: Path, pattern: str = "*.pyi") -> int:
    """Print the names of those files in `results` that are not as in `files`; return 1 if there are any, else 0."""
    present = {path.name: path.read_text("utf-8") for path in results.glob(pattern)}
    differing = sorted(name for name in present.keys() | files.keys() if present.get(name) != files.get(name))
    return report(differing)


def report(differing: Sequence[str]) -> int:
    """Print names of files that are not up to date; return 1 if there are any, else 0."""
    for name in differing:
        print(f"gen_ops: {name} is not what the declarations and kernels give; run {COMMAND}", file=sys.stderr)
    return 1 if differing else 0


def replace_files(files: dict[str, str], results: Path) -> int:
    """Make the stubs in `results` exactly `files`; return 0."""
    results.mkdir(exist_ok=True)
    for path in results.glob("*.pyi"):
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        (results / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
