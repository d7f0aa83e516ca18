"""`aioflow completion`: shells complete commands, options, choices and names of files."""
from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from .conftest import Cli


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_script(cli: Cli, shell: str) -> None:
    """The script knows all commands and options."""
    pytest.importorskip("shtab")
    ended = cli("completion", shell)
    assert (ended.code, ended.stderr) == (0, "")
    for word in ("inspect", "doctor", "timeout-s", "untrusted", "callers"):
        assert word in ended.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_takes_it(cli: Cli) -> None:
    """Bash completes a command, an option and a choice by it."""
    pytest.importorskip("shtab")
    script = cli("completion", "bash").stdout + """
        complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _shtab_aioflow; echo "${COMPREPLY[@]}"; }
        complete_words aioflow insp; complete_words aioflow run --time; complete_words aioflow run --trust ""
    """  # noqa: E501 - a line of the shell
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert [line.split() for line in done.stdout.splitlines()] == [["inspect"], ["--timeout-s"], ["untrusted", "full"]]


def test_without_the_library(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra one line says what to install."""
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert cli("completion", "bash").is_refusal(2, "shtab", "[cli]")


def test_wrong_shell(cli: Cli) -> None:
    """Other shells are refused with those that are known."""
    assert cli("completion", "fish").is_refusal(2, "bash", "zsh", "--help")
