"""With standard streams closed, or few file descriptors, commands end with one line and the right exit code."""
from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

DIGITS = str(Path(__file__).resolve().parents[2] / "examples" / "digits" / "digits_cnn.pb")
# What closes the streams before Python begins, which no argument of `subprocess` does.
CLOSED = {"<&-": (0,), ">&-": (1,), "2>&-": (2,), "<&- >&- 2>&-": (0, 1, 2)}


def ended(*arguments: str, redirection: str = "", before: str = ":") -> tuple[int, str, str]:
    """How a command ended: its exit code, and what came to standard output and error."""
    shell = ["/bin/sh", "-c", f'{before}; exec "$@" {redirection}', "sh"]
    done = subprocess.run([*shell, sys.executable, "-m", "aioflow", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def closed_streams(run: list[str]) -> None:
    """A result is written, or told to be lost; without standard error nothing gets between the results."""
    for redirection, numbers in CLOSED.items():
        code, stdout, stderr = ended(*run, redirection=redirection)
        if 1 in numbers:
            told = "" if 2 in numbers else "aioflow: cannot write the result: standard output is closed\n"
            assert (code, stdout, stderr) == (1, "", told), (redirection, code, stdout, stderr)
        else:
            assert (code, stderr) == (0, "") and "predictions" in stdout, (redirection, code, stdout, stderr)
    assert ended("inspect", "no such file", redirection="2>&-") == (2, "", "")
    code, stdout, stderr = ended("inspect", DIGITS, redirection=">&-")
    assert (code, stdout, stderr) == (1, "", "aioflow: cannot write the result: standard output is closed\n")
    print("closed standard streams neither end the process nor lose a result")
    if Path("/dev/full").exists():
        assert ended(*run, redirection="2>/dev/full")[0] == 0
        assert ended("--help", redirection=">/dev/full") == (1, "", "")
        print("nobody who reads messages, or help, is no internal error")


def few_descriptors(run: list[str]) -> None:
    """From a few that Python itself needs to enough."""
    was_enough = False
    for number in (5, 7, 10, 12, 14, 20):
        code, stdout, stderr = ended(*run, before=f"ulimit -n {number}")
        was_enough = code == 0
        if not was_enough:
            assert (code, stdout, stderr.count("\n")) == (1, "", 1), (number, code, stdout, stderr)
            assert stderr.startswith("aioflow: ") and "Too many open files" in stderr, stderr
            assert "internal error" not in stderr, stderr
    assert was_enough
    print("few file descriptors end in one line")


def main() -> None:
    """Closes what a command counts on."""
    if not Path("/bin/sh").exists():
        print("no shell closes streams here before a program begins")
        return
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/images.npy", np.zeros((1, 8, 8, 1), np.float32))
        run = ["run", DIGITS, "--feed", f"images={folder}/images.npy", "--fetch", "predictions"]
        closed_streams(run)
        few_descriptors(run)


if __name__ == "__main__":
    main()
