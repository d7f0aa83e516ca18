"""Parts of gradients of several families: conjugates, and sums over the axes along which an input was repeated."""
from __future__ import annotations

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.generated import array as array_ops
from aioflow.ops.generated import math as math_ops


def conjugate(x: Tensor) -> Tensor:
    """The conjugate of a complex tensor; others as they are."""
    return math_ops.conj(x) if x.dtype.is_complex else x


def summed_as(x: Tensor, y: Tensor, dx: Tensor, dy: Tensor) -> list[Tensor]:
    """`dx` and `dy`, of the shape that `x` and `y` have together, each summed to its own."""
    x_shape, y_shape = array_ops.shape(x), array_ops.shape(y)
    # An element that was repeated had an effect in each place, and these add up. Shapes are known in the step only.
    x_axes, y_axes = array_ops.broadcast_gradient_args(x_shape, y_shape)
    return [
        array_ops.reshape(math_ops.sum(dx, x_axes), x_shape),
        array_ops.reshape(math_ops.sum(dy, y_axes), y_shape),
    ]
