"""`aioflow completion`: a script by which a shell completes commands, options and names of files."""
from __future__ import annotations

import argparse

from aioflow.cli.exits import BadInput

SHELLS = ("bash", "zsh", "tcsh")


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Makes the script for a shell.

    Raises:
        BadInput: The library that makes it is not installed.
    """
    try:
        import shtab
    except ImportError:
        raise BadInput("completion needs shtab: pip install 'aioflow-runtime[cli]'") from None
    _complete_files(parser, shtab.FILE)
    return str(shtab.complete(parser, shell)).rstrip("\n")


def _complete_files(parser: argparse.ArgumentParser, kind: object) -> None:
    """Marks the arguments that are names of files, in all commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _complete_files(command, kind)
        elif action.metavar in ("MODEL", "FILE", "EXPERIMENT.toml"):
            action.complete = kind  # type: ignore[attr-defined] # shtab's own attribute
