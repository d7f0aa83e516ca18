"""Huge numbers in what is saved, restored and remapped: also in the texts that say which slices of tensors."""
from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aioflow.framework.limits import Limits
from aioflow.kernels import arrays
from aioflow.kernels.checkpoint import files, pieces
from tests.kernels.bounded_runs import LIMIT_NBYTES, BoundedGraph
from tests.kernels.checkpoint.test_checkpoint_programs import called
from tests.kernels.checkpoint_programs import Step
from tests.kernels.checkpoint_programs.programs import PROGRAMS
from tests.kernels.huge_numbers import HUGE, with_a_huge_number

TRIES = 10

pytestmark = [
    pytest.mark.asyncio(loop_factories=["ageing"]),
    pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited on Linux alone"),
]


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tensors may be no larger than what there is room for."""
    for module in (arrays, files, pieces):
        monkeypatch.setattr(module, "DEFAULT_LIMITS", Limits(tensor_nbytes=LIMIT_NBYTES))


def changed(step: Step, choose: random.Random) -> Iterator[Step]:
    """The step with one number of an input made huge, for each input that has some; attributes fit the inputs."""
    for place, value in enumerate(step.inputs):
        new = huge(value, choose)
        if new is not value:
            yield replace(step, inputs=[*step.inputs[:place], new, *step.inputs[place + 1 :]])


def huge(value: Any, choose: random.Random) -> Any:
    """An array of integers, or a list of texts, in which a number is huge; what else there is, as it is."""
    if isinstance(value, np.ndarray):
        return with_a_huge_number(value, choose)
    if not isinstance(value, list):
        return value
    with_numbers = [at for at, text in enumerate(value) if isinstance(text, str) and re.search(r"\d", text)]
    if not with_numbers:
        return value
    at = choose.choice(with_numbers)
    return [*value[:at], text_with_a_huge_number(value[at], choose), *value[at + 1 :]]


def text_with_a_huge_number(text: str, choose: random.Random) -> str:
    """The text with one of its numbers replaced."""
    number = choose.choice(list(re.finditer(r"\d+", text)))
    return f"{text[: number.start()]}{choose.choice(HUGE)}{text[number.end() :]}"


@pytest.mark.parametrize("name", PROGRAMS)
async def test_checkpoints(tmp_path: Path, name: str) -> None:
    """Steps run to the end of the program, whatever became of the one with the huge number."""
    choose = random.Random(name)
    for number in range(TRIES):
        place = choose.randrange(len(PROGRAMS[name]))
        steps = list(changed(PROGRAMS[name][place], choose))
        if not steps:
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        async with BoundedGraph() as live:
            for step in [*PROGRAMS[name][:place], choose.choice(steps), *PROGRAMS[name][place + 1 :]]:
                with suppress(TimeoutError):  # a disk may be slow
                    await called(live, step, folder)
