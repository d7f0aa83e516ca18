"""Ops on handles themselves: telling whether one keeps its resource alive, and making one that does not."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.resources.resource_handle import Resource, ResourceHandle
from aioflow.kernels.arrays import Array
from aioflow.kernels.handles import handle_in


def _first_handle(ctx: KernelContext, handle: Array) -> ResourceHandle:
    """The first handle of a tensor of some."""
    return handle_in(ctx, handle.reshape(-1)[:1], Resource)


@kernel("IsResourceHandleRefCounting")
def is_resource_handle_ref_counting(ctx: KernelContext, handle: Array) -> Any:
    return np.bool_(_first_handle(ctx, handle).is_counting)


@kernel("MakeWeakResourceHandle")
def make_weak_resource_handle(ctx: KernelContext, handle: Array) -> ResourceHandle:
    """A handle by name only: what nothing else keeps alive is not found by it, even while it is there."""
    # The handle keeps its names; without the resource it finds what is registered under them.
    return replace(_first_handle(ctx, handle), resource=None)
