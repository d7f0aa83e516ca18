"""Cases of einsum."""
from __future__ import annotations

from typing import Any

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import COMPLEX, FLOATS, array


def case(equation: str, *shapes: tuple[int, ...], dtype: Any = "float32") -> Case:
    """A case with one input for each shape."""
    return Case("Einsum", [[array(dtype, *shape) for shape in shapes]], {"equation": equation.encode()})


CASES = [
    *(case("ij,jk->ik", (2, 3), (3, 2), dtype=dtype) for dtype in [*FLOATS, *COMPLEX, "int32", "int64"]),
    *(case("ij->i", (2, 3), dtype=dtype) for dtype in [*FLOATS, *COMPLEX, "int32", "int64"]),
    case("ij->", (2, 3)), case("ii->", (2, 2)), case("ii->i", (2, 2)), case("i->ii", (2,)), case("ij->ji", (2, 3)),
    case("ij->iji", (2, 3)), case("ij->jjii", (1, 2)), case("...ii->...i", (2, 3, 3)), case("iii->i", (2, 2, 2)),
    case("->", ()), case(",->", (), ()), case("a,->a", (2,), ()), case("i1->i", (2, 3)), case("...->...", (2,)),
    case("i...->...i", (2, 3, 4)), case("...i->...", (2, 3)),
    case("ij,ij->ij", (2, 3), (2, 3)), case("i,i->", (3,), (3,)), case("i,j->ij", (2,), (3,)),
    case("ij,kl->il", (2, 3), (3, 2)),
    case("Ij,jI->j", (2, 3), (3, 2)), case("iij,j->i", (2, 2, 3), (3,)), case("ii,ii->ii", (2, 2), (2, 2)),
    case("abc,cde->abde", (2, 3, 4), (4, 2, 2)), case("btnh,bfnh->bnft", (2, 3, 2, 4), (2, 2, 2, 4)),
    case("bnft,btnh->bfnh", (2, 2, 3, 4), (2, 4, 2, 3)), case("abi,acj->bc", (2, 3, 2), (2, 2, 3)),
    case("...ij,...jk->...ik", (2, 1, 2), (2, 3)), case("...ij,...jk->...ik", (3, 1, 2, 2), (2, 2, 3)),
    case("...,...->...", (2, 1), (1, 3)), case("...i,i->...", (2, 3, 4), (4,)), case("ij,...->...ij", (2, 3), (2,)),
    case("ij,j->...i", (2, 3), (3,)), case("...i,...i->...", (2, 3), (1, 3)), case("i...,...j->j...i", (2, 3), (1, 4)),
    case("ij,jk->ik", (2, 0), (0, 3)), case("ij,ij->i", (0, 2), (0, 2)),
    case("i,i->i", (1,), (2,)), case("ij,jk->ik", (2, 3), (2, 3)), case("ijk->ik", (2, 3)), case("...ijk->ik", (2, 3)),
    case("...i->i", (2, 3)), case("...ij,...jk->ik", (2, 1, 2), (2, 2, 1)), case("i j->ij", (2, 3)),
    case("ii->i", (2, 3)), case("...i,...i->...", (2, 2), (3, 2)),
]  # fmt: skip
