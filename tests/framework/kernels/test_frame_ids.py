"""Numbers of loops' executions are those that TensorFlow's keys have."""
from __future__ import annotations

from aioflow.framework.kernels.frame_ids import frame_id


def test_the_number_that_tensorflow_sends() -> None:
    """D-46: of a frame that is entered from the root; others differ by name, iteration and parent."""
    assert frame_id("0") == 0
    assert frame_id("0;0;w/while_context") == 5328607504811956670
    names = ["0;0;a", "0;1;a", "0;0;b", "0;0;a;0;a", "0;0;a;1;a"]
    assert len({frame_id(name) for name in names}) == len(names)
