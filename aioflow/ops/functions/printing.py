"""`tf.print`: an operation that writes values of a run."""
from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from aioflow.framework.graph import Operation, SparseTensor, Tensor
from aioflow.ops.generated import string as gen_string
from aioflow.ops.generated import summary as gen_summary

__all__ = ["print"]

_STREAMS = ("stdout", "stderr", "log(info)", "log(warning)", "log(error)")


def print(
    *inputs: Any,
    output_stream: Any = "stderr",
    summarize: int = 3,
    sep: str = " ",
    end: str = "\n",
    name: str | None = None,
) -> Operation:
    """An operation that writes its inputs as one line.

    Args:
        inputs: Tensors, anything else that has a text, and lists, tuples and mappings of these.
        output_stream: `sys.stderr`, `sys.stdout`, or their names without "sys.". TensorFlow's "file://..." can be
            built, but a run refuses to write files.
        summarize: How many elements at the begin and the end of each dimension are shown; all when -1.
        sep: What stands between inputs.
        end: What stands behind them.
        name: The node's name.

    Raises:
        ValueError: There is no such stream.
    """
    stream = _stream(output_stream)
    tensors = [tensor for value in inputs for tensor in _tensors(value)]
    # "{}" may occur in the text itself, for instance as an empty mapping, and would take a tensor's place.
    placeholder = _free_placeholder(sep.join(_text_of(value, "") for value in inputs))
    template = sep.join(_text_of(value, placeholder) for value in inputs)
    # Tensors are formatted within the run, so that one node prints them all as one line, unmixed with other output.
    text = gen_string.string_format(
        tensors, template=template, placeholder=placeholder, summarize=summarize,
        name=None if name is None else f"{name}_format",
    )  # fmt: skip
    return gen_summary.print_v2(text, output_stream=stream, end=end, name=name)


def _stream(stream: Any) -> str:
    # Asked for at each call: programs and test tools replace these streams.
    known = {id(sys.stdout): "stdout", id(sys.stderr): "stderr"}
    name = stream if isinstance(stream, str) else known.get(id(stream))
    if name not in _STREAMS and not str(name).startswith("file://"):
        raise ValueError(f"cannot print to {stream!r}; take sys.stdout, sys.stderr or their names")
    return str(name)


def _tensors(value: Any) -> Iterator[Tensor]:
    """The tensors in a value, in the order in which `_text_of` shows them."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, SparseTensor):
        yield from (value.indices, value.values, value.dense_shape)
    elif isinstance(value, Mapping):
        # Sorted, as `tf.nest` has it; the text below is sorted likewise, so tensors meet their places.
        for key in sorted(value):
            yield from _tensors(value[key])
    elif isinstance(value, (list, tuple)):
        for element in value:
            yield from _tensors(element)


def _text_of(value: Any, placeholder: str, is_nested: bool = False) -> str:
    if isinstance(value, Tensor):
        return placeholder
    if isinstance(value, SparseTensor):
        return f"'SparseTensor(indices={placeholder}, values={placeholder}, shape={placeholder})'"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {_text_of(value[key], placeholder, True)}" for key in sorted(value)) + "}"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(_text_of(element, placeholder, True) for element in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    return repr(value) if is_nested else str(value)


def _free_placeholder(text: str) -> str:
    """A text that stands for tensors, and occurs nowhere else."""
    return next(p for p in itertools.chain(["{}"], (f"{{}}{i}" for i in itertools.count())) if p not in text)
