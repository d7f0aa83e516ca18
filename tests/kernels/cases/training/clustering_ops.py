"""Cases of k-means."""
from __future__ import annotations

import itertools

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import uneven
from tests.kernels.cases.values import float32

POINTS = float32([[0, 0], [5, 5], [1, 2], [3, 3]])
CENTERS = float32([[0, 1], [4, 4], [9, 9]])
CLOUD = uneven(20, 3) / 2
DISTANCES = np.abs(uneven(30)) / 2


def number(value: int) -> np.int64:
    """A scalar as these ops want it."""
    return np.int64(value)


def neighbors() -> list[Case]:
    """NearestNeighbors."""
    twins = float32([[1, 1], [1, 1], [0, 0]])
    odd = [(POINTS[:0], CENTERS), (POINTS, CENTERS[:, :1]), (POINTS[0], CENTERS), (POINTS, CENTERS[0]), (POINTS, twins)]
    return [
        *(Case("NearestNeighbors", [POINTS, CENTERS, number(k)]) for k in (0, 1, 2, 3, 5)),
        *(Case("NearestNeighbors", [points, centers, number(3)]) for points, centers in odd),
    ]


def beginnings() -> list[Case]:
    """KmeansPlusPlusInitialization and KMC2ChainInitialization: what is drawn for a seed."""
    op, chain = "KmeansPlusPlusInitialization", "KMC2ChainInitialization"
    wanted = [*itertools.product((1, 3, 8), range(3), (0, 2, -1)), (20, 7, 1), (21, 0, 0), (0, 0, 0), (-1, 0, 0)]
    return [
        *(Case(op, [CLOUD, number(count), number(seed), number(tries)]) for count, seed, tries in wanted),
        Case(op, [CLOUD[0], number(1), number(0), number(0)]),
        Case(op, [np.zeros([3, 2], np.float32), number(2), number(4), number(1)]),
        *(Case(chain, [DISTANCES, number(seed)]) for seed in (0, 1, 2, 3, -5)),
        Case(chain, [DISTANCES[:0], number(1)]),
        Case(chain, [DISTANCES[:, None], number(1)]),
    ]


CASES = [*neighbors(), *beginnings()]
