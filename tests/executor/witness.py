"""Witness: nodes that tell the test what ran, and in which order."""
from __future__ import annotations

import threading
from typing import Any

import aioflow as tf


class Witness:
    """Makes Python functions into nodes that note when they run.

    Attributes:
        seen: The labels of the nodes that ran, in order.
        threads: The threads on which they ran.
    """

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.threads: set[threading.Thread] = set()

    def node(self, value: Any, label: str = "node") -> tf.Tensor:
        """A node that hands `value` on."""
        tensor = tf.convert_to_tensor(value)

        def note(array: Any) -> Any:
            self._note(label)
            return array

        noted: tf.Tensor = tf.py_func(note, [tensor], tensor.dtype.base_dtype, name=label)
        noted.set_shape(tensor.shape)
        return noted

    def operation(self, label: str = "operation") -> tf.Operation:
        """A node without inputs and outputs."""
        operation: tf.Operation = tf.py_func(lambda: self._note(label), [], [], name=label)
        return operation

    def failing(self, value: Any = 0.0, label: str = "failing", error: BaseException | None = None) -> tf.Tensor:
        """A node that raises `error`, or else `ValueError(label)`."""
        tensor = tf.convert_to_tensor(value)

        def fail(array: Any) -> Any:
            self._note(label)
            raise error or ValueError(label)

        failed: tf.Tensor = tf.py_func(fail, [tensor], tensor.dtype.base_dtype, name=label)
        failed.set_shape(tensor.shape)
        return failed

    def _note(self, label: str) -> None:
        self.seen.append(label)
        self.threads.add(threading.current_thread())
