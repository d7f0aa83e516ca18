"""Nest: a level with loops in branches whose results cross, and arrays made in loops."""
from __future__ import annotations

from collections.abc import Callable

import aioflow as tf

from .random_levels import MAX_DEPTH, Level
from .random_values import Value


class Nest(Level):
    """A level that grows what a loop, a branch and an array may be within each other."""

    _crossing: Value | None = None
    """What the last conditional gave, if it had a loop: the loops of the next one take it up."""

    def kinds(self) -> list[Callable[[], None]]:
        """What `grow` chooses from."""
        kinds = super().kinds()
        if self.recipe.has_branches and self.around.depth < MAX_DEPTH:
            kinds += [self._loop_in_branch] * 15 + [self._array_in_loop, self._map_in_map]
        return kinds

    def _sure(self) -> tf.Tensor:
        """A value, mostly a new one, that is alive whenever this level runs: arrays would begin without others."""
        return self.sure(tf.int32)

    def _loop_in_branch(self) -> None:
        """A conditional with a loop in a branch or in both, whose body reads what the conditional before gave."""
        p, start, step = self.pick(tf.bool), self.pick(), self._crossing or self.pick()
        grows = self.random.random() < 0.3
        bound = tf.constant(self.random.randrange(4))

        def loop() -> tf.Tensor:
            def body(i: tf.Tensor, value: tf.Tensor) -> list[tf.Tensor]:
                given = self._grown([value, step.tensor], [tf.int32], has_effects=False) if grows else [value]
                return [i + 1, given[0] + step.tensor]

            return tf.while_loop(lambda i, _: i < bound, body, [tf.constant(0), start.tensor])[1]

        def plain() -> tf.Tensor:
            return start.tensor + step.tensor

        branches = self.random.choice([(loop, plain), (plain, loop), (loop, loop)])
        self.add(tf.cond(p.tensor, *branches), p, is_exact=start.is_sure and step.is_sure)
        self._crossing = self.values[tf.int32][-1]

    def _array_in_loop(self) -> None:
        """A loop whose body makes an array, in which it leaves what it has."""
        first = self._sure()

        def body(i: tf.Tensor, value: tf.Tensor) -> list[tf.Tensor]:
            array = tf.TensorArray(tf.int32, 2, element_shape=[]).write(0, i).write(1, value)
            return [i + 1, tf.reduce_sum(array.stack())]

        self.add(tf.while_loop(lambda i, _: i < 3, body, [tf.constant(0), first])[1])

    def _map_in_map(self) -> None:
        """A function for each of two values, which has one for each of them again."""
        values = tf.stack([self._sure(), self._sure()])

        def outer(x: tf.Tensor) -> tf.Tensor:
            return tf.reduce_sum(tf.map_fn(lambda y: tf.maximum(x, y) - 1, values))

        self.add(tf.reduce_sum(tf.map_fn(outer, values)))
