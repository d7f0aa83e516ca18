"""Random ops: the numbers that the CPU draws, drawn on the host and copied.

So a graph gives the same numbers on either device. Torch's own generators would give others, and no stream that a
checkpoint of a generator could name.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aioflow.framework.dtypes import FLOATING, DType, bfloat16, float16, float32, float64, int32, int64
from aioflow.framework.kernels import KernelContext, kernel, registered_kernels
from aioflow.kernels.random import random_ops
from aioflow.packs.cuda.host_integers import by_cpu
from aioflow.packs.cuda.registration import TYPE


def _stateless(op: str) -> None:
    def specialized(attrs: Mapping[str, Any]) -> Callable[..., Any]:
        drawn = by_cpu(op, attrs)
        return lambda xp, *inputs: xp.from_host(drawn(xp, *inputs))

    function = next(each.function for each in registered_kernels(op) if each.device_type == "CPU")
    kernel(op, device=TYPE, host=["shape", "seed"], specialized=specialized, dtype=_FLOATS)(function)


_FLOATS = frozenset({float16, bfloat16, float32, float64}) & FLOATING


@kernel("RandomUniform", device=TYPE, dtype=_FLOATS)
def random_uniform(ctx: KernelContext, shape: Any, *, dtype: DType) -> Any:
    return ctx.device.from_host(random_ops.random_uniform(ctx, shape, dtype=dtype))


@kernel("RandomStandardNormal", device=TYPE, dtype=_FLOATS)
def random_standard_normal(ctx: KernelContext, shape: Any, *, dtype: DType) -> Any:
    return ctx.device.from_host(random_ops.random_standard_normal(ctx, shape, dtype=dtype))


@kernel("TruncatedNormal", device=TYPE, dtype=_FLOATS)
def truncated_normal(ctx: KernelContext, shape: Any, *, dtype: DType) -> Any:
    return ctx.device.from_host(random_ops.truncated_normal(ctx, shape, dtype=dtype))


@kernel("RandomUniformInt", device=TYPE, Tout=frozenset({int32, int64}))
def random_uniform_int(ctx: KernelContext, shape: Any, minval: Any, maxval: Any) -> Any:
    return ctx.device.from_host(random_ops.random_uniform_int(ctx, shape, minval, maxval))


@kernel("Multinomial", device=TYPE, T=_FLOATS)
def multinomial(ctx: KernelContext, logits: Any, num_samples: Any, *, output_dtype: DType) -> Any:
    drawn = random_ops.multinomial(ctx, ctx.device.to_host(logits), num_samples, output_dtype=output_dtype)
    return ctx.device.from_host(drawn)


for _op in ("StatelessRandomNormal", "StatelessRandomUniform", "StatelessTruncatedNormal"):
    _stateless(_op)
