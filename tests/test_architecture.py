"""`docs/architecture.md` shows the tree as it is: its pictures, its paths, its paragraphs."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from aioflow.tools import gen_architecture
from aioflow.tools.gen_architecture import PACKAGE, PAGE, picture, redrawn, without_detours

ROOT = Path(__file__).resolve().parents[1]
TEXT = PAGE.read_text("utf-8")
QUESTIONS = re.findall(r"^\| (.+\?) \| `([^`]+)` \| `([^`]+)` \|$", TEXT, re.MULTILINE)
PATHS = sorted(set(re.findall(r"`((?:aioflow|tests)/[\w/.]*)`", TEXT)))


def test_there_are_ten_questions() -> None:
    """Whoever is new asks at least these; the table must not lose them."""
    assert len(QUESTIONS) >= 10


@pytest.mark.parametrize(("question", "path", "name"), QUESTIONS)
def test_answer_is_there(question: str, path: str, name: str) -> None:
    """The file that a question leads to exists, and defines or registers what is asked for."""
    text = (ROOT / path).read_text("utf-8")
    is_defined = re.search(rf"^\s*(?:async )?(?:def|class) {re.escape(name)}\b", text, re.MULTILINE)
    assert is_defined or (not name.isidentifier() and name in text), question


@pytest.mark.parametrize("path", PATHS)
def test_path_exists(path: str) -> None:
    """Every file and folder that the page names is there."""
    assert (ROOT / path).exists()


@pytest.mark.slow
def test_pictures_show_the_imports() -> None:
    """The pictures are what the imports give; the command redraws them."""
    assert redrawn(TEXT) == TEXT
    assert TEXT.count("flowchart TD") == TEXT.count("<!-- picture of ") >= 4


def test_every_room_has_a_paragraph() -> None:
    """Each folder of the package is described under its name."""
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    described = {room for head in re.findall(r"^\*\*([\w, ]+)\*\* — ", TEXT, re.MULTILINE) for room in head.split(", ")}
    assert rooms - described == set()


def test_detours_are_left_out() -> None:
    """Of a → b → c and a → c only the first two are drawn."""
    arrows = {"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset("")}
    assert without_detours(arrows) == {"a": frozenset("b"), "b": frozenset("c"), "c": frozenset()}


def test_circle_is_refused() -> None:
    """Rooms that import each other cannot be drawn as floors."""
    with pytest.raises(ValueError, match="cycle"):
        without_detours({"a": frozenset("b"), "b": frozenset("a")})


def test_picture_has_rooms_without_arrows() -> None:
    """A room that imports nothing and that nobody imports is drawn, too."""
    assert "\n  file_errors\n" in picture("aioflow/framework")


@pytest.mark.slow
def test_check_tells_of_an_old_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` fails on a page whose picture is not up to date and writes nothing; without it the page is redrawn."""
    page = tmp_path / "architecture.md"
    old = TEXT.replace("flowchart TD\n", "flowchart TD\n  cli --> nowhere\n", 1)
    page.write_text(old, "utf-8")
    monkeypatch.setattr(gen_architecture, "PAGE", page)
    assert gen_architecture.main(["--check"]) == 1
    assert "run python -m aioflow.tools.gen_architecture" in capsys.readouterr().err
    assert page.read_text("utf-8") == old
    assert gen_architecture.main([]) == 0
    assert gen_architecture.main(["--check"]) == 0
    assert page.read_text("utf-8") == TEXT
